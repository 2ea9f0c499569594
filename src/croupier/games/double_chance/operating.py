"""What the house sets and changes: the jackpot, the maximum payout, vouchers, wagers refused, the device."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from croupier.cards import Device, Shoe
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.state import State, signed_limits
from croupier.games.double_chance.terms import JACKPOT_HANDS, Bet, Declared, Jackpot, price_fits, schedule_fits
from croupier.money import MOST_CENTS, moves
from croupier.table.care import ShuffleCards, not_step, shuffle_cards
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.one_deck import ShufflerFailed
from croupier.table.people import bank
from croupier.table.state import Care, ShuffleCause, Stage, Step
from croupier.table.voiding import voided
from croupier.table.wagers import RefuseWager, taken_back

part = Part()


class SetJackpot(Command, frozen=True, kw_only=True):
    """Offer Jackpot wagers at a price, paid by an approved schedule; without a price they are no longer offered."""

    price: int | None = None
    schedule: dict[Declared, int] = msgspec.field(default_factory=dict)


class SetMaximumPayout(Command, frozen=True, kw_only=True):
    """Limit what the wager on a declared hand wins; without an amount there is no limit."""

    cents: int | None = None


class ExchangeVoucher(Command, frozen=True, kw_only=True):
    """Give a player chips or promotional tokens to the value of a promotional voucher."""

    player: str
    voucher: str
    cents: int
    tokens: bool = False


class ShuffleByHand(Command, frozen=True, kw_only=True):
    """Shuffle by hand before the cards go into the shuffling device."""


class ReportShufflerFault(Command, frozen=True, kw_only=True):
    """The shuffling device jammed or did not finish a shuffle; or it can no longer be used at all."""

    unusable: bool = False


class ReplaceDevice(Command, frozen=True, kw_only=True):
    """Go on with another shuffling device or a card shoe, and new cards."""

    device: Device


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


@part.decides(SetJackpot, rank="jackpot_price")
def set_jackpot(state: State, command: SetJackpot, ctx: Context) -> Decision:
    """Between rounds, with a prize for each of the seven hands."""
    clauses: DoubleChanceClauses = ctx.clauses
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


@part.evolves(JackpotSet)
def jackpot_set(state: State, event: JackpotSet) -> State:
    """In force for the next wagers."""
    limits = signed_limits(state.limits[Bet.WAGER], event.jackpot)
    return replace(state, jackpot=event.jackpot, limits=limits, terms_version=event.version)


@part.decides(SetMaximumPayout, rank="maximum_payout")
def set_maximum_payout(state: State, command: SetMaximumPayout, ctx: Context) -> Decision:
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


@part.evolves(MaximumPayoutSet)
def maximum_payout_set(state: State, event: MaximumPayoutSet) -> State:
    """In force for the next wagers."""
    return replace(state, maximum_payout=event.cents, terms_version=event.version)


@part.decides(ExchangeVoucher, rank="voucher")
def exchange_voucher(state: State, command: ExchangeVoucher, ctx: Context) -> Decision:
    """Each voucher once, for its whole value."""
    cite: Clauses = (ctx.clauses.voucher,)
    if command.player not in state.people:
        return Refusal(Reason.NOT_HERE, cite, {"player": command.player})
    if command.player in state.excluded:
        return Refusal(Reason.EXCLUDED, (ctx.clauses.exclude,))
    if not command.voucher.strip() or not 1 <= command.cents <= MOST_CENTS:
        return Refusal(Reason.NO_CAUSE, cite, {"voucher": command.voucher, "value": command.cents})
    if not state.terms.chips.can_pay(command.cents):
        return Refusal(Reason.LIMITS, cite, {"value": command.cents})
    voucher = command.voucher.strip()
    if voucher in state.vouchers:
        return Refusal(Reason.ALREADY, cite, {"voucher": voucher})
    return (
        VoucherExchanged(
            player=command.player,
            voucher=voucher,
            cents=command.cents,
            tokens=command.tokens,
            moves=moves(("cash", f"stack:{command.player}", command.cents)),
            under=cite,
        ),
    )


@part.evolves(VoucherExchanged)
def voucher_exchanged(state: State, event: VoucherExchanged) -> State:
    """The voucher is spent."""
    return replace(state, vouchers=state.vouchers | {event.voucher}, chips=bank(state, event.moves))


@part.decides(RefuseWager, rank="refuse_wager")
def refuse_wager(state: State, command: RefuseWager, ctx: Context) -> Decision:
    """On stated grounds, before the first card; a Jackpot wager goes with the wager it stands beside."""
    cite: Clauses = (ctx.clauses.refuse_wager,)
    if state.in_play:
        return Refusal(Reason.CARDS_OUT, cite)
    if not command.why.strip():
        return Refusal(Reason.NO_CAUSE, cite, {"why": "reasonable grounds must be given"})
    key = (command.area, command.bet, command.player)
    if not any(each.key == key for each in state.wagers):
        return Refusal(Reason.NO_SUCH_WAGER, cite)
    whole = command.bet == Bet.WAGER
    going = (each for each in state.wagers if each.key == key or (whole and each.area == command.area))
    return tuple(taken_back(each, cite) for each in reversed(tuple(going)))


def _no_device(state: State, ctx: Context) -> Refusal | None:
    """Why nothing is shuffled while the device that failed has not been replaced."""
    if not state.device_out:
        return None
    return Refusal(Reason.NOT_NOW, (ctx.clauses.device_replaced,), {"next": "another device"})


@part.decides(ShuffleCards, rank="shuffle")
def shuffle(state: State, command: ShuffleCards, ctx: Context) -> Decision:
    """When a shuffle is due, and never in a device that failed."""
    return _no_device(state, ctx) or shuffle_cards(state, command, ctx)


@part.decides(ShuffleByHand, rank="manual_shuffle")
def shuffle_by_hand(state: State, command: ShuffleByHand, ctx: Context) -> Decision:
    """When a shuffle is due and a device will do it."""
    cite: Clauses = (ctx.clauses.manual_shuffle,)
    if state.shoe.device is not Device.SHUFFLER:
        return Refusal(Reason.WRONG_DEVICE, cite)
    return _no_device(state, ctx) or not_step(state, Step.SHUFFLE, cite) or (ShuffledByHand(under=cite),)


@part.evolves(ShuffledByHand)
def shuffled_by_hand(state: State, event: ShuffledByHand) -> State:
    """The device shuffles them all the same."""
    return state


@part.decides(ReportShufflerFault, rank="device_jam")
def report_shuffler_fault(state: State, command: ReportShufflerFault, ctx: Context) -> Decision:
    """A shuffle that failed is done again; a device that fails with cards out voids the round."""
    clauses: DoubleChanceClauses = ctx.clauses
    if state.shoe.device is not Device.SHUFFLER:
        return Refusal(Reason.WRONG_DEVICE, (clauses.device_jam, clauses.device_void))
    if not state.is_open or state.device_out or state.stage is Stage.SETTLED:
        return Refusal(Reason.NOT_NOW, (clauses.device_jam,), {"stage": state.stage.value})
    if command.unusable:
        failed = DeviceFailed(under=(clauses.device_replaced, clauses.device_stands))
        if not state.in_play:
            return (failed,)
        why = "the shuffling device can no longer be used"
        return (*voided(state, why, (clauses.device_void, clauses.device_stands), clauses), failed)
    if state.in_play or state.care.step not in (Step.SHUFFLE, Step.READY):
        return Refusal(Reason.NOT_NOW, (clauses.device_jam,), {"stage": state.stage.value})
    return (ShufflerFailed(under=(clauses.device_jam,)),)


@part.evolves(DeviceFailed)
def device_failed(state: State, event: DeviceFailed) -> State:
    """Nothing is dealt before another is on the table."""
    return replace(state, device_out=True)


@part.decides(ReplaceDevice, rank="device_replaced")
def replace_device(state: State, command: ReplaceDevice, ctx: Context) -> Decision:
    """A card shoe or another shuffling device."""
    cite: Clauses = (ctx.clauses.device_replaced, ctx.clauses.cards_unfit)
    if not state.device_out:
        return Refusal(Reason.NO_CAUSE, cite, {"device": "in order"})
    if command.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, cite)
    return (DeviceReplaced(device=command.device, under=cite),)


@part.evolves(DeviceReplaced)
def device_replaced(state: State, event: DeviceReplaced) -> State:
    """New cards are checked, shuffled, and cut where a shoe is used."""
    care = Care(step=Step.CHECK, cause=ShuffleCause.RENEWED, pre_shuffled=state.care.pre_shuffled)
    return replace(state, device_out=False, care=care, shoe=Shoe.of(1, event.device))
