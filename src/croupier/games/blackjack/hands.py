"""Which hand is served next, when a hand is done, and whether the dealer's next card could still decide anything."""

from __future__ import annotations

from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import MOST_HANDS, Bet, Doubling, is_natural, total, value
from croupier.table.hands import DEALERS, Spot, spot

BUST = 21
"""A total of more than this loses."""
DEALER_STANDS = 17


def card_in_initial_deal(state: State, areas: tuple[int, ...]) -> Spot | None:
    """Where the next card of the initial deal goes: one to each area from the left, one to the dealer, a second each.

    >>> from croupier.games.blackjack.state import initial
    >>> from croupier.games.blackjack.terms import Terms
    >>> card_in_initial_deal(initial(Terms()), (2, 5))
    Spot(area=2, hand=1)
    """
    for many, place in (
        *((1, spot(area)) for area in areas),
        (1, DEALERS),
        *((2, spot(area)) for area in areas),
    ):
        if state.hand(*place).size < many:
            return place
    return None


def is_done(state: State, place: Spot) -> bool:
    """Whether nothing more comes to a hand."""
    cards, play = state.cards_of(place), state.play_of(place)
    if play.drawing or len(cards) < 2:
        return False
    if play.stood or play.doubled or play.of_aces or not state.playing(place) or state.stands_by_surrender(place.area):
        return True
    return state.total_of(place)[0] >= BUST


def hand_due(state: State) -> Spot | None:
    """The hand that is served now: from the left, each to its end before the next."""
    for area in state.staked:
        for place in state.hands_of(area):
            if state.bettors(*place) and not is_done(state, place):
                return place
    return None


def is_bust(state: State, place: Spot) -> bool:
    """Whether a hand counts more than 21."""
    return state.total_of(place)[0] > BUST


def may_double(state: State, place: Spot) -> bool:
    """Whether the hand as it lies may be doubled."""
    cards, play, playing = state.cards_of(place), state.play_of(place), state.terms.playing
    if len(cards) < 2 or play.of_aces or play.drawing or play.doubled or state.is_natural(place):
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
    if len(cards) != 2 or play.drawing or play.of_aces or place.area in state.unsplit:
        return False
    return value(cards[0]) == value(cards[1]) and len(state.hands_of(place.area)) < MOST_HANDS


def dealers_hand_done(state: State) -> bool:
    """Whether the dealer takes no further card by the total of the hand."""
    cards = state.cards_of(DEALERS)
    counted, soft = total(cards)
    stands_at = DEALER_STANDS + (soft and state.terms.playing.draws_to_soft_17)
    return len(cards) > 1 and counted >= stands_at


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
    return any(
        each.bet == state.main
        and state.in_hand(each)
        and not is_bust(state, each.spot)
        and not state.is_natural(each.spot)
        for each in state.wagers
    )


def dealer_has_natural(state: State) -> bool:
    """Whether the dealer's two cards are an ace and a ten."""
    return is_natural(state.cards_of(DEALERS))
