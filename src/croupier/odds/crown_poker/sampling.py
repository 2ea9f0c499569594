"""What hands take of a pot where some of them are unknown: boards and unknown hands dealt at random, and counted."""

from __future__ import annotations

from functools import partial

import numpy as np
from numba import njit

from croupier.odds.crown_poker.boards import PARTS, Ints, share
from croupier.odds.crown_poker.evaluate import FLUSH, by_sum, low_bit, omaha, omaha_lowest, suit_of_flush
from croupier.odds.crown_poker.lookup import NO_LOW, lookup
from croupier.odds.simulate import Chunk


def chunk(hands: Ints, board: Ints, dead: Ints, *, two_and_three: bool, low: bool) -> Chunk:
    """A kernel that deals showdowns; cards of hands that nobody knows are -1.

    Its counts are, for each hand, the parts of a pot that it took, their squares, and the showdowns it took all or a
    part of.
    """
    return partial(play, hands=hands, board=board, dead=dead, two_and_three=two_and_three, low=low)


def play(seed: int, rounds: int, *, hands: Ints, board: Ints, dead: Ints, two_and_three: bool, low: bool) -> Ints:
    """Deal so many showdowns from a seed."""
    seen = {int(card) for card in (*hands.ravel(), *board, *dead)}
    left = np.array([card for card in range(52) if card not in seen], np.int64)
    table = lookup()
    out = np.zeros((4, len(hands)), np.int64)
    _deal(np.random.Generator(np.random.PCG64(seed)), rounds, hands, board, left, two_and_three, low, *table, out)
    return out.ravel()


@njit(cache=True, nogil=True)
def _deal(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    chance, rounds, hands, board, left, two_and_three, low, keys, empty, shifts, values, flushes, ranks, suits,
    pairs, threes, joined, lows, out,
):  # fmt: skip
    many, size = hands.shape
    held, whole = hands.copy(), np.empty(5, np.int64)
    whole[: board.size] = board
    missing = 5 - board.size
    for each in hands.ravel():
        missing += each < 0
    highs, lowest = np.empty(many, np.int64), np.full(many, NO_LOW, np.int64)
    parts, alone, shared = np.zeros(many, np.int64), np.zeros(many, np.int64), np.zeros(many, np.int64)
    for _ in range(rounds):
        for place in range(missing):
            other = chance.integers(place, left.size)
            left[place], left[other] = left[other], left[place]
        used = 5 - board.size
        for place in range(used):
            whole[board.size + place] = left[place]
        for hand in range(many):
            for nth in range(size):
                if hands[hand, nth] < 0:
                    held[hand, nth] = left[used]
                    used += 1
        for hand in range(many):
            if two_and_three:
                mine = (held[hand, 0], held[hand, 1], held[hand, 2], held[hand, 3])
                cards = (whole[0], whole[1], whole[2], whole[3], whole[4])
                highs[hand] = omaha(mine, cards, pairs, threes, joined, flushes, ranks, suits)
                if low:
                    lowest[hand] = omaha_lowest(mine, cards, ranks, lows)
            else:
                total, bits = empty, 0
                for card in held[hand]:
                    total += keys[card]
                    bits |= low_bit(ranks[card])
                for card in whole:
                    total += keys[card]
                    bits |= low_bit(ranks[card])
                if total & FLUSH:
                    suit, mask = suit_of_flush(total), 0
                    for card in held[hand]:
                        mask |= (1 << ranks[card]) if suits[card] == suit else 0
                    for card in whole:
                        mask |= (1 << ranks[card]) if suits[card] == suit else 0
                    highs[hand] = flushes[mask]
                else:
                    highs[hand] = by_sum(total, shifts, values)
                if low:
                    lowest[hand] = lows[bits]
        parts[:] = 0
        share(highs, lowest, 1, parts, alone, shared)
        for hand in range(many):
            out[0, hand] += parts[hand]
            out[1, hand] += parts[hand] * parts[hand] // PARTS
    out[2] += alone
    out[3] += shared
