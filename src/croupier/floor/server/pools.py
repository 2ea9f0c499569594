"""Work beside the event loop, each kind in a queue of its own with a bound: play never waits behind what is heavy."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TypeVar

from croupier.floor.metrics import QUEUED
from croupier.floor.server.packing import squeezed

T = TypeVar("T")


class Busy(Exception):
    """The queue for this kind of work is full; nothing was begun."""


class Pool:
    """Some threads, and a bounded queue before them."""

    def __init__(self, name: str, threads: int, waiting: int) -> None:
        self.name = name
        self.depth = 0
        """How much is being done or waits."""
        self._most = threads + waiting
        self._threads = threads
        self._executor: ThreadPoolExecutor | None = None
        QUEUED.look_up(lambda: self.depth, name)

    def start(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Have the work done on one of the threads; Busy at once if too much waits already."""
        if self.depth >= self._most:
            raise Busy(self.name)
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self._threads, thread_name_prefix=f"croupier-{self.name}")
        self.depth += 1
        future = asyncio.get_running_loop().run_in_executor(self._executor, work)
        future.add_done_callback(self._done)
        return future

    async def run(self, work: Callable[[], T]) -> T:
        """What the work leads to; Busy at once if too much waits already."""
        return await asyncio.shield(self.start(work))

    def _done(self, future: asyncio.Future[T]) -> None:
        self.depth -= 1
        if not future.cancelled():
            future.exception()

    def close(self) -> None:
        """Begin nothing more."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


class Lane:
    """So many at a time on the loop itself, and a bounded queue behind them."""

    def __init__(self, name: str, at_once: int, waiting: int) -> None:
        self.name = name
        self.depth = 0
        self._most = at_once + waiting
        self._turn = asyncio.Semaphore(at_once)
        QUEUED.look_up(lambda: self.depth, name)

    @property
    def full(self) -> bool:
        """Whether nobody more may wait."""
        return self.depth >= self._most

    async def __aenter__(self) -> None:
        if self.full:
            raise Busy(self.name)
        self.depth += 1
        try:
            await self._turn.acquire()
        except BaseException:
            self.depth -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self._turn.release()
        self.depth -= 1


class Kept:
    """Answers that are worked out once and kept: the ones asked for latest, within a number and a size."""

    def __init__(self, most: int, most_bytes: int = 32 << 20) -> None:
        self.made = 0
        """How many were worked out."""
        self._most, self._most_bytes = most, most_bytes
        self._size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The answer for a key; many who ask for one that is being made wait for the same making."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.create_task(self._make(key, make))
        return await asyncio.shield(making)

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            made = await make()
        finally:
            del self._making[key]
        self.made += 1
        self._kept[key] = made
        self._size += len(made)
        while len(self._kept) > self._most or (self._size > self._most_bytes and len(self._kept) > 1):
            self._size -= len(self._kept.popitem(last=False)[1])
        return made


class Shared:
    """Something that many ask for again and again: looked at once in a while, and the same for all of them."""

    def __init__(self, look: Callable[[], bytes], seconds: float) -> None:
        self.look, self.seconds = look, seconds
        self._seen = b""
        self._at: float | None = None
        self._small: bytes | None = None

    def now(self) -> bytes:
        """As it was a moment ago at most."""
        now = monotonic()
        if self._at is None or now - self._at >= self.seconds:
            self._seen, self._at, self._small = self.look(), now, None
        return self._seen

    def small(self) -> bytes | None:
        """What was seen last, packed once for all who take it so; nothing where that gains nothing."""
        if self._small is None:
            self._small = squeezed(self._seen) or b""
        return self._small or None
