"""Snapshots: states of streams kept beside the record, which says of each what it must hash to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.floor.store.schema import events, snapshots


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

    @property
    def hash(self) -> str:
        """What the record tells of it."""
        fields = (self.stream.encode(), b"%d" % self.version, self.digest, self.fold, self.state)
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
        """The snapshot of a stream, if its record still has the event it was taken at."""
        at = (events.c.stream == snapshots.c.stream) & (events.c.version == snapshots.c.version)
        query = select(snapshots).join(events, at).where(snapshots.c.stream == stream)
        with self._reading() as connection:
            row = connection.execute(query.where(events.c.digest == snapshots.c.digest)).one_or_none()
        return None if row is None else Snapshot(*row)

    def put(self, taken: Iterable[Snapshot]) -> Future[None]:
        """Keep snapshots in place of older ones of the same streams; several servers may do so at once."""
        rows = sorted((msgspec.structs.asdict(each) for each in taken), key=lambda row: str(row["stream"]))

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
