"""Connections to SQLite and PostgreSQL: one engine for the writer, one for the readers."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError

from croupier.floor.store.records import StoreError

BUSY_SECONDS = 10
"""How long a SQLite connection waits for another process's lock."""

AGAIN_SECONDS = 0.01
"""How soon it asks again where SQLite would not wait."""

CACHE_KB = 8192
"""What SQLite's writer keeps of the file in memory: it appends, so a little is enough."""

STATEMENT_MS = 5000
LOCK_MS = 2000
IDLE_IN_TRANSACTION_MS = 1500
"""What PostgreSQL allows a writer: a server that freezes in the middle of something holds the others up no longer."""

SNAPSHOT_MINUTES = 60
"""How long the store may be read as of one moment."""

READING_MS = 60_000
"""How long one question may take."""

POOL: dict[str, Any] = {"pool_size": 5, "max_overflow": 15, "hide_parameters": True}
"""How many readers may read at the same time."""


def locate(url: str) -> URL:
    """The database's address with our driver, or StoreError for one that we cannot use."""
    try:
        where = make_url(url)
    except ArgumentError as error:
        raise StoreError("the store's address must look like sqlite:///path or postgresql://…") from error
    match where.get_backend_name():
        case "sqlite":
            if not where.database or where.database == ":memory:" or where.query:
                raise StoreError("a SQLite store needs a file: sqlite:///path")
            return where.set(drivername="sqlite+pysqlite")
        case "postgresql":
            return where.set(drivername="postgresql+psycopg")
        case other:
            raise StoreError(f"no store speaks {other!r}: use sqlite or postgresql")


def private_file(path: Path) -> None:
    """Have a file there that only its owner may read and write."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)


def writing_engine(where: URL) -> Engine:
    """The engine of the one writer: each transaction takes the write lock when it begins, each commit is durable."""
    if where.get_backend_name() == "postgresql":
        # Positional parameters, as SQLite has them, let the writer give both drivers the same rows.
        engine = create_engine(
            where,
            pool_size=1,
            max_overflow=0,
            paramstyle="format",
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args=_postgresql_limits(),
        )
        event.listen(engine, "connect", _writing_postgresql)
        return engine
    private_file(Path(where.database or ""))
    options = {"timeout": BUSY_SECONDS, "cached_statements": 1024}
    engine = create_engine(where, pool_size=1, max_overflow=0, hide_parameters=True, connect_args=options)
    event.listen(engine, "connect", _writing_sqlite)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def in_transactions(engine: Engine) -> Engine:
    """The writer's engine for work of several statements: all of it is done, or nothing."""
    return engine.execution_options(isolation_level="READ COMMITTED") if _is_postgresql(engine) else engine


def reading_engine(where: URL) -> Engine:
    """The engine of the readers: they never wait for the writer, nor it for them."""
    if where.get_backend_name() == "postgresql":
        limits = _postgresql_limits(statement_ms=READING_MS)
        engine = create_engine(where, isolation_level="AUTOCOMMIT", pool_pre_ping=True, connect_args=limits, **POOL)
        event.listen(engine, "connect", _read_only_postgresql)
        return engine
    options = {"timeout": BUSY_SECONDS, "check_same_thread": False}
    engine = create_engine(where, isolation_level="AUTOCOMMIT", connect_args=options, **POOL)
    event.listen(engine, "connect", _read_only_sqlite)
    return engine


def hold_snapshot(connection: Connection) -> None:
    """Let everything that this connection reads from now on be as of one moment."""
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ")
        # One who only reads holds nobody up, and may take a while over it.
        for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
            connection.execute(text(f"SET LOCAL {limit} = '{SNAPSHOT_MINUTES}min'"))
    else:
        connection.execute(text("BEGIN"))


def _is_postgresql(engine: Engine) -> bool:
    return engine.dialect.name == "postgresql"


def _writing_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver's own idea of when to BEGIN would spoil _begin_immediate
    _keep_a_log_beside(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KB}")


def _keep_a_log_beside(connection: Any) -> None:
    """Have SQLite write ahead into a log; for a new file it must be alone with it for a moment.

    SQLite does not wait for that moment by itself, whatever time-out it was given: it says "locked" at once.
    """
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                raise
        time.sleep(AGAIN_SECONDS)


def _read_only_sqlite(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA query_only = ON")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _postgresql_limits(statement_ms: int = STATEMENT_MS) -> dict[str, Any]:
    settings = {
        "statement_timeout": statement_ms,
        "lock_timeout": LOCK_MS,
        "idle_in_transaction_session_timeout": IDLE_IN_TRANSACTION_MS,
    }
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return {"options": options, "connect_timeout": 5, "tcp_user_timeout": 10_000, "application_name": "croupier"}


def _writing_postgresql(connection: Any, _record: object) -> None:
    off = connection.execute("SELECT current_setting('synchronous_commit') = 'off'").fetchone()
    if off == (True,):
        connection.execute("SET synchronous_commit = on")
    # The writer looks things up by key only. A plan made while the tables were small would scan them for good.
    connection.execute("SET enable_seqscan = off")
    connection.commit()


def _read_only_postgresql(connection: Any, _record: object) -> None:
    connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
    connection.commit()
