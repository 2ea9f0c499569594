"""What can go wrong with the cards themselves, in a shoe or a machine, and what the rules make of it.

An irregularity is always reported by name, never guessed from an act out of order.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import replace

from croupier.cards import Card, CardSource, Device
from croupier.table.care import to_shuffle
from croupier.table.contract import Command, Context, Decision, Event, Part, Reason, Refusal, card_out
from croupier.table.state import Burn, Care, ShuffleCause, Stage, Step, TableState
from croupier.table.voiding import voided

part = Part()


class ShowCuttingCard(Command, frozen=True, kw_only=True):
    """The cutting card has come out of the shoe."""


class ReportMissedBurn(Command, frozen=True, kw_only=True):
    """No card was burned after the last shuffle."""


class ReportFaceUpCard(Command, frozen=True, kw_only=True):
    """A card was found face up in the shoe."""

    card: Card | None = None


class ReportExcessCard(Command, frozen=True, kw_only=True):
    """One card too many came out of the shoe."""

    card: Card | None = None


class ReportMissedShuffle(Command, frozen=True, kw_only=True):
    """Play went on although the cutting card had come out."""


class ShuffleDiscards(Command, frozen=True, kw_only=True):
    """The shoe is empty within a round: shuffle the discards to finish it."""


class MachineFault(StrEnum):
    """What a machine can do wrong."""

    MALFUNCTION = "malfunction"
    TOGETHER = "cards came together in an order no one can tell"


class ReportMachineFault(Command, frozen=True, kw_only=True):
    """The shuffling machine failed; can this round still be completed?"""

    fault: MachineFault
    completable: bool = False


class RestoreMachine(Command, frozen=True, kw_only=True):
    """The machine works again."""


class ReportWrongCards(Command, frozen=True, kw_only=True):
    """The decks in play are not the right cards."""

    what: str


class ReportLateError(Command, frozen=True, kw_only=True):
    """An error came to light after every wager of the round was settled."""

    what: str


class CuttingCardShown(Event, frozen=True, kw_only=True):
    """The cutting card came out, before this area's card."""

    area: int | None
    first: bool


class BurnMissed(Event, frozen=True, kw_only=True):
    """The burn was forgotten; what was played stands and play goes on."""


class FaceUpCardDiscarded(Event, frozen=True, kw_only=True):
    """A card found face up went to the discards."""

    card: Card


class ExcessCardHeld(Event, frozen=True, kw_only=True):
    """A surplus card is held face down, to be the next card out."""

    card: Card | None


class ShuffleMissed(Event, frozen=True, kw_only=True):
    """A due shuffle was missed; it follows straight after this round."""


class DiscardsShuffled(Event, frozen=True, kw_only=True):
    """Everything in the discard holder was mixed to complete the round."""

    cards: int


class MachineFailed(Event, frozen=True, kw_only=True):
    """The machine failed."""

    fault: MachineFault
    completable: bool


class MachineRestored(Event, frozen=True, kw_only=True):
    """The machine deals again."""


class WrongCardsFound(Event, frozen=True, kw_only=True):
    """The rest of the shoe is void and its cards are withdrawn; completed rounds stand."""

    what: str


class LateErrorRecorded(Event, frozen=True, kw_only=True):
    """An error without effect is on record."""

    what: str
    round: int


@part.decides(ShowCuttingCard, rank="dealing")
def show_cutting_card(state: TableState, command: ShowCuttingCard, ctx: Context) -> Decision:
    """First in a round it stops the deal for a shuffle; later the round is finished first."""
    clauses, shoe = ctx.clauses, state.shoe
    if shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, (clauses.no_cutting_card,))
    if shoe.behind_cut is None or state.care.step is not Step.READY or not state.is_open:
        return Refusal(Reason.NOT_NOW, (clauses.cutting_card_later,), {"next": state.care.step.value})
    if state.source is CardSource.VIRTUAL and not shoe.cutting_card_next:
        return Refusal(
            Reason.NOT_NOW, (clauses.cutting_card_later,), {"cards before it": shoe.inside - shoe.behind_cut}
        )
    first = not state.in_play
    clause = clauses.cutting_card_first if first else clauses.cutting_card_later
    return (CuttingCardShown(area=state.area_due(), first=first, under=(clause, "ruling 8")),)


@part.evolves(CuttingCardShown)
def cutting_card_shown(state: TableState, event: CuttingCardShown) -> TableState:
    """Shuffle now, or remember to."""
    state = replace(state, shoe=state.shoe.without_cutting_card(), care=replace(state.care, cut_area=event.area))
    if event.first:
        return replace(state, care=to_shuffle(state, ShuffleCause.CUTTING_CARD_FIRST))
    return replace(state, care=replace(state.care, shuffle_after=ShuffleCause.CUTTING_CARD_LATER))


@part.decides(ReportMissedBurn, rank="missed_burn")
def report_missed_burn(state: TableState, command: ReportMissedBurn, ctx: Context) -> Decision:
    """Earlier rounds of the shoe stand and play goes on."""
    cite = (ctx.clauses.missed_burn,)
    if state.care.burn is Burn.MISSED:
        return Refusal(Reason.ALREADY, cite)
    if state.care.burn is Burn.NOT_DUE or state.care.step not in (Step.BURN, Step.READY):
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value, "burn card": state.care.burn.value})
    if state.care.burn is Burn.SHOWN:
        return Refusal(Reason.NO_CAUSE, cite, {"burn card": Burn.SHOWN.value})
    return (BurnMissed(under=cite),)


@part.evolves(BurnMissed)
def burn_missed(state: TableState, event: BurnMissed) -> TableState:
    """If a burn had been entered it never happened: that card is still in the shoe."""
    shoe = state.shoe
    if state.care.burn is Burn.BURNED:
        shoe = replace(shoe, inside=shoe.inside + 1, discards=max(0, shoe.discards - 1))
    return replace(state, care=replace(state.care, step=Step.READY, burn=Burn.MISSED, burn_wanted=False), shoe=shoe)


def _shoe_in_use(state: TableState) -> bool:
    return state.is_open and state.care.step is Step.READY and state.shoe.device is Device.SHOE


@part.decides(ReportFaceUpCard, rank="face_up_card")
def report_face_up_card(state: TableState, command: ReportFaceUpCard, ctx: Context) -> Decision:
    """It is out of play until the next shuffle."""
    cite = (ctx.clauses.face_up_card,)
    if not _shoe_in_use(state) or not state.shoe.inside:
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value})
    card = card_out(ctx, state.shoe.unseen, command.card, state.source is CardSource.REAL, cite)
    return card if isinstance(card, Refusal) else (FaceUpCardDiscarded(card=card, under=cite),)


@part.evolves(FaceUpCardDiscarded)
def face_up_card_discarded(state: TableState, event: FaceUpCardDiscarded) -> TableState:
    """One card fewer to come."""
    return replace(state, shoe=state.shoe.dealt(event.card).discarded(1))


@part.decides(ReportExcessCard, rank="excess_card")
def report_excess_card(state: TableState, command: ReportExcessCard, ctx: Context) -> Decision:
    """The card stays hidden, even if someone saw it, and is the next one used."""
    cite = (ctx.clauses.excess_card,)
    if not state.is_open or state.care.step is not Step.READY or not state.shoe.inside or state.cutting_card_first:
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value, "cards left": state.shoe.inside})
    if command.card is not None:
        if state.source is CardSource.VIRTUAL:
            return Refusal(Reason.CARD_DRAWN, cite)
        if not state.shoe.may_hold(command.card):
            return Refusal(Reason.CARD_NOT_LEFT, cite, {"card": command.card.value})
    return (ExcessCardHeld(card=command.card, under=cite),)


@part.evolves(ExcessCardHeld)
def excess_card_held(state: TableState, event: ExcessCardHeld) -> TableState:
    """Held aside; a card that was seen is no longer among those that may come."""
    shoe = state.shoe.out_unseen()
    if event.card is not None:
        shoe = shoe.shown(event.card)
    return replace(state, shoe=shoe, care=replace(state.care, excess=(*state.care.excess, event.card)))


@part.decides(ReportMissedShuffle, rank="missed_shuffle")
def report_missed_shuffle(state: TableState, command: ReportMissedShuffle, ctx: Context) -> Decision:
    """Only a shuffle that the cutting card called for can be missed like this."""
    cite = (ctx.clauses.missed_shuffle,)
    causes = (ShuffleCause.CUTTING_CARD_FIRST, ShuffleCause.CUTTING_CARD_LATER)
    if not state.is_open or state.care.step is not Step.SHUFFLE or state.care.cause not in causes:
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value})
    return (ShuffleMissed(under=cite),)


@part.evolves(ShuffleMissed)
def shuffle_missed(state: TableState, event: ShuffleMissed) -> TableState:
    """The round goes on from the old shoe."""
    kept = state.care
    care = Care(
        step=Step.READY,
        cut_area=kept.cut_area,
        shuffle_after=ShuffleCause.MISSED,
        first_round=False,
        pre_shuffled=kept.pre_shuffled,
        excess=kept.excess,
    )
    return replace(state, care=care)


@part.decides(ShuffleDiscards, rank="shoe_empty")
def shuffle_discards(state: TableState, command: ShuffleDiscards, ctx: Context) -> Decision:
    """Only within a round, and only when the shoe has nothing more to give."""
    cite = (ctx.clauses.shoe_empty,)
    if state.shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, ctx.clauses.machine_shuffles)
    if state.area_due() is None or state.care.step is not Step.READY or state.care.excess:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if state.source is CardSource.VIRTUAL and state.shoe.inside:
        return Refusal(Reason.NOT_NOW, cite, {"cards left": state.shoe.inside})
    cards = state.shoe.size - len(state.cards_on_table())
    return (DiscardsShuffled(cards=cards, under=(*cite, ctx.clauses.shuffle)),)


@part.evolves(DiscardsShuffled)
def discards_shuffled(state: TableState, event: DiscardsShuffled) -> TableState:
    """Cut and loaded next; no card is burned, for the round only goes on."""
    kept = state.care
    care = Care(
        step=Step.CUT,
        cause=ShuffleCause.SHOE_EMPTY,
        cut_area=kept.cut_area,
        first_round=False,
        pre_shuffled=kept.pre_shuffled,
    )
    return replace(state, care=care, shoe=state.shoe.reshuffled(state.cards_on_table()))


@part.decides(ReportMachineFault, rank="dealing")
def report_machine_fault(state: TableState, command: ReportMachineFault, ctx: Context) -> Decision:
    """The round is void only if it cannot be completed."""
    cite = (ctx.clauses.machine_fault,)
    if state.shoe.device is not Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, cite)
    if not state.is_open or state.care.machine_down or state.care.step is not Step.READY:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    failed = MachineFailed(fault=command.fault, completable=command.completable, under=cite)
    during = state.stage is Stage.NO_MORE_BETS or state.in_play
    if not during or command.completable or state.dealt_out:
        return (failed,)
    return (failed, *voided(state, command.fault.value, cite, ctx.clauses))


@part.evolves(MachineFailed)
def machine_failed(state: TableState, event: MachineFailed) -> TableState:
    """A round that can be completed is; a new one waits for the machine."""
    return replace(state, care=replace(state.care, machine_down=not event.completable))


@part.decides(RestoreMachine, rank="dealing")
def restore_machine(state: TableState, command: RestoreMachine, ctx: Context) -> Decision:
    """Only a machine that failed."""
    cite = (ctx.clauses.machine_fault,)
    if not state.care.machine_down:
        return Refusal(Reason.NO_CAUSE, cite)
    return (MachineRestored(under=cite),)


@part.evolves(MachineRestored)
def machine_restored(state: TableState, event: MachineRestored) -> TableState:
    """Dealing may go on."""
    return replace(state, care=replace(state.care, machine_down=False))


@part.decides(ReportWrongCards, rank="dealing")
def report_wrong_cards(state: TableState, command: ReportWrongCards, ctx: Context) -> Decision:
    """The round of discovery is void, even where part of it has been paid; rounds settled before stand."""
    clauses = ctx.clauses
    if not state.is_open or state.care.step is Step.CHECK:
        return Refusal(Reason.NOT_NOW, (clauses.wrong_cards_withdrawn,), {"stage": state.stage.value})
    if state.stage is Stage.SETTLED:
        return Refusal(Reason.NOT_NOW, (clauses.late_error, clauses.wrong_cards_stand), {"next": "collect the cards"})
    if not command.what.strip():
        return Refusal(Reason.NO_CAUSE, (clauses.wrong_cards_withdrawn,), {"what": "say what is wrong"})
    found = WrongCardsFound(what=command.what, under=(clauses.wrong_cards_stand, clauses.wrong_cards_withdrawn))
    if state.wagers or state.in_play:
        return (*voided(state, command.what, (clauses.wrong_cards_void,), clauses), found)
    return (found,)


@part.evolves(WrongCardsFound)
def wrong_cards_found(state: TableState, event: WrongCardsFound) -> TableState:
    """New cards must be brought and checked."""
    care = Care(step=Step.CHECK, cause=ShuffleCause.RENEWED, pre_shuffled=state.care.pre_shuffled)
    return replace(state, care=care, shoe=state.shoe.reshuffled())


@part.decides(ReportLateError, rank="dealing")
def report_late_error(state: TableState, command: ReportLateError, ctx: Context) -> Decision:
    """On record for the round last settled, without effect on it or any other."""
    cite = (ctx.clauses.late_error,)
    settled = state.round if state.stage in (Stage.CLOSED, Stage.BETTING, Stage.SETTLED) else state.round - 1
    if settled < 1:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return (LateErrorRecorded(what=command.what, round=settled, under=cite),)


@part.evolves(LateErrorRecorded)
def late_error_recorded(state: TableState, event: LateErrorRecorded) -> TableState:
    """Nothing changes."""
    return state
