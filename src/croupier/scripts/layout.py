"""How a file is laid out: its title, what its scenarios share, the scenarios, and rounds that are repeated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from croupier.scripts.forms import Chapter, Direction, Form, Given
from croupier.scripts.pattern import Misread
from croupier.scripts.table import Table

_COMMENT = re.compile(r'(?:"[^"]*"|[^"#])*?(?P<comment>\s*#.*)')
_SCENARIO = re.compile(r"##(?!#)(?P<title>.*)")

MOST_ROUNDS = 1000
MOST_LINES = 10_000
"""How many lines one scenario may play, each as often as it is repeated."""


class Line(msgspec.Struct, frozen=True):
    """A line that says something: its number, and its text without a comment."""

    number: int
    text: str

    @property
    def indent(self) -> int:
        """How far the line is set in."""
        return len(self.text) - len(self.text.lstrip())


class Section(msgspec.Struct, frozen=True):
    """Lines that belong together: what stands before the first scenario, or one scenario under its title."""

    number: int
    title: str
    lines: tuple[Line, ...]


def file_title(written: Sequence[str]) -> str:
    """The title that every file begins with."""
    first = written[0] if written else ""
    if not first.startswith("# ") or not first[2:].strip():
        raise Misread(1, "expected the title: “# ” and a sentence that says the rule")
    return first[2:].strip()


def sections(written: Sequence[str]) -> tuple[Section, ...]:
    """What all scenarios share, then each scenario; in a file of one scenario there is the first alone."""
    starts = [(0, ""), *((n, found["title"].strip()) for n, line in enumerate(written) if (found := _heading(line)))]
    ends = [*(n for n, _ in starts[1:]), len(written)]
    return tuple(
        Section(start + 1, title, tuple(_said(written, start, end)))
        for (start, title), end in zip(starts, ends, strict=True)
    )


def _heading(line: str) -> re.Match[str] | None:
    return _SCENARIO.fullmatch(line.rstrip())


def _said(written: Sequence[str], start: int, end: int) -> Iterator[Line]:
    """The lines that say something, without their comments."""
    for number in range(start, end):
        line = written[number]
        comment = _COMMENT.fullmatch(line)
        said = line[: comment.start("comment")] if comment else line
        if said.strip():
            yield Line(number + 1, said.rstrip())


def _nothing(it: Given, table: Table) -> None:
    """The lines below are what is played."""


REPEAT = Direction(
    "repeat <number> rounds",
    f"The lines set in below it are played so many times over; at most {MOST_ROUNDS}.",
    _nothing,
)
TITLE = Form("# <title>", "The first line of a file: a sentence that states the rule. Elsewhere `#` begins a comment.")
SCENARIO = Form(
    "## <title>",
    "Begins a scenario of its own. What stands before the first of them is played anew at the head of each.",
)
TABLE = Form("table <game>, <settings>", "The table that is played at; a scenario may have one of its own.")
WITH = Form(
    "with <settings>",
    "Right below a scenario's title: the table line that all scenarios share, with these parts besides.",
)
LAYOUT = Chapter("How a file is laid out", (TITLE, TABLE, SCENARIO, WITH, REPEAT))
