"""Which books know tournaments, and what the conditions of one lack."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from croupier.games import UnknownGame, game, games
from croupier.table.tournaments.conditions import Conditions
from croupier.table.tournaments.contradictions import Contradiction, contradictions
from croupier.table.tournaments.matters import Matter, TournamentBook, left_out
from croupier.table.tournaments.play_contradictions import play_contradictions
from croupier.table.tournaments.readings import reading_contradictions
from croupier.table.tournaments.stated_contradictions import stated_contradictions


class NoConditions(ValueError):
    """Why something is not read as the conditions of a tournament."""


class Findings(msgspec.Struct, frozen=True):
    """What a draft lacks, and what of it cannot stand."""

    left_out: tuple[Matter, ...]
    contradictions: tuple[Contradiction, ...]

    @property
    def complete(self) -> bool:
        """Whether a tournament may be held by it, as far as the text goes."""
        return not self.left_out and not self.contradictions


@cache
def tournament_book(name: str) -> TournamentBook:
    """What a book says of tournaments; NoConditions for a book that knows none."""
    try:
        module = game(name).part("tournaments")
    except UnknownGame as error:
        raise NoConditions(str(error)) from error
    if module is None:
        raise NoConditions(f"the book of {name} knows no tournaments; those of {', '.join(known())} do")
    found: TournamentBook = module.TOURNAMENTS
    return found


def whole(name: str, *, won: bool = False) -> str:
    """Conditions of that game's book that leave nothing out, as a file to start from.

    Those of a tournament whose entries are won in play are another file, where the book has such a tournament.
    """
    if won and tournament_book(name).won is None:
        raise NoConditions(f"the book of {name} knows no entries that are won in play")
    tournament_book(name)
    file = "tournament_won.toml" if won else "tournament.toml"
    return files(game(name).package).joinpath(file).read_text(encoding="utf-8")


def known() -> tuple[str, ...]:
    """The games whose book knows tournaments."""
    return tuple([name for name in games() if game(name).part("tournaments") is not None])


def findings(conditions: Conditions) -> Findings:
    """What a draft lacks, and what of it cannot stand."""
    book = tournament_book(conditions.book)
    wrong = (
        *contradictions(conditions, book),
        *play_contradictions(conditions, book),
        *reading_contradictions(conditions, book),
        *stated_contradictions(conditions, book),
    )
    return Findings(left_out(conditions, book.matters), wrong)
