"""The vigil: the whole record is checked beside the play, and where it is damaged play stops.

What was written since the last checkpoint is checked before the house opens. The rest takes as long as it takes, in a
process of its own when it is long, which reads the store and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event as Flag

import msgspec

from croupier.floor.acts.floor import Floor
from croupier.floor.acts.journal import CheckedAgain, CheckOrdered, RecordVerified
from croupier.floor.acts.stops import EVERYWHERE, LONGEST_WHY, Order, accusations
from croupier.floor.metrics import VERIFIED_POSITION
from croupier.floor.reading.damage import Report, check
from croupier.floor.seal.note import Key
from croupier.floor.store import StoreError, open_archive
from croupier.table.contract import Event

SHORT = 5_000
"""A record of up to so many events is checked by a thread; a longer one by a process."""

AGAIN_SECONDS = 24 * 3600.0
"""How long after one check the next begins, unless the operator says otherwise."""

LEAST_SECONDS = 0.1
"""And how long at least."""

MOST_TOLD = 100
"""How much of what is wrong is told by one check; play stops everywhere that it is."""

log = logging.getLogger(__name__)


class Vigil:
    """Checks the record of an open floor, again and again, and once more where two people order it."""

    def __init__(self, floor: Floor, url: str, key: Key | None, again: float = AGAIN_SECONDS) -> None:
        self._floor, self._url, self._key = floor, url, key
        self._again = max(again, LEAST_SECONDS)
        self._task: asyncio.Task[None] | None = None
        self._ordered: set[asyncio.Task[None]] = set()
        self._working: asyncio.Future[Report] | None = None
        self._checking = asyncio.Lock()
        self._wanted = asyncio.Event()
        self._stopping = Flag()

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name="vigil")

    async def close(self) -> None:
        """Stop, wherever it is; nothing of it holds the store afterwards."""
        self._stopping.set()
        tasks = [*self._ordered, *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._working is not None:
            await asyncio.gather(self._working, return_exceptions=True)

    def look_now(self) -> None:
        """Begin the next check without waiting for its time."""
        self._wanted.set()

    async def order(self, stream: str, by: str) -> Order | None:
        """Order a second check of where play is stopped, or of the whole record; the order, if it still stands.

        The check is begun once two people have ordered it. NotToBeOrdered, if it cannot be ordered by this person now.
        """
        floor = self._floor
        await floor.hear_journal()
        floor.stops.require_orderable(stream, by, floor.clock())
        position = await asyncio.to_thread(floor.journal.note, CheckOrdered(stream=stream, under=()), by=by)
        await floor.hear_journal()
        order = floor.stops.orders.get(stream)
        if order is not None and order.complete and order.position == position:  # other servers leave it to this one
            task = asyncio.create_task(self._check_again(stream, order), name=f"second check of {stream}")
            self._ordered.add(task)
            task.add_done_callback(self._ordered.discard)
        return order

    async def _check_again(self, stream: str, order: Order) -> None:
        """Make a second check, and put on record what it came to; one that cannot be made changes nothing."""
        floor = self._floor
        try:
            report = await self._checked(stream)
            accused = await asyncio.to_thread(accusations, floor.store, stream, everything=not report.damage)
            found = [each.why for each in report.damage if (each.stream or EVERYWHERE) == stream]
        except Exception as error:
            log.warning("a second check could not be made: %s", type(error).__name__)
            report, accused, found = Report(0), (), ["it could not be checked"]
        answer = CheckedAgain(
            stream=stream,
            position=report.position,
            whole=not found,
            ordered_by=order.by,
            reason=_in_short(found),
            answers=() if found else accused,
            under=(),
        )
        await self._tell(report, answer)

    async def _run(self) -> None:
        while True:
            self._wanted.clear()
            try:
                await self.once()
            except Exception as error:  # a check that fails is no damage; the next one comes
                log.warning("the record could not be checked: %s", type(error).__name__)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._again):
                    await self._wanted.wait()

    async def once(self) -> Report:
        """Check the record, stop play where it is damaged, and put on record what was found."""
        report = await self._checked()
        whole = RecordVerified(position=report.position, whole=True, under=())
        await self._tell(report, *([] if report.damage else [whole]))
        return report

    async def _tell(self, report: Report, *words: Event) -> None:
        """Stop play where a check found damage, and put on record what was found."""
        stops = self._floor.stops
        for each in report.damage:
            self._floor.stop_play(each.stream, each.why)
        found = [
            RecordVerified(position=each.position, whole=False, reason=each.why[:LONGEST_WHY], under=())
            for each in report.damage[:MOST_TOLD]
        ]
        await asyncio.to_thread(self._floor.journal.note, *words, *found, *stops.told())
        await self._floor.hear_journal()

    async def _checked(self, fold: str = EVERYWHERE) -> Report:
        """Check the record; one check at a time."""
        async with self._checking:
            position, _ = await asyncio.to_thread(self._floor.store.head)
            if position <= SHORT:
                work = asyncio.to_thread(check, self._floor.store, self._key, self._on, fold)
                self._working = asyncio.ensure_future(work)
                report = await asyncio.shield(self._working)
            else:
                report = await self._beside(fold)
        VERIFIED_POSITION.set(report.position)
        return report

    def _on(self, _done: int, _of: int) -> None:
        """Go on with a check, unless the house closes."""
        if self._stopping.is_set():
            raise StoreError("the house closes")

    async def _beside(self, fold: str) -> Report:
        """Check it in a process of its own."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe)
        key = None if self._key is None else str(self._key)
        asked = msgspec.json.encode({"url": self._url, "key": key, "fold": fold})
        try:
            out, _ = await process.communicate(asked)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return msgspec.json.decode(out, type=Report)


def _in_short(found: list[str]) -> str:
    """What was found, as far as it can be told in a few words."""
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return found[0][:LONGEST_WHY] + more if found else ""


def main(read: Callable[[], str] = sys.stdin.read) -> None:
    """Check the store that is asked for, and print what it came to."""
    os.nice(10)
    asked = msgspec.json.decode(read(), type=dict[str, str | None])
    store = open_archive(asked["url"] or "")
    key = asked["key"]
    report = check(store, None if key is None else Key.parse(key), None, asked["fold"] or EVERYWHERE)
    store.check()
    print(msgspec.json.encode(report).decode())
    store.close()


if __name__ == "__main__":
    main()
