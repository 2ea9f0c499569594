"""Showdowns by counting ranks and suits in words, without any of the project's own ranking: slow, and easy to read.

A hand's value is a tuple that compares as hands do. A low is the five ranks from the highest down, or None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

RANKS, SUITS = "23456789TJQKA", "cdhs"
EVERY = [rank + suit for rank in RANKS for suit in SUITS]
Value = tuple[int, ...]


def high(cards: Sequence[str]) -> Value:
    """What five cards are worth."""
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda each: (-each[1], -each[0]))
    shape, order = tuple(many for _, many in counts), tuple(rank for rank, _ in counts)
    flush = len({card[1] for card in cards}) == 1
    straight = 0
    if len(order) == 5:
        straight = order[0] if order[0] - order[4] == 4 else 5 if order == (14, 5, 4, 3, 2) else 0
    if flush and straight:
        return (8, straight)
    if shape == (4, 1):
        return (7, *order)
    if shape == (3, 2):
        return (6, *order)
    if flush:
        return (5, *order)
    if straight:
        return (4, straight)
    return ({(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), *order)


def low(cards: Sequence[str]) -> Value | None:
    """The low of five cards: five different ranks up to eight, the ace as one."""
    ranks = sorted({(RANKS.index(card[0]) + 1) % 13 + 1 for card in cards}, reverse=True)
    return tuple(ranks) if len(ranks) == 5 and ranks[0] <= 8 else None


def fives(hole: Sequence[str], board: Sequence[str], exactly_two: bool) -> Iterable[tuple[str, ...]]:
    """Every five cards that may be played."""
    if exactly_two:
        return [(*mine, *open_) for mine in combinations(hole, 2) for open_ in combinations(board, 3)]
    return combinations((*hole, *board), 5)


def taken(hands: Sequence[Sequence[str]], board: Sequence[str], *, exactly_two: bool, hi_lo: bool) -> list[Fraction]:
    """The part of the pot that each hand takes on a whole board."""
    played = [list(fives(hole, board, exactly_two)) for hole in hands]
    highs = [max(map(high, each)) for each in played]
    lows = [min((found for found in map(low, each) if found is not None), default=None) for each in played]
    best = min((each for each in lows if each is not None), default=None) if hi_lo else None
    parts = []
    for mine, mine_low in zip(highs, lows, strict=True):
        part = Fraction(mine == max(highs), highs.count(max(highs)))
        if best is not None:
            part = part / 2 + Fraction(mine_low == best, 2 * lows.count(best))
        parts.append(part)
    return parts


def over_every_board(
    hands: Sequence[Sequence[str]], board: Sequence[str], dead: Sequence[str], *, exactly_two: bool, hi_lo: bool
) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Of each hand: what it takes on average, how often the whole pot, and how often a part of it."""
    seen = {*board, *dead, *(card for hand in hands for card in hand)}
    left, boards = [card for card in EVERY if card not in seen], 0
    mean, whole, part = ([Fraction(0)] * len(hands) for _ in range(3))
    for more in combinations(left, 5 - len(board)):
        boards += 1
        for hand, found in enumerate(taken(hands, (*board, *more), exactly_two=exactly_two, hi_lo=hi_lo)):
            mean[hand] += found
            whole[hand] += found == 1
            part[hand] += 0 < found < 1
    return [(mean[hand] / boards, whole[hand] / boards, part[hand] / boards) for hand in range(len(hands))]
