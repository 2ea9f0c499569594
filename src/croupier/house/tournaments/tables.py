"""The tables of a tournament: named for it, and drawn for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.draws import drawn
from croupier.house.tournaments.elimination.seating import elimination
from croupier.house.tournaments.model import Entrant, Placing, Stage, Tournament
from croupier.house.tournaments.rounds import place_of, round_now, rounds_of
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk
from croupier.table.fields import Asks
from croupier.table.tournaments.matters import TournamentBook
from croupier.table.words import count

MOST_TABLES = 512
"""Tables that one tournament is played at."""


class DesignateTables(Command, frozen=True, kw_only=True):
    """Name the tables of the tournament."""

    tables: Annotated[tuple[str, ...], Asks("Tables", listed=MOST_TABLES)]


class DrawSeats(Command, frozen=True, kw_only=True):
    """Draw where everyone sits in the next session."""


class TablesDesignated(Event, frozen=True, kw_only=True):
    """These are the tables of the tournament."""

    tables: tuple[str, ...]
    areas: dict[str, int] = msgspec.field(default_factory=dict)
    """How many can sit at each."""


class SeatsDrawn(Event, frozen=True, kw_only=True):
    """Where everyone sits in the next session: the order that came out, dealt round the tables that are not full."""

    number: int
    order: tuple[int, ...]
    placings: tuple[Placing, ...]


@part.command(
    DesignateTables, under="designated", label="Name the tables", words="designate assign", desk=Desk.TOURNAMENT
)
def designate_tables(tournament: Tournament, command: DesignateTables, ctx: Circumstances) -> Decision:
    """Not while they are played at; nobody is drawn to a table that is not named.

    Each is a table of the game, at which as many can sit as the conditions seat at one where they say it.
    """
    cite: Clauses = (ctx.clauses.designated,)
    if tournament.stage in (Stage.SESSION, Stage.COUNTING, Stage.OVER, Stage.OFF):
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    if not command.tables or len(set(command.tables)) < len(command.tables):
        return Refusal(Reason.NO_CAUSE, cite, {"tables": "each once, and at least one"})
    if command.tables == tournament.designated:
        return Refusal(Reason.ALREADY, cite)
    kept = [each for each in tournament.reserved if each not in command.tables]
    if kept:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.reserved, *cite), {"reserved": kept[0]})
    areas = {each: now.seats for each in command.tables if (now := ctx.table(each)) is not None}
    named = TablesDesignated(tables=command.tables, areas=areas, under=cite)
    return _why_none_of_ours(command, ctx) or _why_too_few_seats(tables_designated(tournament, named), ctx) or (named,)


def _why_none_of_ours(command: DesignateTables, ctx: Circumstances) -> Refusal | None:
    """Why a table does not serve: it is not there, or another game is played at it."""
    if ctx.look is None:
        return None
    for each in command.tables:
        now = ctx.table(each)
        if now is None or now.game != ctx.conditions.book:
            facts: dict[str, str | int] = {"table": each, "game": "none" if now is None else now.game}
            return Refusal(Reason.NO_CAUSE, (ctx.clauses.designated, ctx.clauses.may_hold), facts)
    return None


def _why_too_few_seats(tournament: Tournament, ctx: Circumstances) -> Refusal | None:
    """Why a table is too small: the conditions say how many sit at one, and tables are kept alike by it."""
    said = elimination(tournament)
    for table, areas in tournament.areas.items() if said is not None else ():
        if areas < seats_at(tournament, ctx.book):
            facts: dict[str, str | int] = {"table": table, "seats": areas, "needed": seats_at(tournament, ctx.book)}
            return Refusal(Reason.LIMITS, (ctx.clauses.structure, ctx.clauses.designated), facts)
    return None


@part.event(
    TablesDesignated,
    audience=EVERYONE,
    says=lambda e, who: f"The tournament is played at {count(len(e.tables), 'table')}: {', '.join(e.tables)}.",
)
def tables_designated(tournament: Tournament, event: TablesDesignated) -> Tournament:
    """A draw for other tables is a draw no more."""
    return replace(tournament, designated=event.tables, areas=event.areas, placings=())


def yet_to_play(tournament: Tournament) -> tuple[Entrant, ...]:
    """Those who have not played in this round, where everyone plays in one session of it; else everyone who is in."""
    played = {*tournament.through, *tournament.behind}
    return tuple([each for each in tournament.in_play if each.number not in played])


def in_this_session(tournament: Tournament, among: int) -> int:
    """How many of so many play in the next session: an equal part, where everyone plays in one of those that are left.

    The first come by lot, so all have the same chance of each session.
    """
    length, place = round_now(tournament), place_of(rounds_of(tournament), tournament.played)
    return -(-among // (length.sessions - place.session)) if length.apart and place is not None else among


def tables_needed(tournament: Tournament, book: TournamentBook) -> int:
    """How many tables the next session is played at: as many as the conditions have, or as everyone fills."""
    left, many = in_this_session(tournament, len(yet_to_play(tournament))), 0
    if round_now(tournament).tables is not None:
        return round_now(tournament).tables or 0
    for table in tournament.designated:
        if left > 0:
            left, many = left - seats_of(tournament, table, book), many + 1
    return many + max(0, -(-left // seats_at(tournament, book)))


def seats_at(tournament: Tournament, book: TournamentBook) -> int:
    """How many play at a table: as the conditions have it where players play each other, and no more than the book."""
    said = elimination(tournament)
    return book.seats if said is None else min(said.seats, book.seats)


def seats_of(tournament: Tournament, table: str, book: TournamentBook) -> int:
    """How many play at one of its tables: no more than can sit there."""
    return min(seats_at(tournament, book), tournament.areas.get(table, book.seats))


def _dealt(order: Sequence[int], room: Mapping[str, int]) -> tuple[Placing, ...]:
    """Seats dealt round the tables in the order that came out, passing over those that are full.

    >>> [(each.entrant, each.table, each.seat) for each in _dealt((5, 3, 4), {"a": 1, "b": 2})]
    [(5, 'a', 1), (3, 'b', 1), (4, 'b', 2)]
    """
    rounds = range(1, max(room.values(), default=0) + 1)
    seats = ((table, seat) for seat in rounds for table, most in room.items() if seat <= most)
    return tuple([Placing(number, table, seat) for number, (table, seat) in zip(order, seats, strict=False)])


@part.command(DrawSeats, label="Draw the seats", words="seating random", desk=Desk.TOURNAMENT)
def draw_seats(tournament: Tournament, command: DrawSeats, ctx: Circumstances) -> Decision:
    """Once for a session: everyone who is in, with equal chances, over as many tables as the conditions have."""
    cite: Clauses = (ctx.clauses.designated, ctx.clauses.may_hold, "ruling 112")
    lacking = ctx.why_not_conduct(ctx.clauses.designated)
    if lacking is not None:
        return lacking
    if tournament.stage is not Stage.READY:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    if tournament.placings:
        return Refusal(Reason.ALREADY, cite, {"seats": "drawn"})
    among = [each.number for each in yet_to_play(tournament)]
    if not among:
        return Refusal(Reason.NO_CAUSE, cite, {"yet to play": 0})
    many = tables_needed(tournament, ctx.book)
    now = in_this_session(tournament, len(among))
    if len(tournament.designated) < many:
        return Refusal(Reason.NO_CAUSE, cite, {"tables named": len(tournament.designated), "needed": many})
    used = tournament.designated[: min(many, now)]
    room = {table: seats_of(tournament, table, ctx.book) for table in used}
    if now > sum(room.values()):
        facts: dict[str, str | int] = {"entrants": now, "seats": sum(room.values())}
        return Refusal(Reason.LIMITS, (ctx.book.seats_under, ctx.clauses.structure), facts)
    refusal = _why_too_few_seats(tournament, ctx)
    if refusal is not None:
        return refusal
    number = tournament.draws + 1
    order = drawn(tournament.seed, number, among)
    placings = _dealt(order[:now], room)
    return (SeatsDrawn(number=number, order=order, placings=placings, under=cite),)


@part.event(
    SeatsDrawn,
    audience=EVERYONE,
    says=lambda e, who: f"The seats of {count(len(e.order), 'entrant')} are drawn.",
)
def seats_drawn(tournament: Tournament, event: SeatsDrawn) -> Tournament:
    """For the next session."""
    return replace(tournament, draws=event.number, placings=event.placings)
