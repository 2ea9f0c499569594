"""Carrying a store: backups and restores copy every table as of one moment, and appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Table, func, insert, inspect, select

from croupier.floor.store import elevations, people, schema
from croupier.floor.store.engines import (
    hold_snapshot,
    in_transactions,
    locate,
    private_file,
    reading_engine,
    writing_engine,
)
from croupier.floor.store.records import StoreError
from croupier.floor.store.untouched import Untouched

ROWS = 2000
"""Rows copied at a time."""

Progress = Callable[[int, int], None]
"""Called with how many rows are done, and of how many."""

EPHEMERAL = frozenset({people.sessions.name, elevations.elevations.name})
"""Tables that a backup leaves behind: whoever was signed in signs in anew."""


def back_up(url: str, to: Path, progress: Progress | None = None) -> int:
    """Copy a store, while it is in use, into one SQLite file; how many events it holds."""
    if to.exists():
        raise StoreError(f"{to} exists already")
    return carry(url, f"sqlite:///{to}", progress)


def restore(backup: Path, url: str, progress: Progress | None = None) -> int:
    """Make a store at an address where there is none from a backup; how many events it holds."""
    if not backup.is_file():
        raise StoreError(f"there is no backup at {backup}")
    return carry(f"sqlite:///{backup}", url, progress)


def carry(source: str, target: str, progress: Progress | None = None) -> int:
    """Copy every table of a store to where there is none yet, as of one moment; how many events there are."""
    with read_apart(locate(source)) as (connection, check):
        schema.check(connection)
        with new_store(locate(target)) as writing:
            _copy(connection, writing, progress)
            check()
            return int(writing.scalar(select(schema.head.c.position)) or 0)


@contextmanager
def read_apart(where: URL) -> Iterator[tuple[Connection, Callable[[], None]]]:
    """A connection that sees a store as of one moment and leaves it as it is; and what to call when all is read."""
    file = Untouched(where) if where.get_backend_name() == "sqlite" else None
    reading = reading_engine(where) if file is None else file.engine
    try:
        with reading.connect() as connection:
            hold_snapshot(connection)
            yield connection, _nothing_to_check if file is None else file.check
    finally:
        reading.dispose()


@contextmanager
def new_store(where: URL) -> Iterator[Connection]:
    """A connection to an empty store of the present format; the store is there once the context ends well, else not."""
    if where.get_backend_name() == "sqlite":
        with _sqlite_file(Path(where.database or "")) as part:
            engine = writing_engine(where.set(database=str(part)))
            try:
                with engine.begin() as connection:
                    _empty(connection)
                    yield connection
                with engine.connect() as connection:
                    # One file that can be carried about, with nothing of it in a log beside.
                    connection.connection.driver_connection.execute("PRAGMA journal_mode = DELETE")  # type: ignore[union-attr]
            finally:
                engine.dispose()
        return
    engine = in_transactions(writing_engine(where))
    try:
        with engine.begin() as connection:
            schema.alone(connection)
            schema.allow(connection, 0, "statement_timeout", "idle_in_transaction_session_timeout")
            if inspect(connection).has_table(schema.head.name):
                raise StoreError("there is a store at that address already")
            _empty(connection)
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _sqlite_file(path: Path) -> Iterator[Path]:
    if path.exists():
        raise StoreError(f"there is a store at {path} already")
    part = path.with_name(path.name + ".part")
    every = [part, *(part.with_name(part.name + end) for end in ("-wal", "-shm", "-journal"))]

    def clear() -> None:
        for old in every:
            old.unlink(missing_ok=True)

    clear()  # of what one that was cut off has left behind
    private_file(part)
    try:
        yield part
        if path.exists():
            raise StoreError(f"a store has come to {path} meanwhile")
    except BaseException:
        clear()
        raise
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _nothing_to_check() -> None:
    """Where the database sees to it that all is read as of one moment."""


def _empty(connection: Connection) -> None:
    schema.make(connection)
    connection.execute(schema.head.delete())


def _copy(source: Connection, target: Connection, progress: Progress | None) -> None:
    there = set(inspect(source).get_table_names())
    tables = [table for table in schema.metadata.sorted_tables if table.name in there - EPHEMERAL]
    total = sum(int(source.scalar(select(func.count()).select_from(table)) or 0) for table in tables)
    done = 0
    for table in tables:
        target.execute(table.delete())  # what a new store begins with is not what this one had
        for rows in _rows(source, table):
            target.execute(insert(table), rows)
            done += len(rows)
            if progress is not None:
                progress(done, total)


def _rows(source: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    found = source.execution_options(yield_per=ROWS).execute(select(table))
    for rows in found.mappings().partitions(ROWS):
        yield [dict(row) for row in rows]
