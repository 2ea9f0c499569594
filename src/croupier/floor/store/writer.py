"""The writer: one thread that turns everything queued into one durable transaction."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Condition, Thread
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError

from croupier.floor.metrics import COMMIT_SECONDS, COMMITS, GROUP_SIZE
from croupier.floor.store.awaiting import Awaited, Written
from croupier.floor.store.engines import in_transactions
from croupier.floor.store.groups import Groups, PostgresGroups, SqliteGroups
from croupier.floor.store.records import (
    Commit,
    Overloaded,
    Stopped,
    StoreError,
    TryAgain,
)
from croupier.floor.store.statements import Lookups
from croupier.floor.store.statements import Refusal as RefusalRow

GROUP = 512
"""The most commits that share a transaction."""

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Ask:
    commit: Commit
    future: Future[Written] | Awaited


@dataclass(slots=True, eq=False)
class _Errand:
    """A small write beside the events (people, sessions), in a transaction of its own."""

    work: Callable[[Connection], Any]
    future: Future[Any]


@dataclass(slots=True, eq=False)
class _Refuse:
    """A command that was refused, to be remembered."""

    row: RefusalRow
    future: Future[None]


_Item = _Ask | _Errand | _Refuse


class Writer:
    """Owns the only writing connection; futures resolve after the commit is on disk, never before."""

    def __init__(self, engine: Engine, announce: Callable[[int], None], capacity: int) -> None:
        self._engine = engine
        # What stands beside the events is written in transactions; a group on PostgreSQL is a statement of its own.
        self._transactions = in_transactions(engine)
        self._groups: Groups = PostgresGroups(engine) if _is_pg(engine) else SqliteGroups(engine)
        self._lookups = Lookups(engine.dialect)
        self._announce = announce
        self._capacity = capacity
        self._queue: deque[_Item] = deque()
        self._changed = Condition()
        self._closing = False
        self._thread = Thread(target=self._run, name="croupier-store-writer", daemon=True)
        self._thread.start()

    def submit(self, commit: Commit, future: Future[Written] | Awaited) -> None:
        """Queue a commit; never blocks."""
        self._put(_Ask(commit, future))

    def run(self, work: Callable[[Connection], T]) -> Future[T]:
        """Queue a small write of another kind; never blocks."""
        errand = _Errand(work, Future())
        self._put(errand)
        return errand.future

    def refuse(self, row: RefusalRow) -> Future[None]:
        """Queue a refusal to be remembered; never blocks."""
        item = _Refuse(row, Future())
        self._put(item)
        return item.future

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _put(self, item: _Item) -> None:
        with self._changed:
            if self._closing:
                raise Stopped("the store is closed")
            if len(self._queue) >= self._capacity:
                raise Overloaded(f"{self._capacity} writes are waiting already")
            self._queue.append(item)
            self._changed.notify()

    def _take(self) -> list[_Item]:
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
                self._refuse([item for item in taken if isinstance(item, _Refuse)])
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
        began = monotonic()
        try:
            outcomes, position = self._groups.write([ask.commit for ask in asks])
        except TryAgain as error:
            _fail(asks, error)
        except (OperationalError, InterfaceError) as error:
            # A lost connection may have lost the answer only: the command ids tell on the second try what was written.
            self._engine.dispose()
            if again:
                self._commit(asks, again=False)
            else:
                _fail(asks, TryAgain("the store cannot be written; ask again under the same command id"), error)
        except Exception as error:
            # One commit that the database refuses must not take its neighbours along.
            if len(asks) > 1:
                for ask in asks:
                    self._commit([ask])
            else:
                log.error("commit %s was refused by the database: %s", asks[0].commit.command_id, in_short(error))
                _fail(asks, StoreError("the database refused the commit; nothing of it was written"), error)
        else:
            for ask, outcome in zip(asks, outcomes, strict=True):
                if isinstance(outcome, StoreError):
                    ask.future.set_exception(outcome)
                else:
                    ask.future.set_result(outcome)
            COMMITS.add("answered", by=len(asks))
            GROUP_SIZE.observe(len(asks))
            COMMIT_SECONDS.observe(monotonic() - began)
            if position is not None:
                self._announce(position)

    def _refuse(self, items: list[_Refuse]) -> None:
        if not items:
            return
        try:
            with self._transactions.begin() as connection:
                self._lookups.refuse(connection, [item.row for item in items])
        except Exception as error:
            self._engine.dispose()
            _fail(items, TryAgain("the store cannot be written"), error)
        else:
            for item in items:
                item.future.set_result(None)

    def _do(self, errand: _Errand) -> None:
        try:
            with self._transactions.begin() as connection:
                result = errand.work(connection)
        except (OperationalError, InterfaceError) as error:
            self._engine.dispose()
            _fail([errand], TryAgain("the store cannot be written"), error)
        except Exception as error:
            errand.future.set_exception(error)
        else:
            errand.future.set_result(result)


def _fail(items: Sequence[_Item], failure: StoreError, cause: Exception | None = None) -> None:
    failure.__cause__ = cause
    for item in items:
        item.future.set_exception(failure)


def _is_pg(engine: Engine) -> bool:
    return engine.dialect.name == "postgresql"


def in_short(error: Exception) -> str:
    """What went wrong in one line, without what was to be written."""
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {str(cause).splitlines()[0] if str(cause) else ''}"[:200]
