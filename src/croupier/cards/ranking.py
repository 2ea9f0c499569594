"""Poker hands of three and of five cards, each as a value that compares like the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise

from croupier.cards.card import Card
from croupier.cards.quick import quick

_ACE = Card.ACE_OF_SPADES.height


@quick
class ThreeCards(IntEnum):
    """What three cards make, lowest first: with three cards a straight is rarer than a flush."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


@quick
class FiveCards(IntEnum):
    """What five cards make, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


Value = tuple[int, ...]
"""A category followed by card ranks, the deciding ones first: the better hand is the greater tuple."""


HANDS_AT_HAND = 4096
"""How many hands are remembered: one that lies on a table is looked at again and again until it is settled."""


def _straight_top(ranks: Sequence[int]) -> int | None:
    """The top of a sequence, the ace counting low only as its bottom; None when the ranks are no sequence."""
    high = sorted(ranks, reverse=True)
    if all(a - b == 1 for a, b in pairwise(high)):
        return high[0]
    low = sorted((1 if rank == _ACE else rank for rank in ranks), reverse=True)
    return low[0] if all(a - b == 1 for a, b in pairwise(low)) else None


def _grouped(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How often the ranks occur, and the ranks, both by how often and then by height."""
    groups = sorted(((many, rank) for rank, many in Counter(ranks).items()), reverse=True)
    return tuple(many for many, _ in groups), tuple(rank for _, rank in groups)


def three_cards(cards: Sequence[Card]) -> Value:
    """The value of a three-card hand.

    >>> three_cards([Card("3h"), Card("2s"), Card("Ad")]) < three_cards([Card("4h"), Card("2s"), Card("3d")])
    True
    """
    return _three_cards(tuple(cards))


@lru_cache(maxsize=HANDS_AT_HAND)
def _three_cards(cards: tuple[Card, ...]) -> Value:
    ranks = [card.height for card in cards]
    counts, by_weight = _grouped(ranks)
    if counts == (3,):
        return (ThreeCards.THREE_OF_A_KIND, *by_weight)
    if counts == (2, 1):
        return (ThreeCards.PAIR, *by_weight)
    top, suited = _straight_top(ranks), len({card.suit for card in cards}) == 1
    if top is not None:
        return (ThreeCards.STRAIGHT_FLUSH if suited else ThreeCards.STRAIGHT, top)
    return (ThreeCards.FLUSH if suited else ThreeCards.HIGH_CARD, *by_weight)


_BY_COUNTS = {
    (4, 1): FiveCards.FOUR_OF_A_KIND,
    (3, 2): FiveCards.FULL_HOUSE,
    (3, 1, 1): FiveCards.THREE_OF_A_KIND,
    (2, 2, 1): FiveCards.TWO_PAIRS,
    (2, 1, 1, 1): FiveCards.PAIR,
}


def five_cards(cards: Sequence[Card]) -> Value:
    """The value of a five-card hand.

    >>> five_cards([Card(text) for text in ("Ah", "Kh", "Qh", "Jh", "Th")])[0] == FiveCards.ROYAL_FLUSH
    True
    """
    return _five_cards(tuple(cards))


@lru_cache(maxsize=HANDS_AT_HAND)
def _five_cards(cards: tuple[Card, ...]) -> Value:
    ranks = [card.height for card in cards]
    counts, by_weight = _grouped(ranks)
    if counts in _BY_COUNTS:
        return (_BY_COUNTS[counts], *by_weight)
    top, suited = _straight_top(ranks), len({card.suit for card in cards}) == 1
    if top is not None:
        if suited:
            return (FiveCards.ROYAL_FLUSH if top == _ACE else FiveCards.STRAIGHT_FLUSH, top)
        return (FiveCards.STRAIGHT, top)
    return (FiveCards.FLUSH if suited else FiveCards.HIGH_CARD, *by_weight)
