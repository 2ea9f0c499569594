"""Coverage: which clauses are met, which are witnessed, and by which line of a table script or test."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

import croupier
from croupier.books.citation import cite, split_citations
from croupier.books.marks import KEPT, By, Mention, kept, marked
from croupier.books.model import MEETINGS, Book, Clause, UnknownClause
from croupier.books.shelf import book

_PACKAGE = Path(croupier.__file__).parent
LIBRARY = _PACKAGE / "scripts" / "library"
"""The table scripts that ship with the package, one folder for each book."""

_EXPECTATION = re.compile(r"\s*expect\s(?P<what>[^#]*)\sunder\s+(?P<citations>[^#]+?)\s*(?:#.*)?")
_NAMED = re.compile(r"\s*(?:no\s+)?event\s")
_TOLD = re.compile(r"\s*record\s")

Strength = Literal["shown", "weak", "none"]


class Row(msgspec.Struct, frozen=True):
    """One clause of the matrix with the places that witness it, and those among them that show what it leads to."""

    clause: Clause
    witnesses: tuple[str, ...]
    shown: tuple[str, ...] = ()

    @property
    def accounted(self) -> bool:
        """Met, and witnessed unless it is physical, where there is nothing to witness; what is open is neither."""
        return self.clause.met == "physical" or (self.clause.met != "open" and bool(self.witnesses))

    @property
    def strength(self) -> Strength:
        """Whether a witness shows what the clause leads to, or some only name what happened, or there is none."""
        return "shown" if self.shown else "weak" if self.witnesses else "none"

    @property
    def weak(self) -> bool:
        """Whether the row claims something that its witnesses do not show."""
        return self.clause.met not in ("open", "physical") and self.strength == "weak"


class Coverage(msgspec.Struct, frozen=True):
    """The matrix of one book."""

    book: Book
    rows: tuple[Row, ...]

    def section(self, prefix: str) -> "Coverage":
        """Return the part of the matrix that lies within a section or clause."""
        return Coverage(self.book, tuple(row for row in self.rows if row.clause.within(prefix)))

    @property
    def unaccounted(self) -> tuple[Row, ...]:
        """Rows that claim to be met and that nothing witnesses; open rows claim nothing."""
        return tuple(row for row in self.rows if row.clause.met != "open" and not row.accounted)

    @property
    def weak(self) -> tuple[Row, ...]:
        """Rows that are witnessed, but by nothing that would fail if what they claim were not so."""
        return tuple(row for row in self.rows if row.weak)

    def totals(self) -> dict[str, int]:
        """Count the clauses: all, by how they are met, witnessed, weakly so, accounted for and not."""
        by_meeting: dict[str, int] = {met: sum(row.clause.met == met for row in self.rows) for met in MEETINGS}
        return {
            "clauses": len(self.rows),
            **by_meeting,
            "witnessed": sum(bool(row.witnesses) for row in self.rows),
            "weak": len(self.weak),
            "accounted": sum(row.accounted for row in self.rows),
            "unaccounted": len(self.unaccounted),
        }


def source_tests() -> Path | None:
    """Return the tests folder when the package runs from a source checkout, otherwise None."""
    checkout = _PACKAGE.parents[1]
    tests = checkout / "tests"
    is_checkout = _PACKAGE.parent.name == "src" and (checkout / "pyproject.toml").is_file() and tests.is_dir()
    return tests if is_checkout else None


def mentions(library: Path = LIBRARY, tests: Path | None = None) -> tuple[Mention, ...]:
    """Return every citation that the scripts of a library and the tests of a folder put to the proof, in order."""
    found: list[Mention] = []
    for script in sorted(library.rglob("*.table")):
        found += script_mentions(script.read_text(encoding="utf-8"), script.relative_to(library).as_posix())
    return (*found, *(marked(tests) if tests is not None else ()))


@cache
def every_mention() -> tuple[Mention, ...]:
    """Return what this package's scripts and tests cite; where there are no tests, what the build kept of them."""
    tests = source_tests()
    return mentions(tests=tests) if tests is not None else (*mentions(), *kept(_PACKAGE / "books" / KEPT))


def script_mentions(text: str, place: str) -> Iterator[Mention]:
    """Yield the citations at the end of a table script's expectations; comments and other lines prove nothing."""
    for number, line in enumerate(text.splitlines(), start=1):
        if expectation := _EXPECTATION.fullmatch(line):
            for citation in split_citations(expectation["citations"]):
                yield Mention(place, number, citation, _stands_under(expectation["what"]))


def _stands_under(what: str) -> By:
    """What an expectation looks at."""
    return "named" if _NAMED.match(what) else "told" if _TOLD.match(what) else "shown"


def strays(found: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return the mentions of clauses and rulings that do not exist."""
    return tuple(mention for mention in found if not _known(mention.citation))


def coverage(name: str, found: Sequence[Mention]) -> Coverage:
    """Return the matrix of one book, given what the scripts and tests mention."""
    subject = book(name)
    places: dict[str, list[Mention]] = {}
    for mention in found:
        places.setdefault(mention.citation, []).append(mention)
    return Coverage(
        subject,
        tuple(_row(clause, places.get(f"{subject.code} {clause.id}", ())) for clause in subject.clauses),
    )


def _row(clause: Clause, found: Sequence[Mention]) -> Row:
    """The row of one clause; that a thing is recorded or told is shown by the record's own words."""
    showing = {"shown", "told"} if clause.met in ("recorded", "shown") else {"shown"}
    shown = tuple(str(each) for each in found if each.by in showing)
    return Row(clause, tuple(map(str, found)), shown)


def _known(citation: str) -> bool:
    try:
        cite(citation)
    except UnknownClause:
        return False
    return True
