"""The cards: hole cards one at a time face down, each player's look at them, burns, and the community cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.chances import from_deck, hole_faces
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.collecting import betting_over
from croupier.games.crown_poker.flop_chase import flop_for_side_wagers
from croupier.games.crown_poker.flow import left_unasked, opened, street_name, to_ask
from croupier.games.crown_poker.state import ASIDE, BOARD, BURNS, MUCK, State
from croupier.games.crown_poker.terms import RIVER, STREETS
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Aloud, Desk, Here, Part, Secret, Who
from croupier.table.engine import Context
from croupier.table.examples import to_enter
from croupier.table.faces import revealed
from croupier.table.fields import Asks
from croupier.table.hands import NO_HAND, Hand, Spot, spot
from croupier.table.people import subject
from croupier.table.state import Stage
from croupier.table.words import count, written

part = Part("crown-poker", PokerClauses)


class DealHoleCards(Command, frozen=True, kw_only=True):
    """Deal the hole cards one at a time clockwise: so many of them, or all that are still to come."""

    cards: Annotated[int | None, Asks("How many of them", "count", optional=True, always=False)] = None


class LookAtCards(Command, frozen=True, kw_only=True):
    """Look at one's hole cards."""


class BurnCard(Command, frozen=True, kw_only=True):
    """Put the top card of the deck aside, unseen."""


class DealCommunityCards(Command, frozen=True, kw_only=True):
    """Deal the flop, the turn or the river."""

    cards: Annotated[tuple[Card, ...], Asks("The community cards", "hand", many=coming)] = ()


class HoleCardsDealt(Event, frozen=True, kw_only=True):
    """So many hole cards have gone round face down."""

    cards: int


class CardsSeen(Event, frozen=True, kw_only=True):
    """A player has looked at their hole cards; the faces are for them alone."""

    seat: int
    player: str
    cards: tuple[Card, ...]


class CardBurned(Event, frozen=True, kw_only=True):
    """A card lies aside that nobody has seen."""


class CommunityCardsDealt(Event, frozen=True, kw_only=True):
    """Community cards lie face up."""

    street: int
    cards: tuple[Card, ...]


def undealt(state: State) -> int:
    """How many hole cards are still to come."""
    play = state.play
    if play is None or play.street or state.stage not in (Stage.NO_MORE_BETS, Stage.DEALING) or play.straddler:
        return 0
    there = sum([state.hand(each.seat).size for each in play.contenders])
    return state.setting.game.hole * len(play.contenders) - there


def next_seats(state: State, cards: int) -> Iterator[int]:
    """The seats that the next cards of the deal go to, one after the other."""
    play = state.play
    assert play is not None
    seats = [each.seat for each in play.contenders]
    there = sum([state.hand(seat).size for seat in seats])
    for nth in range(there, there + cards):
        yield seats[nth % len(seats)]


@part.command(
    DealHoleCards,
    under="dealing",
    label="Deal the hole cards",
    next="The dealer deals the hole cards",
    desk=Desk.DEAL,
    pace=Pace.CARD,
    examples=lambda state, ctx: (DealHoleCards(), DealHoleCards(cards=1)),
)
def deal_hole_cards(state: State, command: DealHoleCards, ctx: Context[PokerClauses]) -> Decision:
    """Clockwise from the button's left, until everyone has the number that the game wants."""
    left, cite = undealt(state), (ctx.clauses.dealing,)
    if not left:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    cards = left if command.cards is None else command.cards
    if not 1 <= cards <= left:
        return Refusal(Reason.LIMITS, cite, {"cards": cards, "most": left})
    dealt = HoleCardsDealt(cards=cards, under=(*cite, state.setting.game.deal))
    if cards < left:
        return (dealt,)
    play = state.play
    if play is not None and to_ask(state, play, play.bettor):
        return (dealt,)
    return (dealt, betting_over(hole_cards_dealt(state, dealt), ctx.clauses))


@part.event(
    HoleCardsDealt, audience=EVERYONE, says=lambda e, who: f"{count(e.cards, 'hole card')} dealt face down, clockwise."
)
def hole_cards_dealt(state: State, event: HoleCardsDealt) -> State:
    """With the last one the betting begins beyond the last blind."""
    play, hole = state.play, state.setting.game.hole
    assert play is not None
    shoe, left = state.shoe.out_unseen(event.cards), undealt(state) - event.cards
    if left:
        hands = dict(state.hands)
        for seat in next_seats(state, event.cards):
            hands[spot(seat)] = hands.get(spot(seat), Hand()).face_down()
        return replace(state, hands=hands, shoe=shoe, stage=Stage.DEALING)
    if event.cards == hole * len(play.contenders):
        unseen = Hand((None,) * hole)
        hands = {spot(each.seat): unseen for each in play.contenders}
    else:
        hands = {spot(each.seat): state.hand(each.seat) for each in play.contenders}
        hands = {place: hand.face_down(hole - hand.size) for place, hand in hands.items()}
    if MUCK in state.hands:
        hands[MUCK] = state.hands[MUCK]
    asked = to_ask(state, play, play.bettor)
    return replace(state, hands=hands, shoe=shoe, stage=Stage.CHOOSING, play=replace(play, asked=asked))


@part.command(LookAtCards, label="Look at your cards", desk=Desk.TABLE)
def look_at_cards(state: State, command: LookAtCards, ctx: Context[PokerClauses]) -> Decision:
    """One's own, once they are all there; at a real table they lie on the cloth."""
    person = subject(state, None, ctx)
    if isinstance(person, Refusal):
        return person
    cite = (ctx.clauses.hole_cards,)
    holds = None if state.play is None else state.play.of(person.id)
    if holds is None or holds.folded or holds.mucked or state.stage in (Stage.NO_MORE_BETS, Stage.DEALING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if state.is_real:
        return Refusal(Reason.FORBIDDEN, cite, {"cards": "on the table, not on a screen"})
    hand = state.hand(holds.seat)
    if hand.seen_by is not None and not hand.hidden:
        return Refusal(Reason.ALREADY, cite)
    cards = hole_faces(state, holds.seat, (), ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    return (CardsSeen(seat=holds.seat, player=person.id, cards=cards, under=cite),)


@part.event(
    CardsSeen,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} looks at the hole cards{f': {written(e.cards)}' if e.cards else ''}.",
    secret=Secret("cards", owner="player"),
    aloud=Aloud.TO_OWNER,
)
def cards_seen(state: State, event: CardsSeen) -> State:
    """The faces are on record for their owner alone."""
    return revealed(state, Spot(event.seat), event.cards, seen_by=event.player)


def street_due(state: State) -> int | None:
    """The street whose community cards come next, if some do."""
    play = state.play
    if flop_for_side_wagers(state):
        return 1
    if play is None or state.stage is not Stage.DRAWING or play.street >= RIVER:
        return None
    return play.street + 1


def coming(state: State) -> int:
    """How many community cards come next."""
    due = street_due(state)
    return 0 if due is None else STREETS[due].cards


def _for_side_wagers(state: State, clauses: PokerClauses) -> Clauses:
    """What has a flop dealt though only one player is left."""
    return (clauses.side_flop,) if flop_for_side_wagers(state) else ()


@part.command(
    BurnCard,
    under="dealing",
    label="Burn a card",
    next="The dealer burns a card",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def burn_card(state: State, command: BurnCard, ctx: Context[PokerClauses]) -> Decision:
    """Once before the flop, the turn and the river."""
    due = street_due(state)
    if due is None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.burn,), {"stage": state.stage.value})
    cite = (ctx.clauses.burn, STREETS[due].deal, *_for_side_wagers(state, ctx.clauses))
    if state.play is not None and state.play.burned:
        return Refusal(Reason.ALREADY, cite)
    anew = (ctx.clauses.turn_anew,) if ASIDE in state.hands else ()
    return ctx.rules.why_not_go_on(state) or (CardBurned(under=(*cite, ctx.clauses.burn_card, *anew)),)


@part.event(CardBurned, audience=EVERYONE, says="A card is burned.")
def card_burned(state: State, event: CardBurned) -> State:
    """It stays away from all others, unseen."""
    hands = {**state.hands, BURNS: state.hands.get(BURNS, NO_HAND).face_down()}
    assert state.play is not None
    return replace(state, hands=hands, shoe=state.shoe.out_unseen(), play=replace(state.play, burned=True))


def _street_cards(here: Here | None) -> str:
    due = None if here is None else street_due(here.state)
    return "the community cards" if due is None else f"the {street_name(due)}"


@part.command(
    DealCommunityCards,
    under="dealing",
    label="Deal the community cards",
    says=lambda c, who, here: f"Deal {_street_cards(here)}",
    next=lambda c, who, here: f"The dealer deals {_street_cards(here)}",
    desk=Desk.DEAL,
    pace=Pace.CARD,
    examples=lambda state, ctx: (DealCommunityCards(cards=to_enter(state, STREETS[street_due(state) or 1].cards)),),
)
def deal_community_cards(state: State, command: DealCommunityCards, ctx: Context[PokerClauses]) -> Decision:
    """Three together, then one, then one, each after a burn."""
    due = street_due(state)
    if due is None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.community,), {"stage": state.stage.value})
    street = STREETS[due]
    anew = (ctx.clauses.turn_anew,) if ASIDE in state.hands else ()
    cite = (street.deal, *_for_side_wagers(state, ctx.clauses), *anew)
    if state.play is not None and not state.play.burned:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.burn, *cite), {"next": "burn a card"})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if command.cards and len(command.cards) != street.cards:
        return Refusal(Reason.CARD_NEEDED, cite, {"cards": street.cards})
    found = from_deck(state, command.cards, street.cards, ctx, cite)
    if isinstance(found, Refusal):
        return found
    play = state.play
    unasked = play is not None and left_unasked(state, replace(play, acted=()))
    return (CommunityCardsDealt(street=due, cards=found, under=(*cite, "ruling 120") if unasked else cite),)


def _laid(event: CommunityCardsDealt, who: Who) -> str:
    return f"The {street_name(event.street)} is {written(event.cards)}."


@part.event(CommunityCardsDealt, audience=EVERYONE, says=_laid, aloud=True)
def community_cards_dealt(state: State, event: CommunityCardsDealt) -> State:
    """They lie open for everyone, and the betting of the street begins."""
    board, shoe = state.hands.get(BOARD, NO_HAND).face_up(*event.cards), state.shoe.dealt(*event.cards)
    assert state.play is not None
    if state.stage is Stage.SETTLING:  # dealt for side wagers alone: nobody bets, and the hand was over before it
        play = replace(state.play, burned=False)
        return replace(state, hands={**state.hands, BOARD: board}, shoe=shoe, play=play)
    return opened(replace(state, hands={**state.hands, BOARD: board}, shoe=shoe), state.play, event.street)
