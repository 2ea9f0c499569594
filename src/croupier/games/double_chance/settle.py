"""Settlement: hands turned up from the dealer's right, declared ones settled; then a sixth card for the others."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card, CardSource
from croupier.games.double_chance.clauses import CLAUSES, DoubleChanceClauses
from croupier.games.double_chance.play import CardsDiscarded, DeclarationFailed, DiscardCards, discarding
from croupier.games.double_chance.state import Choice, State
from croupier.games.double_chance.terms import (
    DECLARED_ODDS,
    HAND_CLAUSE,
    JACKPOT_CLAUSE,
    ODDS_CLAUSE,
    SIXTH_CARD_ODDS,
    Bet,
    Declared,
    declared,
    sixth_card_wins,
)
from croupier.money import Odds
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal, card_out
from croupier.table.endings import lost, moved, over_maximum, won
from croupier.table.hands import faces, revealed
from croupier.table.rounds import with_endings
from croupier.table.state import Settled, Stage, Wager

part = Part()


class TurnUpHand(Command, frozen=True, kw_only=True):
    """Turn up what a player kept, count the discards, and settle the hand if it was declared."""

    area: int
    cards: tuple[Card, ...] = ()


class DealSixthCard(Command, frozen=True, kw_only=True):
    """Give the next remaining hand its sixth card, face down."""


class TurnSixthCard(Command, frozen=True, kw_only=True):
    """Turn up the sixth card of a hand and settle it."""

    area: int
    card: Card | None = None


class HandTurnedUp(Event, frozen=True, kw_only=True):
    """What a player kept is up; `hand` names a hand of rule 11, and is empty for any other."""

    area: int
    cards: tuple[Card, ...]
    hand: str = ""


class DiscardsCounted(Event, frozen=True, kw_only=True):
    """The discards of an area are spread face down, counted and in the rack."""

    area: int
    cards: int


class HandSettled(Event, frozen=True, kw_only=True):
    """Wagers of a hand have ended: losing Jackpot wagers first, winning ones last."""

    area: int
    settled: tuple[Settled, ...]


class DeclaredHandRacked(Event, frozen=True, kw_only=True):
    """The cards of a settled hand that was declared are in the rack."""

    area: int
    cards: tuple[Card, ...]


class SixthCardDealt(Event, frozen=True, kw_only=True):
    """A sixth card lies face down by a hand."""

    area: int


class SixthCardTurned(Event, frozen=True, kw_only=True):
    """The sixth card of a hand is up."""

    area: int
    card: Card


def _under_minimum(state: State, wager: Wager) -> Clauses:
    """What makes a stake count though it is found to be too small."""
    return (CLAUSES.under_minimum, "ruling 2") if wager.cents < state.limits_for(wager).minimum else ()


def declared_wager(state: State, wager: Wager, hand: Declared) -> Settled:
    """How the wager on a declared hand wins, up to any maximum payout."""
    odds = DECLARED_ODDS[hand]
    full = int(odds.pays(wager.at_risk))
    most = state.maximum_payout
    paid = full if most is None else min(full, most)
    capped = (CLAUSES.maximum_payout,) if paid < full else ()
    under = (ODDS_CLAUSE[hand], HAND_CLAUSE[hand], CLAUSES.settle_declared, *capped)
    return won(wager, odds, paid, (*under, *_under_minimum(state, wager), *over_maximum(wager, CLAUSES)))


def jackpot_wager(state: State, wager: Wager, hand: Declared | None) -> Settled:
    """How a Jackpot wager ends on the five cards that were dealt; a hand that was not declared never qualifies."""
    prize = None if hand is None or state.jackpot is None else state.jackpot.schedule.get(hand)
    if hand is None or prize is None:
        return lost(wager, (CLAUSES.jackpot_loses, CLAUSES.jackpot_collected), CLAUSES)
    odds = Odds(prize)
    clauses = (CLAUSES.jackpot_schedule, JACKPOT_CLAUSE[hand], CLAUSES.jackpot_paid, CLAUSES.jackpot_besides)
    return won(wager, odds, int(odds.pays(wager.at_risk)), (*clauses, "ruling 23"))


def sixth_card_wager(state: State, wager: Wager, kept: tuple[Card, ...], sixth: Card) -> Settled:
    """How a wager ends on the sixth card, the ace high."""
    if sixth_card_wins(kept, sixth):
        paid = int(SIXTH_CARD_ODDS.pays(wager.at_risk))
        under = (CLAUSES.sixth_lower, "ruling 20", *_under_minimum(state, wager), *over_maximum(wager, CLAUSES))
        return won(wager, SIXTH_CARD_ODDS, paid, under)
    own_suit = any(card.suit == sixth.suit for card in kept)
    clauses = (CLAUSES.sixth_higher, "ruling 20") if own_suit else (CLAUSES.sixth_other_suit,)
    return lost(wager, (*clauses, *_under_minimum(state, wager)), CLAUSES)


def _endings(state: State, area: int, hand: Declared | None) -> tuple[Settled, ...]:
    """How the wagers of a hand just turned up end, in the order of 8.6; a hand that stays in has no result yet."""
    wager, jackpot = state.wager(area, Bet.WAGER), state.wager(area, Bet.JACKPOT)
    assert wager is not None
    settled = (declared_wager(state, wager, hand),) if hand is not None else ()
    if jackpot is None:
        return settled
    ending = jackpot_wager(state, jackpot, hand)
    return (*settled, ending) if ending.paid else (ending, *settled)


def _settled(area: int, settled: tuple[Settled, ...], under: Clauses) -> tuple[Event, ...]:
    return (HandSettled(area=area, settled=settled, moves=moved(settled), under=under),) if settled else ()


def _discards_away(state: State, area: int, cards: int) -> tuple[Event, ...]:
    """The events once a hand of one to three cards lies face up: its discards counted, its Jackpot wager lost."""
    counted = DiscardsCounted(area=area, cards=cards, under=(CLAUSES.count_discards,))
    return (counted, *_settled(area, _endings(state, area, None), (CLAUSES.jackpot_collected,)))


@part.decides(TurnUpHand, rank="turn_up")
def turn_up_hand(state: State, command: TurnUpHand, ctx: Context) -> Decision:
    """The next hand from the dealer's right, once all players have acted."""
    clauses: DoubleChanceClauses = ctx.clauses
    cite: Clauses = (clauses.turn_up, clauses.from_the_right)
    refusal = state.obstacle(clauses)
    if refusal is not None:
        return refusal
    if state.must_discard:
        return Refusal(Reason.NOT_NOW, (clauses.not_complying,), {"next": "the player discards"})
    if state.stage is not Stage.SETTLING:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "players to act": len(state.choosing())})
    due = state.unturned()[0]
    if command.area != due:
        return Refusal(Reason.NOT_NOW, cite, {"next area": due, "asked": command.area})
    cards = faces(state, due, command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    if state.choices[due] is Choice.DISCARDED:
        up = HandTurnedUp(area=due, cards=cards, under=cite)
        return (up, *_discards_away(state, due, state.discard_line[due].cards))
    hand = declared(cards)
    if hand is None:
        up = HandTurnedUp(area=due, cards=cards, under=(*cite, clauses.complies))
        return (up, DeclarationFailed(area=due, under=(clauses.not_complying, "ruling 21")))
    best: Clauses = (*cite, clauses.best_value, HAND_CLAUSE[hand], "ruling 22")
    named = HandTurnedUp(area=due, cards=cards, hand=hand.value, under=best)
    racked = DeclaredHandRacked(area=due, cards=cards, under=(clauses.rack_declared,))
    return (named, *_settled(due, _endings(state, due, hand), (clauses.settle_declared,)), racked)


@part.evolves(HandTurnedUp)
def hand_turned_up(state: State, event: HandTurnedUp) -> State:
    """Everyone sees what was kept."""
    return revealed(state, event.area, event.cards, up=True).when_acted()


@part.decides(DiscardCards)
def discard_cards(state: State, command: DiscardCards, ctx: Context) -> Decision:
    """Two to four; after a failed declaration they are counted at once, for the dealer is at that hand."""
    decision = discarding(state, command, ctx)
    if isinstance(decision, Refusal) or not state.must_discard:
        return decision
    discarded = decision[-1]
    assert isinstance(discarded, CardsDiscarded)
    return (*decision, *_discards_away(state, discarded.area, discarded.number))


@part.evolves(DiscardsCounted)
def discards_counted(state: State, event: DiscardsCounted) -> State:
    """They are out of play."""
    line = {area: hand for area, hand in state.discard_line.items() if area != event.area}
    return replace(state, discard_line=line, shoe=state.shoe.discarded(event.cards))


@part.evolves(HandSettled)
def hand_settled(state: State, event: HandSettled) -> State:
    """With the last hand the round is settled."""
    return with_endings(state, event.settled, event.moves).when_acted()


@part.evolves(DeclaredHandRacked)
def declared_hand_racked(state: State, event: DeclaredHandRacked) -> State:
    """What it was stays known until the round is over."""
    hands = {area: hand for area, hand in state.hands.items() if area != event.area}
    shown = {**state.declared_hands, event.area: event.cards}
    return replace(state, hands=hands, declared_hands=shown, shoe=state.shoe.discarded(len(event.cards)))


@part.decides(DealSixthCard, rank="sixth_card")
def deal_sixth_card(state: State, command: DealSixthCard, ctx: Context) -> Decision:
    """Face down to each remaining hand from the left, before any is turned up."""
    cite: Clauses = (ctx.clauses.sixth_card, ctx.clauses.face_down)
    refusal = state.obstacle(ctx.clauses)
    if refusal is not None:
        return refusal
    area = state.area_due()
    if state.stage is not Stage.SIXTH_CARD or area is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return (SixthCardDealt(area=area, under=cite),)


@part.evolves(SixthCardDealt)
def sixth_card_dealt(state: State, event: SixthCardDealt) -> State:
    """It has no face yet."""
    return replace(state, sixths={**state.sixths, event.area: None}, shoe=state.shoe.out_unseen())


@part.decides(TurnSixthCard, rank="sixth_card")
def turn_sixth_card(state: State, command: TurnSixthCard, ctx: Context) -> Decision:
    """In sequence from the left, when every remaining hand has its sixth card."""
    cite: Clauses = (ctx.clauses.sixth_card,)
    refusal = state.obstacle(ctx.clauses)
    if refusal is not None:
        return refusal
    if state.stage is not Stage.SIXTH_CARD or state.area_due() is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    due = state.face_down_sixths()[0]
    if command.area != due:
        return Refusal(Reason.NOT_NOW, cite, {"next area": due, "asked": command.area})
    card = card_out(ctx, state.shoe.unseen, command.card, state.source is CardSource.REAL, cite)
    if isinstance(card, Refusal):
        return card
    wager = state.wager(due, Bet.WAGER)
    assert wager is not None
    settled = (sixth_card_wager(state, wager, state.hand(due).faces, card),)
    return (SixthCardTurned(area=due, card=card, under=cite), *_settled(due, settled, settled[0].under))


@part.evolves(SixthCardTurned)
def sixth_card_turned(state: State, event: SixthCardTurned) -> State:
    """Everyone sees it."""
    return replace(state, sixths={**state.sixths, event.area: event.card}, shoe=state.shoe.shown(event.card))
