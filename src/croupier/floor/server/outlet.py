"""An outlet: text that a thread writes, handed on to a client as fast as the client takes it and no faster."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, Full, Queue
from threading import Event
from typing import TextIO, cast

PIECE = 1 << 16
"""Characters that are gathered before they are handed on."""

WAITING = 8
"""Pieces that may wait for the client."""


class _Tap(io.TextIOBase):
    """What the thread writes to; it waits while the client is slow, and fails once the client has gone."""

    def __init__(self) -> None:
        self.pieces: Queue[str | None] = Queue(WAITING)
        self.gone = Event()
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
        self.flush()
        self._put(None)

    def _put(self, piece: str | None) -> None:
        while not self.gone.is_set():
            try:
                self.pieces.put(piece, timeout=0.5)
                return
            except Full:
                continue
        raise BrokenPipeError


async def outlet(write: Callable[[TextIO], object]) -> AsyncIterator[str]:
    """What a function writes, piece by piece; the function runs on a thread of its own."""
    tap = _Tap()

    def run() -> None:
        try:
            write(cast(TextIO, tap))
        finally:
            tap.end()

    with ThreadPoolExecutor(1) as threads:
        written = asyncio.get_running_loop().run_in_executor(threads, run)
        try:
            while (piece := await asyncio.to_thread(_next, tap)) is not None:
                yield piece
            await written
        finally:
            tap.gone.set()
            await asyncio.gather(written, return_exceptions=True)


def _next(tap: _Tap) -> str | None:
    while True:
        try:
            return tap.pieces.get(timeout=0.5)
        except Empty:
            if tap.gone.is_set():
                return None
