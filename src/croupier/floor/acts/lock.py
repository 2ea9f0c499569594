"""A lock that may also be had at once, or stood in line for without being a task."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Lock(asyncio.Lock):
    """A lock that whoever need not wait for it can take without being a task.

    Those in line are called when it is free again and no task waits for it; each then takes it, or comes to wait as a
    task.
    """

    def __init__(self) -> None:
        super().__init__()
        self._line: deque[Callable[[], None]] = deque()

    def at_once(self) -> bool:
        """Take it if it is free and nobody waits for it; whether that was so."""
        if self.locked():
            return False
        taking = self.acquire()
        try:
            taking.send(None)
        except StopIteration:
            return True
        taking.close()
        return False

    def stand_in_line(self, called: Callable[[], None]) -> None:
        """Be called once it is free; only while it is not."""
        self._line.append(called)

    def release(self) -> None:
        """Let it go, to the next in line."""
        super().release()
        while self._line and not self.locked():
            self._line.popleft()()
