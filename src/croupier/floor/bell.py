"""A bell that wakes everyone who waits for the next ring."""

from __future__ import annotations

import asyncio


class Bell:
    """Rung whenever something has changed; whoever hears it looks again."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        """Wake those who wait now."""
        waiting, self._waiting = self._waiting, set()
        for each in waiting:
            if not each.done():
                each.set_result(None)

    async def heard(self, within: float | None = None) -> None:
        """Return at the next ring, or after so many seconds."""
        loop = asyncio.get_running_loop()
        waiting = loop.create_future()
        self._waiting.add(waiting)
        timer = None if within is None else loop.call_later(within, _wake, waiting)
        try:
            await waiting
        finally:
            self._waiting.discard(waiting)
            if timer is not None:
                timer.cancel()


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
