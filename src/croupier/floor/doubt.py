"""Doubting the clock: before a house opens, the time of day is held against the last stamp on record."""

from __future__ import annotations

from datetime import UTC, datetime

from croupier.floor.acts.clock import time_of_day
from croupier.floor.store import Archive
from croupier.house.clock_events import span

DAY_MS = 86_400_000
CLOSED_MS = 90 * DAY_MS
"""How long a house may have been closed before it is likelier that its clock is ahead."""

BEHIND_MS = 600_000
"""How far the clock may be behind the record: as far as it is followed back while the house is open."""


class ClockDoubted(Exception):
    """The time of day does not go with the record."""


def doubt_clock(store: Archive, closed_ms: int = CLOSED_MS) -> None:
    """Raise ClockDoubted if the time of day is far from the last stamp on record; servers on one database ask that."""
    position, _ = store.head()
    now = store.time_of_day() or time_of_day()
    for last in store.read(None, position - 1, 1):
        gone = now - last.at
        if not -BEHIND_MS <= gone <= closed_ms:
            way = "after" if gone > 0 else "before"
            raise ClockDoubted(f"the clock says {_day(now)}, {span(gone)} {way} the last event on record")


def _day(at: int) -> str:
    """A moment as operators write it; one that no calendar has, as its milliseconds.

    >>> _day(1_700_000_000_000)
    '2023-11-14 22:13 UTC'
    """
    try:
        return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{at} ms after 1970"
