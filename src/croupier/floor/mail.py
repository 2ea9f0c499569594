"""Between the store's threads and the event loop: answers come back in batches, and we notice what others wrote."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from croupier.floor.store import Committed, Conflict

Outcome = Committed | Conflict


class Mail:
    """Brings the outcomes of commits to the loop, and knows up to where every position is accounted for.

    The store announces a head after the futures of its commits. A position at or before an announced head that none of
    our own commits accounts for was therefore written by someone else, and `behind` is true until it has been read.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, others_wrote: Callable[[int], None]) -> None:
        self.seen = 0
        """Every position up to here is known to us."""
        self._loop = loop
        self._others_wrote = others_wrote
        self._head = 0
        self._own: dict[int, int] = {}
        self._box: deque[tuple[asyncio.Future[Outcome], Future[Outcome]] | int] = deque()
        self._called = False
        self._stopped = False

    def start(self, position: int) -> None:
        """Everything up to this position will be read by the one who asks."""
        self.seen = self._head = position

    def stop(self) -> None:
        """Announce nothing from now on."""
        self._stopped = True

    @property
    def behind(self) -> bool:
        """Whether others have written something that we have not read."""
        return self.seen < self._head

    def saw(self, position: int) -> None:
        """Everything up to this position has been read."""
        self.seen = max(self.seen, position)
        self._advance()

    def send(self, written: Future[Outcome]) -> asyncio.Future[Outcome]:
        """The outcome of a commit, for the loop to await."""
        awaited: asyncio.Future[Outcome] = self._loop.create_future()
        written.add_done_callback(lambda done: self._put((awaited, done)))
        return awaited

    def head(self, position: int) -> None:
        """A thread of the store announces its head."""
        self._put(position)

    def _put(self, item: tuple[asyncio.Future[Outcome], Future[Outcome]] | int) -> None:
        if self._stopped:
            return
        self._box.append(item)
        # One call wakes the loop for a whole group. Set before the call and cleared before the box is emptied, the mark
        # can be set too often but never too seldom.
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._called = False
        while self._box:
            item = self._box.popleft()
            if isinstance(item, int):
                self._head = max(self._head, item)
            else:
                self._settle(*item)
        self._advance()
        if self.behind and not self._stopped:
            self._others_wrote(self._head)

    def _settle(self, awaited: asyncio.Future[Outcome], done: Future[Outcome]) -> None:
        error = done.exception()
        if error is None:
            outcome = done.result()
            if isinstance(outcome, Committed) and not outcome.repeated:
                first, last = outcome.positions
                self._own[first] = last
        if awaited.done():
            return
        if error is not None:
            awaited.set_exception(error)
        else:
            awaited.set_result(outcome)

    def _advance(self) -> None:
        while (last := self._own.pop(self.seen + 1, None)) is not None:
            self.seen = last
        for first in [first for first, last in self._own.items() if last <= self.seen]:
            del self._own[first]
