"""The tables."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, OperationalError

from croupier.floor.store.append import APPEND
from croupier.floor.store.chain import GENESIS
from croupier.floor.store.engines import LOCK_MS
from croupier.floor.store.locks import PATIENCE_MS, Lock, hold
from croupier.floor.store.records import StoreError

FORMAT = 2
"""The layout of these tables and of the chain; raised when either changes."""

ALONE_MS = 30_000
"""How long one who makes or changes tables may take over it."""

metadata = MetaData()

# SQLite's row id, which makes positions free of an index of their own, must be declared INTEGER.
Whole = BigInteger().with_variant(Integer(), "sqlite")


def _key(name: str) -> Column[int]:
    return Column(name, Whole, primary_key=True, autoincrement=False)


events = Table(
    "events",
    metadata,
    _key("position"),
    Column("stream", Text, nullable=False),
    Column("version", Whole, nullable=False),
    Column("kind", Text, nullable=False),
    Column("schema", Whole, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Whole, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("command", LargeBinary, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("disclosures", LargeBinary),
    # With the position in it (SQLite has its row id there anyway) this index also finds a stream's events by position.
    UniqueConstraint("stream", "version", name="events_stream_version", postgresql_include=["position"]),
)

head = Table(
    "head",
    metadata,
    _key("only"),
    Column("format", Whole, nullable=False),
    Column("position", Whole, nullable=False),
    Column("digest", LargeBinary, nullable=False),
)

streams = Table(
    "streams",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", Whole, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

_refused = text("refused_at IS NOT NULL")

commands = Table(
    "commands",
    metadata,
    Column("command_id", Text, primary_key=True),
    Column("actor", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("first", Whole, nullable=False),
    Column("last", Whole, nullable=False),
    # A command that was refused has no positions, but why and when.
    Column("refusal", LargeBinary),
    Column("refused_at", Whole),
)

Index("commands_refused", commands.c.refused_at, sqlite_where=_refused, postgresql_where=_refused)

postings = Table(
    "postings",
    metadata,
    _key("position"),
    _key("n"),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("cents", Whole, nullable=False),
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", Whole, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("fold", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("noted", Whole, nullable=False),
)

balances = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("cents", Whole, nullable=False),
    sqlite_with_rowid=False,
)


def create(connection: Connection) -> None:
    """Make the tables where they are missing, and refuse tables of another format."""
    alone(connection)
    make(connection)


def alone(connection: Connection) -> None:
    """Wait until nobody else makes or changes tables here, and keep others from it to the end of this transaction."""
    if connection.dialect.name != "postgresql":
        return
    # Others wait for this transaction with nothing but their own start, so it may take its time.
    allow(connection, ALONE_MS, "statement_timeout", "idle_in_transaction_session_timeout")
    allow(connection, PATIENCE_MS, "lock_timeout")
    try:
        hold(connection, Lock.SCHEMA)
    except OperationalError as error:
        raise StoreError("another process is making or restoring a store there; try again once it is done") from error
    allow(connection, LOCK_MS, "lock_timeout")


def allow(connection: Connection, ms: int, *limits: str) -> None:
    """Let PostgreSQL wait so long in this transaction, by these of its limits; with 0, for ever."""
    for limit in limits:
        connection.execute(text(f"SET LOCAL {limit} = {ms:d}"))


def make(connection: Connection) -> None:
    """The same as `create` for whoever is alone already."""
    metadata.create_all(connection)
    found = connection.scalar(select(head.c.format))
    if found is None:
        connection.execute(insert(head).values(only=1, format=FORMAT, position=0, digest=GENESIS))
    elif found != FORMAT:
        raise StoreError(_wrong_format(found))
    if connection.dialect.name == "postgresql":
        connection.execute(text(APPEND))


def check(connection: Connection) -> None:
    """Refuse a store that has not these tables, without making any."""
    there = inspect(connection)
    if not all(there.has_table(table.name) for table in (head, events, streams)):
        raise StoreError("there is no record of a floor in it")
    try:
        found = connection.scalar(select(head.c.format))
    except DBAPIError as error:
        raise StoreError("there is no record of a floor in it") from error
    if found != FORMAT:
        raise StoreError(_wrong_format(found))


def _wrong_format(found: int | None) -> str:
    if found == 1:
        return "the store has format 1; `croupier store migrate` makes one of format 2 from it"
    return f"the store has format {found}; this version reads format {FORMAT}"
