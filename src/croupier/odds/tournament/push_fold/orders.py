"""How a showdown can end: which hands are the better ones, high and low, numbered so that it can be counted.

What each player takes turns on that alone, whatever everyone's chips are.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product

import msgspec
import numpy as np
from numpy.typing import NDArray

NO_LOW = -1
"""The place of a hand that has no low."""

Ints = NDArray[np.int64]


class Order(msgspec.Struct, frozen=True):
    """Everyone's place among the high hands and among the low ones, 0 the best; equal hands have one place."""

    highs: tuple[int, ...]
    lows: tuple[int, ...]

    def moved(self, places: tuple[int, ...]) -> Order:
        """The same for players in other places: whoever is at each now was at this one before."""
        return Order(tuple(self.highs[each] for each in places), tuple(self.lows[each] for each in places))


class Orders(msgspec.Struct, frozen=True):
    """Every order that hands of so many players can be in."""

    all: tuple[Order, ...]
    numbers: Ints
    """By what comparing the hands in pairs tells (see `told`): the number of the order, or -1."""
    seatings: tuple[tuple[int, ...], ...]
    """Every way to put the players into other places."""
    moved: Ints
    """By a way to do so and an order: the order that it becomes."""


@cache
def orders(players: int, *, low: bool) -> Orders:
    """The orders of a game with or without a low half.

    >>> len(orders(2, low=False).all), len(orders(3, low=False).all), len(orders(3, low=True).all)
    (3, 13, 338)
    """
    highs = _ranked(players)
    lows = _ranked_or_none(players) if low else [(NO_LOW,) * players]
    every = tuple(Order(high, each) for high, each in product(highs, lows))
    number = {order: at for at, order in enumerate(every)}
    pairs = len(list(combinations(range(players), 2)))
    numbers = np.full(2 * 9**pairs, -1, np.int64)
    for order, at in number.items():
        numbers[_told(order)] = at
    seatings = tuple(permutations(range(players)))
    moved = np.array([[number[order.moved(seating)] for order in every] for seating in seatings], np.int64)
    return Orders(every, numbers, seatings, moved)


def _ranked(many: int) -> list[tuple[int, ...]]:
    """Every order of so many, with equals."""
    return [each for each in product(range(many), repeat=many) if set(each) == set(range(max(each) + 1))]


def _ranked_or_none(many: int) -> list[tuple[int, ...]]:
    """The same where any of them may be out of it."""
    found = []
    for size in range(many + 1):
        for chosen in combinations(range(many), size):
            for ranks in _ranked(size) if size else [()]:
                of = dict(zip(chosen, ranks, strict=True))
                found.append(tuple(of.get(each, NO_LOW) for each in range(many)))
    return found


def _told(order: Order) -> int:
    """What comparing the hands in pairs tells of an order, as one number; the kernel counts in the same way.

    Three for each pair and half: whether the first is better, equal or worse; and whether anyone is without a low.
    """
    worst = len(order.lows)
    lows = [worst if each == NO_LOW else each for each in order.lows]
    total = 0
    for first, second in combinations(range(len(lows)), 2):
        total = (
            9 * total + 3 * _compared(order.highs[first], order.highs[second]) + _compared(lows[first], lows[second])
        )
    return 2 * total + (NO_LOW in order.lows)


def _compared(first: int, second: int) -> int:
    return 0 if first < second else 1 if first == second else 2
