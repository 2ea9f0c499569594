"""Errors of the deal (TCP 11.1 to 11.8, 11.12, 11.19, 11.20): much turns on the call to play or fold."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.misdeal import RetractionOffered, misdeal, void_and_offer
from croupier.games.three_card_poker.state import DEALER, HAND, State
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.hands import one_exposed
from croupier.table.one_deck import (
    FULL_DECK,
    CardExposed,
    CountDeck,
    CountOrdered,
    DeckCounted,
    ShufflerFailed,
)
from croupier.table.state import Stage

part = Part()


class ReportExposedCard(Command, frozen=True, kw_only=True):
    """A card showed its face while it was dealt: to an area, to the dealer (0) or as a Jackpot Card (-1)."""

    place: int
    card: Card | None = None


class ReportWrongNumber(Command, frozen=True, kw_only=True):
    """An area with a wager (or the dealer, 0) has no cards or a wrong number of them."""

    place: int
    found: int


class DeclareMisdeal(Command, frozen=True, kw_only=True):
    """Declare the round a misdeal for the error that was reported."""


class RuleOnOrder(Command, frozen=True, kw_only=True):
    """Rule whether the correct order of the dealer's cards can be determined."""

    known: bool


class ReportUnstakedArea(Command, frozen=True, kw_only=True):
    """Cards were dealt to an area without an Ante or Pair Plus wager."""

    area: int


class ReportWrongDeck(Command, frozen=True, kw_only=True):
    """The deck in use does not have fifty-two cards."""

    cards: int


class ReportShufflerFault(Command, frozen=True, kw_only=True):
    """The shuffling shoe jammed or stopped, or it could not verify the number of cards."""

    unverified: bool = False


class WrongNumberReported(Event, frozen=True, kw_only=True):
    """A wrong number of cards lies somewhere; the floor has been told."""

    place: int
    found: int
    late: bool


class OrderRuled(Event, frozen=True, kw_only=True):
    """The correct order of the dealer's cards is known, and the game goes on."""


class UnstakedCardsBurned(Event, frozen=True, kw_only=True):
    """Cards dealt to an area without a wager are burned."""

    area: int


def _dealing_or_before_call(state: State) -> bool:
    return state.in_play and not state.called


@part.decides(ReportExposedCard, rank="one_exposed")
def report_exposed_card(state: State, command: ReportExposedCard, ctx: Context) -> Decision:
    """One is turned over again; a second, or one of the dealer's, makes a misdeal."""
    clauses: ThreeCardClauses = ctx.clauses
    cite: Clauses = (clauses.one_exposed,)
    if not _dealing_or_before_call(state) or not state.hand(command.place).hidden:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    shown = one_exposed(state, command.place, command.card, ctx, cite)
    if isinstance(shown, Refusal):
        return shown
    before = sum(len(hand.exposed) for hand in state.hands.values())
    if command.place == DEALER:
        exposed = CardExposed(place=DEALER, card=shown, under=(clauses.dealer_exposed,))
        return (exposed, *misdeal(state, "a card of the dealer's was exposed", (clauses.dealer_exposed,), ctx))
    exposed = CardExposed(place=command.place, card=shown, under=(clauses.two_exposed if before else cite[0],))
    if before:
        return (exposed, *misdeal(state, "two cards were exposed", (clauses.two_exposed,), ctx))
    return (exposed,)


@part.decides(ReportWrongNumber, rank="dealing")
def report_wrong_number(state: State, command: ReportWrongNumber, ctx: Context) -> Decision:
    """Before the call it is a misdeal; after it the cards are counted, or their order ruled on."""
    clauses: ThreeCardClauses = ctx.clauses
    early: Clauses = (clauses.early_number_error,)
    if not state.in_play or state.stage not in (Stage.DEALING, Stage.DECIDING) or state.wrong:
        return Refusal(Reason.NOT_NOW, early, {"stage": state.stage.value})
    places = {DEALER, *(each.area for each in state.wagers if each.area in state.staked)}
    if command.place not in places or command.found == HAND or command.found < 0:
        return Refusal(Reason.NO_CAUSE, early, {"place": command.place, "found": command.found})
    refusal = state.obstacle(clauses)
    if refusal is not None:
        return refusal
    late = state.called
    clause = early[0] if not late else clauses.late_dealer_error if command.place == DEALER else clauses.late_area_error
    return (WrongNumberReported(place=command.place, found=command.found, late=late, under=(clause,)),)


@part.evolves(WrongNumberReported)
def wrong_number_reported(state: State, event: WrongNumberReported) -> State:
    """The round stands still until the floor has ruled."""
    if not event.late:
        return replace(state, wrong="number")
    if event.place == DEALER:
        return replace(state, ordering=True)
    return replace(state, counting="number", wrong_area=event.place)


@part.decides(DeclareMisdeal, rank="early_number_error")
def declare_misdeal(state: State, command: DeclareMisdeal, ctx: Context) -> Decision:
    """For an error reported before the call."""
    cite: Clauses = (ctx.clauses.early_number_error,)
    if not state.wrong:
        return Refusal(Reason.NO_CAUSE, cite, {"reported": "nothing"})
    return misdeal(state, "a wrong number of cards", cite, ctx)


@part.decides(CountDeck, rank="dealing")
def count_deck(state: State, command: CountDeck, ctx: Context) -> Decision:
    """What the count comes to decides the round."""
    clauses: ThreeCardClauses = ctx.clauses
    right = command.cards == FULL_DECK
    lacking = ctx.lacks_rank(clauses.late_area_error) if state.counting == "number" else None
    if lacking is not None:
        return lacking
    if not state.counting or not 0 <= command.cards <= 2 * FULL_DECK:
        return Refusal(Reason.NOT_NOW, (clauses.count_ordered,), {"cards": command.cards})
    under: Clauses = (clauses.count_ordered,)
    if state.counting == "number":
        under = (clauses.late_count_right if right else clauses.late_count_wrong,)
    elif state.counting == "unverified":
        under = (clauses.shuffler_count,)
    counted = DeckCounted(cards=command.cards, under=under)
    if right:
        if state.counting != "number":
            return (counted,)
        why = "no right number of cards"
        return (counted, *void_and_offer(state, (state.wrong_area,), ctx, why=why, under=under, offer=under))
    if state.stage is Stage.BETTING:
        return (counted,)
    causes = {"number": clauses.late_count_wrong, "unverified": clauses.shuffler_count}
    cause = causes.get(state.counting, clauses.deck_not_52)
    return (*misdeal(state, "the deck is not right", (cause,), ctx), counted)


@part.decides(RuleOnOrder, rank="order_known")
def rule_on_order(state: State, command: RuleOnOrder, ctx: Context) -> Decision:
    """The game goes on, or it is a misdeal."""
    clauses: ThreeCardClauses = ctx.clauses
    if not state.ordering:
        return Refusal(Reason.NO_CAUSE, (clauses.late_dealer_error,), {"reported": "nothing"})
    if command.known:
        return (OrderRuled(under=(clauses.order_known,)),)
    return misdeal(state, "the order of the dealer's cards is not known", (clauses.order_unknown,), ctx)


@part.evolves(OrderRuled)
def order_ruled(state: State, event: OrderRuled) -> State:
    """As if nothing had happened."""
    return replace(state, ordering=False)


@part.decides(ReportUnstakedArea, rank="early_unstaked")
def report_unstaked_area(state: State, command: ReportUnstakedArea, ctx: Context) -> Decision:
    """Before the call a misdeal; after it the cards are burned and the players asked."""
    clauses: ThreeCardClauses = ctx.clauses
    clause = clauses.late_unstaked if state.called else clauses.early_unstaked
    if not state.in_play or state.stage not in (Stage.DEALING, Stage.DECIDING):
        return Refusal(Reason.NOT_NOW, (clause,), {"stage": state.stage.value})
    if not 1 <= command.area <= state.seats or command.area in (*state.staked, *state.burned):
        return Refusal(Reason.NO_CAUSE, (clause,), {"area": command.area})
    refusal = state.obstacle(clauses)
    if refusal is not None:
        return refusal
    if not state.called:
        return misdeal(state, "cards were dealt where no wager was", (clause,), ctx)
    players = tuple(dict.fromkeys(each.player for each in state.wagers if not each.settled))
    burned = UnstakedCardsBurned(area=command.area, under=(clause,))
    return (burned, RetractionOffered(players=players, under=(clause,))) if players else (burned,)


@part.evolves(UnstakedCardsBurned)
def unstaked_cards_burned(state: State, event: UnstakedCardsBurned) -> State:
    """Three cards fewer in the deck."""
    shoe = state.shoe.out_unseen(HAND).discarded(HAND)
    return replace(state, shoe=shoe, burned=(*state.burned, event.area))


@part.decides(ReportWrongDeck, rank="dealing")
def report_wrong_deck(state: State, command: ReportWrongDeck, ctx: Context) -> Decision:
    """The round is void."""
    cite: Clauses = (ctx.clauses.deck_not_52,)
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.cards == FULL_DECK or command.cards < 0:
        return Refusal(Reason.NO_CAUSE, cite, {"cards": command.cards})
    return (*misdeal(state, "not fifty-two cards", cite, ctx), DeckCounted(cards=command.cards, under=cite))


@part.decides(ReportShufflerFault, rank="shuffler_jam")
def report_shuffler_fault(state: State, command: ReportShufflerFault, ctx: Context) -> Decision:
    """A jam is shuffled out; a deck that cannot be verified is counted."""
    clauses: ThreeCardClauses = ctx.clauses
    cite: Clauses = (clauses.shuffler_count if command.unverified else clauses.shuffler_jam,)
    if state.shoe.device is not Device.SHUFFLER:
        return Refusal(Reason.WRONG_DEVICE, cite)
    if not state.is_open or state.counting or state.stage not in (Stage.BETTING, Stage.NO_MORE_BETS, Stage.DEALING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.unverified:
        return (CountOrdered(why="unverified", under=cite),)
    return (ShufflerFailed(under=cite),)
