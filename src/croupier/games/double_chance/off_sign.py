"""Wagers outside the sign: refused while bets are open (DC 6.1), played as found once cards are out (6.2, 6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.state import State
from croupier.games.double_chance.terms import Bet
from croupier.money import dollars, in_money, moves
from croupier.table.accounts import LAYOUT, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.endings import stakes_moved
from croupier.table.fields import Asks
from croupier.table.people import bank
from croupier.table.rules import BankedContext
from croupier.table.state import Wager
from croupier.table.value import CORRECTED

part = Part("double-chance", DoubleChanceClauses)


class ReportWagerFound(Command, frozen=True, kw_only=True):
    """What lies on the cloth is less than the sign's minimum or more than its maximum, and was not noticed in time."""

    area: int
    cents: Annotated[int, Asks(in_money("What lies there"), low=1)]


class WagerFound(Event, frozen=True, kw_only=True):
    """A wager was found, after the first card, to be less or more than the sign allows."""

    area: int
    player: str
    was: int
    now: int
    at_risk: int
    stands: Clauses = ()
    """What lets it be played though it is too small."""


def why_not_on_sign(state: State, wager: Wager, clauses: DoubleChanceClauses) -> Refusal | None:
    """The refusal for a wager that would lie outside the sign, with what lies there already."""
    limits, there = state.limits[Bet.WAGER], state.wager(wager.area, Bet.WAGER)
    total = wager.cents + (0 if there is None else there.cents)
    if not limits.minimum <= total <= limits.maximum:
        facts = {"minimum": limits.minimum, "maximum": limits.maximum, "offered": total}
        return Refusal(Reason.LIMITS, (clauses.sign, "ruling 135"), facts)
    if (total - limits.minimum) % limits.step:
        facts = {"minimum": limits.minimum, "step": limits.step, "offered": total}
        return Refusal(Reason.LIMITS, (clauses.sign, "ruling 135"), facts)
    return None


def _found(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    """A chip too few on each wager, and one too many."""
    limits, chip = state.limits[Bet.WAGER], state.terms.chips.smallest
    for each in state.wagers:
        if each.bet == Bet.WAGER:
            yield ReportWagerFound(area=each.area, cents=max(1, limits.minimum - chip))
            yield ReportWagerFound(area=each.area, cents=limits.maximum + chip)


@part.command(
    ReportWagerFound,
    under="dealing",
    label="A wager is outside the sign",
    words="too small too large below above minimum maximum limit stake wrong amount",
    says=lambda c, who: f"Report {dollars(c.cents)} found at area {c.area}",
    desk=Desk.IRREGULARITIES,
    examples=_found,
)
def report_wager_found(state: State, command: ReportWagerFound, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Once the first card is out, until the wager is settled. Only chips on a real cloth can differ from the record."""
    clauses, limits = ctx.clauses, state.limits[Bet.WAGER]
    small = command.cents < limits.minimum
    cite: Clauses = (clauses.under_minimum if small else clauses.over_maximum, "ruling 135")
    if not state.is_real:
        return Refusal(Reason.FORBIDDEN, (*cite, "ruling 70"), {"wagers": "are on record as they lie"})
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, (clauses.sign, *cite), {"stage": state.stage.value})
    wager = state.wager(command.area, Bet.WAGER)
    if wager is None:
        return Refusal(Reason.NO_SUCH_WAGER, cite, {"area": command.area})
    if wager.settled is not None:
        return Refusal(Reason.NOT_NOW, (*cite, "ruling 69"), {"wager": "settled"})
    if command.cents < 1 or limits.minimum <= command.cents <= limits.maximum:
        facts = {"minimum": limits.minimum, "maximum": limits.maximum, "found": command.cents}
        return Refusal(Reason.NO_CAUSE, (clauses.sign, "ruling 135"), facts)
    if command.cents == wager.cents:
        return Refusal(Reason.ALREADY, cite, {"found": command.cents})
    added = command.cents - wager.cents
    if added > state.stack(wager.player):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, cite, {"has": state.stack(wager.player)})
    chips = stack(wager.player)
    return (
        WagerFound(
            area=wager.area,
            player=wager.player,
            was=wager.cents,
            now=command.cents,
            at_risk=limits.at_risk(command.cents),
            stands=(clauses.under_minimum, "ruling 2") if small else (),
            moves=moves((chips, LAYOUT, max(added, 0)), (LAYOUT, chips, max(-added, 0))),
            under=cite,
        ),
    )


@part.event(
    WagerFound,
    value=CORRECTED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)}'s wager at area {e.area} is found to be {dollars(e.now)}, not {dollars(e.was)}."
    ),
    stakes=stakes_moved,
)
def wager_found(state: State, event: WagerFound) -> State:
    """It is played as it lies, up to the maximum."""
    found = {"cents": event.now, "at_risk": event.at_risk, "stands": event.stands}
    wagers = tuple(
        [replace(each, **found) if (each.area, each.bet) == (event.area, Bet.WAGER) else each for each in state.wagers]
    )
    return replace(state, wagers=wagers, chips=bank(state, event.moves))
