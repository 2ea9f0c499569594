"""Which hand is served next, when a hand is done, and whether the dealer's next card could still decide anything."""

from __future__ import annotations

from collections import Counter

from croupier.games.blackjack.state import State, stands
from croupier.games.blackjack.terms import MOST_HANDS, Bet, Doubling, is_natural, total, value
from croupier.table.hands import DEALERS, Spot, spot

BUST = 21
"""A total of more than this loses."""


def card_in_initial_deal(state: State, areas: tuple[int, ...]) -> Spot | None:
    """Where the next card of the initial deal goes: one to each area from the left, one to the dealer, a second each.

    >>> from croupier.games.blackjack.state import initial
    >>> from croupier.games.blackjack.terms import Terms
    >>> card_in_initial_deal(initial(Terms()), (2, 5))
    Spot(area=2, hand=1)
    """
    needs = Counter[Spot]()
    for place in initial_places(areas, state.passed_over):
        needs[place] += 1
        if state.hand(*place).size < needs[place]:
            return place
    return None


def initial_places(areas: tuple[int, ...], passed_over: frozenset[tuple[Spot, int]] = frozenset()) -> tuple[Spot, ...]:
    """Where the cards of the initial deal go, in their order, but for places that were passed over.

    >>> [place.area for place in initial_places((2, 5))]
    [2, 5, 0, 2, 5]
    """
    hands = [spot(area) for area in areas]
    places = [*((each, 1) for each in hands), (DEALERS, 1), *((each, 2) for each in hands)]
    return tuple([place for place, nth in places if (place, nth) not in passed_over])


def is_done(state: State, place: Spot) -> bool:
    """Whether nothing more comes to a hand."""
    play = state.play_of(place)
    if play.drawing or state.hand(*place).size < 2:
        return False
    if play.stood or play.doubled or play.of_aces or not state.playing(place) or state.stands_by_surrender(place.area):
        return True
    return at_least(state, place) >= BUST


def at_least(state: State, place: Spot) -> int:
    """What a hand counts, or where cards of it lie face down what it comes to at the least: each of them an ace."""
    if not state.covered(place):
        return state.total_of(place)[0]
    cards = state.cards_of(place)
    return sum(map(value, cards)) + state.hand(*place).size - len(cards)


def hand_due(state: State) -> Spot | None:
    """The hand that is served now: from the left, each to its end before the next."""
    for area in state.staked:
        for place in state.hands_of(area):
            if state.bettors(*place) and not is_done(state, place):
                return place
    return None


def is_bust(state: State, place: Spot) -> bool:
    """Whether a hand counts more than 21."""
    return at_least(state, place) > BUST


def may_double(state: State, place: Spot) -> bool:
    """Whether the hand as it lies may be doubled."""
    cards, play, playing = state.cards_of(place), state.play_of(place), state.terms.playing
    if len(cards) < 2 or play.of_aces or play.drawing or play.doubled or state.is_natural(place):
        return False
    if state.covered(place):
        return False
    if len(cards) > 2 and playing.doubling is not Doubling.ANY_NUMBER:
        return False
    counted, soft = total(cards)
    if playing.doubling is not Doubling.HARD_9_TO_11:
        return counted < BUST
    if soft and not state.terms.readings.doubles_soft_19_20:
        return False
    return sum(map(value, cards)) in (9, 10, 11)


def may_split(state: State, place: Spot) -> bool:
    """Whether the hand as it lies may be split into two."""
    cards, play = state.cards_of(place), state.play_of(place)
    if len(cards) != 2 or play.drawing or play.of_aces or place.area in state.unsplit or state.covered(place):
        return False
    return value(cards[0]) == value(cards[1]) and len(state.hands_of(place.area)) < MOST_HANDS


def dealers_hand_done(state: State) -> bool:
    """Whether the dealer takes no further card by the total of the hand."""
    return stands(state.dealers_cards, state.terms.playing)


def second_card_decides(state: State) -> bool:
    """Whether something turns on the dealer's second card alone: insurance, a natural or a surrendered hand."""
    first = state.dealers_first
    if state.hand(*DEALERS).size != 1 or first is None or value(first) not in (1, 10):
        return False
    return any(
        each.settled is None
        and not each.sent_back
        and (
            each.bet == Bet.INSURANCE
            or (
                each.bet == state.main
                and (state.is_natural(each.spot) or (each.area, each.player) in state.surrendered)
            )
        )
        for each in state.wagers
    )


def dealer_draws(state: State) -> bool:
    """Whether the dealer takes another card: the total asks for it, and some wager turns on it (BJ 7.5.6(c))."""
    if dealers_hand_done(state):
        return False
    if second_card_decides(state):
        return True
    if not state.hand(*DEALERS).size:  # the first card was missed: whatever is not bust turns on it
        return any(each.bet == state.main and each.settled is None and not each.sent_back for each in state.wagers)
    return any(
        each.bet == state.main
        and state.in_hand(each)
        and not is_bust(state, each.spot)
        and not state.is_natural(each.spot)
        for each in state.wagers
    )


def dealer_has_natural(state: State) -> bool:
    """Whether the dealer's two cards are an ace and a ten."""
    return is_natural(state.dealers_cards)
