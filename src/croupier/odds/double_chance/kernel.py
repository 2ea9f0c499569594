"""Double Chance rounds of one player, outcomes counted.

The cards are judged afresh: a hand by its ranks and suits, each of the 25 ways to keep cards by the set of sixth cards
that win with it. Nothing here uses the classes of hands that the exact odds are made of.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards import CARDS_IN_A_DECK, DECK
from croupier.games.double_chance.terms import (
    HAND,
    JACKPOT_HANDS,
    MOST_KEPT,
    SIXTH,
    Declared,
    sixth_card_wins,
)
from croupier.odds.double_chance.rule import WAYS
from croupier.odds.double_chance.settings import Simulated
from croupier.odds.simulate import Chunk

HANDS = tuple(Declared)
UNDECLARED = len(HANDS)
_ROYAL, _STRAIGHT_FLUSH, _FOUR, _FULL_HOUSE, _FLUSH, _STRAIGHT, _THREE, _TWO_PAIRS, _DEAD = range(UNDECLARED)
_BY_COUPLES = (UNDECLARED, UNDECLARED, _TWO_PAIRS, _THREE, _FULL_HOUSE, UNDECLARED, _FOUR)
"""By how many couples of cards are alike in rank: two pairs have two, four of a kind six."""
_COUPLES_OF_FOUR, _COUPLES_OF_FIVE = 6, 10
_SEQUENCE, _TOP, _WHEEL, _LOW_RANKS = 0b11111, 0b1111100000000, 0b1000000001111, 0b1111
"""Ranks as bits, the 2 lowest: five in a row, ten to ace, ace to 5, and 2 to 5."""


def chunk(settings: Simulated) -> Chunk:
    """A kernel that deals rounds, keeps the best cards and counts the sheet's outcomes."""
    return partial(play, jackpot=settings.jackpot is not None)


def play(seed: int, rounds: int, *, jackpot: bool) -> NDArray[np.int64]:
    """The outcome counts of so many rounds, in the order of the sheet's lines."""
    chance = np.random.Generator(np.random.PCG64(seed))
    stack = np.arange(CARDS_IN_A_DECK, dtype=np.int64)
    counts = _deal(chance, rounds, stack, _beaten(), _ways())
    if not jackpot:
        return counts
    prizes = counts[[HANDS.index(hand) for hand in JACKPOT_HANDS]]
    return np.concatenate((counts, prizes, [counts.sum() - prizes.sum()]))


@cache
def _beaten() -> NDArray[np.uint64]:
    """For each kept card the sixth cards that it wins with, as bits."""
    return np.array(
        [sum(1 << sixth.number for sixth in DECK if sixth_card_wins((card,), sixth)) for card in DECK],
        dtype=np.uint64,
    )


@cache
def _ways() -> NDArray[np.int64]:
    """The places of the cards kept in each way, the last repeated where fewer are kept."""
    return np.array([(*way, *way[-1:] * (MOST_KEPT - len(way)), len(way)) for way in WAYS], dtype=np.int64)


@njit(cache=True, nogil=True)
def _deal(
    chance: np.random.Generator,
    rounds: int,
    stack: NDArray[np.int64],
    beaten: NDArray[np.uint64],
    ways: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Deal six cards a round, each chosen only as it comes; the last two counts are of sixth cards, won and lost."""
    counts = np.zeros(UNDECLARED + 2, dtype=np.int64)
    wins = np.empty(MOST_KEPT, dtype=np.uint64)
    size = len(stack)
    for _ in range(rounds):
        for place in range(HAND + SIXTH):
            # A float draw is some 2**-47 off uniform at most, far below what any number of rounds could show.
            chosen = place + int(chance.random() * (size - place))
            stack[place], stack[chosen] = stack[chosen], stack[place]
        made = _made(stack)
        if made < UNDECLARED:
            counts[made] += 1
            continue
        _best(stack, beaten, ways, wins)
        best = wins[0]
        for other in wins[1:]:
            if _ones(other) > _ones(best):
                best = other
        lost = best >> np.uint64(stack[HAND]) & np.uint64(1) ^ np.uint64(1)
        counts[UNDECLARED + lost] += 1
    return counts


@njit(cache=True, nogil=True)
def _best(
    cards: NDArray[np.int64], beaten: NDArray[np.uint64], ways: NDArray[np.int64], best: NDArray[np.uint64]
) -> None:
    """Into `best`, for one, two and three cards kept, the sixth cards that win in the way that wins with most."""
    held = np.uint64(0)
    for place in range(HAND):
        held |= np.uint64(1) << np.uint64(cards[place])
    best[:] = np.uint64(0)
    for way in range(len(ways)):
        kept = ways[way]
        winning = (beaten[cards[kept[0]]] | beaten[cards[kept[1]]] | beaten[cards[kept[2]]]) & ~held
        row = kept[3] - 1
        if _ones(winning) > _ones(best[row]):
            best[row] = winning


@njit(cache=True, nogil=True)
def _ones(bits: np.uint64) -> int:
    """How many bits are set, added up in pairs, fours, bytes and all."""
    bits -= bits >> np.uint64(1) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + (bits >> np.uint64(2) & np.uint64(0x3333333333333333))
    bits = bits + (bits >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(bits * np.uint64(0x0101010101010101) >> np.uint64(56))


@njit(cache=True, nogil=True)
def _made(cards: NDArray[np.int64]) -> int:
    """What the first five cards are declared as, by place in `HANDS`, or `UNDECLARED`."""
    ranks = alike = suited = paired = 0
    for place in range(HAND):
        rank, suit = cards[place] % 13, cards[place] // 13
        ranks |= 1 << rank
        for other in range(place):
            suited += cards[other] // 13 == suit
            if cards[other] % 13 == rank:
                alike += 1
                paired = rank
    if alike > 1:
        return _BY_COUPLES[alike]
    if alike == 1:
        dead = ranks == _LOW_RANKS and paired == 0 and suited == _COUPLES_OF_FOUR
        return _DEAD if dead else UNDECLARED
    in_sequence = ranks in (_WHEEL, (ranks & -ranks) * _SEQUENCE)
    if suited == _COUPLES_OF_FIVE:
        return _FLUSH if not in_sequence else _ROYAL if ranks == _TOP else _STRAIGHT_FLUSH
    return _STRAIGHT if in_sequence else UNDECLARED
