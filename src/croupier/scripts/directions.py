"""Lines for the runner itself: time, and making the cards ready."""

from __future__ import annotations

from croupier.scripts.forms import Chapter, Direction, Given
from croupier.scripts.table import Table


def _wait(it: Given, table: Table) -> None:
    table.now += it.duration


def _set_clock(it: Given, table: Table) -> None:
    table.set_clock(it.time)


def _prepare(it: Given, table: Table) -> None:
    table.make_ready()


TIME_AND_READINESS = Chapter(
    "Time, and making ready",
    (
        Direction("wait <duration>", "Time goes by.", _wait),
        Direction("at <time>", "Time goes on to this hour; a script begins at 12:00.", _set_clock),
        Direction(
            "prepare the cards",
            "Does what the cards wait for, whatever it is, until a round can be dealt.",
            _prepare,
        ),
    ),
)
