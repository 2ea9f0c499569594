"""The hands there are, by what they are made of: players' hands of 21 or less, and the ways a dealer's hand ends.

Ranks are numbered from 0: an ace, two to nine, and 9 for everything that counts ten.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RANKS = 10
ACE, TEN = 0, 9
MOST = 21

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

OUTCOMES = 7
"""What a dealer's hand comes to: 17 to 21, a natural, more than 21."""
NATURAL, OVER = 5, 6


class Hands(NamedTuple):
    """Every hand of at most 21, each after all it can grow from."""

    cards: Ints
    """How many of each rank."""
    hard: Ints
    total: Ints
    soft: NDArray[np.bool_]
    size: Ints
    grown: Ints
    """The hand with one card more, by rank; -1 where that is over 21."""
    places: dict[tuple[int, ...], int]


@cache
def hands() -> Hands:
    """The hands, in the order of their hard totals."""
    found: list[tuple[int, ...]] = []

    def add(so_far: tuple[int, ...], rank: int, left: int) -> None:
        if rank == RANKS:
            found.append(so_far)
            return
        for many in range(left // (rank + 1) + 1):
            add((*so_far, many), rank + 1, left - many * (rank + 1))

    add((), 0, MOST)
    found.sort(key=_hard)
    index = {each: place for place, each in enumerate(found)}
    cards = np.array(found, dtype=np.int64)
    hard = cards @ np.arange(1, RANKS + 1)
    soft = (cards[:, ACE] > 0) & (hard <= MOST - 10)
    grown = np.full((len(found), RANKS), -1, dtype=np.int64)
    for place, each in enumerate(found):
        for rank in range(RANKS):
            more = (*each[:rank], each[rank] + 1, *each[rank + 1 :])
            grown[place, rank] = index.get(more, -1)
    return Hands(cards, hard, hard + 10 * soft, soft, cards.sum(axis=1), grown, index)


def _hard(cards: tuple[int, ...]) -> int:
    return sum(many * (rank + 1) for rank, many in enumerate(cards))


class Finals(NamedTuple):
    """Every hand of 17 to 21 that a dealer can end with, by first card: what was drawn, and in how many orders."""

    start: Ints
    """Where the finals of each first card begin, and where the last ones end."""
    outcome: Ints
    orders: Floats
    size: Ints
    pairs: Ints
    """For each final, where its ranks begin in the two lists that follow."""
    rank: Ints
    many: Ints


@cache
def finals(draws_to_soft_17: bool) -> Finals:
    """How dealers' hands can end where they draw to hard 17, or to soft 17 as well."""
    start, outcome, orders, size, pairs, ranks, counts = [0], [], [], [], [0], [], []
    for first in range(RANKS):
        for drawn, ways in sorted(_drawn(first, draws_to_soft_17).items()):
            total = _total(first, drawn)
            natural = sum(drawn) == 1 and {first, drawn.index(1)} == {ACE, TEN}
            outcome.append(NATURAL if natural else total - 17)
            orders.append(float(ways))
            size.append(sum(drawn))
            for rank, many in enumerate(drawn):
                if many:
                    ranks.append(rank)
                    counts.append(many)
            pairs.append(len(ranks))
        start.append(len(outcome))
    ints = (start, outcome, size, pairs, ranks, counts)
    first_of, what, many_cards, places, of_rank, so_many = (np.array(each, dtype=np.int64) for each in ints)
    return Finals(first_of, what, np.array(orders), many_cards, places, of_rank, so_many)


def _drawn(first: int, draws_to_soft_17: bool) -> dict[tuple[int, ...], int]:
    """What may be drawn to a first card until the dealer stands, and in how many orders, hands over 21 left out."""
    done: dict[tuple[int, ...], int] = {}
    layer = {(0,) * RANKS: 1}
    while layer:
        later: dict[tuple[int, ...], int] = {}
        for drawn, ways in layer.items():
            for rank in range(RANKS):
                more = (*drawn[:rank], drawn[rank] + 1, *drawn[rank + 1 :])
                total, soft = _total(first, more), _soft(first, more)
                if total > MOST:
                    continue
                stands = total >= 17 + (soft and draws_to_soft_17)
                into = done if stands else later
                into[more] = into.get(more, 0) + ways
        layer = later
    return done


def _sum(first: int, drawn: tuple[int, ...]) -> int:
    return _hard(drawn) + first + 1


def _soft(first: int, drawn: tuple[int, ...]) -> bool:
    return (first == ACE or drawn[ACE] > 0) and _sum(first, drawn) <= MOST - 10


def _total(first: int, drawn: tuple[int, ...]) -> int:
    return _sum(first, drawn) + 10 * _soft(first, drawn)
