"""Which two of three cards come out best on a flop: for Crazy Pineapple, where one is laid away after it.

The rule looks at the flop and one's own cards, as a player does: two cards are the better, the more of a pot they take
from two other cards, over every fourth way that the board can go on.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
from numba import njit

from croupier.odds.crown_poker.evaluate import low_bit
from croupier.odds.crown_poker.lookup import NO_LOW, lookup
from croupier.odds.steps import ahead, step
from croupier.odds.tournament.push_fold.hands import CHOICES, Ints, Singles, alike, every, suits_turned
from croupier.odds.tournament.push_fold.two import worth_of_two

EVERY_SO_MANY = 4
AT_A_TIME = 27


class Flops(msgspec.Struct, frozen=True):
    """What two cards take of a pot, by flop."""

    taken: Singles
    """By flop, of those that are alike but for the names of suits one, and the number of two cards."""
    of: Ints
    """By the number of a flop: its row."""
    turned: Ints
    """By the number of a flop: which way of naming the suits leads to that row's flop."""
    cards: Ints
    """By a way of naming the suits: what each card becomes."""


def no_flops() -> Flops:
    """For games in which nothing is laid away after the flop."""
    none = np.zeros(0, np.int64)
    return Flops(np.zeros((0, 0), np.float32), none, none, np.zeros((0, 0), np.int64))


def flops(*, low: bool, every_so_many: int = EVERY_SO_MANY) -> Flops:
    """What two cards take on every flop of a game with or without a low half."""
    every_flop = every(3)
    least, turned = alike(every_flop)
    rows, of = np.unique(least, return_inverse=True)
    table = lookup()
    tables = (table.keys, table.empty, table.shifts, table.values, table.flushes, table.ranks, table.suits, table.lows)
    taken = np.zeros((len(rows), len(every(2))), np.float32)
    starts = range(0, len(rows), AT_A_TIME)
    ahead(len(starts))
    with ThreadPoolExecutor(os.cpu_count()) as pool:

        def work(start: int) -> None:
            for row in range(start, min(start + AT_A_TIME, len(rows))):
                _taken(every_flop[rows[row]], low, every_so_many, *tables, taken[row])

        for _ in pool.map(work, starts):
            step()
    return Flops(taken, of, turned, suits_turned())


@njit(cache=True, nogil=True)
def _taken(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    flop, low, so_many, keys, empty, shifts, values, flushes, ranks, suits, lows, out
):
    """What every two cards take on one flop."""
    left, at = np.zeros(49, np.int64), 0
    for card in range(52):
        if not (flop == card).any():
            left[at] = card
            at += 1
    times = np.zeros(out.size, np.int64)
    highs, lowest, which = np.zeros(1081, np.int64), np.full(1081, NO_LOW, np.int64), np.zeros(1081, np.int64)
    board = np.zeros(5, np.int64)
    board[:3] = flop
    for second in range(1, 49):
        for first in range(second):
            if (first + second) % so_many:
                continue
            board[3], board[4] = left[first], left[second]
            _all_worth(board, left, low, keys, empty, shifts, values, flushes, ranks, suits, lows, highs, lowest, which)
            _shared(highs, lowest, which, out)
            for hand in which:
                times[hand] += 1
    for each in range(out.size):
        if times[each]:
            out[each] /= times[each]


@njit(cache=True, nogil=True)
def _all_worth(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    board, left, low, keys, empty, shifts, values, flushes, ranks, suits, lows, highs, lowest, which
):
    """What every two of the cards left are worth on a whole board."""
    total, bits, at = empty, 0, 0
    for card in board:
        total += keys[card]
        bits |= low_bit(ranks[card])
    for high in range(1, left.size):
        second = left[high]
        if second == board[3] or second == board[4]:
            continue
        for other in range(high):
            first = left[other]
            if first == board[3] or first == board[4]:
                continue
            value = total + keys[first] + keys[second]
            highs[at] = worth_of_two(first, second, board, value, shifts, values, flushes, ranks, suits)
            if low:
                lowest[at] = lows[bits | low_bit(ranks[first]) | low_bit(ranks[second])]
            which[at] = CHOICES[first, 1] + CHOICES[second, 2]
            at += 1


@njit(cache=True, nogil=True)
def _shared(highs, lowest, which, out):  # type: ignore[no-untyped-def]
    """Add for each hand the part that it takes of a pot from all the others."""
    best, without, by_low = np.zeros(7464, np.int64), np.zeros(7464, np.int64), np.zeros(NO_LOW + 2, np.int64)
    for hand in range(highs.size):
        best[highs[hand] + 1] += 1
        without[highs[hand] + 1] += lowest[hand] == NO_LOW
        by_low[lowest[hand] + 1] += 1
    for value in range(1, best.size):
        best[value] += best[value - 1]
        without[value] += without[value - 1]
    for value in range(1, by_low.size):
        by_low[value] += by_low[value - 1]
    for hand in range(highs.size):
        value, low = highs[hand], lowest[hand]
        half = 0.25 * (best[value] + best[value + 1])
        if low == NO_LOW:
            half += 0.25 * (without[value] + without[value + 1])
        else:
            half += 0.5 * (highs.size - 0.5 * (by_low[low] + by_low[low + 1]))
        out[which[hand]] += half / highs.size
