"""The entrants of a tournament at a reserved table: seated, given chips, marked absent and taken up again.

Their chips come from the tournament's bank and go back to it; who sits where is the tournament's to say.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.money import MOST_CENTS, dollars, moves
from croupier.table.accounts import stack
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import only
from croupier.table.people import bank, come, gone
from croupier.table.rules import Rules
from croupier.table.state import Reservation, Stage, Table
from croupier.table.tournaments.reserved import ReservedClauses, reservation
from croupier.table.tournaments.reserved_play import sent_back
from croupier.table.value import ISSUED
from croupier.table.words import amount_moved

part = Part("reserved", ReservedClauses)
StateT = TypeVar("StateT", bound=Table)


class SeatEntrant(Command, frozen=True, kw_only=True):
    """Seat someone who plays in the tournament, with chips; at poker they may have to wait for the big blind."""

    player: str
    name: str
    seat: int
    cents: int
    waits: bool = False


class GiveEntrant(Command, frozen=True, kw_only=True):
    """Give an entrant more chips between two rounds."""

    player: str
    cents: int


class TakeUpEntrant(Command, frozen=True, kw_only=True):
    """Take up an entrant's chips and have them leave their seat."""

    player: str


class MarkAbsent(Command, frozen=True, kw_only=True):
    """Note that an entrant is absent, or there again."""

    player: str
    absent: bool = True


class EntrantSeated(Event, frozen=True, kw_only=True):
    """An entrant has a seat and chips of the tournament."""

    player: str
    name: str
    seat: int
    waits: bool = False


class EntrantGiven(Event, frozen=True, kw_only=True):
    """An entrant has more chips of the tournament."""

    player: str


class EntrantTakenUp(Event, frozen=True, kw_only=True):
    """An entrant has left the table, and their chips have gone back to the tournament's bank."""

    player: str


class EntrantMarked(Event, frozen=True, kw_only=True):
    """An entrant is absent, or there again."""

    player: str
    absent: bool


@part.command(
    SeatEntrant,
    label="Seat an entrant",
    words="tournament place move draw",
    says=lambda c, who: f"Seat {c.name} at {c.seat} with {dollars(c.cents)}",
    desk=Desk.TOURNAMENT,
    examples=only(),
)
def seat_entrant(state: Table, command: SeatEntrant, ctx: Context[ReservedClauses]) -> Decision:
    """At a seat of an open table that nobody has."""
    reserved, cite = reservation(state, ctx), (ctx.clauses.seats, ctx.clauses.tables_reserved)
    if isinstance(reserved, Refusal):
        return reserved
    if command.player in state.excluded:
        return Refusal(Reason.EXCLUDED, (ctx.clauses.exclude,), {"player": command.player})
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, (ctx.clauses.card_check,))
    if command.player in state.people:
        return Refusal(Reason.ALREADY, cite, {"player": command.player})
    if not 1 <= command.seat <= state.seats:
        return Refusal(Reason.NO_SUCH_AREA, cite, {"seats": state.seats})
    if state.seated(command.seat) is not None:
        return Refusal(Reason.SEAT_TAKEN, cite, {"seat": command.seat})
    if not command.player or not 0 <= command.cents <= MOST_CENTS:
        return Refusal(Reason.CHIPS_ONLY, cite, {"chips": command.cents})
    refusal = ctx.rules.why_not_change_seat(state, command.player, command.seat)
    return refusal or (
        EntrantSeated(
            player=command.player,
            name=command.name or command.player,
            seat=command.seat,
            waits=command.waits,
            moves=moves((reserved.account, stack(command.player), command.cents)),
            under=cite,
        ),
    )


def _seated(event: EntrantSeated, who: Who) -> str:
    return f"{event.name} is seated at {event.seat}" + (f" with {amount_moved(event)}." if event.moves else ".")


@part.event(EntrantSeated, value=ISSUED, audience=EVERYONE, says=_seated)
def entrant_seated(state: Table, event: EntrantSeated, rules: Rules[Any, Any]) -> Table:
    """They play from the next round on."""
    sits = replace(come(state, event.player, event.name, event.seat), chips=bank(state, event.moves))
    return sits if state.people else rules.reoccupied(sits)


def reserved_for(state: Table, player: str, ctx: Context[ReservedClauses]) -> Reservation | Refusal:
    """What the table is reserved for, if the tournament's order is about an entrant who is here."""
    reserved = reservation(state, ctx)
    if isinstance(reserved, Refusal) or player in state.people:
        return reserved
    return Refusal(Reason.NOT_HERE, (ctx.clauses.tables_reserved,), {"player": player})


@part.command(
    GiveEntrant,
    label="Give an entrant chips",
    words="tournament rebuy re-buy add-on buy back",
    says=lambda c, who: f"Give {who(c.player)} {dollars(c.cents)}",
    desk=Desk.TOURNAMENT,
    examples=only(),
)
def give_entrant(state: Table, command: GiveEntrant, ctx: Context[ReservedClauses]) -> Decision:
    """Nobody's chips grow while a round is under way."""
    reserved, cite = reserved_for(state, command.player, ctx), (ctx.clauses.tables_reserved,)
    if isinstance(reserved, Refusal):
        return reserved
    if not 1 <= command.cents <= MOST_CENTS:
        return Refusal(Reason.CHIPS_ONLY, cite, {"chips": command.cents})
    if state.stage is not Stage.BETTING:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    made = moves((reserved.account, stack(command.player), command.cents))
    return (EntrantGiven(player=command.player, moves=made, under=cite),)


@part.event(
    EntrantGiven,
    value=ISSUED,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} gets {amount_moved(e)} of the tournament's chips.",
)
def entrant_given(state: StateT, event: EntrantGiven) -> StateT:
    """More chips in front of them."""
    return replace(state, chips=bank(state, event.moves))


@part.command(
    TakeUpEntrant,
    label="Take an entrant's chips up",
    words="tournament move break eliminate out leave",
    says=lambda c, who: f"Take up {who(c.player)}'s chips",
    desk=Desk.TOURNAMENT,
    examples=only(),
)
def take_up_entrant(state: Table, command: TakeUpEntrant, ctx: Context[ReservedClauses]) -> Decision:
    """Not while something of theirs is in a round under way."""
    reserved, cite = reserved_for(state, command.player, ctx), (ctx.clauses.tables_reserved,)
    if isinstance(reserved, Refusal):
        return reserved
    made = moves((stack(command.player), reserved.account, state.stack(command.player)))
    return ctx.rules.why_not_taken_up(state, command.player) or (
        EntrantTakenUp(player=command.player, moves=made, under=cite),
    )


@part.event(
    EntrantTakenUp,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} leaves the table" + (f"; {amount_moved(e)} goes along." if e.moves else "."),
)
def entrant_taken_up(state: Table, event: EntrantTakenUp, rules: Rules[Any, Any]) -> Table:
    """The seat is free."""
    assert state.reserved is not None
    away = tuple([each for each in state.reserved.away if each != event.player])
    return replace(
        gone(state, event.player, event.moves, rules),
        reserved=replace(sent_back(state.reserved, event.player), away=away),
    )


@part.command(
    MarkAbsent,
    label="Note an absence",
    words="tournament away missing late back",
    says=lambda c, who: f"Note that {who(c.player)} is {'absent' if c.absent else 'there again'}",
    desk=Desk.TOURNAMENT,
    examples=only(),
)
def mark_absent(state: Table, command: MarkAbsent, ctx: Context[ReservedClauses]) -> Decision:
    """The game goes on without waiting for them."""
    reserved, cite = reserved_for(state, command.player, ctx), (ctx.clauses.tables_reserved,)
    if isinstance(reserved, Refusal):
        return reserved
    if (command.player in reserved.away) is command.absent:
        return Refusal(Reason.ALREADY, cite, {"player": command.player})
    return (EntrantMarked(player=command.player, absent=command.absent, under=cite),)


@part.event(
    EntrantMarked,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} is {'absent' if e.absent else 'there again'}.",
)
def entrant_marked(state: StateT, event: EntrantMarked) -> StateT:
    """Remembered as long as they are at the table."""
    assert state.reserved is not None
    others = tuple([each for each in state.reserved.away if each != event.player])
    return replace(state, reserved=replace(state.reserved, away=(*others, event.player) if event.absent else others))
