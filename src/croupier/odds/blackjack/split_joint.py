"""The hands of a split pair together: how likely each net result is.

How one hand ends, beside what the dealer comes to, is exact. Beside the same end of the dealer the hands are nearly
independent; what they still have to do with each other is that a card drawn to one cannot come to another, and that is
counted to the first order. What is left out is of the order of one over the square of the number of cards.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from croupier.odds.blackjack.compositions import NATURAL, OUTCOMES, RANKS, Floats
from croupier.odds.blackjack.split import BONUS, BONUS_SPADES, ENDS, LIVE, NOUGHT, RESCUED

HALVES = 40
"""Net results are counted in halves from twice minus ten; this many of them are enough for three hands."""
NIL = 20


@njit(cache=True, nogil=True)
def _gain(end: int) -> int:
    """The gain of an end, in halves; of three sevens without their Super Bonus."""
    if end == BONUS:
        return 4
    if end == BONUS_SPADES:
        return 6
    if end == RESCUED:
        return -2
    if end == LIVE:
        return 0
    return end - NOUGHT


@njit(cache=True, nogil=True)
def _net(outcome: int, alive: bool, rescued: int, lost: int, gain: int, one_in_all: bool, spared: bool) -> int:  # noqa: PLR0917
    """The net gain in halves of hands beside a dealer's end, what a natural takes counted.

    `lost` is what bust hands lose and `rescued` how many gave their wager up; `gain` is the sum over all hands.
    """
    if outcome != NATURAL:
        return gain
    if not one_in_all:
        return gain - (2 if alive else 0)
    if alive or (spared and lost > 0):
        taken = max(2, 2 * rescued)
        return gain + lost + 2 * rescued - taken
    return gain


@njit(cache=True, nogil=True)
def together(  # noqa: PLR0915, PLR0917
    mass: Floats, mean: Floats, shoe: Floats, weight: float, over: float, one_in_all: bool, spared: bool, out: Floats
) -> tuple[float, float, float]:
    """Add up the net results of two or three hands, which come about with this chance.

    `mass[hand, end, outcome]` sums to one for each hand; `over` is the chance that none is alive beside a natural, if
    it is known (else -1). Returns the chance of a Super Bonus, the sum of what else is then gained, and the chance of
    none alive as it was without correction.
    """
    many = mass.shape[0]
    cards = shoe.sum()
    bonus = beside = untouched = 0.0
    share = np.empty((many, ENDS))
    off = np.empty((many, ENDS, RANKS))
    off_size = np.empty((many, ENDS))
    tied = np.zeros((many, many, ENDS, ENDS))
    for outcome in range(OUTCOMES):
        chance = 0.0
        for end in range(ENDS):
            chance += mass[0, end, outcome]
        if chance <= 0.0:
            continue
        dead = np.zeros(many)
        for hand in range(many):
            whole = 0.0
            for end in range(ENDS):
                whole += mass[hand, end, outcome]
            average = np.zeros(RANKS)
            for end in range(ENDS):
                share[hand, end] = mass[hand, end, outcome] / whole
                if end != LIVE:
                    dead[hand] += share[hand, end]
                for rank in range(RANKS):
                    average[rank] += mean[hand, end, outcome, rank] / whole
            for end in range(ENDS):
                off_size[hand, end] = 0.0
                for rank in range(RANKS):
                    off[hand, end, rank] = 0.0
                    if share[hand, end] > 0.0:
                        off[hand, end, rank] = mean[hand, end, outcome, rank] / mass[hand, end, outcome] - average[rank]
                    off_size[hand, end] += off[hand, end, rank]
        for one in range(many):
            for two in range(one + 1, many):
                for a in range(ENDS):
                    for b in range(ENDS):
                        if share[one, a] == 0.0 or share[two, b] == 0.0:
                            continue
                        tie = off_size[one, a] * off_size[two, b] / cards
                        for rank in range(RANKS):
                            if shoe[rank] > 0.0:
                                tie -= off[one, a, rank] * off[two, b, rank] / shoe[rank]
                        tied[one, two, a, b] = tie
        repair = 0.0
        if outcome == NATURAL:
            untouched = _dead(share, tied, many) * chance
            if over >= 0.0 and many > 1:
                repair = over / chance - untouched / chance
        for a in range(ENDS):
            for b in range(ENDS):
                for c in range(ENDS if many > 2 else 1):
                    each = share[0, a] * share[1, b] * (share[2, c] if many > 2 else 1.0)
                    if each == 0.0:
                        continue
                    found = 1.0 + tied[0, 1, a, b]
                    if many > 2:
                        found += tied[0, 2, a, c] + tied[1, 2, b, c]
                    if repair != 0.0:
                        found += (
                            repair * _sign(a, dead[0]) * _sign(b, dead[1]) * (_sign(c, dead[2]) if many > 2 else 1.0)
                        )
                    found *= each * chance * weight
                    gain = _gain(a) + _gain(b) + (_gain(c) if many > 2 else 0)
                    alive = LIVE in (a, b) or (many > 2 and c == LIVE)
                    rescued = int(a == RESCUED) + int(b == RESCUED) + int(many > 2 and c == RESCUED)
                    lost = _lost(a) + _lost(b) + (_lost(c) if many > 2 else 0)
                    net = _net(outcome, alive, rescued, lost, gain, one_in_all, spared)
                    if (
                        a in (BONUS, BONUS_SPADES)
                        or b in (BONUS, BONUS_SPADES)
                        or (many > 2 and c in (BONUS, BONUS_SPADES))
                    ):
                        bonus += found
                        beside += found * net / 2.0
                    else:
                        out[net + NIL] += found
    return bonus, beside, untouched


@njit(cache=True, nogil=True)
def _lost(end: int) -> int:
    """What a bust hand loses, in halves."""
    return NOUGHT - end if end < NOUGHT else 0


@njit(cache=True, nogil=True)
def _sign(end: int, dead: float) -> float:
    """Hands that are over weigh one way and live ones the other, so that each hand alone stays as likely."""
    return -1.0 / (1.0 - dead) if end == LIVE else 1.0 / dead


@njit(cache=True, nogil=True)
def _dead(share: Floats, tied: Floats, many: int) -> float:
    """The chance that no hand is alive, as the first order has it."""
    found = 0.0
    for a in range(ENDS):
        for b in range(ENDS):
            for c in range(ENDS if many > 2 else 1):
                if LIVE in (a, b) or (many > 2 and c == LIVE):
                    continue
                each = share[0, a] * share[1, b] * (share[2, c] if many > 2 else 1.0)
                if each == 0.0:
                    continue
                tie = 1.0 + tied[0, 1, a, b]
                if many > 2:
                    tie += tied[0, 2, a, c] + tied[1, 2, b, c]
                found += each * tie
    return found
