"""The sign of what the house takes, changed between hands, and the charge for time, taken in advance and verified."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.state import State
from croupier.games.crown_poker.terms import Commission
from croupier.money import Move, dollars, in_money
from croupier.table.accounts import stack
from croupier.table.contract import Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.fields import Asks
from croupier.table.people import bank
from croupier.table.words import amount_moved, several

part = Part("crown-poker", PokerClauses)

SLIDE = "slide"
"""The account of time charges that wait on the drop slide until someone has verified them."""
HOUR_MS = 60 * 60 * 1000


class ChangeCommission(Command, frozen=True, kw_only=True):
    """Have the house take something else from the next hand on, with the sign changed; nothing at all if so wished."""

    per_mille: Annotated[int, Asks("Of the pots, in thousandths", "count", low=0, high=100)] = 0
    cap: Annotated[int | None, Asks(in_money("Cap"), "money", optional=True)] = None
    hand_fee: Annotated[int, Asks(in_money("Of each hand"), "money", low=0)] = 0
    person_fee: Annotated[int, Asks(in_money("Of each player and hand"), "money", low=0)] = 0
    hourly_fee: Annotated[int, Asks(in_money("Of each player and hour"), "money", low=0)] = 0


class ChargeTime(Command, frozen=True, kw_only=True):
    """Take the hourly fee of everyone seated, those sitting out too."""


class DropTimeCharge(Command, frozen=True, kw_only=True):
    """Verify the time charges on the slide and have them dropped."""


class CommissionChanged(Event, frozen=True, kw_only=True):
    """The sign says something new of what the house takes."""

    commission: Commission
    version: int


class TimeCharged(Event, frozen=True, kw_only=True):
    """Everyone seated has paid for the next hour, as far as their chips went."""

    players: tuple[str, ...]
    at: int


class TimeChargeDropped(Event, frozen=True, kw_only=True):
    """Time charges were verified and dropped."""

    by: str


@part.command(
    ChangeCommission,
    under=lambda clauses, command: clauses.nil_commission if command == ChangeCommission() else clauses.vary_commission,
    label="Change the commission",
    desk=Desk.SIGNS,
    examples=lambda state, ctx: (ChangeCommission(), ChangeCommission(per_mille=50)),
)
def change_commission(state: State, command: ChangeCommission, ctx: Context[PokerClauses]) -> Decision:
    """Before a hand begins, within what the book allows."""
    nil = command == ChangeCommission()
    cite = (ctx.clauses.nil_commission if nil else ctx.clauses.vary_commission,)
    if state.play is not None:
        return Refusal(Reason.NOT_NOW, cite, {"hand": state.round})
    fees = ((2, command.hand_fee),) if command.hand_fee else ()
    try:
        commission = Commission(
            per_mille=command.per_mille,
            cap=command.cap,
            hand_fees=fees,
            person_fee=command.person_fee,
            hourly_fee=command.hourly_fee,
        )
    except ValueError:
        return Refusal(Reason.LIMITS, (ctx.clauses.percentage, *cite), {"per thousand": command.per_mille})
    if commission == state.commission:
        return Refusal(Reason.ALREADY, cite)
    return (CommissionChanged(commission=commission, version=state.terms_version + 1, under=cite),)


def _said(commission: Commission) -> str:
    parts = [f"{commission.per_mille / 10:g}% of the pots"] if commission.per_mille else []
    parts += [f"{dollars(cents)} of a hand" for _, cents in commission.hand_fees]
    parts += [f"{dollars(commission.person_fee)} of each player and hand"] if commission.person_fee else []
    parts += [f"{dollars(commission.hourly_fee)} of each player and hour"] if commission.hourly_fee else []
    return several(parts) if parts else "nothing"


@part.event(
    CommissionChanged,
    audience=EVERYONE,
    says=lambda e, who: f"The sign says: the house takes {_said(e.commission)}.",
)
def commission_changed(state: State, event: CommissionChanged) -> State:
    """From the next hand on."""
    return replace(state, commission=event.commission, terms_version=event.version)


@part.command(ChargeTime, under="hourly", label="Charge for time", desk=Desk.ROUND)
def charge_time(state: State, command: ChargeTime, ctx: Context[PokerClauses]) -> Decision:
    """Between hands, once an hour."""
    clauses, fee = ctx.clauses, state.commission.hourly_fee
    cite = (clauses.hourly, clauses.hourly_ahead)
    if not fee or not state.is_open:
        return Refusal(Reason.NO_CAUSE, cite, {"fee": fee})
    if state.play is not None:
        return Refusal(Reason.NOT_NOW, cite, {"hand": state.round})
    if state.charged_at is not None and ctx.at - state.charged_at < HOUR_MS:
        return Refusal(Reason.ALREADY, cite, {"minutes to go": (HOUR_MS - ctx.at + state.charged_at) // 60_000})
    seated = [each.id for each in state.people.values() if each.seat is not None and state.stack(each.id)]
    if not seated:
        return Refusal(Reason.NO_CAUSE, cite, {"players": 0})
    paid = tuple([Move(stack(each), SLIDE, min(fee, state.stack(each))) for each in seated])
    under = (*cite, clauses.hourly_slide)
    return (TimeCharged(players=tuple(seated), at=ctx.at, moves=paid, under=under),)


@part.event(
    TimeCharged,
    audience=EVERYONE,
    says=lambda e, who: f"{several(map(who, e.players))} pay {amount_moved(e)} for the next hour.",
)
def time_charged(state: State, event: TimeCharged) -> State:
    """It lies on the slide."""
    return replace(state, chips=bank(state, event.moves), charged_at=event.at)


@part.command(DropTimeCharge, under="hourly_verified", label="Verify and drop time charges", desk=Desk.ROUND)
def drop_time_charge(state: State, command: DropTimeCharge, ctx: Context[PokerClauses]) -> Decision:
    """By a higher duties dealer or someone above."""
    there, cite = state.chips.get(SLIDE, 0), (ctx.clauses.hourly_verified,)
    if not there:
        return Refusal(Reason.NO_CAUSE, cite, {"on the slide": 0})
    return (TimeChargeDropped(by=ctx.by.id, moves=(Move(SLIDE, state.takes_to, there),), under=cite),)


@part.event(TimeChargeDropped, audience=EVERYONE, says=lambda e, who: f"{amount_moved(e)} in time charges is dropped.")
def time_charge_dropped(state: State, event: TimeChargeDropped) -> State:
    """In the box, or in the float of a table that stands alone."""
    return replace(state, chips=bank(state, event.moves))
