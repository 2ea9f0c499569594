"""A bell that wakes everyone who waits for the next ring."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

Concern = Callable[[], bool]


def always() -> bool:
    """Every ring concerns the one who waits."""
    return True


class Bell:
    """Rung whenever something has changed; whoever hears it looks again."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Concern] = {}

    @property
    def awaited(self) -> bool:
        """Whether anyone waits."""
        return bool(self._waiting)

    def ring(self) -> None:
        """Wake those who wait now, if it concerns them."""
        if not self._waiting:
            return
        for waiting, concerns in tuple(self._waiting.items()):
            if concerns():
                del self._waiting[waiting]
                _wake(waiting)

    async def heard(self, within: float | None = None, concerns: Concern = always) -> None:
        """Return at the next ring that concerns the caller, or after so many seconds."""
        loop = asyncio.get_running_loop()
        waiting = loop.create_future()
        self._waiting[waiting] = concerns
        timer = None if within is None else loop.call_later(within, _wake, waiting)
        try:
            await waiting
        finally:
            self._waiting.pop(waiting, None)
            if timer is not None:
                timer.cancel()


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
