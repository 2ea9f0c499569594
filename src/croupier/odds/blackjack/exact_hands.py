"""What each hand is worth against each first card of the dealer, whatever is done with it, the longest hands first.

A hand of Crown Pontoon that is doubled counts the aces of its first two cards as one, so hands are told apart by how
many of those were aces: three layers of the same compositions. The other versions need the first layer only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from croupier.odds.blackjack.compositions import (
    ACE,
    MOST,
    NATURAL,
    OVER,
    RANKS,
    Flags,
    Floats,
    Hands,
    Ints,
    hands,
)
from croupier.odds.blackjack.rules import Prizes, Rules
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, STAND, Codes

LAYERS = 3
NONE = -1e9
"""The value of what is not allowed."""


class Values(NamedTuple):
    """What hands are worth by [layer, hand, upcard]; what has not been asked for is left as it was."""

    actions: Codes
    value: Floats
    square: Floats
    """The mean of the squared gain."""
    stands: Floats
    """[hand, upcard]."""
    stand_squares: Floats
    draws: Floats
    draw_squares: Floats
    doubles: Floats
    double_squares: Floats


def empty() -> Values:
    """Room for the values of all hands."""
    shape = (LAYERS, len(hands().hard), RANKS)
    return Values(
        np.zeros(shape, dtype=np.int8),
        np.zeros(shape),
        np.zeros(shape),
        np.full(shape[1:], NONE),
        np.zeros(shape[1:]),
        np.full(shape, NONE),
        np.zeros(shape),
        np.full(shape, NONE),
        np.zeros(shape),
    )


@njit(cache=True, nogil=True)
def met(chances: Floats, total: int, bet: float, rules: Rules) -> tuple[float, float]:
    """What a live hand of such a total gains from the dealer's, and the mean of its square."""
    won = chances[OVER]
    lost = 0.0
    for place in range(5):
        if total > 17 + place:
            won += chances[place]
        elif total < 17 + place:
            lost += chances[place]
    costs = 0.0 if total == MOST and rules.level_at_21 else rules.natural_costs
    return bet * (won - lost) - costs * chances[NATURAL], bet * bet * (won + lost) + costs * costs * chances[NATURAL]


@njit(cache=True, nogil=True)
def chance_of_natural(shoe: Floats, cards: Ints, last: int, first: int) -> float:
    """The chance that the dealer's second card makes a natural, with these cards, the last and the first one gone."""
    second = 9 if first == 0 else 0 if first == 9 else -1
    if second < 0:
        return 0.0
    left = -2.0
    for rank in range(RANKS):
        left += shoe[rank] - cards[rank]
    return float((shoe[second] - cards[second] - (1.0 if last == second else 0.0)) / left)


@njit(cache=True, nogil=True)
def may_double(hands: Hands, hand: int, rules: Rules) -> bool:
    """Whether such a hand may be doubled."""
    if hands.total[hand] >= MOST or hands.size[hand] < 2:
        return False
    if rules.doubling == 2:
        return True
    if hands.size[hand] != 2:
        return False
    if rules.doubling == 1:
        return True
    return 9 <= hands.hard[hand] <= 11 and (not hands.soft[hand] or rules.doubles_soft)


@njit(cache=True, nogil=True)
def total_doubled(hands: Hands, rules: Rules, hand: int, aces: int) -> int:
    """What a doubled hand counts with its last card, so many aces of its first two cards counting one."""
    if not rules.at_once:
        return int(hands.total[hand])
    free = hands.cards[hand, ACE] > aces and hands.hard[hand] <= MOST - 10
    return int(hands.hard[hand]) + (10 if free else 0)


@njit(cache=True, nogil=True)
def find_rescues(hands: Hands, rules: Rules, chances: Floats, wanted: Flags, rescues: Flags) -> None:
    """Which doubled hands, counted hard or soft, had better lose the original wager than be played."""
    for hand in range(len(hands.hard)):
        for first in range(RANKS):
            if not wanted[hand, first]:
                continue
            for soft in range(2):
                total = hands.hard[hand] + 10 * soft
                if total < MOST and (not soft or hands.soft[hand]):
                    gain, _ = met(chances[hand, first], total, 2.0, rules)
                    withdrawn = -1.0 + rules.spares * chances[hand, first, NATURAL]
                    rescues[soft, hand, first] = rules.rescue and gain < withdrawn


@njit(cache=True, nogil=True)
def doubled(  # noqa: PLR0917
    shoe: Floats, hands: Hands, rules: Rules, chances: Floats, rescues: Flags, hand: int, first: int, aces: int
) -> tuple[float, float]:
    """What a hand is worth that is doubled now, so many of its first two cards being aces; and its square."""
    left = -1.0
    for rank in range(RANKS):
        left += shoe[rank] - hands.cards[hand, rank]
    value = square = 0.0
    for rank in range(RANKS):
        many = shoe[rank] - hands.cards[hand, rank] - (1.0 if rank == first else 0.0)
        if many <= 0.0:
            continue
        chance = many / left
        after = hands.grown[hand, rank]
        if after < 0:
            gain, squared = -2.0, 4.0
            if (rules.one_in_all or rules.spares > 0.0) and first in (0, 9):
                natural = chance_of_natural(shoe, hands.cards[hand], rank, first)
                if rules.spares > 0.0:
                    gain += 2.0 * rules.spares * natural
                else:
                    gain, squared = -2.0 + natural, 4.0 - 3.0 * natural
        else:
            total = total_doubled(hands, rules, after, aces)
            if rules.at_once and total == MOST:
                gain, squared = 2.0, 4.0
            elif rescues[int(total > hands.hard[after]), after, first]:
                gain, squared = -1.0 + rules.spares * chances[after, first, NATURAL], 1.0
            else:
                gain, squared = met(chances[after, first], total, 2.0, rules)
        value += chance * gain
        square += chance * squared
    return value, square


@njit(cache=True, nogil=True)
def work_out(  # noqa: PLR0915, PLR0917
    shoe: Floats,
    hands: Hands,
    rules: Rules,
    prizes: Prizes,
    chances: Floats,
    rescues: Flags,
    wanted: Flags,
    fixed: bool,
    layers: int,
    out: Values,
) -> None:
    """The values of the hands that are wanted, by the best actions or by those already there.

    Of two cards all that may be done is worked out, whatever is done.
    """
    for hand in range(len(hands.hard) - 1, -1, -1):
        total, aces = hands.total[hand], hands.cards[hand, ACE]
        counted, there = 0.0, True
        for rank in range(RANKS):
            counted += shoe[rank] - hands.cards[hand, rank]
            there = there and shoe[rank] >= hands.cards[hand, rank]
        for first in range(RANKS):
            if not there or not wanted[hand, first] or shoe[first] <= hands.cards[hand, first]:
                continue
            if rules.at_once and total == MOST:
                for layer in range(layers):
                    out.actions[layer, hand, first] = STAND
                    out.value[layer, hand, first] = prizes.value[hand]
                    out.square[layer, hand, first] = prizes.square[hand]
                out.stands[hand, first] = prizes.value[hand]
                continue
            stands = total >= 17 or hands.hard[hand] >= 12
            stand, stand_square = met(chances[hand, first], total, 1.0, rules) if stands else (NONE, 0.0)
            out.stands[hand, first], out.stand_squares[hand, first] = stand, stand_square
            for layer in range(layers):
                if layer > aces:
                    continue
                if layer > 0 and not hands.soft[hand]:
                    out.actions[layer, hand, first] = out.actions[0, hand, first]
                    out.value[layer, hand, first] = out.value[0, hand, first]
                    out.square[layer, hand, first] = out.square[0, hand, first]
                    out.draws[layer, hand, first] = out.draws[0, hand, first]
                    out.draw_squares[layer, hand, first] = out.draw_squares[0, hand, first]
                    out.doubles[layer, hand, first] = out.doubles[0, hand, first]
                    out.double_squares[layer, hand, first] = out.double_squares[0, hand, first]
                    continue
                draw, draw_square = NONE, 0.0
                action = out.actions[layer, hand, first]
                every = not fixed or hands.size[hand] == 2
                if total < MOST and (every or action == DRAW):
                    draw = 0.0
                    for rank in range(RANKS):
                        many = shoe[rank] - hands.cards[hand, rank] - (1.0 if rank == first else 0.0)
                        if many <= 0.0:
                            continue
                        after = hands.grown[hand, rank]
                        share = many / (counted - 1.0)
                        if after < 0:
                            draw -= share
                            draw_square += share
                            if rules.spares > 0.0 and first in (0, 9):
                                draw += share * rules.spares * chance_of_natural(shoe, hands.cards[hand], rank, first)
                        else:
                            draw += share * out.value[layer, after, first]
                            draw_square += share * out.square[layer, after, first]
                double, double_square = NONE, 0.0
                if may_double(hands, hand, rules) and (every or action == DOUBLE):
                    double, double_square = doubled(shoe, hands, rules, chances, rescues, hand, first, layer)
                if not fixed:
                    action = STAND if stand >= draw else DRAW
                    if double > max(stand, draw):
                        action = DOUBLE
                    out.actions[layer, hand, first] = action
                out.draws[layer, hand, first], out.draw_squares[layer, hand, first] = draw, draw_square
                out.doubles[layer, hand, first], out.double_squares[layer, hand, first] = double, double_square
                if action == STAND:
                    out.value[layer, hand, first], out.square[layer, hand, first] = stand, stand_square
                elif action == DRAW:
                    out.value[layer, hand, first], out.square[layer, hand, first] = draw, draw_square
                else:
                    out.value[layer, hand, first], out.square[layer, hand, first] = double, double_square
