"""Replay: a table's past folded from its record, from the nearest of a few remembered moments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from threading import Lock
from typing import Any, NamedTuple

from croupier.floor.acts.live_table import LiveTable, registration
from croupier.floor.acts.recording import Told
from croupier.floor.store import Archive

STRIDE = 2000
"""Events between two remembered moments, doubled as often as there are too many of them."""

MOMENTS = 64
"""How many moments are remembered at most."""


class Moment(NamedTuple):
    """A table as it stood once."""

    position: int
    state: Any
    automatic: bool
    names: dict[str, str]
    ranks: dict[str, str]
    deadlines: dict[str, int]
    ready: dict[str, str]


class Past:
    """The past of one table; safe to replay from several threads."""

    def __init__(self, store: Archive, stream: str) -> None:
        self._store, self._stream = store, stream
        self._registered = registration(store.read(stream, limit=1)[0])
        self._stride = STRIDE
        self._moments: dict[int, Moment] = {}
        self._lock = Lock()

    def replay(self, after: int, upto: int) -> Iterator[tuple[Told, LiveTable]]:
        """Each event behind a version up to another, with the table as it is then; the table goes on changing."""
        live = self._nearest(after)
        for stored in self._store.stream(self._stream, live.version):
            if stored.version > upto:
                break
            told = live.tell(stored)
            live.apply((told,))
            if live.version % self._stride == 0:
                self._remember(live)
            if told.version > after:
                yield told, live

    def at(self, version: int) -> LiveTable:
        """The table as it was at a version."""
        found = self._nearest(version)
        for _, live in self.replay(version - 1, version):
            found = live
        return found

    def _nearest(self, version: int) -> LiveTable:
        live = LiveTable(self._registered)
        with self._lock:
            moments = sorted(self._moments)
            place = bisect_right(moments, version)
            if place:
                live.version = moments[place - 1]
                found = self._moments[live.version]
                live.position, live.state, live.automatic = found.position, found.state, found.automatic
                live.names, live.ranks = dict(found.names), dict(found.ranks)
                live.deadlines, live.ready = dict(found.deadlines), found.ready
        return live

    def _remember(self, live: LiveTable) -> None:
        with self._lock:
            self._moments[live.version] = Moment(
                live.position,
                live.state,
                live.automatic,
                dict(live.names),
                dict(live.ranks),
                dict(live.deadlines),
                live.ready,
            )
            if len(self._moments) > MOMENTS:
                self._stride *= 2
                self._moments = {at: moment for at, moment in self._moments.items() if at % self._stride == 0}


def folded(store: Archive, stream: str) -> LiveTable:
    """A table as it stands at the end of its record."""
    live = LiveTable(registration(store.read(stream, limit=1)[0]))
    for stored in store.stream(stream):
        live.apply((live.tell(stored),))
    return live
