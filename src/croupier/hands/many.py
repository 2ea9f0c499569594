"""Many hands in one text: the tables of a `.phhs` file one after another, each read by itself.

A hand that is no TOML spoils none of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAMED = re.compile(r"^\[ *([^\[\].]+?) *\][ \t]*(?:#.*)?$", re.MULTILINE)
"""A line that begins the table of a hand; tables within it have a point in their name."""
_FIRST = re.compile(r"^[ \t]*([^#\s])", re.MULTILINE)


def holds_many(text: str) -> bool:
    """Whether a text is made of named hands: its first line that says anything names one."""
    first = _FIRST.search(text)
    return first is not None and first[1] == "["


def hands_in(text: str) -> Iterator[tuple[str, str]]:
    """Every hand of a text, with its name; a hand alone has none."""
    if not holds_many(text):
        yield "", text
        return
    starts = [(found.start(), found[1].strip("\"'")) for found in _NAMED.finditer(text)]
    for (start, name), end in zip(starts, [*[start for start, _ in starts[1:]], len(text)], strict=True):
        yield name, text[start:end]
