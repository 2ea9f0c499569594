"""Deals that went wrong (CP 9.1.1): a misdeal before substantial action, and otherwise what the book says instead."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec.structs import replace

from croupier.cards.quick import quick
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.known import why_untrue
from croupier.games.crown_poker.misdeal import misdealt
from croupier.games.crown_poker.state import Play, State
from croupier.table.care import CardsRenewed, CheckCards, brought_new, check_cards, to_shuffle
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.engine import Context
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.state import ShuffleCause, Step
from croupier.table.words import because

part = Part("crown-poker", PokerClauses)


@quick
class DealFault(StrEnum):
    """What can be wrong with a deal as a whole."""

    CUT_EXPOSED = "a card was exposed in cutting"
    NOT_SHUFFLED = "the cards were not shuffled or cut"
    OUT_OF_ORDER = "the cards were dealt out of order"
    DEALT_OUT = "a player was dealt out"
    EXTRA_HAND = "a hand too many was dealt"
    SEVERAL_EXPOSED = "more than one card was exposed in the deal"


_MENDABLE = (DealFault.OUT_OF_ORDER, DealFault.DEALT_OUT, DealFault.EXTRA_HAND)
_IN_THE_DEAL = (*_MENDABLE, DealFault.SEVERAL_EXPOSED)
_ALWAYS = (DealFault.CUT_EXPOSED, DealFault.SEVERAL_EXPOSED)
"""What spoils a deal at any moment, for the book sets no time (ruling 68)."""


class ReportBadDeal(Command, frozen=True, kw_only=True):
    """Report what was wrong with a deal, and whether it can be put right."""

    fault: Annotated[DealFault, Asks("What was wrong", "choice")]
    mended: Annotated[
        bool, Asks("It", words={False: "cannot be put right", True: "can be put right"}, always=False)
    ] = False


class ReportDefectiveDeck(Command, frozen=True, kw_only=True):
    """Report that the deck is defective: cards too many, too few or twice, a joker, marked cards, other backs."""

    what: str


class DeckShuffledAgain(Event, frozen=True, kw_only=True):
    """The deck is shuffled and cut again before the deal begins."""

    why: str


class DealMended(Event, frozen=True, kw_only=True):
    """An error of the deal has been put right, and the hand goes on."""

    what: str


class HandPlayedOut(Event, frozen=True, kw_only=True):
    """An error came to light too late to change anything: the hand is played out."""

    what: str


class DeckCondemned(Event, frozen=True, kw_only=True):
    """The deck was found defective when no hand hung on it: it is replaced, and what was pushed stands."""

    what: str


def _clause(clauses: PokerClauses, fault: DealFault) -> str:
    return {
        DealFault.CUT_EXPOSED: clauses.cut_exposed,
        DealFault.NOT_SHUFFLED: clauses.not_shuffled,
        DealFault.OUT_OF_ORDER: clauses.out_of_order,
        DealFault.SEVERAL_EXPOSED: clauses.several_exposed,
    }.get(fault, clauses.hand_missing)


def late(play: Play) -> Clauses:
    """What lets a remedy without a time limit come after substantial action, or after the pots."""
    return ("ruling 68",) if play.substantial or play.pots else ()


@part.command(
    ReportBadDeal,
    under=lambda clauses, command: _clause(clauses, command.fault),
    label="The deal went wrong",
    words="misdeal error mistake wrong",
    says=lambda c, who: f"Report: {c.fault.value}",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [
        ReportBadDeal(fault=fault, mended=mended)
        for fault in DealFault
        if state.is_real or state.play is None
        for mended in ((False, True) if fault in _MENDABLE else (False,))
    ],
)
def report_bad_deal(state: State, command: ReportBadDeal, ctx: Context[PokerClauses]) -> Decision:
    """Cards exposed in cutting or dealing spoil a deal at any moment; other errors only before substantial action."""
    clauses, play, fault = ctx.clauses, state.play, command.fault
    cite: Clauses = (_clause(clauses, fault), clauses.misdeal, clauses.misdeal_means)
    if play is None:
        return _before_a_hand(state, fault, cite)
    if not state.in_play and fault in _IN_THE_DEAL:
        return Refusal(Reason.NOT_NOW, cite, {"cards dealt": 0})
    untrue = why_untrue(state, "deal", cite)
    if untrue is not None:
        return untrue
    if fault in _ALWAYS:
        return (misdealt(state, fault.value, (*cite, *late(play))),)
    if play.substantial:
        if fault is DealFault.DEALT_OUT:
            facts = {"report": "0 cards at the seat"}
            return Refusal(Reason.NO_CAUSE, (clauses.wrong_number_found, clauses.substantial), facts)
        return (HandPlayedOut(what=fault.value, under=(cite[0], clauses.substantial)),)
    if command.mended and fault in _MENDABLE:
        return (DealMended(what=fault.value, under=cite[:1]),)
    return (misdealt(state, fault.value, cite),)


def _before_a_hand(state: State, fault: DealFault, cite: Clauses) -> Decision:
    """Between hands only the shuffle and the cut can have gone wrong."""
    cut = state.care.step in (Step.CUT, Step.READY) and state.is_open
    if not cut or fault in _IN_THE_DEAL:
        return Refusal(Reason.NOT_NOW, cite, {"next": state.care.step.value})
    return (DeckShuffledAgain(why=fault.value, under=cite),)


@part.event(
    DeckShuffledAgain,
    audience=EVERYONE,
    says=lambda e, who: f"The deck is shuffled and cut again{because(e.why)}.",
    aloud=True,
)
def deck_shuffled_again(state: State, event: DeckShuffledAgain) -> State:
    """Nothing of the deal had begun."""
    cause = state.care.cause if state.care.cause is ShuffleCause.RENEWED else ShuffleCause.ROUND_OVER
    return replace(state, care=to_shuffle(state, cause))


part.tells(
    DealMended,
    audience=EVERYONE,
    says=lambda e, who: f"The deal is put right and goes on{because(e.what)}.",
    aloud=True,
)
part.tells(
    HandPlayedOut,
    audience=EVERYONE,
    says=lambda e, who: f"The hand is played out{because(e.what)}.",
    aloud=True,
)
part.records(DealMended, HandPlayedOut)


@part.command(
    ReportDefectiveDeck,
    under="defective",
    label="The deck is defective",
    words="missing foreign duplicate marked cards fouled",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: (ReportDefectiveDeck(what=TO_FILL_IN),),
)
def report_defective_deck(state: State, command: ReportDefectiveDeck, ctx: Context[PokerClauses]) -> Decision:
    """Until the pots are pushed the hand is a misdeal; a deck that is defective is replaced in any case."""
    clauses, play = ctx.clauses, state.play
    if not state.is_open or state.care.step is Step.CHECK or state.condemned:
        return Refusal(Reason.NOT_NOW, (clauses.defective,), {"next": state.care.step.value})
    if play is None or play.pots:
        return (DeckCondemned(what=command.what, under=(clauses.defective, clauses.deck_means, clauses.cards_unfit)),)
    return defective(state, command.what, (clauses.defective, clauses.deck_means, clauses.misdeal), clauses)


def defective(state: State, what: str, under: Clauses, clauses: PokerClauses) -> tuple[Event, ...]:
    """The misdeal for a defective deck, and new cards."""
    new = CardsRenewed(why=what, burn_wanted=False, under=(clauses.cards_unfit, clauses.new_cards_prepared))
    return (misdealt(state, what, under), new)


@part.decides(CheckCards, under="card_check", overrides=True)
def check_new_cards(state: State, command: CheckCards, ctx: Context[PokerClauses]) -> Decision:
    """Not before the cards of the hand are taken up."""
    if state.play is not None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.card_check,), {"next": "take the cards up"})
    return check_cards(state, command, ctx)


@part.event(
    DeckCondemned,
    audience=EVERYONE,
    says=lambda e, who: f"The deck is defective and is replaced{because(e.what)}; what was pushed stands.",
    aloud=True,
)
def deck_condemned(state: State, event: DeckCondemned) -> State:
    """New cards are checked before anything is dealt from them; those of a hand are taken up first."""
    if state.play is not None:
        return replace(state, condemned=True)
    return replace(state, care=brought_new(state, burn_wanted=False))
