"""Chips of an entrant exchanged at their seat: the smallest are taken out of play, and larger ones given for them."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.money import MOST_CENTS, dollars, moves
from croupier.table.accounts import stack
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.examples import only
from croupier.table.people import bank
from croupier.table.state import Stage
from croupier.table.tournaments.reserved import ReservedClauses, StateT
from croupier.table.tournaments.reserved_people import reserved_for
from croupier.table.value import ISSUED

part = Part("reserved", ReservedClauses)


class ColourUp(Command, frozen=True, kw_only=True):
    """Exchange an entrant's chips so that they have so much in larger ones."""

    player: str
    cents: int


class EntrantColouredUp(Event, frozen=True, kw_only=True):
    """An entrant has other chips, and in all so much."""

    player: str
    cents: int


@part.command(
    ColourUp,
    label="Exchange an entrant's chips",
    words="colour color chip race small",
    says=lambda c, who: f"Exchange the chips of {who(c.player)} for {dollars(c.cents)} in larger ones",
    desk=Desk.TOURNAMENT,
    examples=only(),
)
def colour_up(state: StateT, command: ColourUp, ctx: Context[ReservedClauses]) -> Decision:
    """Between rounds, as far as the race of the odd chips has it."""
    reserved, cite = reserved_for(state, command.player, ctx), (ctx.clauses.tables_reserved, "ruling 113")
    if isinstance(reserved, Refusal):
        return reserved
    if not 1 <= command.cents <= MOST_CENTS:
        return Refusal(Reason.CHIPS_ONLY, cite, {"chips": command.cents})
    if state.stage is not Stage.BETTING:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    more = command.cents - state.stack(command.player)
    ways = [(reserved.account, stack(command.player), more), (stack(command.player), reserved.account, -more)]
    made = moves(*[each for each in ways if each[2] > 0])
    return (EntrantColouredUp(player=command.player, cents=command.cents, moves=made, under=cite),)


@part.event(
    EntrantColouredUp,
    value=ISSUED,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} has {dollars(e.cents)} in larger chips.",
)
def entrant_coloured_up(state: StateT, event: EntrantColouredUp) -> StateT:
    """As much, but for the odd chips."""
    return replace(state, chips=bank(state, event.moves))
