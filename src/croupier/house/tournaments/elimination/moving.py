"""Players moved so that tables stay alike, and tables broken once fewer are enough."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.draws import drawn
from croupier.house.tournaments.elimination.out import TableWaits, may_break, why_it_waits_to_be_broken
from croupier.house.tournaments.elimination.seating import (
    elimination,
    free_seats,
    is_free,
    needed,
    tables_in_play,
)
from croupier.house.tournaments.model import Placing, Sitting, Stage, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk
from croupier.table.words import count


class MoveEntrant(Command, frozen=True, kw_only=True):
    """Move a player to another table, so that tables stay alike."""

    entrant: int
    table: str
    seat: int


class AnnounceBreak(Command, frozen=True, kw_only=True):
    """Give notice that a table will be broken."""

    table: str


class AgreeToBreak(Command, frozen=True, kw_only=True):
    """Agree that one's table is broken without waiting for the notice to run out."""

    entrant: int


class BreakTable(Command, frozen=True, kw_only=True):
    """Break a table: its players draw the seats that are free elsewhere."""

    table: str


class EntrantMoved(Event, frozen=True, kw_only=True):
    """A player has moved with all chips."""

    placing: Placing
    source: str
    free: bool
    """Whether the big blind comes to them no sooner than where they were."""


class BreakAnnounced(Event, frozen=True, kw_only=True):
    """A table will be broken after so many hands more."""

    table: str
    hands: int


class BreakAgreed(Event, frozen=True, kw_only=True):
    """An entrant agrees that their table is broken sooner than its notice says."""

    entrant: int
    table: str


class TableBroken(Event, frozen=True, kw_only=True):
    """A table is broken: where its players sit now."""

    table: str
    placings: tuple[Placing, ...]
    number: int
    """The number of the draw."""
    redrawn: bool = False
    """Whether everyone at the last table has drawn anew."""


def _ready(tournament: Tournament, cite: Clauses, ctx: Circumstances) -> Refusal | None:
    """Why nobody is moved now; the director orders it, and whoever does it holds the rank that the clause names."""
    lacking = ctx.lacks_rank(cite[0])
    if lacking is not None:
        return lacking
    if tournament.stage is not Stage.SESSION or tournament.sitting is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    return None


@part.command(
    MoveEntrant,
    label="Move a player",
    words="balance seat table",
    says=lambda c, who: f"Move entrant {c.entrant} to seat {c.seat} of {c.table}",
    desk=Desk.TOURNAMENT,
)
def move_entrant(tournament: Tournament, command: MoveEntrant, ctx: Circumstances) -> Decision:
    """Only while the tables differ by more than the conditions let them, and from the longest to the shortest.

    Another player or seat than the one that balances best is the director's to choose, and is told beforehand whether
    the big blind comes sooner.
    """
    clauses, said = ctx.clauses.elimination, elimination(tournament)
    if clauses is None or said is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.structure,), {"play": "is not by elimination"})
    cite: Clauses = (clauses.moved, "ruling 111")
    refusal = _ready(tournament, cite, ctx)
    if refusal is not None:
        return refusal
    sitting, entrant, wants = tournament.sitting, tournament.entrants.get(command.entrant), needed(tournament)
    assert sitting is not None
    if wants is None or wants.move is None or entrant is None or entrant.table != wants.source:
        return Refusal(Reason.NO_CAUSE, cite, {"tables": "are alike"})
    if command.table != wants.move.table:
        return Refusal(Reason.NO_CAUSE, cite, {"shortest table": wants.move.table})
    there = sitting.tables[command.table]
    if command.seat not in free_seats(there, said.seats):
        return Refusal(Reason.SEAT_TAKEN, cite, {"seat": command.seat})
    if (command.entrant, command.seat) != (wants.move.entrant, wants.move.seat) and not ctx.directs:
        return Refusal(Reason.NOT_YOURS, cite, {"entrant": wants.move.entrant, "seat": wants.move.seat})
    free = is_free(sitting.tables[entrant.table], entrant.seat, there, command.seat)
    placing = Placing(entrant.number, command.table, command.seat)
    return (EntrantMoved(placing=placing, source=entrant.table, free=free, under=cite),)


@part.event(
    EntrantMoved,
    audience=EVERYONE,
    says=lambda e, who: f"Entrant {e.placing.entrant} moves to seat {e.placing.seat} of {e.placing.table}.",
)
def entrant_moved(tournament: Tournament, event: EntrantMoved) -> Tournament:
    """Another seat, the same chips."""
    return _moved(tournament, (event.placing,))


@part.command(
    AnnounceBreak,
    label="Announce that a table is broken",
    words="close",
    says=lambda c, who: f"Announce that {c.table} will be broken",
    desk=Desk.TOURNAMENT,
)
def announce_break(tournament: Tournament, command: AnnounceBreak, ctx: Circumstances) -> Decision:
    """By the director: the book wants notice of so many hands at that table."""
    clauses = ctx.clauses.elimination
    if clauses is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.structure,), {"play": "is not by elimination"})
    cite: Clauses = (clauses.closing, "ruling 111")
    lacking, sitting = ctx.why_not_conduct(cite[0]), tournament.sitting
    if lacking is not None:
        return lacking
    if sitting is None or command.table not in tables_in_play(sitting) or command.table in sitting.closing:
        return Refusal(Reason.NOT_NOW, cite, {"table": command.table})
    return (BreakAnnounced(table=command.table, hands=clauses.notice_hands, under=cite),)


@part.event(
    BreakAnnounced,
    audience=EVERYONE,
    says=lambda e, who: f"{e.table} will be broken after {count(e.hands, 'hand')} more.",
)
def break_announced(tournament: Tournament, event: BreakAnnounced) -> Tournament:
    """From the hands played by now."""
    sitting = tournament.sitting
    assert sitting is not None
    closing = {**sitting.closing, event.table: sitting.tables[event.table].hands}
    return replace(tournament, sitting=replace(sitting, closing=closing))


@part.command(
    AgreeToBreak, label="Agree that the table is broken now", words="consent sooner close", desk=Desk.ENTRANTS
)
def agree_to_break(tournament: Tournament, command: AgreeToBreak, ctx: Circumstances) -> Decision:
    """Everyone for themselves, once notice has been given; the house may put down what someone there says.

    When all who sit there have agreed, the notice need not run out, and no further hand begins: one that is under way
    is finished first.
    """
    clauses = ctx.clauses.elimination
    if clauses is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.structure,), {"play": "is not by elimination"})
    cite: Clauses = (clauses.closing, "ruling 111")
    entrant, sitting = tournament.entrants.get(command.entrant), tournament.sitting
    if entrant is None or sitting is None or entrant.table not in tables_in_play(sitting):
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    if ctx.by.id not in (entrant.person, entrant.plays) and not ctx.runs() and not ctx.directs:
        return Refusal(Reason.NOT_YOURS, cite, {"entrant": command.entrant})
    if entrant.absent:
        return Refusal(Reason.NO_CAUSE, cite, {"entrant": "is not there to agree"})
    if tournament.stage is not Stage.SESSION or entrant.table not in sitting.closing:
        return Refusal(Reason.NO_CAUSE, cite, {"notice": "not given"})
    if entrant.number in sitting.tables[entrant.table].agreed_to_break:
        return Refusal(Reason.ALREADY, cite)
    agreed = BreakAgreed(entrant=entrant.number, table=entrant.table, under=cite)
    why = why_it_waits_to_be_broken(break_agreed(tournament, agreed), entrant.table)
    now = ctx.table(entrant.table)
    if not why or (now is not None and now.in_hand):
        return (agreed,)
    return (agreed, TableWaits(table=entrant.table, why=why, under=cite))


@part.event(
    BreakAgreed,
    audience=EVERYONE,
    says=lambda e, who: f"Entrant {e.entrant} agrees that {e.table} is broken now.",
)
def break_agreed(tournament: Tournament, event: BreakAgreed) -> Tournament:
    """One more of those who need no notice."""
    sitting = tournament.sitting
    assert sitting is not None
    here = sitting.tables[event.table]
    here = replace(here, agreed_to_break=(*here.agreed_to_break, event.entrant))
    return replace(tournament, sitting=replace(sitting, tables={**sitting.tables, event.table: here}))


@part.command(
    BreakTable,
    label="Break the table",
    words="close move players",
    says=lambda c, who: f"Break {c.table}: its players draw the seats that are free elsewhere",
    desk=Desk.TOURNAMENT,
)
def break_table(tournament: Tournament, command: BreakTable, ctx: Circumstances) -> Decision:
    """Once fewer tables are enough, after the notice, for which the conditions may let an announced order stand."""
    clauses, said = ctx.clauses.elimination, elimination(tournament)
    if clauses is None or said is None:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.structure,), {"play": "is not by elimination"})
    cite: Clauses = (clauses.closing, "ruling 111")
    refusal = _ready(tournament, cite, ctx)
    if refusal is not None:
        return refusal
    sitting = tournament.sitting
    assert sitting is not None
    here = tables_in_play(sitting)
    players = sum(len(each.seats) for each in here.values())
    if command.table not in here or len(here) < 2 or players > (len(here) - 1) * said.seats:
        return Refusal(Reason.NO_CAUSE, cite, {"players": players, "tables": len(here)})
    if said.announced_order and command.table != list(here)[-1]:
        return Refusal(Reason.NOT_NOW, cite, {"next in the order": list(here)[-1]})
    if not may_break(tournament, command.table):
        if command.table not in sitting.closing:
            return Refusal(Reason.NOTICE, cite, {"notice": "not given"})
        table = here[command.table]
        facts: dict[str, str | int] = {
            "hands since": table.hands - sitting.closing[command.table],
            "hands needed": clauses.notice_hands,
            "agreed": len(set(table.agreed_to_break) & set(table.seats.values())),
            "of": len(table.seats),
        }
        return Refusal(Reason.NOTICE, cite, facts)
    return (_broken(tournament, command.table, (*cite, clauses.moved, "ruling 112")),)


class Drawing(msgspec.Struct, frozen=True):
    """What is drawn once a table is broken: who draws, and which seats."""

    entrants: tuple[int, ...]
    seats: tuple[tuple[str, int], ...]
    anew: bool
    """Whether everyone at the last table draws with them."""


def drawing(tournament: Tournament, table: str) -> Drawing:
    """Its players draw the free seats of the others, of the shortest tables first; at the last table all draw anew."""
    said, sitting = elimination(tournament), tournament.sitting
    assert said is not None and sitting is not None
    here = tables_in_play(sitting)
    movers = tuple(here[table].seats.values())
    others = {name: each for name, each in here.items() if name != table}
    if len(others) == 1 and said.redraw:
        ((last, stays),) = others.items()
        everyone = (*movers, *stays.seats.values())
        return Drawing(everyone, tuple([(last, seat) for seat in range(1, len(everyone) + 1)]), anew=True)
    free = {name: free_seats(each, said.seats) for name, each in others.items()}
    seats = []
    for _ in movers:
        short = min(free, key=lambda name: (said.seats - len(free[name]), name))
        seats.append((short, free[short].pop(0)))
    return Drawing(movers, tuple(seats), anew=False)


def _broken(tournament: Tournament, table: str, cite: Clauses) -> TableBroken:
    """Everyone who draws has the seat that came with their place in the draw."""
    number, among = tournament.draws + 1, drawing(tournament, table)
    order = drawn(tournament.seed, number, among.entrants)
    placings = tuple([Placing(each, name, seat) for each, (name, seat) in zip(order, among.seats, strict=True)])
    return TableBroken(table=table, placings=placings, number=number, redrawn=among.anew, under=cite)


@part.event(
    TableBroken,
    audience=EVERYONE,
    says=lambda e, who: f"{e.table} is broken; {count(len(e.placings), 'player')} draw seats.",
)
def table_broken(tournament: Tournament, event: TableBroken) -> Tournament:
    """Everyone sits where they drew."""
    found = _moved(tournament, event.placings)
    assert found.sitting is not None
    closing = {name: hands for name, hands in found.sitting.closing.items() if name != event.table}
    waiting = {name: why for name, why in found.sitting.waiting.items() if name != event.table}
    tables = {**found.sitting.tables, event.table: replace(found.sitting.tables[event.table], finished=True)}
    sitting = replace(found.sitting, closing=closing, waiting=waiting, tables=tables)
    return replace(found, sitting=sitting, draws=event.number)


def _moved(tournament: Tournament, placings: tuple[Placing, ...]) -> Tournament:
    sitting: Sitting | None = tournament.sitting
    assert sitting is not None
    numbers = {each.entrant for each in placings}
    tables = {
        name: replace(each, seats={seat: number for seat, number in each.seats.items() if number not in numbers})
        for name, each in sitting.tables.items()
    }
    moved = []
    for each in placings:
        there = tables[each.table]
        tables[each.table] = replace(there, seats={**there.seats, each.seat: each.entrant})
        moved.append(replace(tournament.entrants[each.entrant], table=each.table, seat=each.seat))
    return replace(with_entrant(tournament, *moved), sitting=replace(sitting, tables=tables))
