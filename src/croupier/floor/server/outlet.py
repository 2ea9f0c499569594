"""An outlet: text that a thread writes, handed on to a client as fast as the client takes it and no faster."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import CancelledError as Cancelled
from contextlib import contextmanager, suppress
from typing import TextIO, cast

from croupier.floor.server.pools import Pool
from croupier.floor.store import Posting, Reader, Store, Stored

PIECE = 1 << 16
"""Characters that are gathered before they are handed on."""

WAITING = 4
"""Pieces that may wait for the client."""


class AsOfNow(Reader):
    """A store as of one moment without holding it: the record only grows, so what lies beyond the head is left out.

    Each reading is short and on a connection of its own. A client that stalls holds nothing back in the database.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store.reading)
        self._store = store
        self._head = store.head()

    @contextmanager
    def snapshot(self) -> Iterator[Reader]:
        """This very reader, which is as of one moment already."""
        yield self

    def head(self) -> tuple[int, bytes]:
        """The position and digest of the last event of that moment."""
        return self._head

    def read(self, stream: str | None = None, after: int = 0, limit: int = 1000) -> list[Stored]:
        """The next events behind a position, of one stream or of all, up to that moment."""
        found = self._store.read(stream, after, limit)
        return [each for each in found if each.position <= self._head[0]]

    def postings(self, first: int, last: int) -> dict[int, tuple[Posting, ...]]:
        """The postings of the events between two positions, both included."""
        return self._store.postings(first, last)


class _Tap(io.TextIOBase):
    """What the thread writes to; it waits while the client is slow, and fails once the client has gone or stalls."""

    def __init__(self, loop: asyncio.AbstractEventLoop, stalled_seconds: float) -> None:
        self.pieces: asyncio.Queue[str | None] = asyncio.Queue(WAITING)
        self.gone = self.stalled = False
        self._loop, self._stalled_seconds = loop, stalled_seconds
        self._gathered: list[str] = []
        self._size = 0

    def write(self, text: str) -> int:
        self._gathered.append(text)
        self._size += len(text)
        if self._size >= PIECE:
            self.flush()
        return len(text)

    def flush(self) -> None:
        if self._size:
            self._put("".join(self._gathered))
            self._gathered, self._size = [], 0

    def end(self) -> None:
        with suppress(BrokenPipeError):
            self._put(None)

    def _put(self, piece: str | None) -> None:
        if self.gone:
            raise BrokenPipeError
        putting = asyncio.run_coroutine_threadsafe(self.pieces.put(piece), self._loop)
        try:
            putting.result(self._stalled_seconds)
        except (TimeoutError, Cancelled) as error:
            putting.cancel()
            self.gone = self.stalled = True
            raise BrokenPipeError from error


def outlet(pool: Pool, write: Callable[[TextIO], object], stalled_seconds: float = 30.0) -> AsyncIterator[str]:
    """What a function writes, piece by piece; it runs on a thread of a pool. Busy at once when the pool is full."""
    tap = _Tap(asyncio.get_running_loop(), stalled_seconds)

    def run() -> None:
        try:
            write(cast(TextIO, tap))
            tap.flush()
        except BrokenPipeError:
            pass
        finally:
            tap.end()

    return _pieces(tap, pool.start(run))


async def _pieces(tap: _Tap, written: asyncio.Future[None]) -> AsyncIterator[str]:
    getting: asyncio.Future[str | None] | None = None
    try:
        while True:
            getting = asyncio.ensure_future(tap.pieces.get())
            await asyncio.wait((getting, written), return_when=asyncio.FIRST_COMPLETED)
            if not getting.done() and tap.pieces.empty():
                break
            piece = await getting
            if piece is None:
                break
            yield piece
        await written
        if tap.stalled:
            raise BrokenPipeError("the reader stalled")  # an answer that lacks its end must not look whole
    finally:
        tap.gone = True
        if getting is not None:
            getting.cancel()
        while not tap.pieces.empty():
            tap.pieces.get_nowait()
        with suppress(Exception):
            await asyncio.shield(written)
