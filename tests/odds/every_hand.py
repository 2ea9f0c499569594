"""Every hand of Double Chance there is, dealt one by one."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards import CARDS_IN_A_DECK
from croupier.games.double_chance.terms import HAND, MOST_KEPT
from croupier.odds.double_chance.kernel import UNDECLARED, _beaten, _best, _made, _ones, _ways


def every_hand() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All 2,598,960 hands: how many are declared as what, and for the others how many sixth cards win.

    The second has a row each for the best way to keep one, two or three cards, and a column for each number of cards.
    """
    declared = np.zeros(UNDECLARED, dtype=np.int64)
    wins = np.zeros((MOST_KEPT, CARDS_IN_A_DECK - HAND + 1), dtype=np.int64)
    _enumerate(_beaten(), _ways(), declared, wins)
    return declared, wins


@njit(cache=True, nogil=True)
def _enumerate(
    beaten: NDArray[np.uint64], ways: NDArray[np.int64], declared: NDArray[np.int64], wins: NDArray[np.int64]
) -> None:
    """Every hand of five rising card numbers, from the lowest to where the last card can rise no more."""
    cards = np.arange(HAND)
    best = np.empty(MOST_KEPT, dtype=np.uint64)
    rises = 0
    while rises >= 0:
        made = _made(cards)
        if made < UNDECLARED:
            declared[made] += 1
        else:
            _best(cards, beaten, ways, best)
            for row in range(MOST_KEPT):
                wins[row, _ones(best[row])] += 1
        rises = HAND - 1
        while rises >= 0 and cards[rises] == CARDS_IN_A_DECK - HAND + rises:
            rises -= 1
        if rises >= 0:
            cards[rises] += 1
            for later in range(rises + 1, HAND):
                cards[later] = cards[later - 1] + 1
