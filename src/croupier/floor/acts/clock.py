"""The floor's one clock: epoch milliseconds that never go backwards and never leap.

Order comes from positions in the record; `at` says when, as far as this machine knows. The time of day is taken from
the wall clock once, and from then on told by the monotonic clock, which nobody can set. What the wall clock does
meanwhile is followed as far as that can be trusted:

- up to two seconds apart, at once, by running at most 5 % faster or slower;
- a step beyond that is reported and not followed; if it is still there, steady, after a minute, it is followed in the
  same way, unless it is more than ten minutes: so large a correction is for the operator, by a restart;
- a wall clock that runs wild is reported a bounded number of times and never followed.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import msgspec

Reading = Callable[[], int]

CHECK_MS = 100
"""How often the wall clock is looked at."""
TOLERANCE_MS = 2_000
"""How far wall clock and floor may be apart without anybody being told."""
HELD_MS = 60_000
"""How long a step of the wall clock must hold before it is followed."""
MOST_SLEWED_MS = 600_000
"""The largest step that is followed at all while the floor is open."""
SLEW = 20
"""The floor's time runs by one in so many faster or slower at most."""
DRIFT = 2_000
"""A wall clock may drift by one in so many (500 ppm) and count as steady,"""
JITTER_MS = 50
"""and be read so much late."""
ASKED = 3
"""How often another clock is asked, to believe the answer that came fastest."""
REPORTS, REPORTS_MS = 10, 600_000
"""So many jumps are reported in so long at most."""

_BOOT = getattr(time, "CLOCK_BOOTTIME", None)  # goes on while the machine sleeps, unlike CLOCK_MONOTONIC


def time_of_day() -> int:
    """The machine's time of day, in epoch milliseconds."""
    return time.time_ns() // 1_000_000


def since_start() -> int:
    """Milliseconds since some moment, counted also while the machine sleeps, that nobody can set."""
    return (time.monotonic_ns() if _BOOT is None else time.clock_gettime_ns(_BOOT)) // 1_000_000


def agreed(ask: Callable[[], int | None]) -> Clock:
    """A clock that agrees with the one that is asked, such as the database that several servers share."""
    offset, shortest = 0, None
    for _ in range(ASKED):
        before = since_start()
        told, wall, took = ask(), time_of_day(), since_start() - before
        if told is None:
            return Clock()
        if shortest is None or took < shortest:
            offset, shortest = told - (wall - took // 2), took
    return Clock(lambda: time_of_day() + offset, since_start)


class Jump(msgspec.Struct, frozen=True):
    """The wall clock has stepped, or run away: what it should have said, what it said, and the floor's own time."""

    before: int
    after: int
    at: int


class Clock:
    """Tells the time, by the wall clock as far as it can be trusted.

    A reading of the time of day given without a monotonic one is a clock set by hand: followed wherever it goes, but
    never back.

    >>> times = iter([5, 3, 9])
    >>> clock = Clock(lambda: next(times))
    >>> clock(), clock(), clock()
    (5, 5, 9)
    """

    def __init__(
        self,
        wall: Reading | None = None,
        monotonic: Reading | None = None,
        on_jump: Callable[[Jump], None] | None = None,
    ) -> None:
        self._wall = wall or time_of_day
        self._by_hand = wall is not None and monotonic is None
        self._steady = monotonic or since_start
        self.on_jump = on_jump
        self._last = 0
        if not self._by_hand:
            self._start()

    def _start(self) -> None:
        self._checked = self._steady()
        self._offset = self._seen = self._wall() - self._checked
        self._held: tuple[int, int] = (self._checked, self._seen)
        self._astray = False
        self._reported: deque[int] = deque(maxlen=REPORTS)

    def __call__(self) -> int:
        self._last = max(self._last, self._now())
        return self._last

    def _now(self) -> int:
        """The floor's own time, whatever has been promised to the record."""
        if self._by_hand:
            return self._wall()
        steady = self._steady()
        if steady - self._checked >= CHECK_MS:
            self._discipline(steady)
        return steady + self._offset

    def not_before(self, at: int) -> None:
        """Something on record happened then: what comes after is not stamped earlier, if that is believable.

        Servers may be two seconds apart. A stamp further ahead than that came from a clock that was wrong, and is not
        followed: order comes from positions, so that a later event may well carry an earlier time than a bad old one.
        """
        if self._last < at <= self._now() + TOLERANCE_MS:
            self._last = at

    def _discipline(self, steady: int) -> None:
        """Look at the wall clock: go with it, or note that it cannot be trusted."""
        elapsed, offset = steady - self._checked, self._wall() - steady
        expected, self._seen, self._checked = self._seen, offset, steady
        stepped = abs(offset - expected) > TOLERANCE_MS + elapsed // DRIFT
        since, level = self._held
        if stepped or abs(offset - level) > JITTER_MS + (steady - since) // DRIFT:
            self._held = since, level = steady, offset
        error = offset - self._offset
        astray, was_astray = abs(error) > TOLERANCE_MS, self._astray
        self._astray = astray
        believed = not astray or (abs(error) <= MOST_SLEWED_MS and steady - since >= HELD_MS)
        if believed and error:
            most = max(1, elapsed // SLEW)
            self._offset += max(-most, min(most, error))
        if stepped or (astray and not was_astray):
            self._report(Jump(steady + (expected if stepped else self._offset), steady + offset, steady + self._offset))

    def _report(self, jump: Jump) -> None:
        now = self._checked
        full = len(self._reported) == REPORTS and now - self._reported[0] < REPORTS_MS
        if self.on_jump is not None and not full:
            self._reported.append(now)
            self.on_jump(jump)
