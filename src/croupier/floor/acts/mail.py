"""Between the event loop and the store's threads: commits go out and come back in groups, and others' are noticed."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from croupier.floor.store import Commit, Committed, StoreError, Written

Outcome = Written
Hear = Callable[[Outcome | BaseException], None]
"""Is called on the loop with what became of a commit."""
Letter = tuple[Hear, Commit]
Answer = tuple[Hear, Future[Outcome]]

QUIET_TURNS = 4
"""The loop's turns without another commit after which a group goes out."""


class Mail:
    """Carries commits to the store, one group at a time, and knows up to where every position is accounted for.

    While a group is being made durable, whatever is decided meanwhile gathers for the next: groups are as large as the
    floor is busy, and a lone commit goes out at once.

    The store announces a head after the futures of its commits. A position at or before an announced head that none of
    our own commits accounts for was therefore written by someone else, and `behind` is true until it has been read.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        submit: Callable[[Commit], Future[Outcome]],
        others_wrote: Callable[[], None],
    ) -> None:
        self.seen = 0
        """Every position up to here is known to us."""
        self._loop = loop
        self._submit = submit
        self._others_wrote = others_wrote
        self._head = 0
        self._own: dict[int, int] = {}
        self._out: list[Letter] = []
        self._under_way = 0
        self._gathering = False
        self._box: deque[Answer | int] = deque()
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

    def send(self, commit: Commit) -> asyncio.Future[Outcome]:
        """The outcome of a commit, for the loop to await."""
        awaited: asyncio.Future[Outcome] = self._loop.create_future()
        self.post(commit, partial(_resolve, awaited))
        return awaited

    def post(self, commit: Commit, hear: Hear) -> None:
        """Have a commit written; `hear` is told on the loop what became of it, and must not fail."""
        self._out.append((hear, commit))
        self._gather()

    def head(self, position: int) -> None:
        """A thread of the store announces its head."""
        self._put(position)

    def _gather(self) -> None:
        if self._out and not self._under_way and not self._gathering:
            self._gathering = True
            self._loop.call_soon(self._wait_for_more, len(self._out), 0)

    def _wait_for_more(self, before: int, quiet: int) -> None:
        quiet = quiet + 1 if len(self._out) == before else 0
        if quiet < QUIET_TURNS:
            self._loop.call_soon(self._wait_for_more, len(self._out), quiet)
        else:
            self._gathering = False
            self._post()

    def _post(self) -> None:
        letters, self._out = self._out, []
        for hear, commit in letters:
            try:
                written = self._submit(commit)
            except StoreError as error:
                hear(error)
            else:
                self._under_way += 1
                written.add_done_callback(partial(self._came_back, hear))

    def _came_back(self, hear: Hear, done: Future[Outcome]) -> None:
        """Runs on a thread of the store."""
        self._put((hear, done))

    def _put(self, item: Answer | int) -> None:
        """Runs on a thread of the store."""
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
                self._under_way -= 1
                self._settle(*item)
        self._advance()
        self._gather()
        if self.behind and not self._stopped:
            self._others_wrote()

    def _settle(self, hear: Hear, done: Future[Outcome]) -> None:
        error = done.exception()
        if error is not None:
            hear(error)
            return
        outcome = done.result()
        if isinstance(outcome, Committed) and not outcome.repeated:
            first, last = outcome.positions
            self._own[first] = last
        hear(outcome)

    def _advance(self) -> None:
        while (last := self._own.pop(self.seen + 1, None)) is not None:
            self.seen = last
        for first in [first for first in self._own if first <= self.seen]:
            del self._own[first]


def _resolve(awaited: asyncio.Future[Outcome], outcome: Outcome | BaseException) -> None:
    if awaited.done():
        return
    if isinstance(outcome, BaseException):
        awaited.set_exception(outcome)
    else:
        awaited.set_result(outcome)
