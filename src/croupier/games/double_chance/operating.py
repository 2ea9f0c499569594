"""What the house sets and changes: the jackpot, the maximum payout, vouchers, wagers refused, the device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace

from croupier.cards import Device, Shoe
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.state import State, signed_limits
from croupier.games.double_chance.terms import JACKPOT_HANDS, Bet, Declared, Jackpot, price_fits, schedule_fits
from croupier.money import MOST_CENTS, dollars, in_money, moves
from croupier.table.care import ShuffleCards, not_step, shuffle_cards
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal, automaton
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.examples import only
from croupier.table.fields import Asks
from croupier.table.one_deck import ShufflerFailed
from croupier.table.people import bank
from croupier.table.rounds import round_over
from croupier.table.rules import BankedContext
from croupier.table.signatures import Gift, signed_by_two, waits_for_second, with_gift
from croupier.table.state import Care, ShuffleCause, Stage, Step
from croupier.table.value import VOUCHER
from croupier.table.voiding import voided
from croupier.table.wagers import RefuseWager, taken_back

part = Part("double-chance", DoubleChanceClauses)


VOUCHERS = 200
"""How many vouchers a table remembers by itself to have exchanged."""


def _price_now(state: State) -> int:
    return 100 if state.jackpot is None else state.jackpot.price


def _odds_now(state: State) -> dict[str, int | None]:
    """What each of the seven hands pays to one, where a jackpot is offered."""
    offered = {} if state.jackpot is None else state.jackpot.schedule
    return {hand.value: offered.get(hand) for hand in JACKPOT_HANDS}


def _left_blank(state: State) -> str:
    return ""


def _round_begun(state: State) -> bool:
    return state.stage is not Stage.BETTING


class SetJackpot(Command, frozen=True, kw_only=True):
    """Offer Jackpot wagers at a price, paid by an approved schedule; without a price they are no longer offered."""

    price: Annotated[
        int | None, Asks("Price of a Jackpot wager, $ (empty: none is offered)", optional=True, start=_price_now)
    ] = None
    schedule: Annotated[
        dict[Declared, int], Asks("What each hand pays, to 1", "schedule", optional=True, start=_odds_now)
    ] = msgspec.field(default_factory=dict)


class SetMaximumPayout(Command, frozen=True, kw_only=True):
    """Limit what the wager on a declared hand wins; without an amount there is no limit."""

    cents: Annotated[
        int | None,
        Asks("On a declared hand, $ (empty: no maximum)", optional=True, start=lambda state: state.maximum_payout),
    ] = None


class ExchangeVoucher(Command, frozen=True, kw_only=True):
    """Give a player chips or promotional tokens to the value of a promotional voucher."""

    player: str
    voucher: Annotated[str, Asks("Voucher number", start=_left_blank)]
    cents: Annotated[int, Asks(in_money("Value"))]
    tokens: Annotated[bool, Asks("Exchanged for", words={False: "chips", True: "promotional tokens"})] = False


class ShuffleByHand(Command, frozen=True, kw_only=True):
    """Shuffle by hand before the cards go into the shuffling device."""


class ReportShufflerFault(Command, frozen=True, kw_only=True):
    """The shuffling device jammed or did not finish a shuffle; or it can no longer be used at all."""

    unusable: Annotated[
        bool,
        Asks(
            "What it did",
            start=_round_begun,
            words={False: "It jammed, stopped or left its shuffle unfinished", True: "It can no longer be used"},
        ),
    ] = False


class ReplaceDevice(Command, frozen=True, kw_only=True):
    """Go on with another shuffling device or a card shoe, and new cards."""

    device: Annotated[
        Device,
        Asks("The cards come from", words={Device.SHUFFLER: "another shuffling device", Device.SHOE: "a card shoe"}),
    ]


class JackpotSet(Event, frozen=True, kw_only=True):
    """The sign shows the price of a Jackpot wager and its odds, or that none is offered."""

    jackpot: Jackpot | None
    version: int


class MaximumPayoutSet(Event, frozen=True, kw_only=True):
    """The notice shows the most that the wager on a declared hand wins, or there is none."""

    cents: int | None
    version: int


class VoucherExchanged(Event, frozen=True, kw_only=True):
    """A player has chips or tokens for a voucher."""

    player: str
    voucher: str
    cents: int
    tokens: bool
    by: str = ""
    second: str = ""
    """Who signed for it beside, where it was more than one person gives alone."""


class ShuffledByHand(Event, frozen=True, kw_only=True):
    """The cards were shuffled by hand before the device has them."""


class DeviceFailed(Event, frozen=True, kw_only=True):
    """The shuffling device can no longer be used."""


class DeviceReplaced(Event, frozen=True, kw_only=True):
    """Another device, with new cards, is on the table."""

    device: Device


def _between_rounds(state: State, cite: Clauses) -> Refusal | None:
    if state.stage in (Stage.BETTING, Stage.CLOSED) and not state.wagers:
        return None
    return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "wagers": len(state.wagers)})


def _jackpots(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    """An end to the one that is offered, or a cheapest one."""
    if state.jackpot is not None:
        yield SetJackpot()
    else:
        yield SetJackpot(price=state.terms.chips.smallest, schedule=dict.fromkeys(JACKPOT_HANDS, 1))


@part.command(
    SetJackpot,
    under="jackpot_price",
    label="Set the jackpot",
    words="prize amount meter",
    says=lambda c, who: "Offer a jackpot" if c.price is not None else "End the jackpot",
    desk=Desk.SIGNS,
    examples=_jackpots,
)
def set_jackpot(state: State, command: SetJackpot, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Between rounds, with a prize for each of the seven hands."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.jackpot_price, clauses.jackpot_schedule, "ruling 23")
    refusal = _between_rounds(state, cite)
    if refusal is not None:
        return refusal
    jackpot = None
    if command.price is not None:
        if not price_fits(command.price) or not state.terms.chips.can_pay(command.price):
            return Refusal(Reason.LIMITS, cite, {"price": command.price})
        if not schedule_fits(command.schedule):
            return Refusal(Reason.LIMITS, cite, {"prizes": len(command.schedule), "needed": len(JACKPOT_HANDS)})
        jackpot = Jackpot(command.price, command.schedule)
    if jackpot == state.jackpot:
        return Refusal(Reason.ALREADY, cite)
    return (JackpotSet(jackpot=jackpot, version=state.terms_version + 1, under=cite),)


def _jackpot(event: JackpotSet, who: Who) -> str:
    if event.jackpot is None:
        return "Jackpot wagers are no longer offered."
    odds = ", ".join(f"{hand} {win} to 1" for hand, win in event.jackpot.schedule.items())
    return f"Jackpot wagers cost {dollars(event.jackpot.price)} and pay {odds}."


@part.event(JackpotSet, audience=EVERYONE, says=_jackpot)
def jackpot_set(state: State, event: JackpotSet) -> State:
    """In force for the next wagers."""
    limits = signed_limits(state.limits[Bet.WAGER], event.jackpot)
    return replace(state, jackpot=event.jackpot, limits=limits, terms_version=event.version)


@part.command(
    SetMaximumPayout,
    under="maximum_payout",
    label="Set the maximum payout",
    words="limit cap most win",
    says=lambda c, who: (
        f"Set a maximum payout of {dollars(c.cents)}" if c.cents is not None else "End the maximum payout"
    ),
    desk=Desk.SIGNS,
    examples=lambda state, ctx: (SetMaximumPayout(cents=None if state.maximum_payout else state.terms.chips.smallest),),
)
def set_maximum_payout(state: State, command: SetMaximumPayout, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Between rounds, in chips the table has."""
    cite: Clauses = (ctx.clauses.maximum_payout,)
    refusal = _between_rounds(state, cite)
    if refusal is not None:
        return refusal
    cents = command.cents
    if cents is not None and not (1 <= cents <= MOST_CENTS and state.terms.chips.can_pay(cents)):
        return Refusal(Reason.LIMITS, cite, {"maximum payout": cents})
    if cents == state.maximum_payout:
        return Refusal(Reason.ALREADY, cite)
    return (MaximumPayoutSet(cents=cents, version=state.terms_version + 1, under=cite),)


def _payout(event: MaximumPayoutSet, who: Who) -> str:
    if event.cents is None:
        return "No maximum payout limits a declared hand."
    return f"A declared hand wins {dollars(event.cents)} at most."


@part.event(MaximumPayoutSet, audience=EVERYONE, says=_payout)
def maximum_payout_set(state: State, event: MaximumPayoutSet) -> State:
    """In force for the next wagers."""
    return replace(state, maximum_payout=event.cents, terms_version=event.version)


def _vouchers(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    for player in state.people:
        number = f"voucher {len(state.vouchers) + 1}"
        yield ExchangeVoucher(player=player, voucher=number, cents=state.terms.chips.smallest)


@part.command(
    ExchangeVoucher,
    under="voucher",
    label="Exchange a voucher",
    words="change redeem chips promotion coupon",
    says=lambda c, who: f"Exchange a voucher of {who(c.player)}",
    desk=Desk.PLAYERS,
    takes_part=True,
    examples=_vouchers,
)
@signed_by_two(ExchangeVoucher, under="second_signature")
def exchange_voucher(state: State, command: ExchangeVoucher, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Each voucher once, for its whole value."""
    cite: Clauses = (ctx.clauses.voucher,)
    if command.player not in state.people:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    if command.player in state.excluded:
        return Refusal(Reason.EXCLUDED, (ctx.clauses.exclude,))
    if command.player == ctx.by.id or automaton(ctx.by.id) or automaton(command.player):
        return Refusal(Reason.NOT_YOURS, cite, {"player": command.player})
    if not command.voucher.strip() or not 1 <= command.cents <= MOST_CENTS:
        return Refusal(Reason.NO_CAUSE, cite, {"voucher": command.voucher, "value": command.cents})
    if not state.terms.chips.can_pay(command.cents):
        return Refusal(Reason.LIMITS, cite, {"value": command.cents})
    voucher = command.voucher.strip()
    if voucher in state.vouchers:
        return Refusal(Reason.ALREADY, cite, {"voucher": voucher})
    return waits_for_second(state, command, Gift(command.cents, command.player), ctx, cite) or (
        VoucherExchanged(
            player=command.player,
            voucher=voucher,
            cents=command.cents,
            tokens=command.tokens,
            by=ctx.by.id,
            second=ctx.second,
            moves=moves(("cash", f"stack:{command.player}", command.cents)),
            under=cite,
        ),
    )


@part.event(
    VoucherExchanged,
    value=VOUCHER,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{who(e.player)} gets {dollars(e.cents)} in {'tokens' if e.tokens else 'chips'} for voucher {e.voucher}."
    ),
)
def voucher_exchanged(state: State, event: VoucherExchanged) -> State:
    """The voucher is spent; the house knows of each, so that the table need remember only some."""
    others = state.vouchers if len(state.vouchers) < VOUCHERS else frozenset[str]()
    given = with_gift(state, event.player, event.cents, event.second)
    return replace(state, vouchers=others | {event.voucher}, given_alone=given, chips=bank(state, event.moves))


@part.decides(RefuseWager, under="refuse_wager")
def refuse_wager(state: State, command: RefuseWager, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """On stated grounds, before the first card; a Jackpot wager goes with the wager it stands beside."""
    cite: Clauses = (ctx.clauses.refuse_wager,)
    if state.in_play:
        return Refusal(Reason.CARDS_OUT, cite)
    if not command.why.strip():
        return Refusal(Reason.NO_CAUSE, cite, {"why": "reasonable grounds must be given"})
    key = (command.area, command.bet, command.player, 1)
    if not any(each.key == key for each in state.wagers):
        return Refusal(Reason.NO_SUCH_WAGER, cite)
    whole = command.bet == Bet.WAGER
    going = (each for each in state.wagers if each.key == key or (whole and each.area == command.area))
    return tuple(taken_back(each, cite) for each in reversed(tuple(going)))


def _no_device(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Refusal | None:
    """Why nothing is shuffled while the device that failed has not been replaced."""
    if not state.device_out:
        return None
    return Refusal(Reason.NOT_NOW, (ctx.clauses.device_replaced,), {"next": "another device"})


@part.decides(ShuffleCards, under="shuffle", overrides=True)
def shuffle(state: State, command: ShuffleCards, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """When a shuffle is due, and never in a device that failed."""
    return _no_device(state, ctx) or shuffle_cards(state, command, ctx)


@part.command(
    ShuffleByHand,
    under="manual_shuffle",
    label="Shuffle by hand first",
    words="machine shuffler manual",
    desk=Desk.CARDS,
)
def shuffle_by_hand(state: State, command: ShuffleByHand, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """When a shuffle is due and a device will do it."""
    cite: Clauses = (ctx.clauses.manual_shuffle,)
    if state.shoe.device is not Device.SHUFFLER:
        return Refusal(Reason.WRONG_DEVICE, cite)
    return _no_device(state, ctx) or not_step(state, Step.SHUFFLE, cite) or (ShuffledByHand(under=cite),)


@part.event(ShuffledByHand, audience=EVERYONE, says="The cards are shuffled by hand before the device has them.")
def shuffled_by_hand(state: State, event: ShuffledByHand) -> State:
    """The device shuffles them all the same."""
    return state


@part.command(
    ReportShufflerFault,
    under="device_jam",
    label="The shuffling device failed",
    words="broken jam stuck malfunction machine",
    says=lambda c, who: "Report that the device can no longer be used" if c.unusable else "Report a failed shuffle",
    desk=Desk.IRREGULARITIES,
    examples=only(ReportShufflerFault(), ReportShufflerFault(unusable=True)),
)
def report_shuffler_fault(
    state: State, command: ReportShufflerFault, ctx: BankedContext[DoubleChanceClauses]
) -> Decision:
    """A shuffle that failed is done again, over either deck; a device that fails with cards out voids the round.

    A round whose wagers are all settled has concluded (1.1), and stands.
    """
    clauses = ctx.clauses
    if state.shoe.device is not Device.SHUFFLER:
        return Refusal(Reason.WRONG_DEVICE, (clauses.device_jam, clauses.device_void))
    if not state.is_open or state.device_out:
        return Refusal(Reason.NOT_NOW, (clauses.device_jam,), {"stage": state.stage.value})
    if command.unusable:
        failed = DeviceFailed(under=(clauses.device_replaced, clauses.device_stands))
        if not state.in_play:
            return (failed,)
        if state.stage is Stage.SETTLED:
            return (round_over(state, clauses), failed)
        why = "the shuffling device can no longer be used"
        return (*voided(state, why, (clauses.device_void, clauses.device_stands), ctx), failed)
    if state.in_play:
        return (ShufflerFailed(other_deck=True, under=(clauses.device_jam, clauses.machine_shuffles[1])),)
    if state.care.step not in (Step.SHUFFLE, Step.READY):
        return Refusal(Reason.NOT_NOW, (clauses.device_jam,), {"stage": state.stage.value})
    return (ShufflerFailed(under=(clauses.device_jam,)),)


@part.event(DeviceFailed, audience=EVERYONE, says="The shuffling device can no longer be used.", aloud=True)
def device_failed(state: State, event: DeviceFailed) -> State:
    """Nothing is dealt before another is on the table."""
    return replace(state, device_out=True)


@part.command(
    ReplaceDevice,
    under="device_replaced",
    label="Go on with another device",
    words="shuffler machine broken swap change new",
    says=lambda c, who: f"Go on with {'a card shoe' if c.device is Device.SHOE else 'another shuffling device'}",
    next="Another device is brought to the table",
    desk=Desk.CARDS,
    pace=Pace.RULING,
    examples=only(ReplaceDevice(device=Device.SHUFFLER), ReplaceDevice(device=Device.SHOE)),
    wanted=lambda state, rules: (
        [rules.act(ReplaceDevice(device=Device.SHUFFLER), rules.clauses.device_replaced)] if state.device_out else ()
    ),
)
def replace_device(state: State, command: ReplaceDevice, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """A card shoe or another shuffling device."""
    cite: Clauses = (ctx.clauses.device_replaced, ctx.clauses.cards_unfit)
    if not state.device_out:
        return Refusal(Reason.NO_CAUSE, cite, {"device": "in order"})
    if command.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, cite)
    return (DeviceReplaced(device=command.device, under=cite),)


@part.event(
    DeviceReplaced, audience=EVERYONE, says=lambda e, who: f"Play goes on with another {e.device.value} and new cards."
)
def device_replaced(state: State, event: DeviceReplaced) -> State:
    """New cards are checked, shuffled, and cut where a shoe is used."""
    care = Care(step=Step.CHECK, cause=ShuffleCause.RENEWED, pre_shuffled=state.care.pre_shuffled)
    return replace(state, device_out=False, care=care, shoe=Shoe.of(1, event.device))
