"""Every ruling on tournaments that names another tenable reading can be read so by the conditions, and no other."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import fields, replace

from croupier.books import rulings
from croupier.house.tournaments.findings import findings, tournament_book, whole
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.sheet import digest, sections
from croupier.house.tournaments.writing import written
from croupier.table.tournaments.conditions import Conditions, Elimination, Readings, Structure, Won
from tests.house.tournaments.test_conditions import BOOKS

NO_OTHER = {
    80: "the books themselves say that rules come before conditions",
    81: "the books themselves say whether they ask for a yes or a no",
    84: "the minutes are a field of the conditions already",
    86: "the clauses of the game name their ranks",
    87: "the books want everyone briefed",
    88: "the books say from when until when tables are reserved",
    90: "a table may be ended when it is determined, and nothing less is",
    91: "whether banks are carried is a field of the conditions already",
    94: "how ties are told apart is a field of the conditions already",
    95: "what becomes of chips is what the conditions state",
    96: "the books give the least number",
    100: "the books give the last word",
    102: "the book gives the bonus to every entry",
    103: "nothing depends on it",
    104: "the book counts the other high banks over all heats",
    105: "ties that decide nothing need no breaking; the top-up is a field of the conditions already",
    107: "how many shoes the final has is a field of the conditions already",
    108: "the game of the tournament is the version in force",
    110: "the notice is the law's",
    112: "chances are equal",
    113: "each default is a field of the conditions already",
    114: "the side wagers offered are a field of the conditions already",
}
"""Rulings on tournaments that leave nothing else to choose."""
NOT_ON_THE_SHELF = {86}
"""A ruling that no clause of a tournament is met by: what a rank may do is held by the rules of the game."""


@dataclass(frozen=True)
class Where:
    book: str
    reading: str


OPEN = [Where(name, each) for name in BOOKS for each in sorted(tournament_book(name).readings)]
CLOSED = [
    Where(name, each.name)
    for name in BOOKS
    for each in fields(Readings)
    if each.name not in tournament_book(name).readings
]


def otherwise(where: Where) -> Conditions:
    plain = read(whole(where.book))
    return replace(plain, readings=replace(plain.readings, **{where.reading: True}))


def test_each_ruling_has_a_field_or_a_reason_for_having_none() -> None:
    for number in range(80, 115):
        ruling = rulings().get(f"R{number}")
        assert (ruling is None) is (number in NOT_ON_THE_SHELF)
        stated = ruling.stated if ruling is not None else ""
        assert bool(stated) is (number not in NO_OTHER), number
        if stated:
            assert ruling is not None and ruling.otherwise
            assert _is_a_field(stated), stated


def _is_a_field(path: str) -> bool:
    kinds = {"entry.won": Won, "structure.elimination": Elimination, "structure": Structure, "readings": Readings}
    part, _, name = path.rpartition(".")
    if part == "prizes":
        return path == "prizes.ties"
    return name in kinds[part].__struct_fields__


def test_each_field_of_the_readings_is_one_ruling() -> None:
    stated = [each.stated.removeprefix("readings.") for each in rulings().values() if each.stated]
    assert [stated.count(each.name) for each in fields(Readings)] == [1] * len(fields(Readings))
    assert {each.reading for each in OPEN} == {each.name for each in fields(Readings)}


@pytest.mark.parametrize("where", OPEN, ids=str)
def test_what_is_read_otherwise_stands_on_the_sheet_with_its_ruling(where: Where) -> None:
    said = otherwise(where)
    assert findings(said).complete
    (found,) = [each for each in sections(said) if each.heading == "Read otherwise"]
    (ruling,) = [each for each in rulings().values() if each.stated == f"readings.{where.reading}"]
    assert (found.clause, found.lines) == (ruling.citation, (ruling.otherwise,))
    assert read(written(said)) == said and digest(said) != digest(read(whole(where.book)))


@pytest.mark.parametrize("where", CLOSED, ids=str)
def test_what_a_book_does_not_leave_open_is_refused_with_the_ruling(where: Where) -> None:
    (ruling,) = [each for each in rulings().values() if each.stated == f"readings.{where.reading}"]
    (wrong,) = findings(otherwise(where)).contradictions
    assert wrong.under == (tournament_book(where.book).conduct_under, ruling.citation)


@pytest.mark.parametrize("book", BOOKS)
def test_the_rulings_own_readings_are_what_is_offered(book: str) -> None:
    assert read(whole(book)).readings == Readings()
