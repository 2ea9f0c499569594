"""The writer: one thread that turns everything queued into one durable transaction."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError

from croupier.floor.store.awaiting import Awaited
from croupier.floor.store.group import Group, Outcome
from croupier.floor.store.records import Commit, Committed, Conflict, Overloaded, Stopped, StoreError
from croupier.floor.store.statements import Statements

GROUP = 512
"""The most commits that share a transaction."""

REMEMBERED = 100_000
"""How many streams' versions are remembered before they are read anew."""

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Ask:
    commit: Commit
    future: Future[Committed | Conflict] | Awaited


@dataclass(slots=True, eq=False)
class _Errand:
    """A small write beside the events (people, sessions), in a transaction of its own."""

    work: Callable[[Connection], Any]
    future: Future[Any]


class _Versions:
    """The versions of streams, remembered for as long as nobody else moves the head."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._head: bytes | None = None

    def at(self, head: bytes) -> dict[str, int]:
        """What still holds when this is found to be the head's digest; not to be trusted again before `hold`."""
        if head != self._head or len(self._versions) > REMEMBERED:
            self._versions = {}
        self._head = None
        return self._versions

    def hold(self, head: bytes) -> None:
        """What is remembered is true of this head."""
        self._head = head


class Writer:
    """Owns the only writing connection; futures resolve after the commit is on disk, never before."""

    def __init__(self, engine: Engine, announce: Callable[[int], None], capacity: int) -> None:
        self._engine = engine
        self._statements = Statements(engine.dialect)
        self._announce = announce
        self._capacity = capacity
        self._versions = _Versions()
        self._queue: deque[_Ask | _Errand] = deque()
        self._changed = Condition()
        self._closing = False
        self._thread = Thread(target=self._run, name="croupier-store-writer", daemon=True)
        self._thread.start()

    def submit(self, commit: Commit, future: Future[Committed | Conflict] | Awaited) -> None:
        """Queue a commit; never blocks."""
        self._put(_Ask(commit, future))

    def run(self, work: Callable[[Connection], T]) -> Future[T]:
        """Queue a small write of another kind; never blocks."""
        errand = _Errand(work, Future())
        self._put(errand)
        return errand.future

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _put(self, item: _Ask | _Errand) -> None:
        with self._changed:
            if self._closing:
                raise Stopped("the store is closed")
            if len(self._queue) >= self._capacity:
                raise Overloaded(f"{self._capacity} writes are waiting already")
            self._queue.append(item)
            self._changed.notify()

    def _take(self) -> list[_Ask | _Errand]:
        """What to write next; nothing when the store closes."""
        with self._changed:
            while not self._queue and not self._closing:
                self._changed.wait()
            taken = [self._queue.popleft() for _ in range(min(GROUP, len(self._queue)))]
        return taken

    def _run(self) -> None:
        try:
            while taken := self._take():
                # A future cancelled before this moment is never written; after it, cancelling comes too late.
                taken = [item for item in taken if item.future.set_running_or_notify_cancel()]
                self._commit([item for item in taken if isinstance(item, _Ask)])
                for item in taken:
                    if isinstance(item, _Errand):
                        self._do(item)
        finally:
            with self._changed:
                self._closing = True
                left = list(self._queue)
                self._queue.clear()
            for item in left:
                if item.future.set_running_or_notify_cancel():
                    item.future.set_exception(Stopped("the store's writer has stopped"))

    def _commit(self, asks: list[_Ask], again: bool = True) -> None:
        if not asks:
            return
        try:
            outcomes, position = self._write([ask.commit for ask in asks])
        except (OperationalError, InterfaceError) as error:
            # A lost connection may have lost the answer only: the command ids tell on the second try what was written.
            self._engine.dispose()
            if again:
                log.warning("the store's connection failed; trying once more: %s", error)
                self._commit(asks, again=False)
            else:
                _fail(asks, StoreError("the store cannot be written; ask again under the same command id"), error)
        except Exception as error:
            # One commit that the database refuses must not take its neighbours along.
            if len(asks) > 1:
                for ask in asks:
                    self._commit([ask])
            else:
                log.exception("commit %s was refused by the database", asks[0].commit.command_id)
                _fail(asks, StoreError("the database refused the commit; nothing of it was written"), error)
        else:
            for ask, outcome in zip(asks, outcomes, strict=True):
                if isinstance(outcome, StoreError):
                    ask.future.set_exception(outcome)
                else:
                    ask.future.set_result(outcome)
            if position is not None:
                self._announce(position)

    def _write(self, commits: list[Commit]) -> tuple[list[Outcome], int | None]:
        """The outcomes, and the new head position if anything was written."""
        names = {append.stream for commit in commits for append in commit.appends}
        with self._engine.begin() as connection:
            position, digest = self._statements.lock_head(connection)
            versions = self._versions.at(digest)
            new = names - versions.keys()
            versions |= dict.fromkeys(new, 0) | self._statements.versions(connection, new)
            known = self._statements.known(connection, {commit.command_id for commit in commits})
            group = Group(position, digest, known, versions)
            outcomes = [group.add(commit) for commit in commits]
            if group.events:
                self._statements.write(connection, group)
        versions |= group.versions
        self._versions.hold(group.digest)
        return outcomes, group.position if group.events else None

    def _do(self, errand: _Errand) -> None:
        try:
            with self._engine.begin() as connection:
                result = errand.work(connection)
        except (OperationalError, InterfaceError) as error:
            self._engine.dispose()
            _fail([errand], StoreError("the store cannot be written"), error)
        except Exception as error:
            errand.future.set_exception(error)
        else:
            errand.future.set_result(result)


def _fail(items: Sequence[_Ask | _Errand], failure: StoreError, cause: Exception) -> None:
    failure.__cause__ = cause
    for item in items:
        item.future.set_exception(failure)
