"""The cards' care: check, shuffle, renew and count. One act at a time, each a command of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import CARDS_IN_A_DECK, Device
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import only, whole_set
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.rules import TableClauses
from croupier.table.state import Burn, Care, ShuffleCause, Stage, Step, Table
from croupier.table.words import because, counted


@dataclass(frozen=True, kw_only=True)
class CareClauses(TableClauses):
    """What a book says of checking, shuffling and renewing cards."""

    sign: str
    shuffle: str
    pre_shuffled: str | None
    """What lets cards be shuffled ahead and locked away, in a book that knows it."""
    cards_unfit: str
    new_cards_prepared: str
    shuffle_causes: dict[ShuffleCause, str]
    machine_shuffles: Clauses
    cards_renewed: str | None
    unfit_until_first_card: bool = False
    """Whether unfit cards are replaced until a hand is in progress, and not only between two rounds."""


part = Part("care", CareClauses)
ordering = Part("care", CareClauses)
"""Shuffles ordered in the middle of play, in a book that knows them."""


class CheckCards(Command, frozen=True, kw_only=True):
    """Check the cards before they come into play: how many were found, all of them right."""

    cards: Annotated[int, Asks("Cards found", "count", start=whole_set)]


class CountCards(Command, frozen=True, kw_only=True):
    """Count the cards when play has ended."""

    cards: Annotated[int, Asks("Cards counted", "count", start=whole_set)]


class OpenTable(Command, frozen=True, kw_only=True):
    """Open the table for play."""


class SecureCards(Command, frozen=True, kw_only=True):
    """Shuffle cards ahead of time and keep them locked away."""

    where: Annotated[str, Asks("Where it is kept")]


class ShuffleCards(Command, frozen=True, kw_only=True):
    """Shuffle the cards, or bring out those shuffled ahead."""

    pre_shuffled: Annotated[bool, Asks("Bring out the set shuffled ahead", always=False)] = False


class OrderShuffle(Command, frozen=True, kw_only=True):
    """Order a shuffle at once: for an abnormal sequence, or on another reasonable cause."""

    abnormal: Annotated[bool, Asks("The cards came in an abnormal sequence", start=lambda state: False)]
    why: str


class RenewCards(Command, frozen=True, kw_only=True):
    """Take the cards away and bring new ones: at discretion before a shuffle, or because they are unfit."""

    unfit: Annotated[bool, Asks("The cards are unfit for use", always=False)] = False
    why: Annotated[str, Asks(optional=True)] = ""


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
    owed: ShuffleCause | None = None
    """Why another shuffle is still owed when the round is over."""


class ShuffleOrdered(Event, frozen=True, kw_only=True):
    """A shuffle was ordered, and why."""

    cause: ShuffleCause
    why: str


class CardsRenewed(Event, frozen=True, kw_only=True):
    """New cards are on the table, not yet checked."""

    why: str
    burn_wanted: bool = False
    """Whether someone has asked to see the card that will be burned."""


def not_step(state: Table, step: Step, cite: Clauses) -> Refusal | None:
    """The refusal for an act of care out of its order."""
    if state.care.step is step:
        return None
    return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value})


def shuffle_clause(cause: ShuffleCause, ctx: Context[CareClauses]) -> str:
    """The clause that orders a shuffle for this cause."""
    return ctx.clauses.shuffle_causes[cause]


def to_shuffle(state: Table, cause: ShuffleCause) -> Care:
    """The care of cards that must now be shuffled."""
    kept = state.care
    by_area = cause not in (ShuffleCause.START, ShuffleCause.RENEWED)
    return kept.anew(
        step=Step.SHUFFLE,
        cause=cause,
        cut_area=kept.cut_area if by_area else None,
        cut_player=kept.cut_player if by_area else None,
        **({"burn": _made(kept.burn), "first_round": kept.first_round} if state.in_play else {}),
    )


def _made(burn: Burn) -> Burn:
    """What became of a burn before another shuffle: one not made yet is due only after that."""
    return Burn.NOT_DUE if burn is Burn.DUE else burn


def brought_new(state: Table, burn_wanted: bool) -> Care:
    """The care of cards that take the place of all others: they are shuffled whatever was owed before."""
    return state.care.anew(
        step=Step.CHECK, cause=ShuffleCause.RENEWED, shuffle_after=None, excess=(), burn_wanted=burn_wanted
    )


@part.command(
    CheckCards,
    under="card_check",
    label="Check the cards",
    words="inspect verify examine decks new",
    next="The cards are checked",
    desk=Desk.CARDS,
    pace=Pace.OPENING,
    examples=lambda state, ctx: (CheckCards(cards=state.shoe.size),),
)
def check_cards(state: Table, command: CheckCards, ctx: Context[CareClauses]) -> Decision:
    """Only a complete set comes into play."""
    cite = (ctx.clauses.card_check,)
    refusal = not_step(state, Step.CHECK, cite)
    if refusal is not None:
        return refusal
    if command.cards != state.shoe.size:
        return Refusal(Reason.CARDS_DIFFER, cite, {"found": command.cards, "should be": state.shoe.size})
    return (CardsChecked(cards=command.cards, under=cite),)


@part.event(CardsChecked, audience=EVERYONE, says=lambda e, who: f"{counted(e.cards, 'card')} checked and right.")
def cards_checked(state: Table, event: CardsChecked) -> Table:
    """Checked cards are shuffled next."""
    return replace(state, care=replace(state.care, step=Step.SHUFFLE), shoe=state.shoe.reshuffled())


@part.command(
    CountCards,
    under="card_check",
    label="Count the cards",
    words="check number missing",
    next="The cards are counted after play",
    desk=Desk.CARDS,
    examples=lambda state, ctx: (CountCards(cards=state.shoe.size),),
)
def count_cards(state: Table, command: CountCards, ctx: Context[CareClauses]) -> Decision:
    """After play; what is missing is put on record."""
    cite = (ctx.clauses.card_check,)
    refusal = not_step(state, Step.COUNT, cite)
    if refusal is not None:
        return refusal
    if not 0 <= command.cards <= state.shoe.size + CARDS_IN_A_DECK:
        return Refusal(Reason.CARDS_DIFFER, cite, {"found": command.cards, "should be": state.shoe.size})
    return (CardsCounted(cards=command.cards, missing=state.shoe.size - command.cards, under=cite),)


@part.event(
    CardsCounted,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{counted(e.cards, 'card')} counted; "
        + (
            f"{e.missing} {'is' if e.missing == 1 else 'are'} missing."
            if e.missing > 0
            else f"{-e.missing} too many."
            if e.missing
            else "none is missing."
        )
    ),
)
def cards_counted(state: Table, event: CardsCounted) -> Table:
    """The set must be checked again before the next opening."""
    care = state.care.anew(shuffle_after=None, excess=(), burn_wanted=False)
    return replace(state, care=care, shoe=state.shoe.reshuffled())


@part.command(
    OpenTable,
    under="card_check",
    label="Open the table",
    words="start begin day game",
    next="The table is about to open",
    desk=Desk.CARDS,
    pace=Pace.OPENING,
)
def open_table(state: Table, command: OpenTable, ctx: Context[CareClauses]) -> Decision:
    """Not before the cards have been checked."""
    cite = (ctx.clauses.card_check,)
    if state.is_open:
        return Refusal(Reason.ALREADY, cite)
    if state.care.step in (Step.CHECK, Step.COUNT):
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value})
    return (TableOpened(under=(*cite, ctx.clauses.sign)),)


@part.event(TableOpened, audience=EVERYONE, says="The table is open and its limits are on the sign.", aloud=True)
def table_opened(state: Table, event: TableOpened) -> Table:
    """Betting is open."""
    return replace(state, stage=Stage.BETTING, shut=False)


@part.command(
    SecureCards,
    under="pre_shuffled",
    label="Lock away a shuffled set",
    words="lock away put safe set",
    says="Lock shuffled cards away",
    desk=Desk.CARDS,
    examples=only(SecureCards(where=TO_FILL_IN)),
)
def secure_cards(state: Table, command: SecureCards, ctx: Context[CareClauses]) -> Decision:
    """A second set may be shuffled ahead and locked away."""
    cite = (ctx.clauses.pre_shuffled or ctx.clauses.shuffle,)
    if state.care.pre_shuffled:
        return Refusal(Reason.ALREADY, cite)
    return (CardsSecured(where=command.where, under=cite),)


@part.event(CardsSecured, audience=EVERYONE, says=lambda e, who: f"A shuffled set is locked away{because(e.where)}.")
def cards_secured(state: Table, event: CardsSecured) -> Table:
    """The locked set may be used at the next shuffle."""
    return replace(state, care=replace(state.care, pre_shuffled=True))


def _in_a_device(here: Here | None) -> bool:
    return here is not None and here.state.shoe.device is Device.SHUFFLER


def _shuffle(command: ShuffleCards, who: Who, here: Here | None) -> str:
    if command.pre_shuffled:
        return "Bring out the shuffled cards"
    return f"Shuffle the {here.state.back} deck in the device" if here and _in_a_device(here) else "Shuffle"


def _shuffles(command: ShuffleCards, who: Who, here: Here | None) -> str:
    return f"The device shuffles the {here.state.back} deck" if here and _in_a_device(here) else "The dealer shuffles"


@part.command(
    ShuffleCards,
    under="shuffle",
    label="Shuffle",
    words="mix reshuffle",
    says=_shuffle,
    next=_shuffles,
    desk=Desk.CARDS,
    examples=only(ShuffleCards(), ShuffleCards(pre_shuffled=True)),
)
def shuffle_cards(state: Table, command: ShuffleCards, ctx: Context[CareClauses]) -> Decision:
    """When a shuffle is due; a machine shuffles without pause once it is loaded."""
    clauses, care = ctx.clauses, state.care
    refusal = not_step(state, Step.SHUFFLE, (clauses.shuffle,))
    if refusal is not None:
        return refusal
    if command.pre_shuffled and not care.pre_shuffled:
        return Refusal(Reason.NO_CAUSE, (clauses.pre_shuffled or clauses.shuffle,))
    under: Clauses = (clauses.shuffle, shuffle_clause(care.cause, ctx))
    if state.shoe.device is not Device.SHOE:
        under = (*under, *clauses.machine_shuffles)
    if command.pre_shuffled and clauses.pre_shuffled:
        under = (*under, clauses.pre_shuffled)
    cards = state.shoe.size - len(state.cards_on_table()) - state.face_down()
    owed = care.shuffle_after if state.in_play else None
    if owed is not None:
        under = (*under, "ruling 8")
    return (CardsShuffled(cause=care.cause, cards=cards, pre_shuffled=command.pre_shuffled, owed=owed, under=under),)


@part.event(
    CardsShuffled,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{counted(e.cards, 'card')} {'brought out shuffled' if e.pre_shuffled else 'shuffled'}: {e.cause.value}."
    ),
    aloud=True,
)
def cards_shuffled(state: Table, event: CardsShuffled) -> Table:
    """Everything but what lies on the table is mixed; a shoe is cut next, a machine is ready."""
    machine = state.shoe.device is not Device.SHOE
    care = state.care.anew(
        step=Step.READY if machine else Step.CUT,
        cause=event.cause,
        cut_area=state.care.cut_area,
        cut_player=state.care.cut_player,
        burn=Burn.NOT_DUE if machine or event.cause is ShuffleCause.SHOE_EMPTY else Burn.DUE,
        shuffle_after=event.owed,
        first_round=not state.in_play,
        fresh=state.dealt_out,
        pre_shuffled=state.care.pre_shuffled and not event.pre_shuffled,
        excess=(),
    )
    return replace(state, care=care, shoe=state.shoe.reshuffled(state.cards_on_table(), state.face_down()))


def order_cause(command: OrderShuffle) -> ShuffleCause:
    """What a shuffle is ordered for."""
    return ShuffleCause.ABNORMAL if command.abnormal else ShuffleCause.WARRANTED


@ordering.command(
    OrderShuffle,
    under=lambda clauses, command: clauses.shuffle_causes[order_cause(command)],
    label="Order a shuffle",
    words="reshuffle mix cards now",
    says=lambda c, who: "Order a shuffle: abnormal sequence" if c.abnormal else "Order a shuffle: reasonable cause",
    desk=Desk.CARDS,
    examples=only(OrderShuffle(abnormal=True, why=TO_FILL_IN), OrderShuffle(abnormal=False, why=TO_FILL_IN)),
)
def order_shuffle(state: Table, command: OrderShuffle, ctx: Context[CareClauses]) -> Decision:
    """At once, on the pit boss's opinion, with the reason on record."""
    cause = order_cause(command)
    cite = (shuffle_clause(cause, ctx),)
    if state.shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, ctx.clauses.machine_shuffles)
    if state.care.step in _TO_BE_SHUFFLED or not state.is_open:
        why = () if state.care.step is Step.SHUFFLE else (ctx.clauses.card_check,)
        return Refusal(Reason.NOT_NOW, (*cite, *why), {"next": state.care.step.value})
    late = ("ruling 68",) if state.dealt_out else ()
    return (ShuffleOrdered(cause=cause, why=command.why, under=(*cite, *late)),)


_TO_BE_SHUFFLED = (Step.CHECK, Step.COUNT, Step.SHUFFLE)
"""When the cards are shuffled next, or once they are checked, whoever orders it."""


@ordering.event(
    ShuffleOrdered, audience=EVERYONE, says=lambda e, who: f"A shuffle is ordered for {e.cause.value}{because(e.why)}."
)
def shuffle_ordered(state: Table, event: ShuffleOrdered) -> Table:
    """Nothing more is dealt before the shuffle; a new set that is not ready yet is shuffled again as one."""
    anew = state.care.step is not Step.READY and state.care.cause in (ShuffleCause.START, ShuffleCause.RENEWED)
    return replace(state, care=to_shuffle(state, state.care.cause if anew else event.cause))


@part.command(
    RenewCards,
    under=lambda clauses, command: clauses.cards_unfit if command.unfit else clauses.cards_renewed,
    label="Bring new cards",
    words="new deck replace change old worn damaged marked",
    says=lambda c, who: "Replace unfit cards" if c.unfit else "Replace the cards",
    desk=Desk.CARDS,
    examples=only(RenewCards(), RenewCards(unfit=True)),
)
def renew_cards(state: Table, command: RenewCards, ctx: Context[CareClauses]) -> Decision:
    """A supervisor before a shuffle; a pit boss when cards are unfit; never while a hand is under way."""
    clauses = ctx.clauses
    cite = clauses.cards_unfit if command.unfit else clauses.cards_renewed
    if cite is None:
        return Refusal(Reason.NO_CAUSE, (clauses.cards_unfit,), {"cards": "not unfit"})
    closed = state.stage is Stage.NO_MORE_BETS and not clauses.unfit_until_first_card
    if state.in_play or closed or state.care.step is Step.COUNT:
        return Refusal(Reason.NOT_NOW, (cite,), {"stage": state.stage.value})
    if not command.unfit and state.care.step is not Step.SHUFFLE:
        return Refusal(Reason.NOT_NOW, (cite,), {"next": state.care.step.value})
    wanted = state.care.burn_wanted
    return (CardsRenewed(why=command.why, burn_wanted=wanted, under=(cite, clauses.new_cards_prepared)),)


@part.event(CardsRenewed, audience=EVERYONE, says=lambda e, who: f"The cards are replaced by new ones{because(e.why)}.")
def cards_renewed(state: Table, event: CardsRenewed) -> Table:
    """New cards are checked, shuffled, cut and burned like any."""
    return replace(state, care=brought_new(state, event.burn_wanted), shoe=state.shoe.reshuffled())
