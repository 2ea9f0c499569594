"""What a book wants the conditions of a tournament to say, clause by clause, and what of it a draft leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from croupier.books import Book, cite
from croupier.table.tournaments.clauses import TournamentClauses
from croupier.table.tournaments.conditions import NO, SILENT, Conditions, Statement, said
from croupier.table.tournaments.won import WonEntries


class Wanted(StrEnum):
    """When something must be said."""

    ALWAYS = "always"
    """It must be said what it is; of parts marked with ? it is enough to say that there is no such thing."""
    IF = "if"
    """It must be said where there is such a thing, and silence says that there is none."""


class Matter(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a clause wants said."""

    clause: str
    name: str
    wanted: Wanted
    parts: tuple[str, ...] = ()
    """All of these together say it; of several with a | between them one is enough."""
    statement: Statement | None = None
    """It is said in so many words."""
    where: str = ""
    """Where this is said, the statement is wanted."""


def always(clause: str, name: str, *parts: str) -> Matter:
    """What must be said whatever it is."""
    return Matter(clause=cite(clause), name=name, wanted=Wanted.ALWAYS, parts=parts)


def where_any(clause: str, name: str, *parts: str) -> Matter:
    """What must be said where there is such a thing."""
    return Matter(clause=cite(clause), name=name, wanted=Wanted.IF, parts=parts)


def stated(clause: str, name: str, statement: Statement, where: str = "") -> Matter:
    """What must be stated in so many words; always, or where something else is said."""
    wanted = Wanted.IF if where else Wanted.ALWAYS
    return Matter(clause=cite(clause), name=name, wanted=wanted, statement=statement, where=where)


class Standing(StrEnum):
    """How a draft stands to one matter."""

    SAID = "said"
    NO = "no"
    """There is no such thing, and the draft says so or need not."""
    MISSING = "missing"
    HALF = "half"
    """Some of what belongs together is said, and some is not."""


def standing(conditions: Conditions, matter: Matter) -> Standing:
    """How a draft stands to a matter."""
    if matter.statement is not None:
        if matter.statement in conditions.statements:
            return Standing.SAID
        return Standing.NO if matter.where and not said(conditions, matter.where) else Standing.MISSING
    found = [(_one(conditions, part.removeprefix("?")), part.startswith("?")) for part in matter.parts]
    if matter.wanted is Wanted.IF and all(each is SILENT or each is NO for each, _ in found):
        return Standing.NO
    if all(each is SILENT for each, _ in found):
        return Standing.MISSING
    if any(each is SILENT or (each is NO and not may_be_no) for each, may_be_no in found):
        return Standing.HALF if len(found) > 1 else Standing.MISSING
    return Standing.NO if all(each is NO for each, _ in found) else Standing.SAID


def left_out(conditions: Conditions, matters: Iterable[Matter]) -> tuple[Matter, ...]:
    """What a draft does not say, or only half."""
    return tuple([each for each in matters if standing(conditions, each) in (Standing.MISSING, Standing.HALF)])


def _one(conditions: Conditions, part: str) -> object:
    """What is said of a part; of several with a | between them, whichever says something."""
    found = [said(conditions, path) for path in part.split("|")]
    for each in found:
        if each is not SILENT and each is not NO:
            return each
    return NO if any(each is NO for each in found) else SILENT


class Variable(msgspec.Struct, frozen=True, kw_only=True):
    """In which sense conditions may vary a clause, so that tables can play by it."""

    most: int = 0
    """Another number, up to this one, where the clause is about how many;"""
    pays: bool = False
    """another payment;"""
    excluded: bool = False
    """or that it does not apply."""


class TournamentBook(msgspec.Struct, frozen=True, kw_only=True):
    """What one book says of tournaments."""

    book: Book
    clauses: TournamentClauses
    matters: tuple[Matter, ...]
    varied: tuple[str, ...] = ()
    """The sections of the book of which conditions may vary clauses."""
    varied_under: str
    """The clause that lets them be varied, or by which the rules prevail where none may be."""
    variable: Mapping[str, Variable] = {}
    """The clauses among those that tables can play otherwise, and in which sense."""
    bets_under: tuple[str, ...] = ()
    """Those that offer the main bets: they are not all set aside."""
    bettors_under: str = ""
    """The one of them on how many may wager on one area, which holds for cash play too."""
    secret_under: str = ""
    """The clause that knows secret wagers."""
    conduct_under: str
    """The clause by which a tournament goes by the rules of the game, which prevail."""
    progress_under: str
    """The clause that wants the way of going on stated."""
    entrants_under: str
    """The clause that wants the least and most number of entrants."""
    prizes_under: str
    disputes_under: str
    """The clause that says who has the last word."""
    complaints_under: str
    """The clause by which the regulator looks into a complaint."""
    director_final: bool
    """Whether that is the director."""
    employees_under: str = ""
    """The clause by which people who work for the house may take part."""
    agreed_where_cash: str
    """The clause on ending early where chips become cash."""
    agreed_besides: bool
    """Whether play ends early only where everyone agrees besides, or their agreement is another way."""
    side_wagers: Mapping[str, tuple[str, ...]] = {}
    """What may be offered beside the main wager, by name, with the bets that belong to each; never a jackpot."""
    readings: frozenset[str] = frozenset()
    """What of `conditions.Readings` the book leaves open."""
    seats: int
    seats_under: str
    """How many may sit at a table, and the clause that says so."""
    games: Mapping[str, tuple[int, str]] = {}
    """The games of the book, where it has several, each with how many may sit at its tables and the clause."""
    shoes: bool = True
    """Whether cards come from a shoe, so that play can be measured in shoes."""
    won: WonEntries | None = None
    """The tournament whose entries are won in play, where the book has one."""
