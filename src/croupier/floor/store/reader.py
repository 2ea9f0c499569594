"""Reading: events, ledger and replies, each call on a connection of its own or all in one snapshot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, Select, select, text

from croupier.floor.store.records import CommandIdTaken, Known, Posting, Stored
from croupier.floor.store.schema import balances, commands, events, head, postings, streams

CHUNK = 2000
"""How many events are read at a time when all of a stream is wanted."""


class Reader:
    """What can be asked of a store without changing it."""

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._connect = connect

    def head(self) -> tuple[int, bytes]:
        """The position and digest of the last event."""
        with self._connect() as connection:
            position, digest = connection.execute(select(head.c.position, head.c.digest)).one()
        return position, digest

    def time_of_day(self) -> int | None:
        """The database's own time, in epoch milliseconds, where it keeps one for all its servers."""
        with self._connect() as connection:
            if connection.dialect.name != "postgresql":
                return None
            return int(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp()) * 1000")) or 0)

    def read(self, stream: str | None = None, after: int = 0, limit: int = 1000) -> list[Stored]:
        """The next events behind a position, of one stream or of all."""
        query = select(events).where(events.c.position > after).limit(limit)
        if stream is None:
            return self._events(query.order_by(events.c.position))
        return self._events(query.where(events.c.stream == stream).order_by(events.c.version))

    def moved(self, after: int, limit: int = 1000) -> list[tuple[int, str, int, str]]:
        """Position, stream, version and kind of the next events behind a position."""
        columns = events.c.position, events.c.stream, events.c.version, events.c.kind
        query = select(*columns).where(events.c.position > after).order_by(events.c.position).limit(limit)
        with self._connect() as connection:
            return [tuple(row) for row in connection.execute(query)]

    def stream(self, stream: str, after_version: int = 0) -> Iterator[Stored]:
        """All events of a stream behind a version, read as they are consumed."""
        query = select(events).where(events.c.stream == stream).order_by(events.c.version).limit(CHUNK)
        while chunk := self._events(query.where(events.c.version > after_version)):
            yield from chunk
            if len(chunk) < CHUNK:
                break
            after_version = chunk[-1].version

    def of_kinds(self, stream: str, kinds: Collection[str], after_version: int = 0) -> list[Stored]:
        """The events of a stream behind a version that are of these kinds."""
        query = select(events).where(events.c.stream == stream, events.c.version > after_version)
        return self._events(query.where(events.c.kind.in_(kinds)).order_by(events.c.version))

    def last_of(self, stream: str, kind: str) -> Stored | None:
        """The last event of a stream that is of this kind."""
        query = select(events).where(events.c.stream == stream, events.c.kind == kind)
        found = self._events(query.order_by(events.c.version.desc()).limit(1))
        return found[0] if found else None

    def leaf_at(self, stream: str, version: int) -> bytes:
        """The leaf of one event of a stream."""
        query = select(events.c.digest).where(events.c.stream == stream, events.c.version == version)
        with self._connect() as connection:
            return bytes(connection.execute(query).scalar_one())

    def streams(self, prefix: str = "") -> dict[str, int]:
        """The streams whose names begin with the prefix, with their versions."""
        query = select(streams.c.stream, streams.c.version).where(streams.c.version > 0).order_by(streams.c.stream)
        with self._connect() as connection:
            found = connection.execute(query.where(streams.c.stream.startswith(prefix, autoescape=True)))
            return {name: version for name, version in found}

    def postings(self, first: int, last: int) -> dict[int, tuple[Posting, ...]]:
        """The postings of the events between two positions, both included."""
        query = select(postings).where(postings.c.position.between(first, last))
        found: dict[int, list[Posting]] = {}
        with self._connect() as connection:
            for row in connection.execute(query.order_by(postings.c.position, postings.c.n)):
                found.setdefault(row.position, []).append(Posting(row.source, row.target, row.cents))
        return {position: tuple(moves) for position, moves in found.items()}

    def balance(self, account: str) -> int:
        """What an account holds, in cents; nothing if it was never posted to."""
        with self._connect() as connection:
            return connection.scalar(select(balances.c.cents).where(balances.c.account == account)) or 0

    def balances(self, prefix: str = "") -> dict[str, int]:
        """What the accounts hold whose names begin with the prefix, in cents."""
        query = select(balances.c.account, balances.c.cents).order_by(balances.c.account)
        with self._connect() as connection:
            found = connection.execute(query.where(balances.c.account.startswith(prefix, autoescape=True)))
            return {account: cents for account, cents in found}

    def known(self, command_id: str, actor: str | None = None) -> Known | None:
        """What is remembered of a command id; with an actor, CommandIdTaken if it is another's."""
        query = select(commands).where(commands.c.command_id == command_id)
        with self._connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        if actor is not None and row.actor != actor:
            raise CommandIdTaken(f"command id {command_id!r} was used by another actor")
        return Known(row.actor, row.content, row.first, row.last, row.refusal)

    def _events(self, query: Select[*tuple[Any, ...]]) -> list[Stored]:
        with self._connect() as connection:
            return [Stored(*row) for row in connection.execute(query)]
