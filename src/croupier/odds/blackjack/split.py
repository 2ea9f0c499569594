"""One hand of a split pair, played to its end by a fixed policy: how it ends, with which chance, beside which dealer.

The policy looks at the hand's own cards, the dealer's first card and the two cards that were split. Whoever is first,
the cards that come to a hand are as likely to be any: what a hand comes to does not turn on the order of service, and
what is known of cards that lie elsewhere is taken out of the shoe before.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from croupier.odds.blackjack.compositions import ACE, MOST, NATURAL, OUTCOMES, OVER, RANKS, SEVEN, Flags, Floats, Hands
from croupier.odds.blackjack.exact_hands import LAYERS, total_doubled
from croupier.odds.blackjack.rules import Rules
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, Codes

NOUGHT = 4
"""Ways of ending are numbered by gain in halves: this one gains nothing, -2 is 0 and +3 is 10."""
LIVE = 11
"""A live hand beside a dealer's natural: what it loses turns on the other hands."""
BONUS, BONUS_SPADES = 12, 13
"""Three sevens of one suit that win the Super Bonus."""
RESCUED = 14
STRAIGHT, SEVENS = 15, 16
"""Six, seven, eight and three sevens, until suits are looked at."""
ENDS = 17


@njit(cache=True, nogil=True)
def orders_of(  # noqa: PLR0917
    hands: Hands, single: int, pair: int, first: int, actions: Codes, again: bool, layers: int, out: Floats
) -> None:
    """In how many orders each hand is reached from a single card, by second cards that are its pair or are not."""
    out[:] = 0.0
    lowest = len(hands.hard)
    for rank in range(RANKS):
        if (rank == pair) == again:
            after = hands.grown[single, rank]
            out[1 if rank == ACE and layers > 1 else 0, after] += 1.0
            lowest = min(lowest, after)
    for hand in range(lowest, len(hands.hard)):
        for layer in range(layers):
            if out[layer, hand] == 0.0 or actions[layer, hand, first] != DRAW:
                continue
            for rank in range(RANKS):
                after = hands.grown[hand, rank]
                if after >= 0:
                    out[layer, after] += out[layer, hand]


@njit(cache=True, nogil=True)
def reached(  # noqa: PLR0917
    hands: Hands, single: int, pair: int, actions: Codes, aces: bool, layers: int, wanted: Flags
) -> None:
    """Which hands a split hand can come to by a policy, those that a double or a draw leads to among them."""
    orders = np.zeros((LAYERS, len(hands.hard)))
    for first in range(RANKS):
        for again in (False, True):
            orders_of(hands, single, pair, first, actions, again, layers, orders)
            for hand in range(len(hands.hard)):
                for layer in range(layers):
                    if orders[layer, hand] == 0.0:
                        continue
                    wanted[hand, first] = True
                    if actions[layer, hand, first] in (DRAW, DOUBLE) and not aces:
                        for rank in range(RANKS):
                            if hands.grown[hand, rank] >= 0:
                                wanted[hands.grown[hand, rank], first] = True


@njit(cache=True, nogil=True)
def _lay(  # noqa: PLR0917
    chances: Floats, total: int, bet: int, rules: Rules, weight: float, drawn: Floats, mass: Floats, mean: Floats
) -> None:
    """Put a hand that is played against the dealer where it belongs, by what the dealer comes to."""
    for outcome in range(OUTCOMES):
        if outcome == NATURAL:
            end = NOUGHT if total == MOST and rules.level_at_21 else LIVE
        elif outcome == OVER or total > 17 + outcome:
            end = NOUGHT + 2 * bet
        elif total == 17 + outcome:
            end = NOUGHT
        else:
            end = NOUGHT - 2 * bet
        _put(weight * chances[outcome], outcome, end, drawn, mass, mean)


@njit(cache=True, nogil=True)
def _put(weight: float, outcome: int, end: int, drawn: Floats, mass: Floats, mean: Floats) -> None:  # noqa: PLR0917
    mass[end, outcome] += weight
    for rank in range(RANKS):
        mean[end, outcome, rank] += weight * drawn[rank]


@njit(cache=True, nogil=True)
def _prize(hands: Hands, hand: int) -> int:
    """How a hand of 21 that is paid at once ends."""
    size = hands.size[hand]
    if size == 3:
        if hands.cards[hand, SEVEN] == 3:
            return SEVENS
        if hands.cards[hand, SEVEN - 1] == 1 and hands.cards[hand, SEVEN] == 1 and hands.cards[hand, SEVEN + 1] == 1:
            return STRAIGHT
    if size == 5:
        return NOUGHT + 3
    if size == 6:
        return NOUGHT + 4
    return NOUGHT + (6 if size >= 7 else 2)


@njit(cache=True, nogil=True)
def endings(  # noqa: PLR0915, PLR0917
    shoe: Floats,
    hands: Hands,
    rules: Rules,
    chances: Floats,
    rescues: Flags,
    single: int,
    pair: int,
    first: int,
    actions: Codes,
    again: bool,
    layers: int,
    orders: Floats,
    mass: Floats,
    mean: Floats,
) -> None:
    """How one hand ends that begins with a card of the pair, the shoe holding neither it nor the dealer's first card.

    `mass[end, dealer's outcome]` are chances, `mean` the cards drawn on average times those. Only hands whose second
    card is another of the pair count where `again`, only the others where not.
    """
    mass[:] = 0.0
    mean[:] = 0.0
    if pair == ACE:
        orders[:] = 0.0
        for rank in range(RANKS):
            if (rank == pair) == again:
                orders[0, hands.grown[single, rank]] = 1.0
    else:
        orders_of(hands, single, pair, first, actions, again, layers, orders)
    drawn = np.empty(RANKS)
    after_this = np.empty(RANKS)
    over = np.empty(OUTCOMES)
    cards = shoe.sum()
    for hand in range(single, len(hands.hard)):
        for layer in range(layers):
            if orders[layer, hand] == 0.0:
                continue
            weight, left = orders[layer, hand], cards
            for rank in range(RANKS):
                many = hands.cards[hand, rank] - (1 if rank == pair else 0)
                drawn[rank] = many
                for taken in range(many):
                    weight *= (shoe[rank] - taken) / left
                    left -= 1.0
            if weight <= 0.0:
                continue
            total = hands.total[hand]
            action = actions[layer, hand, first]
            if rules.at_once and total == MOST:
                end = _prize(hands, hand)
                for outcome in range(OUTCOMES):
                    _put(weight * chances[hand, first, outcome], outcome, end, drawn, mass, mean)
                continue
            if pair == ACE or action not in (DRAW, DOUBLE) or total == MOST:
                _lay(chances[hand, first], total, 1, rules, weight, drawn, mass, mean)
                continue
            bet = 2 if action == DOUBLE else 1
            # What the dealer comes to beside hands over 21 is what is left of what it comes to beside this one.
            over[:] = chances[hand, first]
            going = 0.0
            after_this[:] = 0.0
            for rank in range(RANKS):
                share = (shoe[rank] - drawn[rank]) / left
                if share <= 0.0:
                    continue
                after = hands.grown[hand, rank]
                if after < 0:
                    going += share
                    after_this[rank] = share
                    continue
                for outcome in range(OUTCOMES):
                    over[outcome] -= share * chances[after, first, outcome]
                if action == DRAW:
                    continue
                drawn[rank] += 1.0
                counted = total_doubled(hands, rules, after, layer)
                if rules.at_once and counted == MOST:
                    for outcome in range(OUTCOMES):
                        chance = weight * share * chances[after, first, outcome]
                        _put(chance, outcome, NOUGHT + 4, drawn, mass, mean)
                elif rescues[int(counted > hands.hard[after]), after, first]:
                    for outcome in range(OUTCOMES):
                        _put(weight * share * chances[after, first, outcome], outcome, RESCUED, drawn, mass, mean)
                else:
                    _lay(chances[after, first], counted, 2, rules, weight * share, drawn, mass, mean)
                drawn[rank] -= 1.0
            if going > 0.0:
                for rank in range(RANKS):
                    drawn[rank] += after_this[rank] / going
                for outcome in range(OUTCOMES):
                    _put(weight * over[outcome], outcome, NOUGHT - 2 * bet, drawn, mass, mean)
