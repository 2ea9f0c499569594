"""Entrants who come after play has begun: seated once they have been briefed, at the shortest table."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.tournaments.deciding import Circumstances, part
from croupier.house.tournaments.elimination.seating import best_seat, elimination, free_seats, tables_in_play
from croupier.house.tournaments.model import Placing, Stage, Status, Tournament
from croupier.house.tournaments.people import with_entrant
from croupier.house.tournaments.rounds import starting_bank
from croupier.house.tournaments.sessions import why_not_seated
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk


class SeatLate(Command, frozen=True, kw_only=True):
    """Seat an entrant who has entered after play had begun."""

    entrant: int


class SeatedLate(Event, frozen=True, kw_only=True):
    """A late entrant has a seat, and as many chips as everyone began with."""

    entrant: int
    placing: Placing
    cents: int


@part.command(SeatLate, label="Seat a late entrant", words="registration", desk=Desk.TOURNAMENT)
def seat_late(tournament: Tournament, command: SeatLate, ctx: Circumstances) -> Decision:
    """By the director, where a seat is free: whoever comes late has been briefed, unless only their chips come."""
    cite: Clauses = (ctx.clauses.late,)
    lacking, entrant = ctx.why_not_conduct(cite[0]), tournament.entrants.get(command.entrant)
    if lacking is not None:
        return lacking
    said, sitting = elimination(tournament), tournament.sitting
    if said is None or sitting is None or tournament.stage is not Stage.SESSION:
        return Refusal(Reason.NOT_NOW, cite, {"stage": tournament.stage.value})
    if entrant is None or entrant.status is not Status.IN or entrant.table:
        return Refusal(Reason.NOT_HERE, cite, {"entrant": command.entrant})
    refusal = None if entrant.absent else why_not_seated(entrant, tournament, ctx)
    if refusal is not None:
        return refusal
    free = {name: each for name, each in tables_in_play(sitting).items() if free_seats(each, said.seats)}
    if not free:
        return Refusal(Reason.LIMITS, cite, {"free seats": 0})
    table = min(free, key=lambda name: len(free[name].seats))
    placing = Placing(entrant.number, table, best_seat(free[table], said.seats))
    cents = starting_bank(ctx.conditions)
    return (SeatedLate(entrant=entrant.number, placing=placing, cents=cents, under=(*cite, ctx.clauses.chips)),)


@part.event(
    SeatedLate,
    audience=EVERYONE,
    says=lambda e, who: f"Entrant {e.entrant} sits down at seat {e.placing.seat} of {e.placing.table}.",
)
def seated_late(tournament: Tournament, event: SeatedLate) -> Tournament:
    """They play from the next hand on."""
    sitting, entrant, placing = tournament.sitting, tournament.entrants[event.entrant], event.placing
    assert sitting is not None
    here = sitting.tables[placing.table]
    tables = {**sitting.tables, placing.table: replace(here, seats={**here.seats, placing.seat: entrant.number})}
    seated = replace(entrant, bank=event.cents, table=placing.table, seat=placing.seat)
    found = replace(with_entrant(tournament, seated), sitting=replace(sitting, tables=tables))
    return replace(found, issued=tournament.issued + event.cents)
