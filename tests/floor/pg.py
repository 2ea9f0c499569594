"""A throw-away PostgreSQL server for tests, and a fresh database on it for each."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg
from psycopg.conninfo import conninfo_to_dict

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it wishes for a runtime directory, and does without
    import pgserver


@contextmanager
def postgres(durable: bool = False) -> Iterator[pgserver.PostgresServer]:
    """A server that lives as long as the context; it waits for the disk only if asked to, as measurements must."""
    server = pgserver.get_server(tempfile.mkdtemp(prefix="croupier-pg-"), cleanup_mode="delete")
    try:
        if not durable:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")
                connection.execute("SELECT pg_reload_conf()")
        yield server
    finally:
        server.cleanup()


def drop_database(server: pgserver.PostgresServer, url: str) -> None:
    """Drop a database, whoever is still connected to it."""
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {conninfo_to_dict(url)['dbname']} WITH (FORCE)")


def fresh_database(server: pgserver.PostgresServer) -> str:
    """The address of a new, empty database."""
    name = f"floor_{uuid4().hex}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return str(server.get_uri(name))
