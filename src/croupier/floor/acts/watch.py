"""A watch: what is committed from now on, as an asynchronous iterator that a slow reader cannot hold up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from croupier.floor.acts.recording import Told

MOST = 10_000
"""How many events may wait for one reader before it is let go, to resume from the store."""


class Watch:
    """Yields all that was committed since the last time, as one batch; ends when closed or when far behind."""

    def __init__(self, let_go: Callable[[], None]) -> None:
        self._let_go = let_go
        self._waiting: list[Told] = []
        self._ready = asyncio.Event()
        self._closed = False

    def put(self, batch: tuple[Told, ...]) -> None:
        """The floor tells of a batch."""
        self._waiting.extend(batch)
        self._ready.set()
        if len(self._waiting) > MOST:
            self._waiting.clear()
            self.close()

    def close(self) -> None:
        """Watch no more."""
        if not self._closed:
            self._closed = True
            self._ready.set()
            self._let_go()

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __aiter__(self) -> Watch:
        return self

    async def __anext__(self) -> tuple[Told, ...]:
        await self._ready.wait()
        if not self._waiting:
            raise StopAsyncIteration
        batch, self._waiting = tuple(self._waiting), []
        if not self._closed:
            self._ready.clear()
        return batch
