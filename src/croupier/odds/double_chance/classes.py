"""Double Chance: every hand that must discard, up to its suits, and what each of the 25 ways to keep cards wins.

A hand that is not declared has five odd cards or one pair: it is a set of ranks together with a pattern of suits, and a
change of suits makes no difference. The 2,400,768 hands fall into 121,049 classes, all of them reckoned at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from math import comb, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.double_chance.terms import HAND
from croupier.odds.double_chance.rule import WAYS

DEALS = comb(52, HAND)

Flags = NDArray[np.bool_]
Small = NDArray[np.int8]
Suits = tuple[int, ...]

_SUITS = 4
_HEIGHTS = range(14, 1, -1)
_DEAD_HEIGHTS, _DEAD_SUITS = (2, 2, 5, 4, 3), (0, 1, 0, 0, 0)
"""2-3-4-5 of one suit and another 2: the one pair that is declared (DC 11.1.9)."""


class HandClasses(NamedTuple):
    """The classes of hands, one to a row; a pair comes first in its row, odd cards from the highest down."""

    heights: Small
    suits: Small
    """The same number for the same suit."""
    many: NDArray[np.int64]
    """How many hands there are of each class."""
    under: dict[tuple[int, int], Flags]
    """Whether the card in the second place is of the first one's suit and lower."""
    wins: Small
    """A column for each of the `WAYS`: how many of the 47 sixth cards win."""

    def best(self, kept: int | None = None) -> Small:
        """The most sixth cards that win, over all ways, or over those that keep so many cards."""
        columns = [column for column, way in enumerate(WAYS) if kept in (None, len(way))]
        return np.asarray(self.wins[:, columns].max(axis=1), dtype=np.int8)


@cache
def hand_classes() -> HandClasses:
    """Every class of hands that are not declared, with what each way to keep cards wins."""
    odd = _crossed(_odd_heights(), [(suits, _placings(suits)) for suits in _patterns() if max(suits)])
    paired = _crossed(_paired_heights(), list(_paired_patterns()))
    heights = np.concatenate((odd[0], paired[0]))
    suits = np.concatenate((odd[1], paired[1]))
    many = np.concatenate((odd[2], paired[2]))
    dead = (heights == _DEAD_HEIGHTS).all(axis=1) & (suits == _DEAD_SUITS).all(axis=1)
    heights, suits, many = heights[~dead], suits[~dead], many[~dead]
    under = {
        (above, below): (suits[:, above] == suits[:, below]) & (heights[:, below] < heights[:, above])
        for above, below in permutations(range(HAND), 2)
    }
    return HandClasses(heights, suits, many, under, _wins(heights, under))


def _wins(heights: Small, under: dict[tuple[int, int], Flags]) -> Small:
    """For each way, the unseen cards under the highest kept card of each suit."""
    unseen = heights - 2
    for (above, _), flags in under.items():
        unseen[:, above] -= flags
    wins = np.zeros((len(heights), len(WAYS)), dtype=np.int8)
    for column, way in enumerate(WAYS):
        for card in way:
            covered = np.zeros(len(heights), dtype=np.bool_)
            for other in way:
                if other != card:
                    covered |= under[other, card]
            wins[:, column] += np.where(covered, 0, unseen[:, card])
    return wins


def _odd_heights() -> list[tuple[int, ...]]:
    """Five ranks, none twice, that are no sequence."""
    wheel = (14, 5, 4, 3, 2)
    return [five for five in combinations(_HEIGHTS, HAND) if five[0] - five[-1] >= HAND and five != wheel]


def _paired_heights() -> list[tuple[int, ...]]:
    """A rank twice and three others."""
    return [
        (pair, pair, *others)
        for pair in _HEIGHTS
        for others in combinations([height for height in _HEIGHTS if height != pair], HAND - 2)
    ]


def _patterns(begun: Suits = ()) -> Iterator[Suits]:
    """The suits of five cards, each new suit taking the next number."""
    if len(begun) == HAND:
        yield begun
        return
    for suit in range(min(max(begun, default=-1) + 2, _SUITS)):
        yield from _patterns((*begun, suit))


def _placings(suits: Suits) -> int:
    """In how many ways real suits may stand for the numbers."""
    return perm(_SUITS, max(suits) + 1)


def _paired_patterns() -> Iterator[tuple[Suits, int]]:
    """The suits of a pair and three others, and how many hands of given ranks have them.

    The cards of a pair may change places, so a pattern and its mirror image are the same hands.
    """
    for suits in _patterns():
        if suits[:2] == (0, 1):
            mirrored = (0, 1, *({0: 1, 1: 0}.get(suit, suit) for suit in suits[2:]))
            if suits <= mirrored:
                yield suits, _placings(suits) // (1 + (suits == mirrored))


def _crossed(
    heights: list[tuple[int, ...]], patterns: list[tuple[Suits, int]]
) -> tuple[Small, Small, NDArray[np.int64]]:
    """Every set of ranks with every pattern of suits."""
    return (
        np.tile(np.array(heights, dtype=np.int8), (len(patterns), 1)),
        np.repeat(np.array([suits for suits, _ in patterns], dtype=np.int8), len(heights), axis=0),
        np.repeat(np.array([many for _, many in patterns], dtype=np.int64), len(heights)),
    )
