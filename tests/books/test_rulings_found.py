"""Every ruling is found: by the clauses that are read so, and in what is decided, by its citation."""

from __future__ import annotations

import re
from pathlib import Path

from croupier import books

SOURCES = Path(books.__file__).parents[1]

ABOUT_ALL = {
    "R4": "which way round the table is counted: no act is decided by it that another order would not show",
    "R5": "a refusal for want of rank cites the clause that demands the rank",
    "R6": "how a reference of a book to itself is read, before anything is decided",
    "R81": "how the conditions of a tournament are read, before it begins",
    "R94": "what the conditions of a tournament must say, before it begins",
}
"""Rulings that no event and no refusal can cite, each with the reason."""


def cited() -> set[str]:
    """The rulings that something in the rules of tables and of the house cites."""
    rooms = (path for room in ("table", "games", "house") for path in (SOURCES / room).rglob("*.py"))
    return {f"R{number}" for path in rooms for number in re.findall(r'"ruling (\d+)"', path.read_text("utf-8"))}


def test_every_ruling_that_decides_something_is_cited_where_it_does() -> None:
    uncited = {ruling.id for ruling in books.rulings().values()} - cited()
    assert uncited <= ABOUT_ALL.keys()
    assert uncited >= {"R4", "R5", "R6"}, "what is cited after all needs no reason"


def test_every_ruling_that_is_cited_is_one() -> None:
    assert cited() <= set(books.rulings())
