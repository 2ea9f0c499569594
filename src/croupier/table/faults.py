"""What can go wrong with the cards themselves, in a shoe or a machine, and what the rules make of it.

An irregularity is always reported by name, never guessed from an act out of order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.cards.quick import quick
from croupier.table.care import brought_new, to_shuffle
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Secret, Who
from croupier.table.engine import card_out
from croupier.table.examples import card_to_enter, only
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.rounds import RoundClosed
from croupier.table.rules import BankedContext, TableClauses, entitlement
from croupier.table.state import BankedTable, Burn, Care, ShuffleCause, Stage, Step
from croupier.table.voiding import voided
from croupier.table.words import because, counted


@dataclass(frozen=True, kw_only=True)
class FaultClauses(TableClauses):
    """What a book says of a shoe or machine of many decks that goes wrong."""

    shuffle: str
    machine_shuffles: Clauses
    refund: str
    over_maximum: str
    spoken: str = ""
    cutting_card_first: str
    cutting_card_later: str
    no_cutting_card: str
    missed_burn: str
    face_up_card: str
    excess_card: str
    missed_shuffle: str | None
    """In a book that knows it."""
    shoe_empty: str
    machine_fault: str
    came_together: str | None = None
    """In a book by which a round is void whenever cards came together, whatever their order decides."""
    settled_stands: bool = True
    """Whether a round of which everything is settled stands, though its cards have not been taken up."""
    wrong_cards_stand: str
    wrong_cards_void: str
    wrong_cards_withdrawn: str
    late_error: str
    late_from_next_round: bool = False
    """Whether what the book says of late errors is said of those found once another round has begun."""


part = Part("faults", FaultClauses)


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


@quick
class MachineFault(StrEnum):
    """What a machine can do wrong."""

    MALFUNCTION = "malfunction"
    TOGETHER = "cards came together in an order no one can tell"


TOGETHER, MOST_TOGETHER = 2, 4
"""How many cards come together: two, or some more."""


class ReportMachineFault(Command, frozen=True, kw_only=True):
    """The shuffling machine failed; can this round still be completed?"""

    fault: Annotated[MachineFault, Asks("What it did", "choice")]
    completable: Annotated[
        bool, Asks("The round", words={False: "cannot be completed", True: "can be completed"}, always=False)
    ] = False
    cards: Annotated[int, Asks("Cards that came together, if any did", "count", low=TOGETHER, high=MOST_TOGETHER)] = (
        TOGETHER
    )


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
    whose: str | None = None
    """Who plays that area."""


class BurnMissed(Event, frozen=True, kw_only=True):
    """The burn was forgotten; what was played stands and play goes on."""

    burn_wanted: bool = False
    """Whether someone asked to see it, and will when it is made after all."""


class FaceUpCardDiscarded(Event, frozen=True, kw_only=True):
    """A card found face up went to the discards."""

    card: Card


class ExcessCardHeld(Event, frozen=True, kw_only=True):
    """A surplus card is held face down, to be the next card out."""

    card: Card | None


class ShuffleMissed(Event, frozen=True, kw_only=True):
    """A due shuffle was missed; it follows straight after this round."""

    burn_wanted: bool = False
    """Whether someone has asked to see the card that will be burned then."""


class DiscardsShuffled(Event, frozen=True, kw_only=True):
    """Everything in the discard holder was mixed to complete the round."""

    cards: int
    owed: ShuffleCause | None = None
    """Why another shuffle is still owed when the round is over."""
    burn_wanted: bool = False
    """Whether someone has asked to see the card that will be burned then."""


class MachineFailed(Event, frozen=True, kw_only=True):
    """The machine failed."""

    fault: MachineFault
    completable: bool
    down: bool | None = None
    """Whether nothing is dealt until it works again; if not said, when the round could not be completed."""


class MachineRestored(Event, frozen=True, kw_only=True):
    """The machine deals again."""


class WrongCardsFound(Event, frozen=True, kw_only=True):
    """The rest of the shoe is void and its cards are withdrawn; completed rounds stand."""

    what: str
    burn_wanted: bool = False
    """Whether someone has asked to see the card that will be burned."""


class LateErrorRecorded(Event, frozen=True, kw_only=True):
    """An error without effect is on record."""

    what: str
    round: int


@part.command(
    ShowCuttingCard,
    under="dealing",
    label="The cutting card came out",
    words="cut card shuffle last",
    says="Show the cutting card",
    next="The cutting card comes out",
    desk=Desk.IRREGULARITIES,
    pace=Pace.CARD,
)
def show_cutting_card(state: BankedTable, command: ShowCuttingCard, ctx: BankedContext[FaultClauses]) -> Decision:
    """First in a round it stops the deal for a shuffle; later the round is finished first."""
    clauses, shoe = ctx.clauses, state.shoe
    if shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, (clauses.no_cutting_card,))
    if shoe.behind_cut is None or state.care.step is not Step.READY or not state.is_open:
        return Refusal(Reason.NOT_NOW, (clauses.cutting_card_later,), {"next": state.care.step.value})
    if not state.is_real and not shoe.cutting_card_next:
        return Refusal(
            Reason.NOT_NOW, (clauses.cutting_card_later,), {"cards before it": shoe.inside - shoe.behind_cut}
        )
    first, due = not state.in_play, ctx.rules.spot_due(state)
    clause = clauses.cutting_card_first if first else clauses.cutting_card_later
    area = due.area if due else None
    return (CuttingCardShown(area=area, first=first, whose=_whose(state, area), under=(clause, "ruling 8")),)


def _whose(state: BankedTable, area: int | None) -> str | None:
    """Who plays an area: whoever sits there, or of those who wager on it the one with the best claim."""
    if area is None:
        return None
    seated = state.seated(area)
    there = [state.people[each.player] for each in state.wagers if each.area == area]
    found = seated or min(there, key=lambda person: entitlement(state, area, person), default=None)
    return None if found is None else found.id


@part.event(
    CuttingCardShown,
    audience=EVERYONE,
    says=lambda e, who: (
        "The cutting card comes out " + ("as the first card of the round." if e.first else "during the round.")
    ),
    aloud=True,
)
def cutting_card_shown(state: BankedTable, event: CuttingCardShown) -> BankedTable:
    """Shuffle now, or remember to."""
    state = replace(state, shoe=state.shoe.without_cutting_card(), care=_came_to(state.care, event))
    if event.first:
        return replace(state, care=to_shuffle(state, ShuffleCause.CUTTING_CARD_FIRST))
    return replace(state, care=replace(state.care, shuffle_after=ShuffleCause.CUTTING_CARD_LATER))


def _came_to(care: Care, event: CuttingCardShown) -> Care:
    return replace(care, cut_area=event.area, cut_player=event.whose)


@part.command(
    ReportMissedBurn,
    under="missed_burn",
    label="No card was burned",
    words="forgotten forgot",
    says="Report a missed burn",
    desk=Desk.IRREGULARITIES,
)
def report_missed_burn(state: BankedTable, command: ReportMissedBurn, ctx: BankedContext[FaultClauses]) -> Decision:
    """Earlier rounds of the shoe stand and play goes on."""
    cite = (ctx.clauses.missed_burn,)
    if state.care.burn is Burn.MISSED:
        return Refusal(Reason.ALREADY, cite)
    past = state.care.step in _BURN_IS_PAST or (state.care.step is Step.SHUFFLE and state.in_play)
    if state.care.burn is Burn.NOT_DUE or not past:
        why: Clauses = ctx.clauses.machine_shuffles if state.shoe.device is Device.MACHINE else (ctx.clauses.shuffle,)
        facts = {"next": state.care.step.value, "burn card": state.care.burn.value}
        return Refusal(Reason.NOT_NOW, (*cite, *why), facts)
    if state.care.burn is Burn.SHOWN:
        return Refusal(Reason.NO_CAUSE, cite, {"burn card": Burn.SHOWN.value})
    return (BurnMissed(burn_wanted=state.care.burn_wanted, under=cite),)


_BURN_IS_PAST = (Step.BURN, Step.SHOW_BURN, Step.READY)
"""When a burn may turn out to have been missed."""


@part.event(BurnMissed, audience=EVERYONE, says="No card was burned; play goes on.")
def burn_missed(state: BankedTable, event: BurnMissed) -> BankedTable:
    """If a burn had been entered it never happened: that card is still in the shoe."""
    shoe = state.shoe
    if state.care.burn is Burn.BURNED:
        shoe = replace(shoe, inside=shoe.inside + 1, discards=max(0, shoe.discards - 1))
    step = state.care.step if state.care.step is Step.SHUFFLE else Step.READY
    care = replace(state.care, step=step, burn=Burn.MISSED, burn_wanted=event.burn_wanted)
    return replace(state, care=care, shoe=shoe)


def _loaded(state: BankedTable) -> bool:
    """Whether cards can come out: of a machine, or of a shoe from when it is loaded."""
    return state.is_open and state.care.step in _BURN_IS_PAST


def _unloaded(state: BankedTable, ctx: BankedContext[FaultClauses]) -> Clauses:
    """Why no card can come out, where that is for the cards being made ready."""
    return () if _loaded(state) else (ctx.clauses.shuffle if state.is_open else ctx.clauses.card_check,)


@part.command(
    ReportFaceUpCard,
    under="face_up_card",
    label="A card lay face up in the shoe",
    words="turned boxed wrong way",
    says="Report a card face up in the shoe",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: (ReportFaceUpCard(card=card_to_enter(state)),),
)
def report_face_up_card(state: BankedTable, command: ReportFaceUpCard, ctx: BankedContext[FaultClauses]) -> Decision:
    """It is out of play until the next shuffle."""
    cite = (ctx.clauses.face_up_card,)
    if not _loaded(state) or not state.shoe.inside:
        return Refusal(Reason.NOT_NOW, (*cite, *_unloaded(state, ctx)), {"next": state.care.step.value})
    card = card_out(ctx, state.shoe.unseen, command.card, state.is_real, cite)
    return card if isinstance(card, Refusal) else (FaceUpCardDiscarded(card=card, under=cite),)


@part.event(
    FaceUpCardDiscarded, audience=EVERYONE, says=lambda e, who: f"{e.card} was face up in the shoe and is discarded."
)
def face_up_card_discarded(state: BankedTable, event: FaceUpCardDiscarded) -> BankedTable:
    """One card fewer to come, but from a machine, which takes its discards back."""
    if state.shoe.device is Device.MACHINE:
        return state
    return replace(state, shoe=state.shoe.dealt(event.card).discarded(1))


@part.command(
    ReportExcessCard,
    under="excess_card",
    label="One card too many came out",
    words="extra two came out misdeal",
    says="Report a card too many",
    desk=Desk.IRREGULARITIES,
)
def report_excess_card(state: BankedTable, command: ReportExcessCard, ctx: BankedContext[FaultClauses]) -> Decision:
    """The card stays hidden, even if someone saw it, and is the next one used."""
    cite = (ctx.clauses.excess_card,)
    if not _loaded(state) or not state.shoe.inside or state.cutting_card_first:
        facts: dict[str, str | int] = {"next": state.care.step.value, "cards left": state.shoe.inside}
        return Refusal(Reason.NOT_NOW, (*cite, *_unloaded(state, ctx)), facts)
    if command.card is not None:
        if not state.is_real:
            return Refusal(Reason.CARD_DRAWN, cite)
        if not state.shoe.may_hold(command.card):
            return Refusal(Reason.CARD_NOT_LEFT, cite, {"card": command.card.value})
    return (ExcessCardHeld(card=command.card, under=cite),)


@part.event(
    ExcessCardHeld,
    audience=EVERYONE,
    says="A card too many came out and is held face down as the next card.",
    secret=Secret("card"),
)
def excess_card_held(state: BankedTable, event: ExcessCardHeld) -> BankedTable:
    """Held aside; a card that was seen is no longer among those that may come."""
    shoe = state.shoe.out_unseen()
    if event.card is not None:
        shoe = shoe.shown(event.card)
    return replace(state, shoe=shoe, care=replace(state.care, excess=(*state.care.excess, event.card)))


@part.command(
    ReportMissedShuffle,
    under="missed_shuffle",
    label="The shuffle after the cutting card was missed",
    words="forgotten forgot",
    says="Report a missed shuffle",
    desk=Desk.IRREGULARITIES,
)
def report_missed_shuffle(
    state: BankedTable, command: ReportMissedShuffle, ctx: BankedContext[FaultClauses]
) -> Decision:
    """Only a shuffle that the cutting card called for can be missed like this."""
    cite = (ctx.clauses.missed_shuffle or ctx.clauses.shuffle,)
    causes = (ShuffleCause.CUTTING_CARD_FIRST, ShuffleCause.CUTTING_CARD_LATER, ShuffleCause.MISSED)
    if not state.is_open or state.care.step is not Step.SHUFFLE or state.care.cause not in causes:
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value})
    return (ShuffleMissed(burn_wanted=state.care.burn_wanted, under=cite),)


@part.event(ShuffleMissed, audience=EVERYONE, says="The shuffle was missed; it follows this round.")
def shuffle_missed(state: BankedTable, event: ShuffleMissed) -> BankedTable:
    """The round goes on from the old shoe."""
    kept = state.care
    care = kept.anew(
        step=Step.READY,
        cause=kept.cause,
        cut_area=kept.cut_area,
        cut_player=kept.cut_player,
        shuffle_after=ShuffleCause.MISSED,
        first_round=False,
        burn_wanted=event.burn_wanted,
    )
    return replace(state, care=care)


@part.command(
    ShuffleDiscards,
    under="shoe_empty",
    label="The shoe ran out: shuffle the discards",
    words="empty ran out no cards left",
    says="Shuffle the discards",
    next="The dealer shuffles the discards",
    desk=Desk.IRREGULARITIES,
)
def shuffle_discards(state: BankedTable, command: ShuffleDiscards, ctx: BankedContext[FaultClauses]) -> Decision:
    """Only within a round, and only when the shoe has nothing more to give."""
    cite = (ctx.clauses.shoe_empty,)
    if state.shoe.device is Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, ctx.clauses.machine_shuffles)
    if ctx.rules.spot_due(state) is None or state.care.step is not Step.READY or state.care.excess:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if state.shoe.inside:
        return Refusal(Reason.NOT_NOW, cite, {"cards left": state.shoe.inside})
    cards = state.shoe.size - len(state.cards_on_table()) - state.face_down()
    owed = state.care.shuffle_after
    under: Clauses = (*cite, ctx.clauses.shuffle)
    if owed is not None:
        under = (*under, "ruling 8")
    return (DiscardsShuffled(cards=cards, owed=owed, burn_wanted=state.care.burn_wanted, under=under),)


@part.event(
    DiscardsShuffled,
    audience=EVERYONE,
    says=lambda e, who: f"The shoe is empty: {counted(e.cards, 'card')} shuffled to finish the round.",
)
def discards_shuffled(state: BankedTable, event: DiscardsShuffled) -> BankedTable:
    """Cut and loaded next; no card is burned, for the round only goes on."""
    kept = state.care
    care = kept.anew(
        step=Step.CUT,
        cause=ShuffleCause.SHOE_EMPTY,
        cut_area=kept.cut_area,
        cut_player=kept.cut_player,
        shuffle_after=event.owed,
        first_round=False,
        burn_wanted=event.burn_wanted,
        excess=(),
    )
    return replace(state, care=care, shoe=state.shoe.reshuffled(state.cards_on_table(), state.face_down()))


@part.command(
    ReportMachineFault,
    under="dealing",
    label="The machine failed",
    words="broken jam stuck malfunction shuffler",
    says=lambda c, who: (
        "Report a machine failure" if c.fault is MachineFault.MALFUNCTION else "Report cards that came together"
    ),
    desk=Desk.IRREGULARITIES,
    examples=only(
        *(
            ReportMachineFault(fault=fault, completable=completable)
            for fault in MachineFault
            for completable in (False, True)
        )
    ),
)
def report_machine_fault(state: BankedTable, command: ReportMachineFault, ctx: BankedContext[FaultClauses]) -> Decision:
    """The round is void only if it cannot be completed."""
    cite: Clauses = (ctx.clauses.machine_fault,)
    if state.shoe.device is not Device.MACHINE:
        return Refusal(Reason.WRONG_DEVICE, cite)
    if not state.is_open:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.fault is MachineFault.TOGETHER:
        return _came_together(state, command, ctx)
    if state.care.machine_down:
        return Refusal(Reason.NOT_NOW, cite, {"machine": "down"})
    if command.completable:
        return (MachineFailed(fault=command.fault, completable=True, under=cite),)
    dealing = state.stage is Stage.NO_MORE_BETS or (state.in_play and not state.dealt_out)
    failed = MachineFailed(fault=command.fault, completable=not dealing, down=True, under=cite)
    return (failed, *voided(state, command.fault.value, cite, ctx)) if dealing else (failed,)


def _came_together(state: BankedTable, command: ReportMachineFault, ctx: BankedContext[FaultClauses]) -> Decision:
    """Of the last cards on the layout the rules say whether their order decides anything; of others the house does."""
    clause = ctx.clauses.came_together
    cite: Clauses = (clause or ctx.clauses.machine_fault,)
    if state.stage is Stage.SETTLED and ctx.clauses.settled_stands:
        return Refusal(Reason.NOT_NOW, (*cite, ctx.clauses.late_error), {"stage": state.stage.value})
    if not TOGETHER <= command.cards <= MOST_TOGETHER:
        return Refusal(Reason.CARDS_DIFFER, cite, {"cards": command.cards, "most": MOST_TOGETHER})
    matters = ctx.rules.order_matters(state, command.cards) if state.in_play and not clause else None
    if matters is not None:
        cite = (*cite, "ruling 16")
    if clause and state.in_play:
        matters = True
    if matters and command.completable:
        return Refusal(Reason.NO_CAUSE, cite, {"order": "decides a result"})
    dealing = state.stage is Stage.NO_MORE_BETS or state.in_play
    void = dealing and (not command.completable if matters is None else matters)
    down = state.care.machine_down or (not command.completable if matters is None else matters)
    failed = MachineFailed(fault=command.fault, completable=not void, down=down, under=cite)
    return (failed, *voided(state, command.fault.value, cite, ctx)) if void else (failed,)


def _machine_failed(event: MachineFailed, who: Who) -> str:
    what = "The machine failed" if event.fault is MachineFault.MALFUNCTION else "Cards came out together"
    if not event.completable:
        return f"{what}; the round cannot be completed, and nothing is dealt until the machine works."
    return f"{what}; nothing is dealt until it works." if event.down else f"{what}; the round can still be completed."


@part.event(MachineFailed, audience=EVERYONE, says=_machine_failed, aloud=True)
def machine_failed(state: BankedTable, event: MachineFailed) -> BankedTable:
    """A round that can be completed is; a new one waits for the machine."""
    down = not event.completable if event.down is None else event.down
    return replace(state, care=replace(state.care, machine_down=down))


@part.command(
    RestoreMachine,
    under="dealing",
    label="The machine works again",
    words="repaired fixed",
    next="The shuffling machine is out of order",
    desk=Desk.IRREGULARITIES,
    wanted=lambda state, rules: [rules.act(RestoreMachine(), rules.clauses.dealing)] if state.care.machine_down else (),
)
def restore_machine(state: BankedTable, command: RestoreMachine, ctx: BankedContext[FaultClauses]) -> Decision:
    """Only a machine that failed."""
    cite = (ctx.clauses.machine_fault,)
    if not state.care.machine_down:
        return Refusal(Reason.NO_CAUSE, cite)
    return (MachineRestored(under=cite),)


@part.event(MachineRestored, audience=EVERYONE, says="The machine works again.")
def machine_restored(state: BankedTable, event: MachineRestored) -> BankedTable:
    """Dealing may go on."""
    return replace(state, care=replace(state.care, machine_down=False))


@part.command(
    ReportWrongCards,
    under="dealing",
    label="The decks are not the right cards",
    words="foreign deck colour marked duplicate",
    says="Report wrong cards",
    desk=Desk.IRREGULARITIES,
    examples=only(ReportWrongCards(what=TO_FILL_IN)),
)
def report_wrong_cards(state: BankedTable, command: ReportWrongCards, ctx: BankedContext[FaultClauses]) -> Decision:
    """The round of discovery is void, even where part of it has been paid; a round wholly settled stands."""
    clauses = ctx.clauses
    if not state.is_open or state.care.step is Step.CHECK:
        return Refusal(Reason.NOT_NOW, (clauses.wrong_cards_withdrawn,), {"stage": state.stage.value})
    under = (clauses.wrong_cards_stand, clauses.wrong_cards_withdrawn)
    found = WrongCardsFound(what=command.what, burn_wanted=state.care.burn_wanted, under=under)
    if state.stage is Stage.SETTLED and clauses.settled_stands:
        cards = len(state.cards_on_table()) + state.face_down()
        stands: Clauses = (clauses.late_error, clauses.wrong_cards_stand)
        return (RoundClosed(round=state.round, cards=cards, under=stands), found)
    if state.wagers or state.in_play:
        return (*voided(state, command.what, (clauses.wrong_cards_void,), ctx), found)
    return (found,)


@part.event(
    WrongCardsFound,
    audience=EVERYONE,
    says=lambda e, who: f"The decks are not right and leave the table{because(e.what)}.",
)
def wrong_cards_found(state: BankedTable, event: WrongCardsFound) -> BankedTable:
    """New cards must be brought and checked."""
    return replace(state, care=brought_new(state, event.burn_wanted), shoe=state.shoe.reshuffled())


@part.command(
    ReportLateError,
    under="dealing",
    label="An error found after settlement",
    words="wrong paid mistake payout afterwards overpaid underpaid",
    says="Record an error found after settlement",
    desk=Desk.IRREGULARITIES,
    examples=only(ReportLateError(what=TO_FILL_IN)),
)
def report_late_error(state: BankedTable, command: ReportLateError, ctx: BankedContext[FaultClauses]) -> Decision:
    """On record for the round last settled, without effect on it or any other."""
    cite = (ctx.clauses.late_error,)
    settled = state.round if state.stage in (Stage.CLOSED, Stage.BETTING, Stage.SETTLED) else state.round - 1
    if settled < 1:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    begun = state.stage not in (Stage.CLOSED, Stage.BETTING, Stage.SETTLED) or (state.wagers and not state.in_play)
    under = cite if begun or not ctx.clauses.late_from_next_round else ("ruling 69",)
    return (LateErrorRecorded(what=command.what, round=settled, under=under),)


@part.event(
    LateErrorRecorded,
    says=lambda e, who: f"An error in round {e.round} came to light too late to matter{because(e.what)}.",
)
def late_error_recorded(state: BankedTable, event: LateErrorRecorded) -> BankedTable:
    """Nothing changes."""
    return state
