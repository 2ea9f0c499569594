"""What poker hands are worth, laid out so that a kernel finds it with an addition a card and two looks.

A hand is the sum of its cards' keys. The low bits of a sum tell its ranks apart, whatever the order; the high bits
count the suits. A flush is found by its suit's ranks, every other hand by its sum. Values run from 1 to 7,462, the
better hand the greater; a low hand's value is the better the smaller.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.cards.card import RANKS
from croupier.cards.ranking import FiveCards, Value, five_cards

RANKS_IN_ALL = len(RANKS)
SIZES = (5, 6, 7)
"""How many cards a hand may be chosen from."""
SUITS_AT = 40
"""Where the counts of the suits begin in a key: four bits a suit."""
BUCKET_BITS, PLACE_BITS = 12, 17
"""How many bits of a sum choose a shift, and how many a place before it is shifted."""
_KEY_BITS = 29
_KEYS_OF = 8
"""A seed for which no two hands' sums are alike in the bits that are looked at; `lookup` makes sure of it."""
NO_LOW = 255
"""The value of a low hand that does not qualify."""

Small = NDArray[np.uint16]
Big = NDArray[np.uint64]


class Lookup(NamedTuple):
    """The tables that the kernels look into."""

    keys: Big
    """By card number: what it adds to a hand's sum."""
    empty: np.uint64
    """The sum of no cards: the fifth card of a suit raises its counter's highest bit."""
    shifts: NDArray[np.uint32]
    values: Small
    """By the place that a sum leads to: what hands of five, six and seven cards without a flush are worth."""
    flushes: Small
    """By the ranks of one suit, a bit each: what the best five of them are worth; 0 for fewer than five."""
    ranks: NDArray[np.uint8]
    suits: NDArray[np.uint8]
    pairs: NDArray[np.uint8]
    """By two ranks: which of the 91 pairs of ranks they are."""
    threes: Small
    """By three ranks: which of the 455."""
    joined: Small
    """By three ranks and a pair of ranks: what the five are worth without a flush."""
    lows: NDArray[np.uint8]
    """By the ranks from ace to eight that are there, a bit each: the best low hand, 0 the wheel; NO_LOW for none."""


@cache
def values() -> dict[Value, int]:
    """Every value that five cards can have, numbered from 1, the lowest first."""
    return {each: number for number, each in enumerate(sorted({*_unsuited().values(), *_suited().values()}), 1)}


@cache
def _unsuited() -> dict[tuple[int, ...], Value]:
    """What each choice of five ranks is worth, none of them more than four times, in more than one suit."""
    found: dict[tuple[int, ...], Value] = {}
    for ranks in combinations_with_replacement(range(RANKS_IN_ALL), 5):
        if ranks[0] != ranks[4]:
            suits = (0, 1, 2, 3, 0)
            found[ranks] = five_cards(
                [DECK[suit * RANKS_IN_ALL + rank] for suit, rank in zip(suits, ranks, strict=True)]
            )
    return found


@cache
def _suited() -> dict[tuple[int, ...], Value]:
    return {ranks: five_cards([DECK[rank] for rank in ranks]) for ranks in combinations(range(RANKS_IN_ALL), 5)}


@cache
def category_starts() -> NDArray[np.int64]:
    """The lowest value of each category, from a high card to a royal flush."""
    firsts: dict[int, int] = {}
    for value, number in values().items():
        firsts.setdefault(value[0], number)
    return np.array([firsts[each] for each in FiveCards], dtype=np.int64)


def category(value: int) -> FiveCards:
    """What a value is called.

    >>> category(7462).name, category(1).name
    ('ROYAL_FLUSH', 'HIGH_CARD')
    """
    return FiveCards(int(np.searchsorted(category_starts(), value, side="right")) - 1)


@cache
def lookup() -> Lookup:
    """The tables, made once in a process."""
    rank_keys = np.random.default_rng(_KEYS_OF).integers(1, 1 << _KEY_BITS, RANKS_IN_ALL).astype(np.uint64)
    sums, worth = _sums(rank_keys)
    seen = sums & np.uint64((1 << BUCKET_BITS + PLACE_BITS) - 1)
    if len(np.unique(seen)) != len(seen):
        raise ValueError("two hands have one sum: another seed is needed")
    shifts, table = _placed(sums, worth)
    numbers = np.arange(len(DECK))
    ranks, suits = numbers % RANKS_IN_ALL, numbers // RANKS_IN_ALL
    keys = rank_keys[ranks] + (np.uint64(1) << (SUITS_AT + 4 * suits).astype(np.uint64))
    empty = sum(3 << (SUITS_AT + 4 * suit) for suit in range(4))
    pairs, threes, joined = _joined()
    return Lookup(
        keys,
        np.uint64(empty),
        shifts,
        table,
        _flushes(),
        ranks.astype(np.uint8),
        suits.astype(np.uint8),
        pairs,
        threes,
        joined,
        _lows(),
    )


def _sums(rank_keys: Big) -> tuple[Big, Small]:
    """The sum of every choice of five, six or seven ranks, and what the best five of them are worth."""
    number = values()
    found = _unsuited()
    counts = _counts(5)
    index = [tuple(int(each) for each in np.repeat(np.arange(RANKS_IN_ALL), row)) for row in counts]
    sums, worth = counts.astype(np.uint64) @ rank_keys, np.array([number[found[each]] for each in index], np.uint16)
    every_sum, every_worth = [sums], [worth]
    for size in SIZES[1:]:
        counts, order = _counts(size), np.argsort(sums)
        smaller, best = sums[order], worth[order]
        sums = counts.astype(np.uint64) @ rank_keys
        worth = np.zeros(len(counts), np.uint16)
        for rank in range(RANKS_IN_ALL):
            has = counts[:, rank] > 0
            without = np.searchsorted(smaller, sums[has] - rank_keys[rank])
            worth[has] = np.maximum(worth[has], best[without])
        every_sum.append(sums)
        every_worth.append(worth)
    return np.concatenate(every_sum), np.concatenate(every_worth)


def _counts(size: int) -> NDArray[np.int64]:
    """How many of each rank, for every choice of so many ranks that four suits allow."""
    chosen = np.array(list(combinations_with_replacement(range(RANKS_IN_ALL), size)))
    counts = (chosen[:, :, None] == np.arange(RANKS_IN_ALL)).sum(axis=1)
    return np.asarray(counts[counts.max(axis=1) <= 4], dtype=np.int64)


def _placed(sums: Big, worth: Small) -> tuple[NDArray[np.uint32], Small]:
    """A table without gaps to be searched: each group of sums is shifted until all of it falls on free places."""
    buckets = (sums & np.uint64((1 << BUCKET_BITS) - 1)).astype(np.int64)
    places = ((sums >> np.uint64(BUCKET_BITS)) & np.uint64((1 << PLACE_BITS) - 1)).astype(np.int64)
    order = np.argsort(buckets, kind="stable")
    start = np.searchsorted(buckets[order], np.arange((1 << BUCKET_BITS) + 1))
    by_size = np.argsort(start[:-1] - start[1:], kind="stable")
    shifts = np.zeros(1 << BUCKET_BITS, np.uint32)
    table = np.zeros(1 << PLACE_BITS, np.uint16)
    if not _shift(by_size, start, places[order], worth[order], shifts, table):
        raise ValueError("a group of sums fits nowhere: another seed is needed")
    return shifts, table


@njit(cache=True)
def _shift(by_size, start, places, worth, shifts, table):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    for bucket in by_size:
        low, high = start[bucket], start[bucket + 1]
        found = low == high
        for shift in range(table.size):
            if found:
                break
            fits = True
            for each in range(low, high):
                if table[places[each] ^ shift]:
                    fits = False
                    break
            if fits:
                for each in range(low, high):
                    table[places[each] ^ shift] = worth[each]
                shifts[bucket] = shift
                found = True
        if not found:
            return False
    return True


def _flushes() -> Small:
    number = values()
    table = np.zeros(1 << RANKS_IN_ALL, np.uint16)
    for ranks, value in _suited().items():
        table[sum(1 << rank for rank in ranks)] = number[value]
    for mask in range(1 << RANKS_IN_ALL):
        if mask.bit_count() > 5:
            table[mask] = max(table[mask & ~(1 << rank)] for rank in range(RANKS_IN_ALL) if mask >> rank & 1)
    return table


def _joined() -> tuple[NDArray[np.uint8], Small, Small]:
    number, found = values(), _unsuited()
    twos = list(combinations_with_replacement(range(RANKS_IN_ALL), 2))
    threes = list(combinations_with_replacement(range(RANKS_IN_ALL), 3))
    pair_of = np.zeros((RANKS_IN_ALL,) * 2, np.uint8)
    three_of = np.zeros((RANKS_IN_ALL,) * 3, np.uint16)
    for place, (a, b) in enumerate(twos):
        pair_of[a, b] = pair_of[b, a] = place
    for place, ranks in enumerate(threes):
        for a, b, c in {(ranks[i], ranks[j], ranks[3 - i - j]) for i in range(3) for j in range(3) if i != j}:
            three_of[a, b, c] = place
    joined = np.zeros((len(threes), len(twos)), np.uint16)
    for row, two in enumerate(twos):
        for column, three in enumerate(threes):
            value = found.get(tuple(sorted(two + three)))
            joined[column, row] = number[value] if value is not None else 0
    return pair_of, three_of, joined


def _lows() -> NDArray[np.uint8]:
    """Five different ranks from ace to eight, the highest compared first."""
    order: list[tuple[int, ...]] = sorted(combinations(range(8), 5), key=lambda ranks: ranks[::-1])
    table = np.full(1 << 8, NO_LOW, np.uint8)
    for mask in range(1 << 8):
        has = [rank for rank in range(8) if mask >> rank & 1]
        if len(has) >= 5:
            table[mask] = order.index(tuple(has[:5]))
    return table
