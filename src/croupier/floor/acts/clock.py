"""The floor's one clock: epoch milliseconds that never go backwards."""

from __future__ import annotations

import time
from collections.abc import Callable

Reading = Callable[[], int]


def wall() -> int:
    """The machine's time of day, in epoch milliseconds."""
    return time.time_ns() // 1_000_000


class Clock:
    """Tells the time, and stands still rather than go back when the machine's time is set back.

    >>> times = iter([5, 3, 9])
    >>> clock = Clock(lambda: next(times))
    >>> clock(), clock(), clock()
    (5, 5, 9)
    """

    def __init__(self, reading: Reading = wall) -> None:
        self._reading = reading
        self._last = 0

    def __call__(self) -> int:
        self._last = max(self._last, self._reading())
        return self._last

    def not_before(self, at: int) -> None:
        """Something on record happened then: nothing that comes after it is earlier."""
        self._last = max(self._last, at)
