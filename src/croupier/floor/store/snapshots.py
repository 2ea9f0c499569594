"""Snapshots: states of streams kept beside the record, which says of each what it must hash to.

A state holds cards that nobody has seen, so it is hashed behind a salt that is kept with it and handed out to nobody.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Row

from croupier.floor.store.schema import events, snapshots

SALT_BYTES = 16

SALTED = b"\xc1"
"""What a kept state begins with that has a salt: in MessagePack nothing does, so none of an earlier version has it."""


class Snapshot(msgspec.Struct, frozen=True):
    """The state of a stream at a version, as a fold of some digest made it."""

    stream: str
    version: int
    digest: bytes
    """The leaf of the stream's event at that version."""
    fold: bytes
    """The digest of the rules that folded it."""
    state: bytes
    noted: int = 0
    """Where the record tells its hash."""
    salt: bytes = msgspec.field(default_factory=lambda: secrets.token_bytes(SALT_BYTES))

    @property
    def salted(self) -> bytes:
        """The state behind its salt, as it is kept and hashed."""
        return SALTED + self.salt + self.state

    @property
    def hash(self) -> str:
        """What the record tells of it."""
        fields = (self.stream.encode(), b"%d" % self.version, self.digest, self.fold, self.salted)
        return sha256(b"".join(len(field).to_bytes(8, "big") + field for field in fields)).hexdigest()


class Snapshots:
    """The snapshots of a store, one for each stream at most."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        run: Callable[[Callable[[Connection], Any]], Future[Any]],
    ) -> None:
        self._reading, self._run = reading, run

    def get(self, stream: str) -> Snapshot | None:
        """The snapshot of a stream, if its record still has the event it was taken at.

        One of an earlier version has no salt, and no hash that the record tells is its own.
        """
        at = (events.c.stream == snapshots.c.stream) & (events.c.version == snapshots.c.version)
        query = select(snapshots).join(events, at).where(snapshots.c.stream == stream)
        with self._reading() as connection:
            row = connection.execute(query.where(events.c.digest == snapshots.c.digest)).one_or_none()
        return None if row is None else _read(row)

    def put(self, taken: Iterable[Snapshot]) -> Future[None]:
        """Keep snapshots in place of older ones of the same streams; several servers may do so at once."""
        rows = [_row(each) for each in sorted(taken, key=lambda each: each.stream)]

        def work(connection: Connection) -> None:
            upsert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            made = upsert(snapshots)
            fields = {name: made.excluded[name] for name in ("version", "digest", "fold", "state", "noted")}
            newer = made.excluded.version >= snapshots.c.version
            connection.execute(made.on_conflict_do_update(index_elements=["stream"], set_=fields, where=newer), rows)

        return self._run(work)

    def streams(self) -> dict[str, int]:
        """The streams that have a snapshot, and at which version."""
        with self._reading() as connection:
            return {
                stream: version
                for stream, version in connection.execute(select(snapshots.c.stream, snapshots.c.version))
            }


def _row(kept: Snapshot) -> dict[str, object]:
    fields = msgspec.structs.asdict(kept) | {"state": kept.salted}
    del fields["salt"]
    return fields


def _read(row: Row[*tuple[Any, ...]]) -> Snapshot:
    start, end = len(SALTED), len(SALTED) + SALT_BYTES
    salted = bytes(row.state)
    if not salted.startswith(SALTED):
        return Snapshot(row.stream, row.version, row.digest, row.fold, salted, row.noted, salt=b"")
    return Snapshot(row.stream, row.version, row.digest, row.fold, salted[end:], row.noted, salted[start:end])
