"""How likely it is that no hand of a split pair is alive beside a dealer's natural, exactly.

One original wager more is lost to a natural if any hand is alive (ruling 31), so it matters whether all are over at
once. Each is over by a last card: hands before it are taken two or three at a time, each with the ranks that end it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from croupier.odds.blackjack.compositions import ACE, MOST, RANKS, Flags, Floats, Hands, Ints
from croupier.odds.blackjack.exact_hands import LAYERS, total_doubled
from croupier.odds.blackjack.rules import Rules
from croupier.odds.blackjack.split import orders_of
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, Codes

_MOST_DRAWN = 3 * 21


class Ended(NamedTuple):
    """Hands with one card of the pair and so many others that a last card can end."""

    drawn: Ints
    size: Ints
    unpaired: Floats
    """In how many orders, the second card being no pair."""
    any: Floats
    """In how many orders, whatever the second card."""
    last: Ints
    """The ranks that end it, as bits."""


@njit(cache=True, nogil=True)
def ended(  # noqa: PLR0917
    hands: Hands,
    rules: Rules,
    rescues: Flags,
    single: int,
    pair: int,
    first: int,
    actions: Codes,
    layers: int,
) -> Ended:
    """The hands that a last card can end."""
    most = len(hands.hard)
    unpaired, paired = np.zeros((LAYERS, most)), np.zeros((LAYERS, most))
    if pair != ACE:
        orders_of(hands, single, pair, first, actions, False, layers, unpaired)
        orders_of(hands, single, pair, first, actions, True, layers, paired)
    unpaired[0, single] = 1.0
    drawn = np.zeros((most, RANKS), dtype=np.int64)
    size, last = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    without, every = np.zeros(most), np.zeros(most)
    gone_at_21 = rules.at_once or rules.level_at_21
    many = 0
    for hand in range(most):
        for layer in range(layers):
            ways = unpaired[layer, hand] + paired[layer, hand]
            action = DRAW if hand == single else actions[layer, hand, first]
            if ways == 0.0 or action not in (DRAW, DOUBLE):
                continue
            ranks = 0
            for rank in range(RANKS):
                after = hands.grown[hand, rank]
                if after < 0:
                    ranks |= 1 << rank
                    continue
                total = hands.total[after]
                if action == DOUBLE:
                    total = total_doubled(hands, rules, after, layer)
                    if rescues[int(total > hands.hard[after]), after, first]:
                        ranks |= 1 << rank
                if total == MOST and gone_at_21:
                    ranks |= 1 << rank
            if ranks == 0:
                continue
            for rank in range(RANKS):
                drawn[many, rank] = hands.cards[hand, rank] - (1 if rank == pair else 0)
            size[many] = drawn[many].sum()
            without[many], every[many], last[many] = unpaired[layer, hand], ways, ranks
            many += 1
    return Ended(drawn[:many], size[:many], without[:many], every[:many], last[:many])


@njit(cache=True, nogil=True)
def _falling(shoe: Floats) -> tuple[Floats, Floats]:
    """By rank and number, the products of the shares left as they are taken; and of all cards, one over that."""
    taken = np.ones((RANKS, _MOST_DRAWN + 1))
    cards = shoe.sum()
    for rank in range(RANKS):
        for number in range(1, _MOST_DRAWN + 1):
            taken[rank, number] = taken[rank, number - 1] * max(shoe[rank] - number + 1.0, 0.0) / cards
    inverse = np.ones(_MOST_DRAWN + 1)
    for number in range(1, _MOST_DRAWN + 1):
        inverse[number] = inverse[number - 1] * cards / max(cards - number + 1.0, 1.0)
    return taken, inverse


@njit(cache=True, nogil=True)
def _left(left: Floats, ranks: int) -> float:
    many = 0.0
    for rank in range(RANKS):
        if ranks >> rank & 1:
            many += left[rank]
    return many


@njit(cache=True, nogil=True)
def one_over(shoe: Floats, some: Ended, weights: Floats) -> float:
    """The chance that one hand is over."""
    taken, inverse = _falling(shoe)
    cards = shoe.sum()
    found = 0.0
    for i in range(len(some.size)):
        weight, ways = weights[i], 0.0
        for rank in range(RANKS):
            weight *= taken[rank, some.drawn[i, rank]]
            if some.last[i] >> rank & 1:
                ways += shoe[rank] - some.drawn[i, rank]
        found += weight * ways / cards * inverse[some.size[i] + 1]
    return found


@njit(cache=True, nogil=True)
def two_over(shoe: Floats, some: Ended, weights: Floats, others: Floats) -> float:
    """The chance that two hands are over, each weighted by the orders it may come in."""
    taken, inverse = _falling(shoe)
    cards = shoe.sum()
    left = np.empty(RANKS)
    found = 0.0
    for i in range(len(some.size)):
        for j in range(len(some.size)):
            weight = weights[i] * others[j]
            if weight == 0.0:
                continue
            for rank in range(RANKS):
                number = some.drawn[i, rank] + some.drawn[j, rank]
                weight *= taken[rank, number]
                left[rank] = shoe[rank] - number
            if weight == 0.0:
                continue
            ways = _left(left, some.last[i]) * _left(left, some.last[j]) - _left(left, some.last[i] & some.last[j])
            found += weight * ways / cards**2 * inverse[some.size[i] + some.size[j] + 2]
    return found


@njit(cache=True, nogil=True)
def three_over(shoe: Floats, some: Ended, weights: Floats) -> float:
    """The chance that three hands are over, the first weighted so, the others whatever their second cards."""
    taken, inverse = _falling(shoe)
    cards = shoe.sum()
    left = np.empty(RANKS)
    found = 0.0
    for i in range(len(some.size)):
        for j in range(len(some.size)):
            before = some.any[i] * some.any[j]
            if j < i or before == 0.0:
                continue
            if j > i:
                before *= 2.0
            for k in range(len(some.size)):
                weight = before * weights[k]
                if weight == 0.0:
                    continue
                for rank in range(RANKS):
                    number = some.drawn[i, rank] + some.drawn[j, rank] + some.drawn[k, rank]
                    weight *= taken[rank, number]
                    left[rank] = shoe[rank] - number
                if weight == 0.0:
                    continue
                a, b, c = some.last[i], some.last[j], some.last[k]
                one, two, three = _left(left, a), _left(left, b), _left(left, c)
                ways = one * two * three + 2.0 * _left(left, a & b & c)
                ways -= _left(left, a & b) * three + _left(left, a & c) * two + _left(left, b & c) * one
                found += weight * ways / cards**3 * inverse[some.size[i] + some.size[j] + some.size[k] + 3]
    return found
