"""Commits awaited by an event loop: the loop is woken once for a whole group of them, not once for each."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from croupier.floor.store.records import Committed, Conflict, RefusedBefore

Written = Committed | Conflict | RefusedBefore
"""What comes of a commit that the store could take."""

Waiting = asyncio.Future[Written]


class Mailbox:
    """Brings outcomes from the writer's thread to the futures of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._letters: deque[Callable[[], None]] = deque()
        self._called = False

    def deliver(self, letter: Callable[[], None]) -> None:
        """Have the letter opened by the loop soon; called by the writer."""
        self._letters.append(letter)
        if not self._called:
            self._called = True
            try:
                self.loop.call_soon_threadsafe(self._open)
            except RuntimeError:
                self._letters.clear()  # the loop is closed: no one waits any more

    def _open(self) -> None:
        self._called = False  # before looking, so that a letter which comes while we look calls again
        while self._letters:
            self._letters.popleft()()


class Awaited:
    """What the writer needs of a future, for one that belongs to an event loop."""

    __slots__ = ("_mailbox", "future")

    def __init__(self, mailbox: Mailbox, future: Waiting) -> None:
        self._mailbox = mailbox
        self.future = future

    def set_running_or_notify_cancel(self) -> bool:
        """Whether anyone still waits."""
        return not self.future.cancelled()

    def set_result(self, outcome: Written) -> None:
        """Deliver the outcome."""
        self._mailbox.deliver(lambda: None if self.future.done() else self.future.set_result(outcome))

    def set_exception(self, failure: Exception) -> None:
        """Deliver the failure."""
        self._mailbox.deliver(lambda: None if self.future.done() else self.future.set_exception(failure))
