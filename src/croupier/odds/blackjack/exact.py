"""Exact values of hands by what they are made of, against every first card of the dealer.

No hole card is taken, so a player's next card is any of those not seen: nothing is conditioned on what the dealer does
not have. What follows is exact for the shoe that it is given; fractions would say no more than these floats do.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from croupier.odds.blackjack.compositions import NATURAL, OUTCOMES, OVER, RANKS, Floats, Ints

MOST_DRAWN = 17
"""No dealer draws more cards than this."""


@njit(cache=True, nogil=True)
def dealer(  # noqa: PLR0917
    shoe: Floats,
    first: int,
    start: Ints,
    outcome: Ints,
    orders: Floats,
    size: Ints,
    pairs: Ints,
    rank: Ints,
    many: Ints,
    falling: Floats,
    inverse: Floats,
    chances: Floats,
) -> None:
    """What the dealer's hand comes to with these cards unseen, the first card among those taken out."""
    cards = 0.0
    for each in range(RANKS):
        left, product = shoe[each], 1.0
        cards += left
        for taken in range(1, MOST_DRAWN + 1):
            product *= left
            falling[each, taken] = product
            left -= 1.0
            left = max(0.0, left)
    product = 1.0
    for taken in range(1, MOST_DRAWN + 1):
        product *= max(cards - taken + 1.0, 1.0)
        inverse[taken] = 1.0 / product
    total = 0.0
    chances[:] = 0.0
    for final in range(start[first], start[first + 1]):
        weight = orders[final] * inverse[size[final]]
        for pair in range(pairs[final], pairs[final + 1]):
            weight *= falling[rank[pair], many[pair]]
        chances[outcome[final]] += weight
        total += weight
    chances[OVER] = 1.0 - total


@njit(cache=True, nogil=True)
def dealer_for_hands(  # noqa: PLR0917
    shoe: Ints,
    taken: Ints,
    wanted: Ints,
    firsts: Ints,
    cards: Ints,
    start: Ints,
    outcome: Ints,
    orders: Floats,
    size: Ints,
    pairs: Ints,
    rank: Ints,
    many: Ints,
    out: Floats,
) -> None:
    """What the dealer comes to beside each of the hands wanted, against each first card, with more cards taken out."""
    falling = np.ones((RANKS, MOST_DRAWN + 1))
    inverse = np.ones(MOST_DRAWN + 1)
    left = np.empty(RANKS)
    chances = np.empty(OUTCOMES)
    for hand in wanted:
        for first in firsts:
            there = True
            for each in range(RANKS):
                left[each] = shoe[each] - taken[each] - cards[hand, each] - (1 if each == first else 0)
                there = there and left[each] >= 0
            if there:
                dealer(left, first, start, outcome, orders, size, pairs, rank, many, falling, inverse, chances)
                out[hand, first] = chances
            else:
                out[hand, first] = 0.0


def stand_values(chances: Floats, totals: Ints, beats_21: bool) -> Floats:
    """What standing on each hand is worth: win less loss, a natural of the dealer taking the one wager."""
    value = np.zeros(chances.shape[:2])
    for place in range(5):
        dealt = 17 + place
        sign = np.sign(totals - dealt)[:, None]
        value += sign * chances[:, :, place]
    value += chances[:, :, OVER]
    against = np.where((totals == 21) & (not beats_21), 0.0, -1.0)[:, None]
    return np.asarray(value + against * chances[:, :, NATURAL], dtype=np.float64)
