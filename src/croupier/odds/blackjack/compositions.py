"""The hands there are, by what they are made of: players' hands of 21 or less, and the ways a dealer's hand ends.

Ranks are numbered from 0: an ace, two to nine, and 9 for everything that counts ten.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RANKS = 10
ACE, SIX, SEVEN, EIGHT, TEN = 0, 5, 6, 7, 9
MOST = 21

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

OUTCOMES = 7
"""What a dealer's hand comes to: 17 to 21, a natural, more than 21."""
NATURAL, OVER = 5, 6


class Hands(NamedTuple):
    """Every hand of at most 21, each after all it can grow from."""

    cards: Ints
    """How many of each rank."""
    hard: Ints
    total: Ints
    soft: Flags
    size: Ints
    grown: Ints
    """The hand with one card more, by rank; -1 where that is over 21."""


@cache
def hands() -> Hands:
    """The hands, in the order of their hard totals."""
    found = sorted(places(), key=places().__getitem__)
    cards = np.array(found, dtype=np.int64)
    hard = cards @ np.arange(1, RANKS + 1)
    soft = (cards[:, ACE] > 0) & (hard <= MOST - 10)
    grown = np.full((len(found), RANKS), -1, dtype=np.int64)
    for place, each in enumerate(found):
        for rank in range(RANKS):
            grown[place, rank] = places().get(_with(each, rank), -1)
    return Hands(cards, hard, hard + 10 * soft, soft, cards.sum(axis=1), grown)


@cache
def places() -> dict[tuple[int, ...], int]:
    """Where each hand stands among them, by how many cards of each rank it has."""
    found: list[tuple[int, ...]] = []

    def add(so_far: tuple[int, ...], rank: int, left: int) -> None:
        if rank == RANKS:
            found.append(so_far)
            return
        for many in range(left // (rank + 1) + 1):
            add((*so_far, many), rank + 1, left - many * (rank + 1))

    add((), 0, MOST)
    found.sort(key=_hard)
    return {each: place for place, each in enumerate(found)}


@cache
def place_of(*ranks: int) -> int:
    """Where the hand of these cards stands.

    >>> int(hands().total[place_of(ACE, 5)])
    17
    """
    many = [0] * RANKS
    for rank in ranks:
        many[rank] += 1
    return places()[tuple(many)]


def _with(cards: tuple[int, ...], rank: int) -> tuple[int, ...]:
    return (*cards[:rank], cards[rank] + 1, *cards[rank + 1 :])


def _hard(cards: tuple[int, ...]) -> int:
    return sum(many * (rank + 1) for rank, many in enumerate(cards))


class Finals(NamedTuple):
    """Every hand of 17 to 21 that a dealer can end with, by first card.

    What is drawn is put in the order of its ranks, so that hands share the steps that they begin with: a step is one
    card more, and its chance is that of the step before it times the cards of that rank that are left.
    """

    steps: Ints
    """Where the steps of each first card begin, and where the last ones end; a first step draws nothing."""
    before: Ints
    """The step that each follows, counted from its first card's first."""
    rank: Ints
    taken: Ints
    """How many of that rank were drawn before."""
    ends: Ints
    """Where the ends of each first card begin, and where the last ones end."""
    step: Ints
    outcome: Ints
    orders: Floats
    """In how many orders the cards can be drawn until the dealer stands."""
    size: Ints


@cache
def finals(draws_to_soft_17: bool) -> Finals:
    """How dealers' hands can end where they draw to hard 17, or to soft 17 as well."""
    steps, before, ranks, taken = [0], list[int](), list[int](), list[int]()
    ends, step, outcome, orders, size = [0], list[int](), list[int](), list[float](), list[int]()
    for first in range(RANKS):
        known = {(0,) * RANKS: 0}
        before.append(0)
        ranks.append(0)
        taken.append(0)

        def reach(drawn: tuple[int, ...], known: dict[tuple[int, ...], int] = known) -> int:
            if drawn not in known:
                last = max(rank for rank, many in enumerate(drawn) if many)
                previous = reach((*drawn[:last], drawn[last] - 1, *drawn[last + 1 :]))
                known[drawn] = len(known)
                before.append(previous)
                ranks.append(last)
                taken.append(drawn[last] - 1)
            return known[drawn]

        for drawn, ways in sorted(_drawn(first, draws_to_soft_17).items()):
            natural = sum(drawn) == 1 and {first, drawn.index(1)} == {ACE, TEN}
            step.append(reach(drawn))
            outcome.append(NATURAL if natural else _total(first, drawn) - 17)
            orders.append(float(ways))
            size.append(sum(drawn))
        steps.append(len(before))
        ends.append(len(step))
    return Finals(
        _whole(steps),
        _whole(before),
        _whole(ranks),
        _whole(taken),
        _whole(ends),
        _whole(step),
        _whole(outcome),
        np.array(orders),
        _whole(size),
    )


def _whole(numbers: list[int]) -> Ints:
    return np.array(numbers, dtype=np.int64)


def _drawn(first: int, draws_to_soft_17: bool) -> dict[tuple[int, ...], int]:
    """What may be drawn to a first card until the dealer stands, and in how many orders, hands over 21 left out."""
    done: dict[tuple[int, ...], int] = {}
    layer = {(0,) * RANKS: 1}
    while layer:
        later: dict[tuple[int, ...], int] = {}
        for drawn, ways in layer.items():
            for rank in range(RANKS):
                more = _with(drawn, rank)
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
