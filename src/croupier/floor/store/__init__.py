"""The store: an append-only, hash-chained log of events with a double-entry ledger, on SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from croupier.floor.store import contents, people, schema, tree
from croupier.floor.store.awaiting import Awaited, Mailbox, Waiting, Written
from croupier.floor.store.engines import hold_snapshot, in_transactions, locate, reading_engine, writing_engine
from croupier.floor.store.notices import Announcer, Callback, PostgresListener
from croupier.floor.store.presence import Presence, presence
from croupier.floor.store.reader import Reader
from croupier.floor.store.records import (
    Append,
    CommandIdTaken,
    Commit,
    Committed,
    Conflict,
    Damaged,
    Known,
    Malformed,
    NewEvent,
    Overloaded,
    Posting,
    RefusedBefore,
    Stopped,
    Stored,
    StoreError,
    TryAgain,
    bounded,
    checked,
)
from croupier.floor.store.snapshots import Snapshots
from croupier.floor.store.statements import Lookups
from croupier.floor.store.untouched import Untouched
from croupier.floor.store.writer import Writer

TABLES = (schema.events, people.people, tree.checkpoints)
"""One table of each module that has some: every store has all of them, whoever opens it."""

__all__ = [
    "Append",
    "Archive",
    "CommandIdTaken",
    "Commit",
    "Committed",
    "Conflict",
    "Damaged",
    "Known",
    "Malformed",
    "Moment",
    "NewEvent",
    "Overloaded",
    "Posting",
    "Reader",
    "RefusedBefore",
    "Stopped",
    "Store",
    "StoreError",
    "Stored",
    "TryAgain",
    "Written",
    "open_archive",
    "open_store",
]


class Moment(Reader):
    """The record, the kept states and the accounts, all as of one moment."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(lambda: nullcontext(connection))
        self.people = people.People(lambda: nullcontext(connection), _read_only)
        self.snapshots = Snapshots(lambda: nullcontext(connection), _read_only)


class Archive(Reader):
    """The event log and ledger of a floor for those who only read; safe to use from any thread."""

    def __init__(self, reading: Engine, check: Callable[[], None] = lambda: None) -> None:
        super().__init__(reading.connect)
        self._reading = reading
        self.check = check
        """Raises StoreError if what was read so far cannot be relied on."""
        self.people = people.People(self.reading, _read_only)
        self.snapshots = Snapshots(self.reading, _read_only)

    @property
    def url(self) -> str:
        """Where the store is."""
        return self._reading.url.render_as_string(hide_password=False)

    @contextmanager
    def snapshot(self) -> Iterator[Moment]:
        """The store as of one moment, whatever is written meanwhile."""
        with self.reading() as connection:
            hold_snapshot(connection)
            yield Moment(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that can only read."""
        with self._connect() as connection:
            yield connection

    @property
    def write_beside(self) -> Callable[[Callable[[Connection], Any]], Future[Any]] | None:
        """Runs small writes beside the events, where there may be any."""
        return None

    def close(self) -> None:
        """Let go of the database."""
        self._reading.dispose()


class Store(Archive):
    """The event log and ledger of a floor; safe to use from any thread."""

    def __init__(self, writing: Engine, reading: Engine, capacity: int) -> None:
        super().__init__(reading)
        self._writing = writing
        self._presence: Presence | None = None
        self._mailbox: Mailbox | None = None
        self._announcer = Announcer()
        self._listener: PostgresListener | None = None
        self._lookups = Lookups(writing.dialect)
        self._writer = Writer(writing, self._announcer.announce, capacity)
        self.people = people.People(self.reading, self._writer.run)
        self.snapshots = Snapshots(self.reading, self._writer.run)

    def submit(self, commit: Commit) -> Future[Written]:
        """Queue a commit; the future resolves once it is durable, or lost to a conflict.

        Never blocks. Raises Malformed, Overloaded or Stopped at once; then nothing was queued.
        """
        future: Future[Written] = Future()
        self._writer.submit(checked(commit), future)
        return future

    def submit_own(self, commit: Commit) -> Future[Written]:
        """The same for a commit of the floor's own making, whose types need no second look."""
        future: Future[Written] = Future()
        self._writer.submit(bounded(commit), future)
        return future

    async def commit(self, commit: Commit) -> Written:
        """Submit and wait on an event loop; cheaper there than wrapping the future of `submit`."""
        loop = asyncio.get_running_loop()
        if self._mailbox is None or self._mailbox.loop is not loop:
            self._mailbox = Mailbox(loop)
        waiting: Waiting = loop.create_future()
        self._writer.submit(checked(commit), Awaited(self._mailbox, waiting))
        return await waiting

    def remember_refusal(self, command_id: str, actor: str, content: bytes, refusal: bytes, at: int) -> Future[None]:
        """Have a command id stand for this refusal; the future resolves once that is durable. Never blocks."""
        return self._writer.refuse((command_id, actor, contents.remembered(content), refusal, at))

    def forget_refusals(self, before: int) -> int:
        """Forget refusals from before then; how many."""
        return self._writer.run(lambda connection: self._lookups.forget(connection, before)).result()

    @property
    def write_beside(self) -> Callable[[Callable[[Connection], Any]], Future[Any]]:
        """Runs small writes beside the events, each in a transaction of its own."""
        return self._writer.run

    def serve(self) -> bool:
        """Be a server of this store; whether there was another. SQLite takes but one: StoreError if there is."""
        if self._presence is None:
            self._presence = presence(self._reading)
        return self._presence.came_second

    def shared(self) -> bool:
        """Whether another server is there, or was when this one came."""
        return self._presence is not None and (self._presence.came_second or self._presence.others())

    def stay(self) -> None:
        """Go on being a server of this store, whatever has become of the connection that shows it."""
        if self._presence is not None:
            self._presence.stay()

    def listen(self, callback: Callback) -> None:
        """Have the callback called with the new head position after each group commit, on a thread of the store.

        On PostgreSQL the commits of other processes are heard too.
        """
        self._announcer.listen(callback)
        if self._listener is None and self._reading.dialect.name == "postgresql":
            self._listener = PostgresListener(self._reading, self._announcer.announce, lambda: self.head()[0])

    def close(self) -> None:
        """Write what is queued, then let go of the database."""
        self._writer.close()
        if self._listener is not None:
            self._listener.close()
        super().close()
        self._writing.dispose()
        if self._presence is not None:
            self._presence.close()
            self._presence = None


def _read_only(_work: Callable[[Connection], Any]) -> Future[Any]:
    raise StoreError("this store was opened to be read only")


def open_store(url: str, capacity: int = 4096) -> Store:
    """Open the store at "sqlite:///path" or "postgresql://…", making its tables where they are missing.

    At most `capacity` writes may wait at a time.
    """
    where = locate(url)
    writing = writing_engine(where)
    try:
        with in_transactions(writing).begin() as connection:
            schema.create(connection)
    except DBAPIError as error:
        raise StoreError(f"the store cannot be opened: {error.orig}") from error
    return Store(writing, reading_engine(where), capacity)


def open_archive(url: str) -> Archive:
    """Open the store at an address to read it only; nothing is made or changed there."""
    where = locate(url)
    if where.get_backend_name() == "sqlite":
        file = Untouched(where)
        reading, check = file.engine, file.check
    else:
        reading, check = reading_engine(where), _nothing_to_check
    try:
        with reading.connect() as connection:
            schema.check(connection)
    except DBAPIError as error:
        reading.dispose()
        raise StoreError(f"the store cannot be read: {error.orig}") from error
    except StoreError:
        reading.dispose()
        raise
    return Archive(reading, check)


def _nothing_to_check() -> None:
    """Where the database sees to it that all is read as it should be."""
