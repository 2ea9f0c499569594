"""A lock that may also be had at once."""

from __future__ import annotations

import asyncio


class Lock(asyncio.Lock):
    """A lock that whoever need not wait for it can take without being a task."""

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
