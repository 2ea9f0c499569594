"""The line that strangers wait in: one of them a turn of the loop, so that whoever plays always goes first."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from croupier.floor.metrics import QUEUED

MOST = 256
"""How many may wait; whoever comes then is told to come again."""


class Line:
    """Begins what waits in it one by one, with a turn of the event loop between any two."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._waiting: deque[Callable[[], None]] = deque()
        QUEUED.look_up(lambda: len(self._waiting), "strangers")

    def join(self, loop: asyncio.AbstractEventLoop, begin: Callable[[], None]) -> bool:
        """Wait in line, unless it is too long."""
        if len(self._waiting) >= self._most:
            return False
        self._waiting.append(begin)
        if len(self._waiting) == 1:
            loop.call_soon(self._next, loop)
        return True

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        begin = self._waiting[0]
        try:
            begin()
        finally:
            self._waiting.popleft()
            if self._waiting:
                loop.call_soon(self._next, loop)
