"""Errors of the deal (TCP 11.1 to 11.8, 11.12, 11.19, 11.20): much turns on the call to play or fold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.misdeal import misdeal, remaining_void, retraction_offer, void_and_offer
from croupier.games.three_card_poker.state import COUNT_OF_A_ROUND, DEALER, HAND, JACKPOT, State
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part
from croupier.table.examples import card_to_enter, only
from croupier.table.faces import one_exposed
from croupier.table.fields import Asks
from croupier.table.hands import Spot
from croupier.table.one_deck import (
    FULL_DECK,
    CardExposed,
    CountDeck,
    CountOrdered,
    DeckCounted,
    ShufflerFailed,
)
from croupier.table.rules import BankedContext
from croupier.table.state import Stage, Step
from croupier.table.words import count, counted
from croupier.table.words import place as place_word

part = Part("three-card-poker", ThreeCardClauses)


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

    known: Annotated[bool, Asks("The right order", words={True: "can be determined", False: "cannot be determined"})]


class ReportUnstakedArea(Command, frozen=True, kw_only=True):
    """Cards were dealt to an area without an Ante or Pair Plus wager."""

    area: int


class ReportWrongDeck(Command, frozen=True, kw_only=True):
    """The deck in use does not have fifty-two cards."""

    cards: Annotated[int, Asks("Cards found", "count", low=0)]


class ReportShufflerFault(Command, frozen=True, kw_only=True):
    """The shuffling shoe jammed or stopped, or it could not verify the number of cards."""

    unverified: Annotated[
        bool,
        Asks(
            "What it did",
            words={
                False: "It jammed, stopped or left its cycle unfinished",
                True: "It could not confirm the number of cards",
            },
        ),
    ] = False


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


def _may_be_exposed(state: State, place: int) -> bool:
    """While it is dealt any card, later only one of the dealer's hand before that is turned up."""
    return state.in_play and (not state.called or place == DEALER) and state.hand(place).hidden > 0


def _cards_exposed(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    card = card_to_enter(state)
    for place in (*state.staked, DEALER, JACKPOT):
        if _may_be_exposed(state, place):
            yield ReportExposedCard(place=place, card=card)


@part.command(
    ReportExposedCard,
    under="one_exposed",
    label="A card was exposed in the deal",
    words="flashed seen face up turned misdeal",
    says=lambda c, who: f"Report an exposed card of {place_word(c.place)}",
    desk=Desk.IRREGULARITIES,
    examples=_cards_exposed,
)
def report_exposed_card(state: State, command: ReportExposedCard, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """One is turned over again; a second, or one of the dealer's, makes a misdeal."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.one_exposed,)
    if not _may_be_exposed(state, command.place):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    shown = one_exposed(state, Spot(command.place), command.card, ctx, cite)
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


def _wrong_numbers(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    if state.in_play:
        for place in (*state.staked, DEALER):
            yield ReportWrongNumber(place=place, found=HAND - 1)


@part.command(
    ReportWrongNumber,
    under="dealing",
    label="A hand has a wrong number of cards",
    words="two four too many few missing misdeal",
    says=lambda c, who: f"Report {count(c.found, 'card')} at {place_word(c.place)}",
    desk=Desk.IRREGULARITIES,
    examples=_wrong_numbers,
)
def report_wrong_number(state: State, command: ReportWrongNumber, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Before the call it is a misdeal; after it, until the round closes, a count or a ruling on the order decides."""
    clauses = ctx.clauses
    late, dealers = state.called, command.place == DEALER
    clause = clauses.late_dealer_error if dealers else clauses.late_area_error
    cite: Clauses = (clause,) if late else (clauses.early_number_error,)
    if not state.in_play or state.wrong:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    wagers = (*state.wagers, *state.left_behind)
    places = {DEALER, *(each.area for each in wagers if each.area in state.staked)} - set(state.carried)
    if command.place not in places or command.found == HAND or command.found < 0:
        return Refusal(Reason.NO_CAUSE, cite, {"place": command.place, "found": command.found})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    return (
        WrongNumberReported(
            place=command.place, found=command.found, late=late, under=(*cite, *in_settlement(state, clauses))
        ),
    )


def in_settlement(state: State, clauses: ThreeCardClauses) -> Clauses:
    """What lets an error be reported once settlement has begun, when the cards are counted and collected."""
    return (clauses.pay_winners, "ruling 58", "ruling 68") if state.dealt_out else ()


@part.event(
    WrongNumberReported,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{counted(e.found, 'card')} found at {place_word(e.place)} instead of three, "
        f"{'after' if e.late else 'before'} the call to play or fold"
        f"{'; the area manager is told' if e.late and e.place > 0 else ''}."
    ),
)
def wrong_number_reported(state: State, event: WrongNumberReported) -> State:
    """The round stands still until the floor has ruled."""
    if not event.late:
        return replace(state, wrong="number")
    if event.place == DEALER:
        return replace(state, ordering=True)
    return replace(state, counting=COUNT_OF_A_ROUND, wrong_area=event.place)


@part.command(
    DeclareMisdeal,
    under="early_number_error",
    label="Declare a misdeal",
    words="error mistake void wrong deal",
    next="The higher duties dealer declares a misdeal",
    desk=Desk.IRREGULARITIES,
    pace=Pace.RULING,
)
def declare_misdeal(state: State, command: DeclareMisdeal, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """For an error reported before the call."""
    cite: Clauses = (ctx.clauses.early_number_error,)
    if not state.wrong:
        return Refusal(Reason.NO_CAUSE, cite, {"reported": "nothing"})
    return misdeal(state, "a wrong number of cards", cite, ctx)


@part.decides(CountDeck, under="dealing")
def count_deck(state: State, command: CountDeck, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """What the count comes to decides the round."""
    clauses = ctx.clauses
    right = command.cards == FULL_DECK
    lacking = ctx.lacks_rank(clauses.late_area_error) if state.counting == COUNT_OF_A_ROUND else None
    if lacking is not None:
        return lacking
    if not state.counting or not 0 <= command.cards <= 2 * FULL_DECK:
        return Refusal(Reason.NOT_NOW, (clauses.count_ordered,), {"cards": command.cards})
    under: Clauses = (clauses.count_ordered,)
    if state.counting == COUNT_OF_A_ROUND:
        under = (clauses.late_count_right if right else clauses.late_count_wrong,)
    elif state.counting == "unverified":
        under = (clauses.shuffler_count,)
    counted = DeckCounted(cards=command.cards, under=under)
    if right:
        if state.counting != COUNT_OF_A_ROUND:
            return (counted,)
        why = "no right number of cards"
        return (counted, *void_and_offer(state, (state.wrong_area,), ctx, why=why, under=under, offer=under))
    if state.stage in (Stage.BETTING, Stage.CLOSED):
        return (counted,)
    causes: dict[str, Clauses] = {
        COUNT_OF_A_ROUND: (clauses.late_count_wrong,),
        "unverified": (clauses.shuffler_count, "ruling 57"),
    }
    cause = causes.get(state.counting, (clauses.deck_not_52,))
    return (*misdeal(state, "the deck is not right", cause, ctx), counted)


@part.command(
    RuleOnOrder,
    under="order_known",
    label="Rule on the order of the dealer's cards",
    words="decide which dealer",
    says=lambda c, who: "Rule that the order is known" if c.known else "Rule that the order is not known",
    next="The higher duties dealer rules on the order of the dealer's cards",
    desk=Desk.IRREGULARITIES,
    pace=Pace.RULING,
    examples=only(RuleOnOrder(known=True), RuleOnOrder(known=False)),
)
def rule_on_order(state: State, command: RuleOnOrder, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """The game goes on, or it is a misdeal; of cards that became mixed during settlement, for what is not settled."""
    clauses = ctx.clauses
    if not state.ordering:
        return Refusal(Reason.NO_CAUSE, (clauses.late_dealer_error,), {"reported": "nothing"})
    if command.known:
        return (OrderRuled(under=(clauses.order_known,)),)
    why = "the order of the dealer's cards is not known"
    if not state.mixed:
        return misdeal(state, why, (clauses.order_unknown,), ctx)
    under: Clauses = (clauses.order_unknown, clauses.mixed_with_dealer)
    return remaining_void(state, why, under, ctx) if state.checked else misdeal(state, why, under, ctx)


@part.event(OrderRuled, audience=EVERYONE, says="The order of the dealer's cards is known and the game goes on.")
def order_ruled(state: State, event: OrderRuled) -> State:
    """As if nothing had happened."""
    return replace(state, ordering=False, mixed=False)


def _unstaked_areas(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
    if state.in_play:
        for area in range(1, state.seats + 1):
            if area not in state.staked:
                yield ReportUnstakedArea(area=area)


@part.command(
    ReportUnstakedArea,
    under="early_unstaked",
    label="Cards went to an area without a wager",
    words="no bet misdeal extra hand",
    says=lambda c, who: f"Report cards at area {c.area} without a wager",
    desk=Desk.IRREGULARITIES,
    examples=_unstaked_areas,
)
def report_unstaked_area(state: State, command: ReportUnstakedArea, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Before the call a misdeal; after it, until the round closes, the cards are burned and the players asked."""
    clauses = ctx.clauses
    clause = clauses.late_unstaked if state.called else clauses.early_unstaked
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, (clause,), {"stage": state.stage.value})
    if not 1 <= command.area <= state.seats or command.area in (*state.staked, *state.burned):
        return Refusal(Reason.NO_CAUSE, (clause,), {"area": command.area})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if not state.called:
        return misdeal(state, "cards were dealt where no wager was", (clause,), ctx)
    burned = UnstakedCardsBurned(area=command.area, under=(clause, *in_settlement(state, clauses)))
    return (burned, *retraction_offer(state, (clause,)))


@part.event(
    UnstakedCardsBurned,
    audience=EVERYONE,
    says=lambda e, who: f"The cards dealt to area {e.area}, which had no wager, are burned.",
)
def unstaked_cards_burned(state: State, event: UnstakedCardsBurned) -> State:
    """Three cards fewer in the deck."""
    shoe = state.shoe.out_unseen(HAND).discarded(HAND)
    return replace(state, shoe=shoe, burned=(*state.burned, event.area))


@part.command(
    ReportWrongDeck,
    under="dealing",
    label="The deck does not have 52 cards",
    words="missing foreign duplicate lost count",
    says=lambda c, who: f"Report a deck of {count(c.cards, 'card')}",
    desk=Desk.IRREGULARITIES,
    examples=only(ReportWrongDeck(cards=FULL_DECK - 1)),
)
def report_wrong_deck(state: State, command: ReportWrongDeck, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """From the call of no more bets until the round closes: it is void."""
    cite: Clauses = (ctx.clauses.deck_not_52,)
    if not state.in_play and state.stage is not Stage.NO_MORE_BETS:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.cards == FULL_DECK or command.cards < 0:
        return Refusal(Reason.NO_CAUSE, cite, {"cards": command.cards})
    return (*misdeal(state, "not fifty-two cards", cite, ctx), DeckCounted(cards=command.cards, under=cite))


@part.command(
    ReportShufflerFault,
    under="shuffler_jam",
    label="The shuffling shoe failed",
    words="broken jam stuck malfunction machine",
    says=lambda c, who: (
        "Report that the shuffling shoe cannot verify" if c.unverified else "Report the shuffling shoe jammed"
    ),
    desk=Desk.IRREGULARITIES,
    examples=only(ReportShufflerFault(), ReportShufflerFault(unverified=True)),
)
def report_shuffler_fault(state: State, command: ReportShufflerFault, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """At any time: a jam is shuffled out, and a deck that cannot be verified is counted."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.shuffler_count if command.unverified else clauses.shuffler_jam,)
    if state.shoe.device is not Device.SHUFFLER:
        return Refusal(Reason.WRONG_DEVICE, cite)
    if not state.is_open:
        return Refusal(Reason.TABLE_CLOSED, cite)
    if not command.unverified:
        return (ShufflerFailed(checked_first=state.care.step is Step.CHECK, under=(*cite, "ruling 58")),)
    if state.counting:
        return Refusal(Reason.NOT_NOW, cite, {"next": "count the cards"})
    return (CountOrdered(why="unverified", under=cite),)
