"""Chips, and which amounts they can pay exactly."""

from __future__ import annotations

import heapq
from fractions import Fraction
from functools import lru_cache
from math import ceil

import msgspec


class ChipSet(msgspec.Struct, frozen=True):
    """The denominations a table pays with, in cents.

    >>> ChipSet((100, 500, 2500)).can_pay(1750), ChipSet((100, 500, 2500)).next_payable(1750)
    (False, 1800)
    """

    cents: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.cents or min(self.cents) < 1 or len(set(self.cents)) != len(self.cents):
            raise ValueError("chips need at least one denomination, each positive and named once")

    @property
    def smallest(self) -> int:
        """The smallest chip."""
        return min(self.cents)

    def can_pay(self, amount: int | Fraction) -> bool:
        """Whether chips make exactly this amount."""
        if amount != int(amount) or amount < 0:
            return False
        return int(amount) >= _least_by_remainder(self.cents)[int(amount) % self.smallest]

    def next_payable(self, amount: int | Fraction) -> int:
        """The smallest amount of chips that is not less than this."""
        whole, smallest = ceil(amount), self.smallest
        if whole >= _least_by_remainder(self.cents)[whole % smallest]:
            return whole
        return min(least + max(0, -(-(whole - least) // smallest)) * smallest for least in self._reachable())

    def pile(self, amount: int) -> tuple[tuple[int, int], ...]:
        """An amount in as dear chips as can make it exactly: each value and how many of it, the dearest first.

        Nothing where chips cannot make it.

        >>> ChipSet((100, 500, 2500)).pile(5700)
        ((2500, 2), (500, 1), (100, 2))
        >>> ChipSet((300, 500)).pile(900)
        ((300, 3),)
        """
        return _pile(amount, tuple(sorted(self.cents, reverse=True))) if self.can_pay(amount) else ()

    def _reachable(self) -> list[int]:
        return [least for least in _least_by_remainder(self.cents) if least < _UNREACHABLE]


_UNREACHABLE = 1 << 62


def _pile(amount: int, chips: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """An amount that these chips can make, in as many of the first as leave what the others can make."""
    if not amount:
        return ()
    first, others = chips[0], chips[1:]
    number = amount // first
    while others and not ChipSet(others).can_pay(amount - number * first):
        number -= 1
    rest = _pile(amount - number * first, others)
    return ((first, number), *rest) if number else rest


@lru_cache(maxsize=64)
def _least_by_remainder(denominations: tuple[int, ...]) -> tuple[int, ...]:
    """For each remainder by the smallest chip, the least amount that chips can make with it.

    An amount is payable when it is that least amount plus whole smallest chips (Dijkstra over the remainders).
    """
    smallest = min(denominations)
    least = [_UNREACHABLE] * smallest
    least[0] = 0
    queue = [(0, 0)]
    while queue:
        amount, remainder = heapq.heappop(queue)
        if amount > least[remainder]:
            continue
        for chip in denominations:
            total = amount + chip
            if total < least[total % smallest]:
                least[total % smallest] = total
                heapq.heappush(queue, (total, total % smallest))
    return tuple(least)
