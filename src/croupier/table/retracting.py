"""Players asked, after an irregularity, whether they take their wagers back or leave them on."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.people import bank, subject
from croupier.table.state import TableState
from croupier.table.voiding import refunds

part = Part()
StateT = TypeVar("StateT", bound=TableState)


class RetractWagers(Command, frozen=True, kw_only=True):
    """Take one's wagers back."""

    player: str | None = None


class KeepWagers(Command, frozen=True, kw_only=True):
    """Leave one's wagers on."""

    player: str | None = None


class WagersRetracted(Event, frozen=True, kw_only=True):
    """A player took their wagers back."""

    player: str
    cents: int


class WagersKept(Event, frozen=True, kw_only=True):
    """A player leaves their wagers on."""

    player: str


def _asked(state: TableState, player: str | None, ctx: Context) -> str | Refusal:
    cite: Clauses = (ctx.clauses.retract,)
    if state.retracting is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    person = subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    if person.id not in state.undecided():
        return Refusal(Reason.NOT_YOURS, cite, {"player": person.id})
    return person.id


@part.decides(RetractWagers)
def retract_wagers(state: TableState, command: RetractWagers, ctx: Context) -> Decision:
    """All of the player's wagers that the offer is about."""
    player = _asked(state, command.player, ctx)
    if isinstance(player, Refusal):
        return player
    wagers = state.retractable(player)
    cents = sum(each.cents for each in wagers)
    back = WagersRetracted(player=player, cents=cents, moves=refunds(wagers), under=(ctx.clauses.retract,))
    return (back, *state.upon_retraction(wagers, ctx.clauses))


@part.evolves(WagersRetracted)
def wagers_retracted(state: StateT, event: WagersRetracted) -> StateT:
    """Their wagers are off the layout; the round goes on for the others."""
    gone = {each.key for each in state.retractable(event.player)}
    wagers = tuple(each for each in state.wagers if each.key not in gone)
    return replace(state, wagers=wagers, chips=bank(state, event.moves)).answered(event.player)


@part.decides(KeepWagers)
def keep_wagers(state: TableState, command: KeepWagers, ctx: Context) -> Decision:
    """The wagers stay."""
    player = _asked(state, command.player, ctx)
    return player if isinstance(player, Refusal) else (WagersKept(player=player, under=(ctx.clauses.retract,)),)


@part.evolves(WagersKept)
def wagers_kept(state: StateT, event: WagersKept) -> StateT:
    """One player fewer to ask."""
    return state.answered(event.player)
