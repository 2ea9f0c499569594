"""Replay: a table's past folded from its record, from the nearest of a few remembered moments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from croupier.floor.acts.keeping import fold_of, hashes_noted, thaw
from croupier.floor.acts.live_table import LiveTable, registration
from croupier.floor.acts.recording import Told
from croupier.floor.store import Archive

STRIDE = 2000
"""Events between two remembered moments, doubled as often as there are too many of them."""

CHUNK = 1000
"""Events that are taken in together where nobody looks at the table between them; a part of every stride."""

LONG = 1000
"""Events of a record that is long enough to begin from the state kept of it."""

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
        take_in(self._store, live, after, self._passed)
        for stored in self._store.stream(self._stream, live.version):
            if stored.version > upto:
                break
            told = live.tell(stored)
            live.apply((told,))
            self._passed(live)
            yield told, live

    def at(self, version: int) -> LiveTable:
        """The table as it was at a version."""
        live = self._nearest(version)
        take_in(self._store, live, version, self._passed)
        return live

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

    def _passed(self, live: LiveTable) -> None:
        """The table has come to a version, which may be one to remember."""
        if live.version % self._stride == 0:
            self._remember(live)

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


def take_in(store: Archive, live: LiveTable, upto: int, passed: Callable[[LiveTable], None] | None = None) -> None:
    """Bring a table to a version by its record, many events at a time; told of where it passes."""
    wanted = takewhile(lambda stored: stored.version <= upto, store.stream(live.stream, live.version))
    while chunk := list(islice(wanted, CHUNK - live.version % CHUNK)):
        live.apply(live.tell_all(chunk))
        if passed is not None:
            passed(live)


def folded(store: Archive, stream: str) -> LiveTable:
    """A table as it stands at the end of its record: from the state kept of it, where the record tells of that one."""
    version = store.streams(stream).get(stream, 0)
    live = LiveTable(registration(store.read(stream, limit=1)[0]))
    if version > LONG:
        live = _kept(store, live) or live
    take_in(store, live, version)
    return live


def _kept(store: Archive, live: LiveTable) -> LiveTable | None:
    """A table as it was when its state was last kept, if it was by these rules and the journal tells of that state."""
    kept = store.snapshots.get(live.stream)
    if kept is None or not kept.salt or kept.fold != fold_of(live):
        return None
    if hashes_noted(store, kept.noted).get(live.stream) != kept.hash:
        return None
    try:
        thaw(live, kept)
    except msgspec.MsgspecError:
        return None
    return live
