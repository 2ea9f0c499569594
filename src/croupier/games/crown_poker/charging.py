"""The sign of what the house takes, changed between hands, and the charge for time, taken in advance and verified."""

from __future__ import annotations

from collections.abc import Iterator
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

TIME_ON_SLIDE = "slide:time"
"""The account of time charges that wait on the drop slide until someone has verified them."""
HOUR_MS = 60 * 60 * 1000


class ChangeCommission(Command, frozen=True, kw_only=True):
    """Have the house take something else from the next hand on, with the sign changed; nothing at all if so wished."""

    per_mille: Annotated[int, Asks("Of the pots, in percent", "percent", low=0, high=100)] = 0
    cap: Annotated[int | None, Asks(in_money("Cap"), "money", optional=True)] = None
    hand_fee: Annotated[int, Asks(in_money("Of each hand"), "money", low=0)] = 0
    larger_fee: Annotated[int, Asks(in_money("Of each hand with more players"), "money", low=0)] = 0
    larger_from: Annotated[int, Asks("From so many players on", "count", low=3, high=11)] = 3
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


def _amounts(command: ChangeCommission) -> tuple[int, ...]:
    """The sums of money that a sign would say."""
    fees = (command.hand_fee, command.larger_fee, command.person_fee, command.hourly_fee)
    return (*fees, command.cap or 0)


def _nothing(command: ChangeCommission) -> bool:
    """Whether by this the house takes nothing at all."""
    return not command.per_mille and not any(_amounts(replace(command, cap=None)))


@part.command(
    ChangeCommission,
    under=lambda clauses, command: clauses.nil_commission if _nothing(command) else clauses.vary_commission,
    label="Change the commission",
    words="rake fee percentage charge drop",
    desk=Desk.SIGNS,
    examples=lambda state, ctx: (
        ChangeCommission(),
        ChangeCommission(per_mille=50, cap=10 * state.terms.chips.smallest),
    ),
)
def change_commission(state: State, command: ChangeCommission, ctx: Context[PokerClauses]) -> Decision:
    """Before a hand begins, within what the book allows."""
    nil = _nothing(command)
    cite = (ctx.clauses.nil_commission if nil else ctx.clauses.vary_commission,)
    if state.play is not None:
        return Refusal(Reason.NOT_NOW, cite, {"hand": state.round})
    chip = state.terms.chips.smallest
    odd = [cents for cents in _amounts(command) if cents % chip]
    if odd:
        return Refusal(Reason.CHIPS_ONLY, (ctx.clauses.chips_only, *cite), {"chips": odd[0]})
    fees = ((2, command.hand_fee),) if command.hand_fee else ()
    if command.larger_fee:
        fees = (*fees, (command.larger_from, command.larger_fee))
    try:
        commission = Commission(
            per_mille=command.per_mille,
            cap=command.cap,
            hand_fees=fees,
            person_fee=command.person_fee,
            hourly_fee=command.hourly_fee,
        )
    except ValueError as error:
        return Refusal(Reason.LIMITS, (ctx.clauses.percentage, *cite), {"terms": str(error)})
    if commission.unsaid:
        return Refusal(Reason.LIMITS, (ctx.clauses.commission_sign, *cite), {"cap": "not said"})
    if commission == state.commission:
        return Refusal(Reason.ALREADY, cite)
    return (CommissionChanged(commission=commission, version=state.terms_version + 1, under=cite),)


def _said(commission: Commission) -> str:
    parts = [f"{commission.per_mille / 10:g}% of the pots"] if commission.per_mille else []
    parts += [f"{dollars(cents)} of a hand of {least} or more" for least, cents in commission.hand_fees]
    parts += [f"{dollars(commission.person_fee)} of each player and hand"] if commission.person_fee else []
    parts += [f"{dollars(commission.hourly_fee)} of each player and hour"] if commission.hourly_fee else []
    capped = commission.from_pots and commission.cap is not None
    least = "from nothing to " if commission.per_mille else "at most "
    cap = f", {least}{dollars(commission.cap or 0)} of a hand" if capped else ""
    return several(parts) + cap if parts else "nothing"


@part.event(
    CommissionChanged,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: f"The sign says: the house takes {_said(e.commission)}.",
)
def commission_changed(state: State, event: CommissionChanged) -> State:
    """From the next hand on."""
    return replace(state, commission=event.commission, terms_version=event.version)


@part.command(ChargeTime, under="hourly", label="Charge for time", words="fee seat rake collection", desk=Desk.ROUND)
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
    charged = next(time_due(state, ctx.at, clauses), None)
    return Refusal(Reason.NO_CAUSE, cite, {"players": 0}) if charged is None else (charged,)


def time_due(state: State, at: int, clauses: PokerClauses) -> Iterator[TimeCharged]:
    """The charge for the next hour, where the last one is over; no hand begins before it is paid (CP 7.2.2(b))."""
    fee = state.commission.hourly_fee
    if not fee or (state.charged_at is not None and at - state.charged_at < HOUR_MS):
        return
    seated = [each.id for each in state.people.values() if each.seat is not None and state.stack(each.id)]
    if seated:
        paid = tuple([Move(stack(each), TIME_ON_SLIDE, min(fee, state.stack(each))) for each in seated])
        under = (clauses.hourly, clauses.hourly_ahead, clauses.hourly_slide)
        yield TimeCharged(players=tuple(seated), at=at, moves=paid, under=under)


@part.event(
    TimeCharged,
    cash_only=True,
    audience=EVERYONE,
    says=lambda e, who: f"{several(map(who, e.players))} pay {amount_moved(e)} for the next hour.",
)
def time_charged(state: State, event: TimeCharged) -> State:
    """It lies on the slide."""
    return replace(state, chips=bank(state, event.moves), charged_at=event.at)


@part.command(
    DropTimeCharge,
    under="hourly_verified",
    label="Verify and drop time charges",
    words="fee rake collect slide box",
    desk=Desk.ROUND,
)
def drop_time_charge(state: State, command: DropTimeCharge, ctx: Context[PokerClauses]) -> Decision:
    """By a higher duties dealer or someone above."""
    there, cite = state.chips.get(TIME_ON_SLIDE, 0), (ctx.clauses.hourly_verified,)
    if not there:
        return Refusal(Reason.NO_CAUSE, cite, {"on the slide": 0})
    return (TimeChargeDropped(by=ctx.by.id, moves=(Move(TIME_ON_SLIDE, state.takes_to, there),), under=cite),)


@part.event(TimeChargeDropped, audience=EVERYONE, says=lambda e, who: f"{amount_moved(e)} in time charges is dropped.")
def time_charge_dropped(state: State, event: TimeChargeDropped) -> State:
    """In the box, or in the float of a table that stands alone."""
    return replace(state, chips=bank(state, event.moves))
