"""The best five of a hand and a board: for high, and for low where eight or lower qualifies.

Values compare like hands, and are those of `ranking.five_cards`. A low is a tuple of heights with its signs turned, so
that of two lows, too, the better is the greater.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from croupier.cards.card import Card
from croupier.cards.ranking import FiveCards, Value

HIGHEST_LOW = 8
FIVE = 5
ACE = 14


def _tops(mask: int, many: int) -> tuple[int, ...]:
    """The highest ranks of a mask, the highest first."""
    found = list[int]()
    while mask and len(found) < many:
        top = mask.bit_length() - 1
        found.append(top)
        mask ^= 1 << top
    return tuple(found)


def _straight(mask: int) -> int:
    """The top of the best sequence of five among these ranks, or nothing; an ace counts below the two as well."""
    mask |= mask >> (ACE - 1) & 0b10
    run = mask & mask << 1 & mask << 2 & mask << 3 & mask << 4
    return run.bit_length() - 1 if run else 0


_MASKS = range(0, 1 << (ACE + 1), 4)
_STRAIGHT = [_straight(mask) for mask in _MASKS]
_BEST = [_tops(mask, FIVE) for mask in _MASKS]
"""What each set of ranks makes, by its mask without the two places below the two."""


def best_five(cards: Sequence[Card]) -> Value:
    """The value of the best five of five to seven cards.

    >>> best_five([Card(text) for text in ("Ah", "2c", "Kd", "3h", "9s", "4h", "5d")]) == (FiveCards.STRAIGHT, 5)
    True
    """
    once = pairs = threes = fours = 0
    suits = {"c": 0, "d": 0, "h": 0, "s": 0}
    for card in cards:
        bit = 1 << card.height
        fours |= threes & bit
        threes |= pairs & bit
        pairs |= once & bit
        once |= bit
        suits[card.suit] |= bit
    for suited in suits.values():
        if suited and suited.bit_count() >= FIVE:
            top = _STRAIGHT[suited >> 2]
            if top:
                return (FiveCards.ROYAL_FLUSH if top == ACE else FiveCards.STRAIGHT_FLUSH, top)
            if not fours and not (threes and pairs.bit_count() > 1):
                return (FiveCards.FLUSH, *_BEST[suited >> 2])
    return _unsuited(once, pairs, threes, fours)


def _unsuited(once: int, pairs: int, threes: int, fours: int) -> Value:
    """The best of ranks that come at least once, twice, three and four times, suits apart."""
    if fours:
        top = fours.bit_length() - 1
        return (FiveCards.FOUR_OF_A_KIND, top, *_tops(once ^ 1 << top, 1))
    if threes:
        top = threes.bit_length() - 1
        rest = pairs ^ 1 << top
        if rest:
            return (FiveCards.FULL_HOUSE, top, rest.bit_length() - 1)
    straight = _STRAIGHT[once >> 2]
    if straight:
        return (FiveCards.STRAIGHT, straight)
    if threes:
        top = threes.bit_length() - 1
        return (FiveCards.THREE_OF_A_KIND, top, *_tops(once ^ 1 << top, 2))
    if pairs:
        top = pairs.bit_length() - 1
        below = pairs ^ 1 << top
        if below:
            second = below.bit_length() - 1
            return (FiveCards.TWO_PAIRS, top, second, *_tops(once ^ 1 << top ^ 1 << second, 1))
        return (FiveCards.PAIR, top, *_tops(once ^ 1 << top, 3))
    return (FiveCards.HIGH_CARD, *_BEST[once >> 2])


def best_low(cards: Sequence[Card]) -> Value | None:
    """The best five different ranks from eight down to the ace; None where there are not five.

    >>> best_low([Card(text) for text in ("Ah", "2c", "8d", "3h", "4s", "5c", "Kh")])
    (-5, -4, -3, -2, -1)
    """
    low = {1 if card.height == ACE else card.height for card in cards}
    ranks = sorted(rank for rank in low if rank <= HIGHEST_LOW)[:FIVE]
    return tuple([-rank for rank in reversed(ranks)]) if len(ranks) == FIVE else None


def two_and_three(hole: Sequence[Card], board: Sequence[Card]) -> Value:
    """The value of the best hand of exactly two hole cards and three of the board.

    >>> hole, board = ("As", "Ks", "Qs", "Js"), ("Ts", "9c", "9d", "2h", "3h")
    >>> two_and_three([Card(text) for text in hole], [Card(text) for text in board])[0] == FiveCards.PAIR
    True
    """
    threes = tuple(combinations(board, 3))
    return max(best_five((*two, *three)) for two in combinations(hole, 2) for three in threes)


def two_and_three_low(hole: Sequence[Card], board: Sequence[Card]) -> Value | None:
    """The best low of exactly two hole cards and three of the board, where there is one."""
    threes = tuple(combinations(board, 3))
    lows = (best_low((*two, *three)) for two in combinations(hole, 2) for three in threes)
    return max((low for low in lows if low is not None), default=None)
