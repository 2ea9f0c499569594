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
    which, group = np.zeros(TOGETHER, np.int64), np.zeros(TOGETHER, np.int64)
    highs, lowest = np.zeros(TOGETHER, np.int64), np.full(TOGETHER, NO_LOW, np.int64)
    told = np.zeros((TOGETHER, TOGETHER), np.int64)
    for _ in range(deals):
        _shuffle(chance, deck, held, board)
        _value(
            held, board, two_and_three, low, kept, taken, of_flop, turned, turns,
            keys, empty, shifts, values, flushes, ranks, suits, pairs, threes, joined, lows, which, highs, lowest,
        )  # fmt: skip
        for hand in range(TOGETHER):
            own, high, lower, at = number[which[hand]], highs[hand], lowest[hand], hand
            while at > 0 and group[at - 1] > own:
                group[at], highs[at], lowest[at] = group[at - 1], highs[at - 1], lowest[at - 1]
                at -= 1
            group[at], highs[at], lowest[at] = own, high, lower
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
    """Deal so many boards with hands beside them: the quarters that hands take from each other, and how often."""
    deck, held, board = np.arange(52), np.zeros((TOGETHER, hole), np.int64), np.zeros(5, np.int64)
    which = np.zeros(TOGETHER, np.int64)
    highs, lowest = np.zeros(TOGETHER, np.int64), np.full(TOGETHER, NO_LOW, np.int64)
    for _ in range(deals):
        _shuffle(chance, deck, held, board)
        _value(
            held, board, two_and_three, low, kept, taken, of_flop, turned, turns,
            keys, empty, shifts, values, flushes, ranks, suits, pairs, threes, joined, lows, which, highs, lowest,
        )  # fmt: skip
        for second in range(TOGETHER):
            for first in range(second):
                quarters = 2 * _compared(highs[first], highs[second])
                if lowest[first] != NO_LOW or lowest[second] != NO_LOW:
                    quarters = quarters // 2 + _compared(lowest[second], lowest[first])
                out[number[which[first]], 0] += quarters
                out[number[which[second]], 0] += 4 - quarters
                out[number[which[first]], 1] += 1
                out[number[which[second]], 1] += 1


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
def _value(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    held, board, two_and_three, low, kept, taken, of_flop, turned, turns,
    keys, empty, shifts, values, flushes, ranks, suits, pairs, threes, joined, lows, which, highs, lowest,
):  # fmt: skip
    """Number all hands, and say what each is worth on the board, after its discard where it has one."""
    total, bits = empty, 0
    for card in board:
        total += keys[card]
        bits |= low_bit(ranks[card])
    flop = place(board[:3].copy()) if taken.shape[0] else 0
    for hand in range(held.shape[0]):
        cards = held[hand]
        number = place(cards)
        which[hand] = number
        if two_and_three:
            mine = (cards[0], cards[1], cards[2], cards[3])
            open_cards = (board[0], board[1], board[2], board[3], board[4])
            highs[hand] = omaha(mine, open_cards, pairs, threes, joined, flushes, ranks, suits)
            if low:
                lowest[hand] = omaha_lowest(mine, open_cards, ranks, lows)
            continue
        first, second = cards[0], cards[1]
        if kept.shape[0]:
            first, second = np.int64(kept[number, 0]), np.int64(kept[number, 1])
        elif taken.shape[0]:
            first, second = _chosen(cards, taken[of_flop[flop]], turns[turned[flop]])
        own = total + keys[first] + keys[second]
        highs[hand] = worth_of_two(first, second, board, own, shifts, values, flushes, ranks, suits)
        if low:
            lowest[hand] = lows[bits | low_bit(ranks[first]) | low_bit(ranks[second])]


@njit(cache=True, nogil=True)
def _chosen(cards, row, turn):  # type: ignore[no-untyped-def]
    """The two of three cards that come out best on the flop, by what two cards take on it with its suits renamed."""
    best, first, second = np.float32(-1.0), cards[0], cards[1]
    for a in range(2):
        for b in range(a + 1, 3):
            one, other = turn[cards[a]], turn[cards[b]]
            part = row[CHOICES[min(one, other), 1] + CHOICES[max(one, other), 2]]
            if part > best:
                best, first, second = part, cards[a], cards[b]
    return first, second
