"""Shoes with someone watching who forgets no card: before each round, what every bet is worth by the cards unseen.

Side bets and insurance are worth what the cards unseen say, exactly. The main wager is put at its edge over a whole
shoe, moved by what each card gone does to it: the best estimate there is that adds cards up, for a player who changes
stakes but not the way of playing. Beside it stands what was really gained in the rounds so picked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.odds.blackjack.hands_played import HALVES_OF, Plan, Rules
from croupier.odds.blackjack.rounds import Room, Shortcuts, Table, play_round, shuffled
from croupier.odds.blackjack.stack import (
    COUNTS,
    FACE_AT,
    POSITION,
    SEVEN,
    START,
    SUIT,
    SUIT_AT,
    Bytes,
    Longs,
    Words,
)

Floats = NDArray[np.float64]

MAIN, INSURANCE, PAIRS, SEVENS, PANDEMONIUM = range(5)
BETS = 5
ROUNDS, FAVOURABLE, WORTH, SHOES, GAINED, SQUARED = range(6)
"""What is kept of a bet: rounds seen, rounds that favour it, what it is worth in those, shoes in which any did, what
the main wager really gained in them, and the squares of that."""
KEPT = 6

_RANKS, _SUITS = 13, 4
_ACE, _TEN = 0, 9


class Worth(NamedTuple):
    """What the bets are worth by the cards unseen; nought for the pays of a bet that is not offered."""

    main: float
    """The player's expectation over a whole shoe."""
    effects: Floats
    """By rank: how much one card gone adds to it."""
    pairs: Floats
    """Pays of a perfect, a coloured, a mixed pair."""
    sevens: Floats
    """Pays of three suited, three mixed, two suited, two mixed."""
    pontoon: float
    """The mean prize, with the stake where that comes back."""
    insured: bool


@njit(cache=True, nogil=True)
def watch(  # noqa: PLR0917 (compiled functions take no keyword-only arguments)
    shoes: int,
    stack: Bytes,
    chance: Words,
    table: Table,
    rules: Rules,
    plan: Plan,
    short: Shortcuts,
    laid: Room,
    worth: Worth,
    depths: Longs,
) -> Floats:
    """Deal so many shoes down to the least of the depths, and keep of each bet what each depth would have seen."""
    found = np.zeros((len(depths), BETS, KEPT))
    whole, left = np.zeros((_RANKS, _SUITS)), np.zeros((_RANKS, _SUITS))
    for card in stack:
        whole[_rank(card), (card & SUIT) >> SUIT_AT] += 1
    size, at = len(stack), np.zeros(3, dtype=np.int64)
    values, turned = np.zeros(BETS), np.zeros((len(depths), BETS), dtype=np.bool_)
    for _ in range(shoes):
        at[POSITION] = size
        left[:] = whole
        turned[:] = False
        while at[POSITION] == size or size - at[POSITION] > depths[-1]:
            shuffled(at, size, table)
            began, behind = at[START], size - at[START]
            values[:] = -1.0
            values_of(left, whole, worth, values)
            gain = HALVES_OF[play_round(stack, at, chance, table, rules, plan, short, laid, 0)] / 2
            if at[START] != began:
                break  # the shoe ran out, and what was seen of it is shuffled in again
            up = stack[began + table.areas]
            for place in range(began, at[POSITION]):
                card = stack[place]
                left[_rank(card), (card & SUIT) >> SUIT_AT] -= 1
                if place == began + 2 * table.areas and worth.insured and up & COUNTS == _ACE:
                    values[INSURANCE] = 3 * left[_TEN:].sum() / left.sum() - 1
            for depth in range(len(depths)):
                if behind > depths[depth]:
                    _keep(found[depth], turned[depth], values, gain)
    return found


@njit(cache=True, nogil=True, inline="always")
def _rank(card: int) -> int:
    """Cards by rank: an ace, two to nine, then ten, jack, queen and king apart."""
    return (card & COUNTS) + (card >> FACE_AT)


@njit(cache=True, nogil=True)
def values_of(left: Floats, whole: Floats, worth: Worth, values: Floats) -> None:
    """What each bet on offer is worth before a round with these cards unseen."""
    unseen, all_cards = left.sum(), whole.sum()
    moved = 0.0
    for rank in range(_RANKS):
        moved += worth.effects[min(rank, _TEN)] * (whole[rank].sum() - left[rank].sum())
    values[MAIN] = worth.main + moved * (all_cards - 1) / unseen
    two = unseen * (unseen - 1)
    if worth.pairs[0]:
        perfect = coloured = mixed = 0.0
        for rank in range(_RANKS):
            clubs, diamonds, hearts, spades = left[rank, 0], left[rank, 1], left[rank, 2], left[rank, 3]
            for suit in range(_SUITS):
                perfect += left[rank, suit] * (left[rank, suit] - 1)
            coloured += 2 * (clubs * spades + diamonds * hearts)
            mixed += 2 * (clubs + spades) * (diamonds + hearts)
        won = perfect * (worth.pairs[0] + 1) + coloured * (worth.pairs[1] + 1) + mixed * (worth.pairs[2] + 1)
        values[PAIRS] = won / two - 1
    if worth.sevens[0]:
        sevens = left[SEVEN]
        three_suited = (sevens * (sevens - 1) * (sevens - 2)).sum()
        two_suited = (sevens * (sevens - 1)).sum()
        many = sevens.sum()
        three_mixed = many * (many - 1) * (many - 2) - three_suited
        two_mixed = many * (many - 1) - two_suited
        won = three_suited * (worth.sevens[0] + 1) + three_mixed * (worth.sevens[1] + 1)
        won += (unseen - many) * (two_suited * (worth.sevens[2] + 1) + two_mixed * (worth.sevens[3] + 1))
        values[SEVENS] = won / (two * (unseen - 2)) - 1
    if worth.pontoon:
        values[PANDEMONIUM] = 2 * left[_ACE].sum() * left[_TEN:].sum() / two * worth.pontoon - 1


@njit(cache=True, nogil=True)
def _keep(found: Floats, turned: NDArray[np.bool_], values: Floats, gain: float) -> None:
    for bet in range(BETS):
        kept = found[bet]
        kept[ROUNDS] += 1
        if values[bet] > 0:
            kept[FAVOURABLE] += 1
            kept[WORTH] += values[bet]
            if not turned[bet]:
                turned[bet] = True
                kept[SHOES] += 1
            if bet == MAIN:
                kept[GAINED] += gain
                kept[SQUARED] += gain * gain
