"""What conditions read otherwise than the rulings have it, and which books leave it open to be read so."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.books import Ruling, rulings
from croupier.table.tournaments.conditions import Conditions
from croupier.table.tournaments.contradictions import Contradiction
from croupier.table.tournaments.matters import TournamentBook

PART = "readings"


def otherwise(conditions: Conditions) -> tuple[Ruling, ...]:
    """The rulings whose other reading the conditions choose in so many words."""
    return tuple([each for field, each in _by_field().items() if getattr(conditions.readings, field)])


def _by_field() -> dict[str, Ruling]:
    found = {}
    for each in rulings().values():
        part, _, field = each.stated.partition(".")
        if part == PART:
            found[field] = each
    return found


def reading_contradictions(conditions: Conditions, book: TournamentBook) -> Iterator[Contradiction]:
    """Readings that the book does not leave open."""
    for field, ruling in _by_field().items():
        if getattr(conditions.readings, field) and field not in book.readings:
            why = f"this book leaves nothing open that could be read so: {ruling.otherwise}"
            yield Contradiction(why, (book.conduct_under, ruling.citation))
