"""The cards' care: check, shuffle, renew and count. One act at a time, each a command of its own."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import CARDS_IN_A_DECK, Device
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.state import Burn, Care, ShuffleCause, Stage, Step, TableState

part = Part()
ordering = Part()
"""Shuffles ordered in the middle of play, in a book that knows them."""


class CheckCards(Command, frozen=True, kw_only=True):
    """Check the cards before they come into play: how many were found, all of them right."""

    cards: int


class CountCards(Command, frozen=True, kw_only=True):
    """Count the cards when play has ended."""

    cards: int


class OpenTable(Command, frozen=True, kw_only=True):
    """Open the table for play."""


class SecureCards(Command, frozen=True, kw_only=True):
    """Shuffle cards ahead of time and keep them locked away."""

    where: str


class ShuffleCards(Command, frozen=True, kw_only=True):
    """Shuffle the cards, or bring out those shuffled ahead."""

    pre_shuffled: bool = False


class OrderShuffle(Command, frozen=True, kw_only=True):
    """Order a shuffle at once: for an abnormal sequence, or on another reasonable cause."""

    abnormal: bool
    why: str


class RenewCards(Command, frozen=True, kw_only=True):
    """Take the cards away and bring new ones: at discretion before a shuffle, or because they are unfit."""

    unfit: bool = False
    why: str = ""


class CardsChecked(Event, frozen=True, kw_only=True):
    """The cards were found complete and right."""

    cards: int


class CardsCounted(Event, frozen=True, kw_only=True):
    """The cards were counted after play; `missing` is how many fewer there were than there should be."""

    cards: int
    missing: int


class TableOpened(Event, frozen=True, kw_only=True):
    """Play may begin."""


class CardsSecured(Event, frozen=True, kw_only=True):
    """A shuffled set is kept locked away."""

    where: str


class CardsShuffled(Event, frozen=True, kw_only=True):
    """The cards are in an order no one knows; with the cause and how many there are."""

    cause: ShuffleCause
    cards: int
    pre_shuffled: bool


class ShuffleOrdered(Event, frozen=True, kw_only=True):
    """A shuffle was ordered, and why."""

    cause: ShuffleCause
    why: str


class CardsRenewed(Event, frozen=True, kw_only=True):
    """New cards are on the table, not yet checked."""

    why: str


def not_step(state: TableState, step: Step, cite: Clauses) -> Refusal | None:
    """The refusal for an act of care out of its order."""
    if state.care.step is step:
        return None
    return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value})


def shuffle_clause(cause: ShuffleCause, ctx: Context) -> str:
    """The clause that orders a shuffle for this cause."""
    found: str = ctx.clauses.shuffle_causes[cause]
    return found


def to_shuffle(state: TableState, cause: ShuffleCause) -> Care:
    """The care of cards that must now be shuffled."""
    area = state.care.cut_area if cause not in (ShuffleCause.START, ShuffleCause.RENEWED) else None
    kept = state.care
    return Care(
        step=Step.SHUFFLE,
        cause=cause,
        cut_area=area,
        burn_wanted=kept.burn_wanted,
        pre_shuffled=kept.pre_shuffled,
        excess=kept.excess,
    )


@part.decides(CheckCards, rank="card_check")
def check_cards(state: TableState, command: CheckCards, ctx: Context) -> Decision:
    """Only a complete set comes into play."""
    cite = (ctx.clauses.card_check,)
    refusal = not_step(state, Step.CHECK, cite)
    if refusal is not None:
        return refusal
    if command.cards != state.shoe.size:
        return Refusal(Reason.CARDS_DIFFER, cite, {"found": command.cards, "should be": state.shoe.size})
    return (CardsChecked(cards=command.cards, under=cite),)


@part.evolves(CardsChecked)
def cards_checked(state: TableState, event: CardsChecked) -> TableState:
    """Checked cards are shuffled next."""
    return replace(state, care=replace(state.care, step=Step.SHUFFLE), shoe=state.shoe.reshuffled())


@part.decides(CountCards, rank="card_check")
def count_cards(state: TableState, command: CountCards, ctx: Context) -> Decision:
    """After play; what is missing is put on record."""
    cite = (ctx.clauses.card_check,)
    refusal = not_step(state, Step.COUNT, cite)
    if refusal is not None:
        return refusal
    if not 0 <= command.cards <= state.shoe.size + CARDS_IN_A_DECK:
        return Refusal(Reason.CARDS_DIFFER, cite, {"found": command.cards, "should be": state.shoe.size})
    return (CardsCounted(cards=command.cards, missing=state.shoe.size - command.cards, under=cite),)


@part.evolves(CardsCounted)
def cards_counted(state: TableState, event: CardsCounted) -> TableState:
    """The set must be checked again before the next opening."""
    return replace(state, care=Care(), shoe=state.shoe.reshuffled())


@part.decides(OpenTable, rank="card_check")
def open_table(state: TableState, command: OpenTable, ctx: Context) -> Decision:
    """Not before the cards have been checked."""
    cite = (ctx.clauses.card_check,)
    if state.is_open:
        return Refusal(Reason.ALREADY, cite)
    if state.care.step in (Step.CHECK, Step.COUNT):
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value})
    return (TableOpened(under=(*cite, ctx.clauses.sign)),)


@part.evolves(TableOpened)
def table_opened(state: TableState, event: TableOpened) -> TableState:
    """Betting is open."""
    return replace(state, stage=Stage.BETTING)


@part.decides(SecureCards, rank="pre_shuffled")
def secure_cards(state: TableState, command: SecureCards, ctx: Context) -> Decision:
    """A second set may be shuffled ahead and locked away."""
    cite = (ctx.clauses.pre_shuffled,)
    if state.care.pre_shuffled:
        return Refusal(Reason.ALREADY, cite)
    return (CardsSecured(where=command.where, under=cite),)


@part.evolves(CardsSecured)
def cards_secured(state: TableState, event: CardsSecured) -> TableState:
    """The locked set may be used at the next shuffle."""
    return replace(state, care=replace(state.care, pre_shuffled=True))


@part.decides(ShuffleCards, rank="shuffle")
def shuffle_cards(state: TableState, command: ShuffleCards, ctx: Context) -> Decision:
    """When a shuffle is due; a machine shuffles without pause once it is loaded."""
    clauses, care = ctx.clauses, state.care
    refusal = not_step(state, Step.SHUFFLE, (clauses.shuffle,))
    if refusal is not None:
        return refusal
    if command.pre_shuffled and not care.pre_shuffled:
        return Refusal(Reason.NO_CAUSE, (clauses.pre_shuffled,))
    under: Clauses = (clauses.shuffle, shuffle_clause(care.cause, ctx))
    if state.shoe.device is not Device.SHOE:
        under = (*under, *clauses.machine_shuffles)
    if command.pre_shuffled:
        under = (*under, clauses.pre_shuffled)
    cards = state.shoe.size - len(state.cards_on_table()) - state.face_down()
    return (CardsShuffled(cause=care.cause, cards=cards, pre_shuffled=command.pre_shuffled, under=under),)


@part.evolves(CardsShuffled)
def cards_shuffled(state: TableState, event: CardsShuffled) -> TableState:
    """Everything but what lies on the table is mixed; a shoe is cut next, a machine is ready."""
    machine = state.shoe.device is not Device.SHOE
    care = Care(
        step=Step.READY if machine else Step.CUT,
        cause=event.cause,
        cut_area=state.care.cut_area,
        burn=Burn.NOT_DUE if machine or event.cause is ShuffleCause.SHOE_EMPTY else Burn.DUE,
        burn_wanted=state.care.burn_wanted,
        first_round=not state.in_play,
        pre_shuffled=state.care.pre_shuffled and not event.pre_shuffled,
    )
    return replace(state, care=care, shoe=state.shoe.reshuffled(state.cards_on_table(), state.face_down()))


@ordering.decides(OrderShuffle)
def order_shuffle(state: TableState, command: OrderShuffle, ctx: Context) -> Decision:
    """At once, on the pit boss's opinion, with the reason on record."""
    cause = ShuffleCause.ABNORMAL if command.abnormal else ShuffleCause.WARRANTED
    cite = (shuffle_clause(cause, ctx),)
    lacking = ctx.lacks_rank(*cite)
    if lacking is not None:
        return lacking
    if state.shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, ctx.clauses.machine_shuffles)
    if state.care.step is not Step.READY or state.dealt_out:
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value, "stage": state.stage.value})
    if not command.why.strip():
        return Refusal(Reason.NO_CAUSE, cite, {"why": "a reason must be given"})
    return (ShuffleOrdered(cause=cause, why=command.why, under=cite),)


@ordering.evolves(ShuffleOrdered)
def shuffle_ordered(state: TableState, event: ShuffleOrdered) -> TableState:
    """Nothing more is dealt before the shuffle."""
    return replace(state, care=to_shuffle(state, event.cause))


@part.decides(RenewCards)
def renew_cards(state: TableState, command: RenewCards, ctx: Context) -> Decision:
    """A supervisor before a shuffle; a pit boss when cards are unfit; never while a hand is under way."""
    clauses = ctx.clauses
    cite = clauses.cards_unfit if command.unfit else clauses.cards_renewed
    if cite is None:
        return Refusal(Reason.NO_CAUSE, (clauses.cards_unfit,), {"cards": "not unfit"})
    lacking = ctx.lacks_rank(cite)
    if lacking is not None:
        return lacking
    if state.stage not in (Stage.CLOSED, Stage.BETTING) or state.care.step is Step.COUNT:
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    if not command.unfit and state.care.step is not Step.SHUFFLE:
        return Refusal(Reason.NOT_NOW, (cite,), {"next": state.care.step.value})
    return (CardsRenewed(why=command.why, under=(cite, clauses.new_cards_prepared)),)


@part.evolves(CardsRenewed)
def cards_renewed(state: TableState, event: CardsRenewed) -> TableState:
    """New cards are checked, shuffled, cut and burned like any."""
    care = Care(step=Step.CHECK, cause=ShuffleCause.RENEWED, pre_shuffled=state.care.pre_shuffled)
    return replace(state, care=care, shoe=state.shoe.reshuffled())
