"""Settlement: hands turned up from the dealer's right, declared ones settled; then a sixth card for the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.play import CardsDiscarded, DeclarationFailed, DiscardCards, discarding, discards
from croupier.games.double_chance.state import Choice, State, discards_at, sixth_at, when_acted
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
from croupier.games.double_chance.voids import unattended
from croupier.money import Odds
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Here, Part, Who
from croupier.table.endings import lost, moved, within_limits, won
from croupier.table.engine import card_out
from croupier.table.examples import card_to_enter, hand_to_enter
from croupier.table.faces import faces, revealed
from croupier.table.fields import Asks
from croupier.table.hands import Hand, Spot
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Settled, Stage, Wager
from croupier.table.value import SETTLED
from croupier.table.words import count, endings, for_someone, place_due, written

part = Part("double-chance", DoubleChanceClauses)
DoubleChance = BankedRules[State, DoubleChanceClauses]


def _turned_up(command: TurnUpHand) -> Spot:
    return Spot(command.area)


class TurnUpHand(Command, frozen=True, kw_only=True):
    """Turn up what a player kept, count the discards, and settle the hand if it was declared."""

    area: int
    cards: Annotated[tuple[Card, ...], Asks("Cards", "hand", hand=_turned_up)] = ()


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


class SixthCardBurned(Event, frozen=True, kw_only=True):
    """A sixth card given to a declared hand is burned."""

    area: int


class SixthCardTurned(Event, frozen=True, kw_only=True):
    """The sixth card of a hand is up."""

    area: int
    card: Card


def declared_wager(state: State, wager: Wager, hand: Declared, rules: DoubleChance) -> Settled:
    """How the wager on a declared hand wins, up to any maximum payout."""
    clauses, odds = rules.clauses, DECLARED_ODDS[hand]
    full = int(odds.pays(wager.at_risk))
    most = state.maximum_payout
    paid = full if most is None else min(full, most)
    capped = (clauses.maximum_payout,) if paid < full else ()
    under = (ODDS_CLAUSE[hand], HAND_CLAUSE[hand], clauses.settle_declared, *capped)
    return won(wager, odds, paid, (*under, *within_limits(wager, clauses.over_maximum)))


def jackpot_wager(state: State, wager: Wager, hand: Declared | None, rules: DoubleChance) -> Settled:
    """How a Jackpot wager ends on the five cards that were dealt; a hand that was not declared never qualifies."""
    clauses = rules.clauses
    prize = None if hand is None or state.jackpot is None else state.jackpot.schedule.get(hand)
    if hand is None or prize is None:
        return lost(wager, (clauses.jackpot_loses, clauses.jackpot_collected), clauses.over_maximum)
    odds = Odds(prize)
    under = (clauses.jackpot_schedule, JACKPOT_CLAUSE[hand], clauses.jackpot_paid, clauses.jackpot_besides)
    return won(wager, odds, int(odds.pays(wager.at_risk)), (*under, "ruling 23"))


def sixth_card_wager(state: State, wager: Wager, kept: tuple[Card, ...], sixth: Card, rules: DoubleChance) -> Settled:
    """How a wager ends on the sixth card, the ace high."""
    clauses = rules.clauses
    if sixth_card_wins(kept, sixth):
        paid = int(SIXTH_CARD_ODDS.pays(wager.at_risk))
        under = (clauses.sixth_lower, "ruling 20", *within_limits(wager, clauses.over_maximum))
        return won(wager, SIXTH_CARD_ODDS, paid, under)
    own_suit = any(card.suit == sixth.suit for card in kept)
    loses = (clauses.sixth_higher, "ruling 20") if own_suit else (clauses.sixth_other_suit,)
    return lost(wager, loses, clauses.over_maximum)


def _endings(state: State, area: int, hand: Declared | None, rules: DoubleChance) -> tuple[Settled, ...]:
    """How the wagers of a hand just turned up end, in the order of 8.6; a hand that stays in has no result yet."""
    wager, jackpot = state.wager(area, Bet.WAGER), state.wager(area, Bet.JACKPOT)
    assert wager is not None
    settled = (declared_wager(state, wager, hand, rules),) if hand is not None else ()
    if jackpot is None or jackpot.settled is not None:
        return settled
    ending = jackpot_wager(state, jackpot, hand, rules)
    return (*settled, ending) if ending.paid else (ending, *settled)


def _settled(area: int, settled: tuple[Settled, ...], under: Clauses) -> tuple[Event, ...]:
    return (HandSettled(area=area, settled=settled, moves=moved(settled), under=under),) if settled else ()


def _discards_away(state: State, area: int, cards: int, rules: DoubleChance) -> tuple[Event, ...]:
    """The events once a hand of one to three cards lies face up: its discards counted, its Jackpot wager lost."""
    counted = DiscardsCounted(area=area, cards=cards, under=(rules.clauses.count_discards,))
    return (counted, *_settled(area, _endings(state, area, None, rules), (rules.clauses.jackpot_collected,)))


def _on_the_sixth(state: State, area: int, kept: tuple[Card, ...], rules: DoubleChance) -> tuple[Event, ...]:
    """The settlement of a hand whose sixth card is up already, as it may be once something was put right."""
    sixth, wager = state.hand(*sixth_at(area)), state.wager(area, Bet.WAGER)
    if not sixth.up or wager is None or wager.settled is not None:
        return ()
    settled = (sixth_card_wager(state, wager, kept, sixth.faces[0], rules),)
    return _settled(area, settled, settled[0].under)


def settled_anew(state: State, area: int, rules: DoubleChance) -> tuple[Event, ...]:
    """What follows for a hand that was put right, on the cards and the choice as they now are on record."""
    hand, choice = state.hand(area), state.choices.get(area)
    if not hand.up or not state.undecided_at(area):
        return ()
    if choice is Choice.DISCARDED:
        counted = DiscardsCounted(
            area=area, cards=state.hand(*discards_at(area)).size, under=(rules.clauses.count_discards,)
        )
        lost_jackpot = _settled(area, _endings(state, area, None, rules), (rules.clauses.jackpot_collected,))
        events = (counted,) if state.has_discarded(area) else ()
        return (*events, *lost_jackpot, *_on_the_sixth(state, area, hand.faces, rules))
    if choice is not Choice.DECLARED:
        return ()
    value = declared(hand.faces)
    if value is None:
        failed = DeclarationFailed(area=area, under=(rules.clauses.not_complying, "ruling 21"))
        return (failed, *unattended(state, area, rules))
    racked = DeclaredHandRacked(area=area, cards=hand.faces, under=(rules.clauses.rack_declared,))
    burned = SixthCardBurned(area=area, under=(rules.clauses.sixth_burned,))
    surplus = (burned,) if sixth_at(area) in state.hands else ()
    ended = _endings(state, area, value, rules)
    return (*_settled(area, ended, (rules.clauses.settle_declared,)), racked, *surplus)


def ends_now(state: State, wagers: tuple[Wager, ...], rules: DoubleChance) -> tuple[Settled, ...]:
    """How the wagers of a player who has left end on the hand and the sixth card as they now are on record."""
    return tuple(_end_now(state, each, rules) or each.settled for each in wagers if each.settled is not None)


def _end_now(state: State, wager: Wager, rules: DoubleChance) -> Settled | None:
    """None where there is no result: a declared hand that fails waits for a player who is gone."""
    area, sixth = wager.area, state.hand(*sixth_at(wager.area))
    discarded = state.choices.get(area) is Choice.DISCARDED
    hand = None if discarded else declared(state.faces_up(area))
    if wager.bet == Bet.JACKPOT:
        return jackpot_wager(state, wager, hand, rules) if hand is not None or discarded else None
    if hand is not None:
        return declared_wager(state, wager, hand, rules)
    return sixth_card_wager(state, wager, state.hand(area).faces, sixth.faces[0], rules) if sixth.up else None


def _next_hand(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    if state.stage is Stage.SETTLING:
        for area in state.unturned()[:1]:
            yield TurnUpHand(area=area, cards=hand_to_enter(state, Spot(area)))


def _turn_up(command: TurnUpHand, who: Who, here: Here | None) -> str:
    choice = None if here is None else here.state.choices.get(command.area)
    if here is not None and choice is Choice.DISCARDED:
        return f"Turn up {count(here.state.hand(command.area).size, 'card')} of area {command.area}"
    return f"Turn up the {'declared ' if choice is Choice.DECLARED else ''}hand of area {command.area}"


@part.command(
    TurnUpHand,
    under="turn_up",
    label="Turn up",
    says=_turn_up,
    next=lambda c, who: f"The dealer turns up area {c.area}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=_next_hand,
)
def turn_up_hand(state: State, command: TurnUpHand, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """The next hand from the dealer's right, once all players have acted."""
    clauses = ctx.clauses
    cite: Clauses = (clauses.turn_up, clauses.from_the_right)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if state.must_discard:
        return Refusal(Reason.NOT_NOW, (clauses.not_complying,), {"next": "the player discards"})
    if state.stage is not Stage.SETTLING:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "players to act": len(state.choosing())})
    due = state.unturned()[0]
    if command.area != due:
        return Refusal(Reason.NOT_NOW, cite, {"next area": due, "asked": command.area})
    cards = faces(state, Spot(due), command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    if state.choices[due] is Choice.DISCARDED:
        up = HandTurnedUp(area=due, cards=cards, under=cite)
        return (up, *_discards_away(state, due, state.hands[discards_at(due)].size, ctx.rules))
    hand = declared(cards)
    if hand is None:
        up = HandTurnedUp(area=due, cards=cards, under=(*cite, clauses.complies))
        failed = DeclarationFailed(area=due, under=(clauses.not_complying, "ruling 21"))
        return (up, failed, *unattended(state, due, ctx.rules))
    best: Clauses = (*cite, clauses.best_value, HAND_CLAUSE[hand], "ruling 22")
    named = HandTurnedUp(area=due, cards=cards, hand=hand.value, under=best)
    racked = DeclaredHandRacked(area=due, cards=cards, under=(clauses.rack_declared,))
    ended = _endings(state, due, hand, ctx.rules)
    return (named, *_settled(due, ended, (clauses.settle_declared,)), racked)


def _turned(event: HandTurnedUp, who: Who) -> str:
    return f"Area {event.area} shows {written(event.cards)}{f', {event.hand}' if event.hand else ''}."


@part.event(HandTurnedUp, audience=EVERYONE, says=_turned, aloud=True)
def hand_turned_up(state: State, event: HandTurnedUp) -> State:
    """Everyone sees what was kept."""
    return when_acted(revealed(state, Spot(event.area), event.cards, up=True))


def _discard(command: DiscardCards, who: Who) -> str:
    what = written(command.cards) or count(command.number, "card")
    return f"Discard {what}{for_someone(command.player, who)}"


@part.command(
    DiscardCards,
    label="Discarded",
    says=_discard,
    next=lambda c, who: f"{who(c.player) if c.player else 'The player'} must discard",
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=discards,
)
def discard_cards(state: State, command: DiscardCards, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Two to four; after a failed declaration they are counted at once, for the dealer is at that hand."""
    decision = discarding(state, command, ctx)
    if isinstance(decision, Refusal) or not state.must_discard:
        return decision
    discarded = decision[-1]
    assert isinstance(discarded, CardsDiscarded)
    area, kept = discarded.area, state.hand(discarded.area).less(discarded.cards).faces
    away = _discards_away(state, area, discarded.number, ctx.rules)
    return (*decision, *away, *_on_the_sixth(state, area, kept, ctx.rules))


@part.event(
    DiscardsCounted,
    audience=EVERYONE,
    says=lambda e, who: f"{count(e.cards, 'discard')} of area {e.area} go to the rack.",
)
def discards_counted(state: State, event: DiscardsCounted) -> State:
    """They are out of play."""
    return replace(state, hands=_without(state, discards_at(event.area)), shoe=state.shoe.discarded(event.cards))


@part.event(
    SixthCardBurned,
    audience=EVERYONE,
    says=lambda e, who: f"A sixth card dealt in error to the declared hand of area {e.area} is burned.",
)
def sixth_card_burned(state: State, event: SixthCardBurned) -> State:
    """It goes to the rack, from the layout or, never laid there, from the deck."""
    shoe, hands = state.shoe, state.hands
    if sixth_at(event.area) in hands:
        hands = _without(state, sixth_at(event.area))
    else:
        shoe = shoe.out_unseen()
    return replace(state, shoe=shoe.discarded(1), hands=hands, sixths_burned=(*state.sixths_burned, event.area))


def _without(state: State, taken_up: Spot) -> dict[Spot, Hand]:
    return {spot: hand for spot, hand in state.hands.items() if spot != taken_up}


@part.event(
    HandSettled,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: endings(e.settled, who, "Nothing is settled"),
    aloud=True,
)
def hand_settled(state: State, event: HandSettled) -> State:
    """With the last hand the round is settled."""
    return when_acted(with_endings(state, event.settled, event.moves))


@part.event(
    DeclaredHandRacked, audience=EVERYONE, says=lambda e, who: f"The declared hand of area {e.area} goes to the rack."
)
def declared_hand_racked(state: State, event: DeclaredHandRacked) -> State:
    """What it was stays known until the round is over."""
    hands = _without(state, Spot(event.area))
    shown = {**state.declared_hands, event.area: event.cards}
    return replace(state, hands=hands, declared_hands=shown, shoe=state.shoe.discarded(len(event.cards)))


def _sixth(here: Here | None) -> str:
    area = place_due(here)
    return "a sixth card" if area is None else f"the sixth card of area {area}"


@part.command(
    DealSixthCard,
    under="sixth_card",
    label="Deal a sixth card",
    says=lambda c, who, here: f"Deal {_sixth(here)}",
    next=lambda c, who, here: f"The dealer deals {_sixth(here)}",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def deal_sixth_card(state: State, command: DealSixthCard, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Face down to each remaining hand from the left, before any is turned up."""
    cite: Clauses = (ctx.clauses.sixth_card, ctx.clauses.face_down)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    spot = ctx.rules.spot_due(state)
    if state.stage is not Stage.DRAWING or spot is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return (SixthCardDealt(area=spot.area, under=cite),)


@part.event(SixthCardDealt, audience=EVERYONE, says=lambda e, who: f"A sixth card face down to area {e.area}.")
def sixth_card_dealt(state: State, event: SixthCardDealt) -> State:
    """It has no face yet."""
    dealt = state.with_hand(sixth_at(event.area), Hand().face_down())
    return replace(dealt, shoe=state.shoe.out_unseen())


def _next_sixth(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    if state.stage is Stage.DRAWING:
        for area in state.face_down_sixths()[:1]:
            yield TurnSixthCard(area=area, card=card_to_enter(state))


@part.command(
    TurnSixthCard,
    under="sixth_card",
    label="Turn up the sixth card",
    says=lambda c, who: f"Turn up the sixth card of area {c.area}",
    next=lambda c, who: f"The dealer turns up the sixth card of area {c.area}",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=_next_sixth,
)
def turn_sixth_card(state: State, command: TurnSixthCard, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """In sequence from the left, when every remaining hand has its sixth card."""
    cite: Clauses = (ctx.clauses.sixth_card,)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if state.stage is not Stage.DRAWING or ctx.rules.spot_due(state) is not None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    due = state.face_down_sixths()[0]
    if command.area != due:
        return Refusal(Reason.NOT_NOW, cite, {"next area": due, "asked": command.area})
    card = card_out(ctx, state.shoe.unseen, command.card, state.is_real, cite)
    if isinstance(card, Refusal):
        return card
    wager = state.wager(due, Bet.WAGER)
    assert wager is not None
    settled = (sixth_card_wager(state, wager, state.hand(due).faces, card, ctx.rules),)
    return (SixthCardTurned(area=due, card=card, under=cite), *_settled(due, settled, settled[0].under))


@part.event(
    SixthCardTurned, audience=EVERYONE, says=lambda e, who: f"The sixth card of area {e.area} is {e.card}.", aloud=True
)
def sixth_card_turned(state: State, event: SixthCardTurned) -> State:
    """Everyone sees it."""
    return revealed(state, sixth_at(event.area), (event.card,), up=True)
