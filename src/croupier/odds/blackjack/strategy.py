"""What a player does: the words for it, and strategies as tables of whole numbers that kernels look things up in.

Ranks are those of `compositions`: 0 an ace, 1 to 8 two to nine, 9 whatever counts ten; an upcard is a rank.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.blackjack.compositions import MOST, RANKS

STAND, DRAW, DOUBLE, SPLIT, SURRENDER = range(5)
ACTIONS = ("stand", "draw", "double", "split", "surrender")
"""The words, by number."""

SIZES = 5
"""Hands are told apart by their number of cards: two, three, four, five, and six or more."""

Codes = NDArray[np.int8]


class Strategy(NamedTuple):
    """A total-dependent strategy: what to do by total, number of cards and the dealer's first card.

    A first hand is looked up in this order: `splits` if it is a pair, `surrenders`, then `hands`. A hand after a split
    is split again whenever `splits` says so and fewer than three hands lie there, else it is looked up in `hands`.
    Split aces have one card each and are not asked about. Every action found in `hands` is allowed for such a hand: a
    double only stands where the version lets a hand of that size and total be doubled.
    """

    hands: Codes
    """[cards - 2, at most 4; 1 if the total is soft; total up to 21; upcard]: STAND, DRAW or DOUBLE."""
    splits: Codes
    """[rank; upcard]: 1 where a pair of that rank is split."""
    surrenders: Codes
    """[1 if soft; total; upcard]: 1 where the first two cards are surrendered."""
    rescues: Codes
    """[total; upcard]: 1 where the doubled part of such a hand is withdrawn; nought but in Crown Pontoon."""
    insures: bool
    """Whether insurance is taken against an ace."""
    takes_even_money: bool
    """Whether a natural is paid at even money against an ace."""


def row(cards: int, soft: bool, total: int) -> tuple[int, int, int]:
    """Where a hand of so many cards and such a total is found in `Strategy.hands`, before the upcard.

    >>> row(2, True, 18), row(7, False, 15)
    ((0, 1, 18), (4, 0, 15))
    """
    return min(cards, SIZES + 1) - 2, int(soft), total


def blank() -> Strategy:
    """A strategy that stands on everything."""
    return Strategy(
        hands=np.zeros((SIZES, 2, MOST + 1, RANKS), dtype=np.int8),
        splits=np.zeros((RANKS, RANKS), dtype=np.int8),
        surrenders=np.zeros((2, MOST + 1, RANKS), dtype=np.int8),
        rescues=np.zeros((MOST + 1, RANKS), dtype=np.int8),
        insures=False,
        takes_even_money=False,
    )
