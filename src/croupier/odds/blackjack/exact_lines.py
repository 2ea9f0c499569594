"""How hands that are not split end, by a fixed plan: every way that a sheet tells apart, with its chance."""

from __future__ import annotations

import numpy as np
from numba import njit

from croupier.odds.blackjack.compositions import MOST, NATURAL, OUTCOMES, OVER, RANKS, SEVEN, Flags, Floats, Hands
from croupier.odds.blackjack.exact_hands import total_doubled
from croupier.odds.blackjack.rules import Rules
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, Codes

(
    WON,
    WON_DOUBLED,
    LEVEL,
    LOST,
    LOST_DOUBLED,
    BUST,
    BUST_DOUBLED,
    ONE_OF_TWO,
    WITHDRAWN,
    TWENTY_ONE,
    FIVE_CARDS,
    SIX_CARDS,
    SEVEN_CARDS,
    STRAIGHT,
    SEVENS,
    DOUBLED_21,
    WAYS,
) = range(17)
"""How a hand ends; the straight and the sevens are told apart by suits later on."""


@njit(cache=True, nogil=True)
def paid_line(hands: Hands, hand: int) -> int:
    """Which line a hand of 21 that is paid at once stands on."""
    size = hands.size[hand]
    if size == 3:
        if hands.cards[hand, SEVEN] == 3:
            return SEVENS
        if hands.cards[hand, SEVEN - 1] == 1 and hands.cards[hand, SEVEN] == 1 and hands.cards[hand, SEVEN + 1] == 1:
            return STRAIGHT
    return FIVE_CARDS if size == 5 else SIX_CARDS if size == 6 else SEVEN_CARDS if size >= 7 else TWENTY_ONE


@njit(cache=True, nogil=True)
def _against(chances: Floats, total: int, bet: int, rules: Rules, weight: float, out: Floats) -> None:  # noqa: PLR0917
    for outcome in range(OUTCOMES):
        chance = weight * chances[outcome]
        if outcome == NATURAL:
            if total == MOST and rules.level_at_21:
                out[LEVEL] += chance
            else:
                out[LOST if bet == 1 else ONE_OF_TWO] += chance
        elif outcome == OVER or total > 17 + outcome:
            out[WON if bet == 1 else WON_DOUBLED] += chance
        elif total == 17 + outcome:
            out[LEVEL] += chance
        else:
            out[LOST if bet == 1 else LOST_DOUBLED] += chance


@njit(cache=True, nogil=True)
def lines(  # noqa: PLR0917
    shoe: Floats,
    hands: Hands,
    rules: Rules,
    chances: Floats,
    rescues: Flags,
    first: int,
    actions: Codes,
    layers: int,
    orders: Floats,
    out: Floats,
) -> None:
    """Add up how hands end that begin in so many orders, the shoe holding all but the dealer's first card."""
    cards = shoe.sum()
    for hand in range(len(hands.hard)):
        for layer in range(layers):
            if orders[layer, hand] == 0.0:
                continue
            weight, left = orders[layer, hand], cards
            for rank in range(RANKS):
                for taken in range(hands.cards[hand, rank]):
                    weight *= (shoe[rank] - taken) / left
                    left -= 1.0
            if weight <= 0.0:
                continue
            total, action = hands.total[hand], actions[layer, hand, first]
            if rules.at_once and total == MOST:
                out[paid_line(hands, hand)] += weight
                continue
            if action not in (DRAW, DOUBLE) or total == MOST:
                _against(chances[hand, first], total, 1, rules, weight, out)
                continue
            natural = chances[hand, first, NATURAL]
            going = 0.0
            for rank in range(RANKS):
                share = (shoe[rank] - hands.cards[hand, rank]) / left
                if share <= 0.0:
                    continue
                after = hands.grown[hand, rank]
                if after < 0:
                    going += share
                    continue
                natural -= share * chances[after, first, NATURAL]
                if action == DRAW:
                    orders[layer, after] += orders[layer, hand]
                    continue
                counted = total_doubled(hands, rules, after, layer)
                if rules.at_once and counted == MOST:
                    out[DOUBLED_21] += weight * share
                elif rescues[int(counted > hands.hard[after]), after, first]:
                    out[WITHDRAWN] += weight * share
                else:
                    _against(chances[after, first], counted, 2, rules, weight * share, out)
            if going > 0.0:
                spared = natural if action == DOUBLE and rules.one_in_all else 0.0
                out[BUST_DOUBLED if action == DOUBLE else BUST] += weight * (going - spared)
                out[ONE_OF_TWO] += weight * spared


def nothing() -> Floats:
    """Room for the chances of every way to end."""
    return np.zeros(WAYS)
