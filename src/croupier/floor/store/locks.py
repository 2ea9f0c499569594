"""The locks by which servers on one PostgreSQL database keep out of each other's way, each with a number of its own.

SQLite needs none of them: its writers take turns, and it has one server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum, unique
from typing import Any

from sqlalchemy import Connection, Engine, text

from croupier.floor.store.records import StoreError

PATIENCE_MS = 30_000
"""How long to wait for another server that is doing what one does alone."""


@unique
class Lock(IntEnum):
    """Every lock there is; whoever needs another gives it a place here."""

    SCHEMA = 7226538512
    """Held while tables and functions are made or changed, to the end of the transaction."""
    SEALING = 7226538513
    """Held by the one server that seals the record, as long as its connection lives."""
    ATTEMPTS = 7226538514
    """Held while an attempt at a password is counted, to the end of the transaction."""
    SERVING = 7226538515
    """Shared by all servers that have the floor open, as long as their connections live."""
    KEY = 7226538516
    """Held while a server finds out with whose key the record is sealed, and puts its own there if it is the first."""


def hold(connection: Connection, lock: Lock) -> None:
    """Wait for a lock and hold it to the end of this transaction."""
    if connection.dialect.name != "postgresql":
        return
    driver: Any = connection.connection.driver_connection
    if driver.autocommit:
        raise RuntimeError(f"{lock.name} would be let go with the statement that takes it: begin a transaction first")
    connection.execute(text(f"SELECT pg_advisory_xact_lock({lock:d})"))


@contextmanager
def alone(engine: Engine, lock: Lock) -> Iterator[None]:
    """Wait for a lock and hold it meanwhile, on a connection of its own."""
    if engine.dialect.name != "postgresql":
        yield
        return
    driver = own_connection(engine)
    try:
        driver.execute(f"SET lock_timeout = {PATIENCE_MS}")
        try:
            driver.execute(f"SELECT pg_advisory_lock({lock:d})")
        except engine.dialect.loaded_dbapi.Error as error:
            raise StoreError("another server is opening the store; try again once it is open") from error
        yield
    finally:
        driver.close()


def own_connection(engine: Engine) -> Any:
    """The driver's connection for locks that last as long as it does; it serves nothing else."""
    connection = engine.connect()
    driver: Any = connection.connection.driver_connection
    connection.detach()
    driver.autocommit = True
    return driver


def try_to_keep(driver: Any, lock: Lock) -> bool:
    """Take a lock as long as the connection lives, unless another has it; whether that was so."""
    return _asked(driver, f"SELECT pg_try_advisory_lock({lock:d})")


def share(driver: Any, lock: Lock) -> bool:
    """Share a lock with others as long as the connection lives; whether nobody else had a share."""
    alone = try_to_keep(driver, lock)  # which nobody can who is not alone
    _asked(driver, f"SELECT pg_advisory_lock_shared({lock:d})")
    if alone:
        _asked(driver, f"SELECT pg_advisory_unlock({lock:d})")
    return alone


def sharers(driver: Any, lock: Lock) -> int:
    """How many connections to this database have a share of a lock."""
    holds = "locktype = 'advisory' AND objsubid = 1 AND granted"
    here = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    which = f"classid = {lock >> 32} AND objid = {lock & 0xFFFFFFFF}"
    found = driver.execute(f"SELECT count(DISTINCT pid) FROM pg_locks WHERE {holds} AND {here} AND {which}").fetchone()
    return int(found[0])


def _asked(driver: Any, statement: str) -> bool:
    return bool(driver.execute(statement).fetchone()[0])
