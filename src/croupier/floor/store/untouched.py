"""Reading a SQLite store without touching it: no file is made, changed or taken away, on a read-only mount or off one.

A store in WAL mode is its file and, while it is in use or after a crash, a log and an index of that log beside it. Who
merely connects to it makes both files when they are missing, and folds the log into the store at the end. So:

- with log and index there, the store may be in use: it is read through them, by a connection that cannot write;
- with a log but no index (a copy, a crash) the index is kept in memory;
- with neither, the file is all there is, and is read as it stands. If a server opens it meanwhile, what was read may
  be of two moments: `Untouched.check` says so.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from croupier.floor.store.engines import BUSY_SECONDS, POOL
from croupier.floor.store.records import StoreError

_HEAD = b"SQLite format 3\0"


class Untouched:
    """A SQLite file that is only looked at."""

    def __init__(self, where: URL) -> None:
        self.path = Path(where.database or "")
        self._refuse_what_is_no_database()
        log, index = (Path(f"{self.path}{end}") for end in ("-wal", "-shm"))
        self._in_memory = _holds_something(log) and not index.exists()
        self._as_it_stands = not _holds_something(log) and not index.exists()
        self._stamp = self._now()
        self.engine = self._engine(where)

    def check(self) -> None:
        """Raise StoreError if someone has written to a store that was read as it stands."""
        if self._as_it_stands and self._now() != self._stamp:
            raise StoreError("a server has opened the store meanwhile, and what was read may be of two moments")

    def _engine(self, where: URL) -> Engine:
        options = "mode=ro"
        if self._as_it_stands:
            options += "&immutable=1"
        elif self._in_memory:
            options += "&vfs=unix-none"
        address = f"{self.path.absolute().as_uri()}?{options}"

        def connect() -> sqlite3.Connection:
            return sqlite3.connect(
                address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False, isolation_level=None
            )

        engine = create_engine(where, isolation_level="AUTOCOMMIT", creator=connect, poolclass=QueuePool, **POOL)
        event.listen(engine, "connect", self._prepare)
        return engine

    def _prepare(self, connection: Any, _record: object) -> None:
        if self._in_memory:
            # Said before the first read, it keeps the log's index out of shared memory, and so out of the folder.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA query_only = ON")

    def _refuse_what_is_no_database(self) -> None:
        if self.path.is_dir():
            raise StoreError(f"{self.path} is a folder, not a store")
        if not self.path.exists():
            raise StoreError(f"there is no store at {self.path}")
        if not self.path.is_file():
            raise StoreError(f"{self.path} is no file that a store could be in")
        try:
            with self.path.open("rb") as file:
                head = file.read(len(_HEAD))
        except OSError as error:
            raise StoreError(f"{self.path} cannot be read: {error.strerror}") from error
        if head != _HEAD:
            raise StoreError(f"{self.path} is not the store of a floor")

    def _now(self) -> tuple[int, int, bool]:
        found = os.stat(self.path)
        return found.st_size, found.st_mtime_ns, Path(f"{self.path}-wal").exists()


def _holds_something(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0
