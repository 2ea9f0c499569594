"""Whom a part of a name may mean: players and staff, small letters and accents aside."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import combining, normalize

import msgspec

NAMESAKES = 20
"""People whom one part of a name can mean at most: those it fits best."""


class Called(msgspec.Struct, frozen=True, order=True):
    """Someone, and what they are called."""

    name: str
    id: str


def plainly(text: str) -> str:
    """A text as it is compared.

    >>> plainly("  Zoë  ÅNGSTRÖM "), plainly("Straße")
    ('zoe angstrom', 'strasse')
    """
    bare = "".join(each for each in normalize("NFKD", text) if not combining(each))
    return " ".join(normalize("NFKD", bare.casefold()).split())


def meant(part: str, known: Iterable[tuple[str, str]]) -> tuple[list[Called], int]:
    """Those of some people, by id and name, whom a part of a name can mean, and how many there are.

    Whole names come first, then those that begin so, then the others.
    """
    wanted = plainly(part)
    found = {Called(name, person): plainly(name) for person, name in known} if wanted else {}
    fitting = [each for each, name in found.items() if wanted in name]
    fitting.sort(key=lambda each: (found[each] != wanted, not found[each].startswith(wanted), each))
    return fitting[:NAMESAKES], len(fitting)
