"""How showdowns end between groups of hands: all of them counted, or so many dealt at random.

A player's cards are known by the group that they fall in. For every choice of groups, and every order in which the
hands of them can come, there is a count; what a spot makes of an order is its own affair.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb
from queue import SimpleQueue

import msgspec
import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.games.crown_poker.terms import Game
from croupier.odds.crown_poker.evaluate import low_bit, omaha, omaha_lowest
from croupier.odds.crown_poker.lookup import NO_LOW, lookup
from croupier.odds.steps import ahead, step
from croupier.odds.tournament.push_fold.flops import Flops
from croupier.odds.tournament.push_fold.hands import CHOICES, Hands, Ints, alike, every, place
from croupier.odds.tournament.push_fold.orders import orders
from croupier.odds.tournament.push_fold.two import worth_of_two

PARTS_DEALT = 32
"""In so many parts a sample is dealt, whoever deals them: the same seed gives the same counts on any machine."""

TOGETHER = 6
"""So many hands are dealt to one board, and any two or three of them are a showdown."""

QUARTERS = 4
"""The least part of a pot between two hands."""

Deal = Callable[[np.random.Generator, int, NDArray[np.uint32]], None]
"""Deals so many showdowns and counts them."""

Counts = NDArray[np.unsignedinteger]


class Showdowns(msgspec.Struct, frozen=True):
    """How often hands of these groups came in each order."""

    players: int
    groups: int
    low: bool
    counts: Counts
    """By choice of groups (as `cells` names them) and order."""
    exact: bool
    """Whether every showdown was counted, or a sample dealt."""

    @property
    def seen(self) -> int:
        """How many showdowns there were."""
        return int(self.counts.sum(dtype=np.int64))


def cells(groups: int, players: int) -> Ints:
    """Every choice of groups, each with the lowest first, in the order in which the kernel numbers them.

    >>> cells(2, 2).tolist()
    [[0, 0], [0, 1], [1, 1]]
    """
    if players == 2:
        return np.array([(low, high) for high in range(groups) for low in range(high + 1)], np.int64)
    second, first = np.tril_indices(groups)
    return np.concatenate(
        [
            np.stack([first[second <= high], second[second <= high], np.full(comb(high + 2, 2), high)], axis=1)
            for high in range(groups)
        ]
    ).astype(np.int64)


def dealt(game: Game, hands: Hands, flops: Flops, players: int, *, deals: int, seed: int) -> Showdowns:
    """A sample of showdowns between so many hands of a game."""
    known = orders(players, low=game.hi_lo)
    size = comb(hands.groups + players - 1, players)
    table = lookup()

    def deal(chance: np.random.Generator, many: int, out: NDArray[np.uint32]) -> None:
        _count(
            chance, many, players, game.hole, game.exactly_two, game.hi_lo, hands.number, known.numbers, hands.kept,
            *_of(flops), *table, out,
        )  # fmt: skip

    counts = _in_parts(deal, (size, len(known.all)), deals, seed)
    return Showdowns(players, hands.groups, game.hi_lo, counts, exact=False)


def strengths(game: Game, flops: Flops, *, deals: int, seed: int) -> NDArray[np.float64]:
    """By the number of a hand: what hands that are alike but for the names of suits took of pots from one other."""
    least, _ = alike(every(game.hole))
    rows, of = np.unique(least, return_inverse=True)
    table, none = lookup(), np.zeros((0, 2), np.uint8)

    def deal(chance: np.random.Generator, many: int, out: NDArray[np.uint32]) -> None:
        _take(chance, many, game.hole, game.exactly_two, game.hi_lo, of, none, *_of(flops), *table, out)

    met = _in_parts(deal, (len(rows), 2), deals, seed)
    return np.asarray((met[:, 0] / np.maximum(met[:, 1], 1) / QUARTERS)[of])


def _of(flops: Flops) -> tuple[NDArray[np.float32], Ints, Ints, Ints]:
    return flops.taken, flops.of, flops.turned, flops.cards


def _in_parts(deal: Deal, shape: tuple[int, int], deals: int, seed: int) -> NDArray[np.uint32]:
    """A sample dealt in parts, on all cores, and counted."""
    seeds = np.random.SeedSequence(seed).spawn(PARTS_DEALT)
    workers = os.cpu_count() or 1
    free: SimpleQueue[NDArray[np.uint32]] = SimpleQueue()
    counts = [np.zeros(shape, np.uint32) for _ in range(workers)]
    for each in counts:
        free.put(each)

    def part(number: int) -> None:
        into = free.get()
        many = deals // PARTS_DEALT + (number < deals % PARTS_DEALT)
        deal(np.random.Generator(np.random.PCG64(seeds[number])), many, into)
        free.put(into)

    ahead(PARTS_DEALT)
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(part, range(PARTS_DEALT)):
            step()
    return np.asarray(sum(counts[1:], counts[0]))


@njit(cache=True, nogil=True)
def _count(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    chance, deals, players, hole, two_and_three, low, number, numbers, kept, taken, of_flop, turned, turns,
    keys, empty, shifts, values, flushes, ranks, suits, pairs, threes, joined, lows, out,
):  # fmt: skip
    """Deal so many boards with hands beside them, and count the orders in which any so many of these hands come."""
    deck, held, board = np.arange(52), np.zeros((TOGETHER, hole), np.int64), np.zeros(5, np.int64)
    group = np.zeros(TOGETHER, np.int64)
    highs, lowest = np.zeros(TOGETHER, np.int64), np.full(TOGETHER, NO_LOW, np.int64)
    told = np.zeros((TOGETHER, TOGETHER), np.int64)
    for _ in range(deals):
        _shuffle(chance, deck, held, board)
        for hand in range(TOGETHER):
            which = place(held[hand])
            high, lower = _valued(
                held[hand], board, which, two_and_three, low, kept, taken, of_flop, turned, turns,
                keys, empty, shifts, values, flushes, ranks, suits, pairs, threes, joined, lows,
            )  # fmt: skip
            at = hand
            while at > 0 and group[at - 1] > number[which]:
                group[at], highs[at], lowest[at] = group[at - 1], highs[at - 1], lowest[at - 1]
                at -= 1
            group[at], highs[at], lowest[at] = number[which], high, lower
        for second in range(TOGETHER):
            for first in range(second):
                told[first, second] = 3 * _compared(highs[second], highs[first])
                told[first, second] += _compared(lowest[first], lowest[second])
        for second in range(TOGETHER):
            for first in range(second):
                none = lowest[first] == NO_LOW or lowest[second] == NO_LOW
                cell = group[first] + group[second] * (group[second] + 1) // 2
                if players == 2:
                    out[cell, numbers[2 * told[first, second] + none]] += 1
                    continue
                for third in range(second + 1, TOGETHER):
                    high = group[third]
                    heard = 81 * told[first, second] + 9 * told[first, third] + told[second, third]
                    without = none or lowest[third] == NO_LOW
                    out[cell + high * (high + 1) * (high + 2) // 6, numbers[2 * heard + without]] += 1


@njit(cache=True, nogil=True)
def _take(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    chance, deals, hole, two_and_three, low, number, kept, taken, of_flop, turned, turns,
    keys, empty, shifts, values, flushes, ranks, suits, pairs, threes, joined, lows, out,
):  # fmt: skip
    """Deal so many showdowns between two hands, and count the quarters that hands of a kind take, and how often."""
    deck, held, board = np.arange(52), np.zeros((2, hole), np.int64), np.zeros(5, np.int64)
    which = np.zeros(2, np.int64)
    highs, lowest = np.zeros(2, np.int64), np.full(2, NO_LOW, np.int64)
    for _ in range(deals):
        _shuffle(chance, deck, held, board)
        for hand in range(2):
            which[hand] = place(held[hand])
            highs[hand], lowest[hand] = _valued(
                held[hand], board, which[hand], two_and_three, low, kept, taken, of_flop, turned, turns,
                keys, empty, shifts, values, flushes, ranks, suits, pairs, threes, joined, lows,
            )  # fmt: skip
        quarters = 2 * _compared(highs[0], highs[1])
        if lowest[0] != NO_LOW or lowest[1] != NO_LOW:
            quarters = quarters // 2 + _compared(lowest[1], lowest[0])
        out[number[which[0]], 0] += quarters
        out[number[which[1]], 0] += 4 - quarters
        out[number[which[0]], 1] += 1
        out[number[which[1]], 1] += 1


@njit(cache=True, nogil=True, inline="always")
def _compared(first, second):  # type: ignore[no-untyped-def]
    return 0 if first < second else 1 if first == second else 2


@njit(cache=True, nogil=True)
def _shuffle(chance, deck, held, board):  # type: ignore[no-untyped-def]
    """Deal hands and a board from a deck that may lie in any order."""
    many, hole = held.shape
    for at in range(many * hole + 5):
        other = chance.integers(at, 52)
        deck[at], deck[other] = deck[other], deck[at]
    for hand in range(many):
        for card in range(hole):
            held[hand, card] = deck[hand * hole + card]
    for card in range(5):
        board[card] = deck[many * hole + card]


@njit(cache=True, nogil=True)
def _valued(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    held, board, which, two_and_three, low, kept, taken, of_flop, turned, turns,
    keys, empty, shifts, values, flushes, ranks, suits, pairs, threes, joined, lows,
):  # fmt: skip
    """What a hand is worth on a board, after its discard where it has one."""
    if two_and_three:
        mine = (held[0], held[1], held[2], held[3])
        cards = (board[0], board[1], board[2], board[3], board[4])
        high = omaha(mine, cards, pairs, threes, joined, flushes, ranks, suits)
        return np.int64(high), np.int64(omaha_lowest(mine, cards, ranks, lows)) if low else np.int64(NO_LOW)
    first, second = held[0], held[1]
    if kept.shape[0]:
        first, second = np.int64(kept[which, 0]), np.int64(kept[which, 1])
    elif taken.shape[0]:
        first, second = _chosen(held, board, taken, of_flop, turned, turns)
    total, bits = empty + keys[first] + keys[second], low_bit(ranks[first]) | low_bit(ranks[second])
    for card in board:
        total += keys[card]
        bits |= low_bit(ranks[card])
    high = worth_of_two(first, second, board, total, shifts, values, flushes, ranks, suits)
    return np.int64(high), np.int64(lows[bits]) if low else np.int64(NO_LOW)


@njit(cache=True, nogil=True)
def _chosen(held, board, taken, of_flop, turned, turns):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """The two of three cards that come out best on the flop."""
    flop = place(board[:3].copy())
    row, turn = taken[of_flop[flop]], turns[turned[flop]]
    best, first, second = np.float32(-1.0), held[0], held[1]
    for a in range(2):
        for b in range(a + 1, 3):
            one, other = turn[held[a]], turn[held[b]]
            part = row[CHOICES[min(one, other), 1] + CHOICES[max(one, other), 2]]
            if part > best:
                best, first, second = part, held[a], held[b]
    return first, second
