"""Keeping states aside, so that a floor opens without reading all its history; the record tells each one's hash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from croupier.floor.acts import journal
from croupier.floor.acts.floor_part import Call
from croupier.floor.acts.fold import fold_digest
from croupier.floor.acts.journal import Journal, SnapshotsTaken
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.metrics import SNAPSHOTS
from croupier.floor.store import Reader, Store, StoreError
from croupier.floor.store.snapshots import Snapshot
from croupier.table.contract import Clauses

EVERY = 250
"""Events after which a stream's state is kept anew."""

SECONDS = 5.0
"""How often it is looked which streams are due."""

TOGETHER = 200
"""States kept by one entry of the journal."""

Live = LiveTable | LiveStream[Any]
log = logging.getLogger(__name__)
_encode = msgspec.msgpack.Encoder().encode


class TableKept(msgspec.Struct, frozen=True):
    """A live table at rest."""

    position: int
    automatic: bool
    names: dict[str, str]
    ranks: dict[str, str]
    deadlines: dict[str, int]
    state: msgspec.Raw
    ready: dict[str, str] = {}
    excluded: dict[str, Clauses] = {}
    """Who is excluded from the casino, as far as this house knew then."""
    call: Call | None = None
    since: dict[str, int] = {}


class Unfit(Exception):
    """A snapshot is not what the record says of it."""


class Keeper:
    """Keeps states aside while the floor plays, and gives them back when it opens."""

    def __init__(self, store: Store, journal: Journal, excluded: Callable[[], dict[str, Clauses]]) -> None:
        self._store, self._journal, self._excluded = store, journal, excluded
        self._kept: dict[str, int] = {}
        self._noted: dict[int, dict[str, str]] = {}
        self._task: asyncio.Task[None] | None = None
        self.taken = 0
        """How many states have been kept since the start."""
        self.restored = 0
        """How many streams began from a kept state."""

    def restore(self, live: Live) -> dict[str, Clauses]:
        """Bring a stream that has not been read yet to its kept state, if there is one; who it says is excluded.

        Called from a thread, with nobody else at the stream.
        """
        assert live.version == 0, "what is live is not overwritten"
        kept = self._store.snapshots.get(live.stream)
        if kept is None or not kept.salt or kept.fold != fold_of(live):
            return {}
        try:
            self._check(kept)
            excluded = thaw(live, kept)
        except (Unfit, msgspec.MsgspecError) as unfit:
            # Worth a word, but no harm: the record itself is folded instead.
            SNAPSHOTS.add("not believed")
            log.warning("the kept state of %s is not used: %s", live.stream, unfit)
            return {}
        self._kept[live.stream] = kept.version
        self.restored += 1
        SNAPSHOTS.add("used")
        return excluded

    def _check(self, kept: Snapshot) -> None:
        """The hash must be what the journal noted when it was taken."""
        if kept.noted not in self._noted:
            self._noted[kept.noted] = hashes_noted(self._store, kept.noted)
        if self._noted[kept.noted].get(kept.stream) != kept.hash:
            raise Unfit("the record does not know it")

    def start(self, live: Callable[[], Iterable[Live]]) -> None:
        """Keep the states of these streams from now on."""
        self._task = asyncio.create_task(self._run(live), name="keeping states")

    async def stop(self, live: Iterable[Live]) -> None:
        """Keep all that has changed, once more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.keep(live, every=1)

    async def keep(self, live: Iterable[Live], every: int | None = None) -> int:
        """Keep the states of those that have had so many events since the last time; how many."""
        every = EVERY if every is None else every
        due = [each for each in live if each.version - self._kept.get(each.stream, 0) >= every]
        kept = 0
        for start in range(0, len(due), TOGETHER):
            taken = []
            for each in due[start : start + TOGETHER]:
                taken.append((each.stream, each.version, fold_of(each), freeze(each, self._excluded())))
                await asyncio.sleep(0)  # play goes first
            try:
                await asyncio.to_thread(self._put, taken)
            except (StoreError, SQLAlchemyError) as error:
                # The next time will do: whatever is not kept is folded from the record.
                log.warning("states were not kept: %s", type(error).__name__)
                break
            kept += len(taken)
        self.taken += kept
        SNAPSHOTS.add("taken", by=kept)
        return kept

    def _put(self, taken: list[tuple[str, int, bytes, bytes]]) -> None:
        made = [
            Snapshot(stream, version, self._store.leaf_at(stream, version), fold, state)
            for stream, version, fold, state in taken
        ]
        noted = self._journal.note(SnapshotsTaken(hashes={each.stream: each.hash for each in made}, under=()))
        self._store.snapshots.put([msgspec.structs.replace(each, noted=noted) for each in made]).result()
        self._kept |= {each.stream: each.version for each in made}

    async def _run(self, live: Callable[[], Iterable[Live]]) -> None:
        while True:
            await asyncio.sleep(SECONDS)
            await self.keep(list(live()))


def hashes_noted(reader: Reader, position: int) -> dict[str, str]:
    """The hashes of kept states, by stream, that the journal tells at a position."""
    found = reader.read(after=position - 1, limit=1)
    entry = journal.read(found[0]) if found and found[0].stream == journal.JOURNAL else None
    return entry.hashes if isinstance(entry, SnapshotsTaken) else {}


def freeze(live: Live, excluded: dict[str, Clauses]) -> bytes:
    """A live stream at rest."""
    if isinstance(live, LiveStream):
        return _encode(live.state)
    kept = TableKept(
        position=live.position,
        automatic=live.automatic,
        names=live.names,
        ranks=live.ranks,
        deadlines=live.deadlines,
        ready=live.ready,
        state=msgspec.Raw(_encode(live.state)),
        excluded=excluded,
        call=live.call,
        since=live.since,
    )
    return _encode(kept)


def thaw(live: Live, kept: Snapshot) -> dict[str, Clauses]:
    """Bring a stream to a kept state; who it says is excluded from the casino."""
    if isinstance(live, LiveStream):
        live.state = msgspec.msgpack.decode(kept.state, type=live.kind.state_type)
        live.version = kept.version
        return {}
    table = msgspec.msgpack.decode(kept.state, type=TableKept)
    live.state = msgspec.msgpack.decode(table.state, type=type(live.state))
    live.version, live.position, live.automatic = kept.version, table.position, table.automatic
    live.names, live.ranks = table.names, table.ranks
    live.deadlines, live.ready = table.deadlines, table.ready
    live.call, live.since = table.call, table.since
    return table.excluded


def fold_of(live: Live) -> bytes:
    """The digest of the rules that fold a stream here."""
    return fold_digest(live.game.package) if isinstance(live, LiveTable) else fold_digest()
