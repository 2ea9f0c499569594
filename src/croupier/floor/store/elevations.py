"""Elevations: that someone of a higher rank stands at another's station, for one act and a short while."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, LargeBinary, Table, Text, delete, insert, or_, select

from croupier.floor.store.schema import Whole, metadata

elevations = Table(
    "elevations",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("session", LargeBinary, nullable=False, index=True),
    Column("person", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("version", Whole, nullable=False),
    Column("until", Whole, nullable=False, index=True),
)


class Elevation(msgspec.Struct, frozen=True, kw_only=True):
    """Who stands at whose session before which table, until when (in ms), as of which entry about their account."""

    token_hash: bytes
    session: bytes
    person: str
    table_id: str
    version: int
    until: int


class Elevations:
    """The elevations of a store, shared by every server on it; a session has one at a time."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        wait: Callable[[Callable[[Connection], Any]], Any],
    ) -> None:
        self._reading, self._wait = reading, wait

    def put(self, new: Elevation, now: int) -> None:
        """Keep an elevation instead of the session's last; those that are over are forgotten."""

        def work(connection: Connection) -> None:
            gone = or_(elevations.c.session == new.session, elevations.c.until <= now)
            connection.execute(delete(elevations).where(gone))
            connection.execute(insert(elevations).values(msgspec.structs.asdict(new)))

        self._wait(work)

    def get(self, token_hash: bytes) -> Elevation | None:
        """The elevation of this token; whether it still holds is for the caller to see."""
        with self._reading() as connection:
            row = connection.execute(select(elevations).where(elevations.c.token_hash == token_hash)).one_or_none()
        return None if row is None else Elevation(**row._mapping)

    def end(self, session: bytes) -> None:
        """Forget the elevation of a session."""
        self._wait(lambda connection: connection.execute(delete(elevations).where(elevations.c.session == session)))
