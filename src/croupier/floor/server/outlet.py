"""An outlet: text that a thread writes, handed on to a client as fast as the client takes it and no faster."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from concurrent.futures import CancelledError as Cancelled
from contextlib import suppress
from typing import TextIO, cast

from croupier.floor.server.pools import Pool

PIECE = 1 << 16
"""Characters that are gathered before they are handed on."""

WAITING = 4
"""Pieces that may wait for the client."""


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
