"""The least and the most a wager may be."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """The minimum, the maximum and the step over the minimum for one bet, in cents.

    >>> Limits(500, 50000, 500).at_risk(60000)
    50000
    """

    minimum: int
    maximum: int
    step: int = 100

    def __post_init__(self) -> None:
        if not 0 < self.minimum <= self.maximum or self.step < 1:
            raise ValueError("a minimum is positive, at most the maximum, and the step is positive")

    def at_risk(self, cents: int) -> int:
        """How much of a stake is paid or collected: never more than the maximum."""
        return min(cents, self.maximum)
