"""The cards' care: check, shuffle, cut, load, burn, renew. One act at a time, each a command of its own."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import CARDS_IN_A_DECK, Card, CardSource, Device
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal, card_out
from croupier.table.people import subject
from croupier.table.state import Burn, Care, Person, ShuffleCause, Stage, Step, TableState

part = Part()


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


class OfferCut(Command, frozen=True, kw_only=True):
    """Offer the stack to the player whose cut it is."""


class DeclineCut(Command, frozen=True, kw_only=True):
    """Let the cut pass on. The dealer may say so for a player who does not answer."""

    player: str | None = None


class CutCards(Command, frozen=True, kw_only=True):
    """Put the cutting card into the stack, so many cards from the front."""

    depth: int
    player: str | None = None


class LoadShoe(Command, frozen=True, kw_only=True):
    """Move the front part to the back, put in the cutting card so many cards from the back, load the shoe."""

    behind: int | None = None


class BurnCard(Command, frozen=True, kw_only=True):
    """Put the first card aside unseen."""


class AskForBurnCard(Command, frozen=True, kw_only=True):
    """Ask to see the card that is burned."""

    player: str | None = None


class ShowBurnCard(Command, frozen=True, kw_only=True):
    """Turn the burned card up on the layout."""

    card: Card | None = None


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


class CutOffered(Event, frozen=True, kw_only=True):
    """The stack was offered to a player."""

    player: str


class CutDeclined(Event, frozen=True, kw_only=True):
    """A player let the cut pass; `for_them` when the house said so for one who did not answer."""

    player: str
    for_them: bool


class CardsCut(Event, frozen=True, kw_only=True):
    """The cutting card was put in, so many cards from the front."""

    depth: int
    by: str


class ShoeLoaded(Event, frozen=True, kw_only=True):
    """The shoe is loaded with so many cards behind the cutting card."""

    behind: int


class CardBurned(Event, frozen=True, kw_only=True):
    """The first card lies unseen in the discard holder."""


class BurnCardAsked(Event, frozen=True, kw_only=True):
    """Someone wants to see the burned card."""

    player: str


class BurnCardShown(Event, frozen=True, kw_only=True):
    """The burned card was turned up."""

    card: Card


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


def cut_margin(state: TableState) -> int:
    """How far from either end the cut must be: a deck, or the middle of a stack too small for that."""
    return min(CARDS_IN_A_DECK, state.shoe.inside // 2)


def designated(state: TableState) -> str | None:
    """Whom the cut is offered to next, or None when everyone has let it pass."""
    waiting = [p for p in state.people.values() if p.id not in state.care.declined and p.id not in state.excluded]
    if not waiting:
        return None
    first = _first_to_cut(state)
    return min(waiting, key=lambda person: _clockwise_from(state, first, person)).id


def _first_to_cut(state: TableState) -> Person | None:
    present = [person for person in state.people.values() if person.id not in state.excluded]
    seated = [person for person in present if person.seat is not None]
    match state.care.cause:
        case ShuffleCause.START:
            return min(present, key=lambda person: person.arrived, default=None)
        case ShuffleCause.RENEWED:
            return max(seated, key=lambda person: person.seat or 0, default=None)
        case _:
            if state.care.cut_area is not None:
                return state.seated(state.care.cut_area)
            return min(seated, key=lambda person: person.seat or 0, default=None)


def _clockwise_from(state: TableState, first: Person | None, person: Person) -> tuple[int, int, int]:
    if person is first:
        return (0, 0, 0)
    if person.seat is None:
        return (2, 0, person.arrived)
    start = first.seat if first is not None and first.seat is not None else state.care.cut_area or 1
    return (1, (person.seat - start) % state.seats, person.arrived)


def cut_clause(state: TableState, ctx: Context) -> str:
    """The clause that names who is offered the cut."""
    named: dict[ShuffleCause, str] = {
        ShuffleCause.START: ctx.clauses.cut_at_start,
        ShuffleCause.RENEWED: ctx.clauses.cut_after_replacement,
    }
    if state.care.declined:
        declined: str = ctx.clauses.cut_declined
        return declined
    if state.care.cut_area is not None:
        return named.get(state.care.cause, str(ctx.clauses.cut_by_area))
    return named.get(state.care.cause, str(ctx.clauses.cut_offered))


def shuffle_clause(cause: ShuffleCause, ctx: Context) -> str:
    """The clause that orders a shuffle for this cause."""
    clauses = ctx.clauses
    found: str = {
        ShuffleCause.START: clauses.shuffle_at_start,
        ShuffleCause.CUTTING_CARD_FIRST: clauses.cutting_card_first,
        ShuffleCause.CUTTING_CARD_LATER: clauses.cutting_card_later,
        ShuffleCause.ABNORMAL: clauses.shuffle_abnormal,
        ShuffleCause.WARRANTED: clauses.shuffle_warranted,
        ShuffleCause.RENEWED: clauses.new_cards_prepared,
        ShuffleCause.MISSED: clauses.missed_shuffle,
        ShuffleCause.SHOE_EMPTY: clauses.shoe_empty,
    }[cause]
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
    if state.shoe.device is Device.MACHINE:
        under = (*under, clauses.shuffle_by_machine, clauses.no_cutting_card, clauses.no_burn_with_machine)
    if command.pre_shuffled:
        under = (*under, clauses.pre_shuffled)
    cards = state.shoe.size - len(state.cards_on_table())
    return (CardsShuffled(cause=care.cause, cards=cards, pre_shuffled=command.pre_shuffled, under=under),)


@part.evolves(CardsShuffled)
def cards_shuffled(state: TableState, event: CardsShuffled) -> TableState:
    """Everything but what lies on the table is mixed; a shoe is cut next, a machine is ready."""
    machine = state.shoe.device is Device.MACHINE
    care = Care(
        step=Step.READY if machine else Step.CUT,
        cause=event.cause,
        cut_area=state.care.cut_area,
        burn=Burn.NOT_DUE if machine or event.cause is ShuffleCause.SHOE_EMPTY else Burn.DUE,
        burn_wanted=state.care.burn_wanted,
        first_round=not state.in_play,
        pre_shuffled=state.care.pre_shuffled and not event.pre_shuffled,
    )
    return replace(state, care=care, shoe=state.shoe.reshuffled(state.cards_on_table()))


@part.decides(OfferCut, rank="cut_offered")
def offer_cut(state: TableState, command: OfferCut, ctx: Context) -> Decision:
    """To the player the book names, then clockwise."""
    cite = (ctx.clauses.cut_offered,)
    refusal = not_step(state, Step.CUT, cite)
    if refusal is not None:
        return refusal
    player = designated(state)
    if state.care.offered is not None:
        return Refusal(Reason.ALREADY, cite, {"offered to": state.care.offered})
    if player is None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.cut_declined,), {"next": "the supervisor cuts"})
    return (CutOffered(player=player, under=(cut_clause(state, ctx),)),)


@part.evolves(CutOffered)
def cut_offered(state: TableState, event: CutOffered) -> TableState:
    """The player has the choice."""
    return replace(state, care=replace(state.care, offered=event.player))


@part.decides(DeclineCut)
def decline_cut(state: TableState, command: DeclineCut, ctx: Context) -> Decision:
    """The one who was offered it, or the dealer for one who does not answer."""
    cite = (ctx.clauses.cut_declined,)
    refusal = not_step(state, Step.CUT, cite)
    if refusal is not None:
        return refusal
    person = subject(state, command.player or (state.care.offered if ctx.by.rank != "player" else None), ctx)
    if isinstance(person, Refusal):
        return person
    if person.id != state.care.offered:
        return Refusal(Reason.NOT_YOURS, cite, {"offered to": state.care.offered or "no one"})
    return (CutDeclined(player=person.id, for_them=ctx.by.id != person.id, under=cite),)


@part.evolves(CutDeclined)
def cut_declined(state: TableState, event: CutDeclined) -> TableState:
    """The cut goes on clockwise."""
    declined = (*state.care.declined, event.player)
    return replace(state, care=replace(state.care, declined=declined, offered=None))


@part.decides(CutCards)
def cut_cards(state: TableState, command: CutCards, ctx: Context) -> Decision:
    """The player offered the cut, or the supervisor when no player takes it; a deck from either end at least."""
    clauses = ctx.clauses
    refusal = not_step(state, Step.CUT, (clauses.cut_offered,))
    if refusal is not None:
        return refusal
    if designated(state) is None:
        lacking = ctx.lacks_rank(clauses.cut_declined)
        if lacking is not None:
            return lacking
        under, cutter = clauses.cut_declined, ctx.by.id
    else:
        if (command.player or ctx.by.id) != state.care.offered:
            return Refusal(Reason.NOT_YOURS, (cut_clause(state, ctx),), {"offered to": state.care.offered or "no one"})
        person = subject(state, command.player, ctx)
        if isinstance(person, Refusal):
            return person
        under, cutter = cut_clause(state, ctx), person.id
    margin = cut_margin(state)
    if not margin <= command.depth <= state.shoe.inside - margin:
        facts = {"from": margin, "to": state.shoe.inside - margin, "offered": command.depth}
        return Refusal(Reason.CUT_PLACE, (clauses.cut_place,), facts)
    return (CardsCut(depth=command.depth, by=cutter, under=(under, clauses.cut_place)),)


@part.evolves(CardsCut)
def cards_cut(state: TableState, event: CardsCut) -> TableState:
    """The dealer loads the shoe next."""
    return replace(state, care=replace(state.care, step=Step.LOAD, offered=None))


@part.decides(LoadShoe, rank="shoe_loaded")
def load_shoe(state: TableState, command: LoadShoe, ctx: Context) -> Decision:
    """The cutting card no more than half way in from the back."""
    clauses = ctx.clauses
    refusal = not_step(state, Step.LOAD, (clauses.shoe_loaded,))
    if refusal is not None:
        return refusal
    half = state.shoe.inside // 2
    behind = min(state.cards_behind_cut, half) if command.behind is None else command.behind
    if not 1 <= behind <= half:
        return Refusal(Reason.CUT_PLACE, (clauses.cutting_card_back,), {"most": half, "offered": behind})
    return (ShoeLoaded(behind=behind, under=(clauses.cut_taken, clauses.cutting_card_back, clauses.shoe_loaded)),)


@part.evolves(ShoeLoaded)
def shoe_loaded(state: TableState, event: ShoeLoaded) -> TableState:
    """A card is burned next, unless the round goes on with reshuffled discards."""
    step = Step.BURN if state.care.burn is Burn.DUE else Step.READY
    care = replace(state.care, step=step, cut_area=None)
    return replace(state, care=care, shoe=replace(state.shoe, behind_cut=event.behind))


@part.decides(BurnCard, rank="burn")
def burn_card(state: TableState, command: BurnCard, ctx: Context) -> Decision:
    """One card after each shuffle and cut."""
    cite = (ctx.clauses.burn,)
    return not_step(state, Step.BURN, cite) or (CardBurned(under=cite),)


@part.evolves(CardBurned)
def card_burned(state: TableState, event: CardBurned) -> TableState:
    """The burned card is shown if someone has asked."""
    step = Step.SHOW_BURN if state.care.burn_wanted else Step.READY
    return replace(
        state, care=replace(state.care, step=step, burn=Burn.BURNED), shoe=state.shoe.out_unseen().discarded(1)
    )


@part.decides(AskForBurnCard)
def ask_for_burn_card(state: TableState, command: AskForBurnCard, ctx: Context) -> Decision:
    """A player may ask until the first card of the shoe's first round."""
    cite = (ctx.clauses.burn,)
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    care = state.care
    if state.shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, (ctx.clauses.no_burn_with_machine,))
    if care.burn_wanted or care.burn is Burn.SHOWN:
        return Refusal(Reason.ALREADY, cite)
    if care.burn is Burn.MISSED or (care.burn is Burn.BURNED and (state.in_play or not care.first_round)):
        return Refusal(Reason.NOT_NOW, cite, {"burn card": care.burn.value})
    return (BurnCardAsked(player=person.id, under=cite),)


@part.evolves(BurnCardAsked)
def burn_card_asked(state: TableState, event: BurnCardAsked) -> TableState:
    """It is shown at once if it lies there, otherwise when it is burned."""
    step = Step.SHOW_BURN if state.care.burn is Burn.BURNED else state.care.step
    return replace(state, care=replace(state.care, burn_wanted=True, step=step))


@part.decides(ShowBurnCard, rank="burn")
def show_burn_card(state: TableState, command: ShowBurnCard, ctx: Context) -> Decision:
    """Turned up, then into the discard holder."""
    cite = (ctx.clauses.burn,)
    refusal = not_step(state, Step.SHOW_BURN, cite)
    if refusal is not None:
        return refusal
    card = card_out(ctx, state.shoe.unseen, command.card, state.source is CardSource.REAL, cite)
    return card if isinstance(card, Refusal) else (BurnCardShown(card=card, under=cite),)


@part.evolves(BurnCardShown)
def burn_card_shown(state: TableState, event: BurnCardShown) -> TableState:
    """Everyone has seen it."""
    care = replace(state.care, step=Step.READY, burn=Burn.SHOWN, burn_wanted=False)
    return replace(state, care=care, shoe=state.shoe.shown(event.card))


@part.decides(OrderShuffle, rank="shuffle_warranted")
def order_shuffle(state: TableState, command: OrderShuffle, ctx: Context) -> Decision:
    """At once, on the pit boss's opinion, with the reason on record."""
    cause = ShuffleCause.ABNORMAL if command.abnormal else ShuffleCause.WARRANTED
    cite = (shuffle_clause(cause, ctx),)
    if state.shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, (ctx.clauses.shuffle_by_machine,))
    if state.care.step is not Step.READY or state.dealt_out:
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value, "stage": state.stage.value})
    if not command.why.strip():
        return Refusal(Reason.NO_CAUSE, cite, {"why": "a reason must be given"})
    return (ShuffleOrdered(cause=cause, why=command.why, under=cite),)


@part.evolves(ShuffleOrdered)
def shuffle_ordered(state: TableState, event: ShuffleOrdered) -> TableState:
    """Nothing more is dealt before the shuffle."""
    return replace(state, care=to_shuffle(state, event.cause))


@part.decides(RenewCards, rank="cards_renewed")
def renew_cards(state: TableState, command: RenewCards, ctx: Context) -> Decision:
    """A supervisor before a shuffle; a pit boss when cards are unfit; never while a hand is under way."""
    clauses = ctx.clauses
    cite = clauses.cards_unfit if command.unfit else clauses.cards_renewed
    if command.unfit:
        lacking = ctx.lacks_rank(clauses.cards_unfit)
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
