"""The vigil: the whole record is checked beside the play, and where it is damaged play stops.

What was written since the last checkpoint is checked before the house opens. The rest takes as long as it takes, in a
process of its own when it is long, which reads the store and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event

import msgspec

from croupier.floor.acts.floor import Floor
from croupier.floor.acts.journal import RecordVerified
from croupier.floor.acts.keeping import thaw
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.live_table import LiveTable, registration
from croupier.floor.acts.recording import TABLES
from croupier.floor.acts.streams import Streams
from croupier.floor.metrics import VERIFIED_POSITION
from croupier.floor.people import fold as people
from croupier.floor.people.diary import PEOPLE
from croupier.floor.reading import audit
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key
from croupier.floor.store import Archive, StoreError, open_archive
from croupier.floor.store.chain import GENESIS, leaf_of
from croupier.floor.store.tree import Tree

SHORT = 20_000
"""A record of up to so many events is checked by a thread; a longer one by a process."""

AGAIN_SECONDS = 24 * 3600.0
"""How long after one check the next begins."""

log = logging.getLogger(__name__)


class Damage(msgspec.Struct, frozen=True):
    """What is wrong with the record: the stream that it stops, or all of them, and the words for it."""

    why: str
    position: int = 0
    stream: str | None = None


class Report(msgspec.Struct, frozen=True):
    """What one check of the whole record came to."""

    position: int
    damage: tuple[Damage, ...] = ()


def check_tail(store: Archive, key: Key | None) -> tuple[Damage, ...]:
    """What is wrong with what was written since the newest checkpoint."""
    kept = Tree.of(store).newest()
    if kept is None:
        return check(store, key).damage
    try:
        since = Checkpoint.read(kept.note, key)
    except ValueError as error:
        return (Damage(f"the newest checkpoint does not hold: {error}", kept.size),)
    found = audit.verify(store, None, since, key)
    return tuple(_damaged(store, found)) if isinstance(found, audit.Tampered) else ()


def check(store: Archive, key: Key | None, progress: audit.Progress | None = None) -> Report:
    """Check the whole record, what is kept aside of it, and who may sign in by it."""
    found = audit.verify(store, progress, None, key)
    damage = list(_damaged(store, found)) if isinstance(found, audit.Tampered) else []
    damage += _kept_otherwise(store, progress)
    damage += [Damage(f"{each.who} {each.what}", 0, PEOPLE) for each in people.differences(store)]
    return Report(found.position, tuple(damage))


def _damaged(store: Archive, found: audit.Tampered) -> Iterator[Damage]:
    """The streams whose own chains are broken; what is wrong with the order or the ledger stops all of them."""
    why = f"the record is damaged at position {found.position}: {found.reason}"
    whole = True
    for stream in store.streams():
        broken = _broken(store, stream)
        if broken is not None:
            whole = False
            yield Damage(f"the record of {stream} is damaged at position {broken}", broken, stream)
    if whole:
        yield Damage(why, found.position)


def _broken(store: Archive, stream: str) -> int | None:
    """The first position of a stream where its chain does not hold."""
    previous = GENESIS
    for due, stored in enumerate(store.stream(stream), 1):
        moves = store.postings(stored.position, stored.position).get(stored.position, ())
        leaf = leaf_of(msgspec.structs.astuple(stored), previous, [msgspec.structs.astuple(move) for move in moves])
        if stored.version != due or leaf != stored.digest:
            return stored.position
        previous = leaf
    return None


def _kept_otherwise(store: Archive, progress: audit.Progress | None) -> Iterator[Damage]:
    """States kept aside that the record does not fold to."""
    streams = store.snapshots.streams()
    for done, (stream, version) in enumerate(streams.items()):
        if progress is not None:
            progress(done, len(streams))
        kept = store.snapshots.get(stream)
        live, again = _empty(store, stream), _empty(store, stream)
        if kept is None or live is None or again is None:
            continue
        try:
            thaw(live, kept)
            for stored in store.stream(stream):
                if stored.version > version:
                    break
                if isinstance(again, LiveTable):
                    again.apply((again.tell(stored),))
                else:
                    again.absorb((stored,))
        except Exception as error:
            yield Damage(f"{stream} cannot be folded again: {type(error).__name__}", 0, stream)
            continue
        if live.state != again.state:
            yield Damage(f"the state kept of {stream} is not what its record folds to", 0, stream)


def _empty(store: Archive, stream: str) -> LiveTable | LiveStream[object] | None:
    if stream.startswith(TABLES):
        return LiveTable(registration(store.read(stream, limit=1)[0]))
    return Streams().named(stream)


class Vigil:
    """Checks the record of an open floor, again and again."""

    def __init__(self, floor: Floor, url: str, key: Key | None) -> None:
        self._floor, self._url, self._key = floor, url, key
        self._task: asyncio.Task[None] | None = None
        self._working: asyncio.Future[Report] | None = None
        self._stopping = Event()

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name="vigil")

    async def close(self) -> None:
        """Stop, wherever it is; nothing of it holds the store afterwards."""
        self._stopping.set()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._working is not None:
            await asyncio.gather(self._working, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                report = await self.once()
                await asyncio.to_thread(self._floor.journal.note, *_told(report))
            except Exception as error:  # a check that fails is no damage; the next one comes
                log.warning("the record could not be checked: %s", type(error).__name__)
            await asyncio.sleep(AGAIN_SECONDS)

    async def once(self) -> Report:
        """Check the record, and stop play where it is damaged."""
        position, _ = await asyncio.to_thread(self._floor.store.head)
        if position <= SHORT:
            self._working = asyncio.ensure_future(asyncio.to_thread(check, self._floor.store, self._key, self._on))
            report = await asyncio.shield(self._working)
        else:
            report = await self._beside()
        VERIFIED_POSITION.set(report.position)
        for damage in report.damage:
            self._floor.stop_play(damage.stream, damage.why)
        return report

    def _on(self, _done: int, _of: int) -> None:
        """Go on with a check, unless the house closes."""
        if self._stopping.is_set():
            raise StoreError("the house closes")

    async def _beside(self) -> Report:
        """Check it in a process of its own."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe)
        asked = msgspec.json.encode({"url": self._url, "key": None if self._key is None else str(self._key)})
        try:
            out, _ = await process.communicate(asked)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return msgspec.json.decode(out, type=Report)


def _told(report: Report) -> list[RecordVerified]:
    if not report.damage:
        return [RecordVerified(position=report.position, whole=True, under=())]
    return [RecordVerified(position=each.position, whole=False, reason=each.why, under=()) for each in report.damage]


def main(read: Callable[[], str] = sys.stdin.read) -> None:
    """Check the store that is asked for, and print what it came to."""
    os.nice(10)
    asked = msgspec.json.decode(read(), type=dict[str, str | None])
    store = open_archive(asked["url"] or "")
    key = asked["key"]
    print(msgspec.json.encode(check(store, None if key is None else Key.parse(key))).decode())
    store.close()


if __name__ == "__main__":
    main()
