"""Hands of five to seven cards, high and eight-or-better low, and Omaha's two and three, evaluated many at a time."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.odds.crown_poker.lookup import BUCKET_BITS, NO_LOW, PLACE_BITS, SIZES, SUITS_AT, Lookup, lookup

Cards = NDArray[np.uint8]
"""Rows of card numbers."""

_BUCKET = np.uint64((1 << BUCKET_BITS) - 1)
_PLACE = np.uint64((1 << PLACE_BITS) - 1)
_BITS = np.uint64(BUCKET_BITS)
_AT = np.uint64(SUITS_AT)
FLUSH = np.uint64(0x8888 << SUITS_AT)
BLOCK = 256
"""How many hands are valued in one go: few enough to stay near the processor."""


@njit(cache=True, nogil=True, inline="always")
def by_sum(total, shifts, values):  # type: ignore[no-untyped-def]
    """What a hand without a flush is worth."""
    return values[((total >> _BITS) & _PLACE) ^ shifts[total & _BUCKET]]


@njit(cache=True, nogil=True, inline="always")
def suit_of_flush(total):  # type: ignore[no-untyped-def]
    """Which suit has five cards or more, where one has."""
    counts = (total & FLUSH) >> _AT
    return 0 if counts & np.uint64(0x8) else 1 if counts & np.uint64(0x80) else 2 if counts & np.uint64(0x800) else 3


def high(cards: Cards) -> NDArray[np.uint16]:
    """What the best five cards of each row are worth, from 1 to 7,462."""
    if cards.ndim != 2 or cards.shape[1] not in SIZES:
        raise ValueError("a hand is chosen from five, six or seven cards")
    flat = np.ascontiguousarray(cards, np.uint8).ravel()
    out = np.empty(len(cards), np.uint16)
    table = lookup()
    tables = (table.keys, table.empty, table.shifts, table.values, table.flushes, table.ranks, table.suits)
    if cards.shape[1] == 7:
        _sevens(flat, *tables, out)
    else:
        _fewer(flat, cards.shape[1], *tables, out)
    return out


@njit(cache=True, nogil=True, inline="always")
def _flush(flat, start, end, total, flushes, ranks, suits):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    suit, mask = suit_of_flush(total), 0
    for each in range(start, end):
        if suits[flat[each]] == suit:
            mask |= 1 << ranks[flat[each]]
    return flushes[mask]


@njit(cache=True, nogil=True)
def _sevens(flat, keys, empty, shifts, values, flushes, ranks, suits, out):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """All as if without a flush, and then the few with one: a branch in between would often be guessed wrong."""
    totals = np.empty(BLOCK, np.uint64)
    for first in range(0, out.size, BLOCK):
        many = min(BLOCK, out.size - first)
        at = 7 * first
        for row in range(many):
            totals[row] = (
                empty
                + keys[flat[at]]
                + keys[flat[at + 1]]
                + keys[flat[at + 2]]
                + keys[flat[at + 3]]
                + keys[flat[at + 4]]
                + keys[flat[at + 5]]
                + keys[flat[at + 6]]
            )
            at += 7
        for row in range(many):
            out[first + row] = by_sum(totals[row], shifts, values)
        for row in range(many):
            if totals[row] & FLUSH:
                at = 7 * (first + row)
                out[first + row] = _flush(flat, at, at + 7, totals[row], flushes, ranks, suits)


@njit(cache=True, nogil=True)
def _fewer(flat, size, keys, empty, shifts, values, flushes, ranks, suits, out):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    for row in range(out.size):
        total = empty
        for each in range(size * row, size * (row + 1)):
            total += keys[flat[each]]
        if total & FLUSH:
            out[row] = _flush(flat, size * row, size * (row + 1), total, flushes, ranks, suits)
        else:
            out[row] = by_sum(total, shifts, values)


def low(cards: Cards) -> NDArray[np.uint8]:
    """The best eight-or-better low hand of each row: 0 for a wheel, greater for worse, NO_LOW where none qualifies."""
    rows = np.ascontiguousarray(cards, np.uint8)
    out = np.empty(len(rows), np.uint8)
    _lows(rows, lookup(), out)
    return out


@njit(cache=True, nogil=True, inline="always")
def low_bit(rank):  # type: ignore[no-untyped-def]
    """The bit of a rank in a low hand: the ace first, none above the eight."""
    return 1 if rank == 12 else 2 << rank if rank < 7 else 0


@njit(cache=True, nogil=True)
def _lows(rows, table: Lookup, out):  # type: ignore[no-untyped-def]
    for row in range(rows.shape[0]):
        mask = 0
        for card in rows[row]:
            mask |= low_bit(table.ranks[card])
        out[row] = table.lows[mask]


def omaha_high(holes: Cards, boards: Cards) -> NDArray[np.uint16]:
    """What two of four hole cards and three of five community cards are worth at best, row by row."""
    first, second = np.ascontiguousarray(holes, np.uint8), np.ascontiguousarray(boards, np.uint8)
    out = np.empty(len(first), np.uint16)
    table = lookup()
    _omahas(first, second, table.pairs, table.threes, table.joined, table.flushes, table.ranks, table.suits, out)
    return out


@njit(cache=True, nogil=True)
def _omahas(holes, boards, pairs, threes, joined, flushes, ranks, suits, out):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    for row in range(out.size):
        out[row] = omaha(
            (holes[row, 0], holes[row, 1], holes[row, 2], holes[row, 3]),
            (boards[row, 0], boards[row, 1], boards[row, 2], boards[row, 3], boards[row, 4]),
            pairs,
            threes,
            joined,
            flushes,
            ranks,
            suits,
        )


@njit(cache=True, nogil=True)
def omaha(hole, board, pairs, threes, joined, flushes, ranks, suits):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """One Omaha hand: every pair of hole cards with every three of the board, flushes apart."""
    b0, b1, b2, b3, b4 = ranks[board[0]], ranks[board[1]], ranks[board[2]], ranks[board[3]], ranks[board[4]]
    h0, h1, h2, h3 = ranks[hole[0]], ranks[hole[1]], ranks[hole[2]], ranks[hole[3]]
    twos = (pairs[h0, h1], pairs[h0, h2], pairs[h0, h3], pairs[h1, h2], pairs[h1, h3], pairs[h2, h3])
    best = np.uint16(0)
    for three in (
        threes[b0, b1, b2],
        threes[b0, b1, b3],
        threes[b0, b1, b4],
        threes[b0, b2, b3],
        threes[b0, b2, b4],
        threes[b0, b3, b4],
        threes[b1, b2, b3],
        threes[b1, b2, b4],
        threes[b1, b3, b4],
        threes[b2, b3, b4],
    ):
        for two in twos:
            best = max(best, joined[three, two])
    counts = 0
    for card in board:
        counts += 1 << (4 * suits[card])
    if counts & 0x4444 or counts & (counts >> 1) & 0x1111:
        suit = 0
        while (counts >> (4 * suit)) & 15 < 3:
            suit += 1
        best = max(best, _omaha_flush(hole, board, suit, flushes, ranks, suits))
    return best


@njit(cache=True, nogil=True)
def _omaha_flush(hole, board, suit, flushes, ranks, suits):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """The best flush of two hole cards and three of the board in one suit; 0 where the hole cards lack it."""
    best = np.uint16(0)
    for first in range(3):
        if suits[hole[first]] != suit:
            continue
        for second in range(first + 1, 4):
            if suits[hole[second]] != suit:
                continue
            held = (1 << ranks[hole[first]]) | (1 << ranks[hole[second]])
            best = max(best, _with_board(held, board, suit, flushes, ranks, suits))
    return best


@njit(cache=True, nogil=True)
def _with_board(held, board, suit, flushes, ranks, suits):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    best = np.uint16(0)
    for a in range(3):
        if suits[board[a]] == suit:
            for b in range(a + 1, 4):
                if suits[board[b]] == suit:
                    for c in range(b + 1, 5):
                        if suits[board[c]] == suit:
                            ours = (1 << ranks[board[a]]) | (1 << ranks[board[b]]) | (1 << ranks[board[c]])
                            best = max(best, flushes[held | ours])
    return best


def omaha_low(holes: Cards, boards: Cards) -> NDArray[np.uint8]:
    """The best low hand of two hole cards and three community cards; NO_LOW where none qualifies."""
    first, second = np.ascontiguousarray(holes, np.uint8), np.ascontiguousarray(boards, np.uint8)
    out = np.empty(len(first), np.uint8)
    table = lookup()
    _omaha_lows(first, second, table.ranks, table.lows, out)
    return out


@njit(cache=True, nogil=True)
def _omaha_lows(holes, boards, ranks, lows, out):  # type: ignore[no-untyped-def]
    for row in range(out.size):
        out[row] = omaha_lowest(
            (holes[row, 0], holes[row, 1], holes[row, 2], holes[row, 3]),
            (boards[row, 0], boards[row, 1], boards[row, 2], boards[row, 3], boards[row, 4]),
            ranks,
            lows,
        )


@njit(cache=True, nogil=True)
def omaha_lowest(hole, board, ranks, lows):  # type: ignore[no-untyped-def]
    """One Omaha low hand: five different ranks, two of them held and three on the board."""
    there = 0
    for card in board:
        there |= low_bit(ranks[card])
    best = NO_LOW
    for first in range(3):
        one = low_bit(ranks[hole[first]])
        for second in range(first + 1, 4):
            two = low_bit(ranks[hole[second]])
            if one and two and one != two:
                best = min(best, _lowest_beside(one | two, there & ~(one | two), lows))
    return best


@njit(cache=True, nogil=True, inline="always")
def _lowest_beside(held, there, lows):  # type: ignore[no-untyped-def]
    """The three lowest ranks of the board that are not held, with the two that are."""
    mask = held
    for _ in range(3):
        if there == 0:
            return NO_LOW
        mask |= there & -there
        there &= there - 1
    return lows[mask]
