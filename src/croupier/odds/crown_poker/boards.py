"""What known hands take of a pot, over every board that may still come, counted in whole parts of it.

A pot has PARTS parts, so that it can be halved between high and low and each half be shared by up to ten hands without
a remainder. Before the flop Holdem's boards are taken by their ranks first, each choice of ranks as often as the suits
allow; then the boards with three cards or more of one suit are gone through again, with the flushes they make.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.odds.crown_poker.evaluate import FLUSH, by_sum, low_bit, omaha, omaha_lowest, suit_of_flush
from croupier.odds.crown_poker.lookup import NO_LOW, SUITS_AT, lookup

PARTS = 5040
_RANK_SUM = np.uint64((1 << SUITS_AT) - 1)

Ints = NDArray[np.int64]


class Taken:
    """What each hand takes in all, and on how many boards it takes the whole pot or a part of it."""

    def __init__(self, hands: int) -> None:
        self.parts = np.zeros(hands, np.int64)
        self.alone = np.zeros(hands, np.int64)
        """Boards on which a hand takes the whole pot."""
        self.shared = np.zeros(hands, np.int64)
        """Boards on which it takes a part."""
        self.boards = np.zeros(1, np.int64)


@njit(cache=True, nogil=True)
def share(highs, lows, ways, parts, alone, shared):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """Give out one pot, so many times over: halved if a low hand qualifies, each part among equal hands."""
    hands = parts.size
    best, many = 0, 0
    lowest, few = NO_LOW, 0
    for hand in range(hands):
        if highs[hand] > best:
            best, many = highs[hand], 1
        elif highs[hand] == best:
            many += 1
        if lows[hand] < lowest:
            lowest, few = lows[hand], 1
        elif lows[hand] == lowest:
            few += 1
    for_high = PARTS if lowest == NO_LOW else PARTS // 2
    for hand in range(hands):
        takes = for_high // many if highs[hand] == best else 0
        if lowest != NO_LOW and lows[hand] == lowest:
            takes += PARTS // 2 // few
        parts[hand] += ways * takes
        if takes == PARTS:
            alone[hand] += ways
        elif takes:
            shared[hand] += ways


@njit(cache=True, nogil=True)
def _next(chosen, last):  # type: ignore[no-untyped-def]
    """The next choice of rising places, or False after the last."""
    place = chosen.size - 1
    while place >= 0 and chosen[place] == last - (chosen.size - 1 - place):
        place -= 1
    if place < 0:
        return False
    chosen[place] += 1
    for each in range(place + 1, chosen.size):
        chosen[each] = chosen[each - 1] + 1
    return True


def every_board(hands: Ints, board: Ints, dead: Ints, *, two_and_three: bool, low: bool) -> Taken:
    """Every way to complete a board with cards that are not seen."""
    seen = {int(card) for card in (*hands.ravel(), *board, *dead)}
    left = np.array([card for card in range(52) if card not in seen], np.int64)
    taken, table = Taken(len(hands)), lookup()
    into = (taken.parts, taken.alone, taken.shared, taken.boards)
    if two_and_three:
        omaha_tables = (table.pairs, table.threes, table.joined, table.flushes, table.ranks, table.suits, table.lows)
        _omaha_boards(hands, board, left, low, *omaha_tables, *into)
    else:
        tables = (
            table.keys,
            table.empty,
            table.shifts,
            table.values,
            table.flushes,
            table.ranks,
            table.suits,
            table.lows,
        )
        if len(board):
            _boards(hands, board, left, low, *tables, *into)
        else:
            _by_ranks(hands, left, low, *tables, *into)
    return taken


@njit(cache=True, nogil=True)
def _masks(cards, ranks, suits):  # type: ignore[no-untyped-def]
    """The ranks of some cards by suit, thirteen bits each, and their bits as low cards."""
    mask, lows = np.int64(0), 0
    for card in cards:
        mask |= np.int64(1) << np.int64(13 * suits[card] + ranks[card])
        lows |= low_bit(ranks[card])
    return mask, lows


@njit(cache=True, nogil=True)
def _boards(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    hands, board, left, low, keys, empty, shifts, values, flushes, ranks, suits, lows, parts, alone, shared, boards
):
    """Holdem with some of the board known: every choice of the cards to come."""
    many = hands.shape[0]
    sums, masks, bits = np.empty(many, np.uint64), np.empty(many, np.int64), np.empty(many, np.int64)
    highs, lowest = np.empty(many, np.int64), np.full(many, NO_LOW, np.int64)
    known_mask, known_bits = _masks(board, ranks, suits)
    for hand in range(many):
        sums[hand] = empty
        for card in hands[hand]:
            sums[hand] += keys[card]
        for card in board:
            sums[hand] += keys[card]
        mask, bit = _masks(hands[hand], ranks, suits)
        masks[hand], bits[hand] = mask | known_mask, bit | known_bits
    chosen = np.arange(5 - board.size)
    going = True
    while going:
        more, mask, bit = np.uint64(0), np.int64(0), 0
        for place in chosen:
            card = left[place]
            more += keys[card]
            mask |= np.int64(1) << np.int64(13 * suits[card] + ranks[card])
            bit |= low_bit(ranks[card])
        for hand in range(many):
            total = sums[hand] + more
            if total & FLUSH:
                highs[hand] = flushes[((masks[hand] | mask) >> (13 * suit_of_flush(total))) & 8191]
            else:
                highs[hand] = by_sum(total, shifts, values)
            if low:
                lowest[hand] = lows[bits[hand] | bit]
        share(highs, lowest, 1, parts, alone, shared)
        boards[0] += 1
        going = chosen.size > 0 and _next(chosen, left.size - 1)


@njit(cache=True, nogil=True)
def _omaha_boards(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    hands, board, left, low, pairs, threes, joined, flushes, ranks, suits, lows, parts, alone, shared, boards
):
    many = hands.shape[0]
    highs, lowest = np.empty(many, np.int64), np.full(many, NO_LOW, np.int64)
    whole = np.zeros(5, np.int64)
    whole[: board.size] = board
    chosen = np.arange(5 - board.size)
    going = True
    while going:
        for place in range(chosen.size):
            whole[board.size + place] = left[chosen[place]]
        cards = (whole[0], whole[1], whole[2], whole[3], whole[4])
        for hand in range(many):
            held = (hands[hand, 0], hands[hand, 1], hands[hand, 2], hands[hand, 3])
            highs[hand] = omaha(held, cards, pairs, threes, joined, flushes, ranks, suits)
            if low:
                lowest[hand] = omaha_lowest(held, cards, ranks, lows)
        share(highs, lowest, 1, parts, alone, shared)
        boards[0] += 1
        going = chosen.size > 0 and _next(chosen, left.size - 1)


@njit(cache=True, nogil=True)
def _choose(available, many):  # type: ignore[no-untyped-def]
    """In how many ways so many suits of one rank can be chosen from those left, of which there are at most four."""
    if many == 0:
        return 1
    if many > available:
        return 0
    if many == 1 or many == available - 1:
        return available
    return 6 if available == 4 and many == 2 else 1


@njit(cache=True, nogil=True)
def _by_ranks(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    hands, left, low, keys, empty, shifts, values, flushes, ranks, suits, lows, parts, alone, shared, boards
):
    """Holdem before the flop: by ranks, then again where three or more of a suit may make a flush."""
    many = hands.shape[0]
    sums, masks, bits = np.zeros(many, np.uint64), np.empty(many, np.int64), np.empty(many, np.int64)
    rank_keys = np.zeros(13, np.uint64)
    for card in range(13):
        rank_keys[card] = keys[card] & _RANK_SUM
    for hand in range(many):
        for card in hands[hand]:
            sums[hand] += keys[card] & _RANK_SUM
        masks[hand], bits[hand] = _masks(hands[hand], ranks, suits)
    of_rank, of_suit = np.zeros(13, np.int64), np.zeros((4, 13), np.int64)
    for card in left:
        of_rank[ranks[card]] += 1
        of_suit[suits[card], ranks[card]] = 1
    highs, lowest = np.empty(many, np.int64), np.full(many, NO_LOW, np.int64)
    counts = np.zeros(13, np.int64)
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d, 13):
                        counts[a] += 1
                        counts[b] += 1
                        counts[c] += 1
                        counts[d] += 1
                        counts[e] += 1
                        ways = 1
                        for rank in (a, b, c, d, e):
                            if counts[rank]:
                                ways *= _choose(of_rank[rank], counts[rank])
                                counts[rank] = 0
                        if ways == 0:
                            continue
                        more = rank_keys[a] + rank_keys[b] + rank_keys[c] + rank_keys[d] + rank_keys[e]
                        bit = low_bit(a) | low_bit(b) | low_bit(c) | low_bit(d) | low_bit(e)
                        for hand in range(many):
                            highs[hand] = by_sum(sums[hand] + more, shifts, values)
                            if low:
                                lowest[hand] = lows[bits[hand] | bit]
                        share(highs, lowest, ways, parts, alone, shared)
                        boards[0] += ways
    for suit in range(4):
        _suited(
            suit, of_rank - of_suit[suit], of_suit[suit], low, rank_keys, sums, masks, bits,
            shifts, values, flushes, lows, highs, lowest, parts, alone, shared,
        )  # fmt: skip


@njit(cache=True, nogil=True)
def _suited(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    suit, others, own, low, rank_keys, sums, masks, bits,
    shifts, values, flushes, lows, highs, lowest, parts, alone, shared,
):  # fmt: skip
    """Take back what boards with three or more of a suit were said to give, and give it with their flushes."""
    there = np.flatnonzero(own)
    for size in range(3, 6):
        if there.size < size:
            continue
        chosen = np.arange(size)
        going = True
        while going:
            more, mask, bit = np.uint64(0), 0, 0
            for place in chosen:
                more += rank_keys[there[place]]
                mask |= 1 << there[place]
                bit |= low_bit(there[place])
            _filled(
                5 - size, suit, others, low, more, mask, bit, rank_keys, sums, masks, bits,
                shifts, values, flushes, lows, highs, lowest, parts, alone, shared,
            )  # fmt: skip
            going = _next(chosen, there.size - 1)


@njit(cache=True, nogil=True)
def _filled(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    missing, suit, others, low, more, mask, bit, rank_keys, sums, masks, bits,
    shifts, values, flushes, lows, highs, lowest, parts, alone, shared,
):  # fmt: skip
    """The cards of other suits beside those of one: none, one, or two."""
    for first in range(13 if missing else 1):
        for second in range(first, 13 if missing == 2 else first + 1):
            ways, total, low_bits = 1, more, bit
            if missing:
                ways = _choose(others[first], 1)
                total, low_bits = total + rank_keys[first], low_bits | low_bit(first)
            if missing == 2:
                ways = _choose(others[first], 2) if first == second else ways * others[second]
                total, low_bits = total + rank_keys[second], low_bits | low_bit(second)
            if ways == 0:
                continue
            changed = False
            for hand in range(sums.size):
                highs[hand] = by_sum(sums[hand] + total, shifts, values)
                if low:
                    lowest[hand] = lows[bits[hand] | low_bits]
                changed |= flushes[((masks[hand] >> (13 * suit)) & 8191) | mask] > 0
            if not changed:
                continue
            share(highs, lowest, -ways, parts, alone, shared)
            for hand in range(sums.size):
                flush = flushes[((masks[hand] >> (13 * suit)) & 8191) | mask]
                if flush:
                    highs[hand] = flush
            share(highs, lowest, ways, parts, alone, shared)
