"""The sealed order of the record in the store: hashes of complete subtrees, and the checkpoints over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Column, Connection, LargeBinary, Table, Text, func, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.floor.seal.tree import TILE, Completed, root
from croupier.floor.store.records import StoreError
from croupier.floor.store.schema import Whole, events, metadata

if TYPE_CHECKING:
    from croupier.floor.store import Archive

ROWS = 500
"""How many rows are written with one statement."""

subtrees = Table(
    "subtrees",
    metadata,
    Column("level", Whole, primary_key=True, autoincrement=False),
    Column("n", Whole, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("size", Whole, primary_key=True, autoincrement=False),
    Column("note", Text, nullable=False),
    Column("at", Whole, nullable=False),
)


class Missing(StoreError):
    """A leaf that should be in the record is not there."""

    def __init__(self, position: int) -> None:
        super().__init__(f"event {position} is missing")
        self.position = position


class Kept(msgspec.Struct, frozen=True):
    """A checkpoint as it is stored."""

    size: int
    note: str
    at: int


class Tree:
    """What the store holds of the tree over its leaves; rows are only ever added."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        run: Callable[[Callable[[Connection], Any]], Future[Any]] | None = None,
    ) -> None:
        self._reading = reading
        self._run = run

    @classmethod
    def of(cls, store: Archive) -> Tree:
        """The tree of a store; of one that is only read, to be read only."""
        return cls(store.reading, store.write_beside)

    def size(self) -> int:
        """How many leaves there are."""
        with self._reading() as connection:
            return int(connection.scalar(select(func.max(events.c.position))) or 0)

    def leaves(self, after: int, limit: int) -> list[bytes]:
        """The next leaves behind a position, without a gap."""
        query = select(events.c.position, events.c.digest).where(events.c.position > after)
        with self._reading() as connection:
            found = connection.execute(query.order_by(events.c.position).limit(limit)).all()
        if found and found[-1][0] != after + len(found):
            raise Missing(next(due for due, (position, _) in enumerate(found, after + 1) if due != position))
        return [digest for _, digest in found]

    def hashes(self, level: int, first: int, count: int) -> list[bytes]:
        """Hashes of a level from the n-th on; those not stored yet are worked out from the level below."""
        if level == 0:
            found = self.leaves(first, count)
            if len(found) < count:
                raise Missing(first + len(found) + 1)
            return found
        query = select(subtrees.c.n, subtrees.c.hash).where(subtrees.c.level == level)
        with self._reading() as connection:
            rows = connection.execute(query.where(subtrees.c.n.between(first, first + count - 1)))
            stored: dict[int, bytes] = {n: hash for n, hash in rows}
        wanted = range(first, first + count)
        return [stored.get(n) or root(self.hashes(level - 1, n * TILE, TILE)) for n in wanted]

    def newest(self, most: int | None = None) -> Kept | None:
        """The checkpoint over the most events, or over the most up to so many."""
        query = select(checkpoints).order_by(checkpoints.c.size.desc()).limit(1)
        with self._reading() as connection:
            row = connection.execute(query if most is None else query.where(checkpoints.c.size <= most)).one_or_none()
        return None if row is None else Kept(*row)

    def kept(self, after: int = 0, limit: int = 1000) -> list[Kept]:
        """The checkpoints over more events than this, from the smallest."""
        query = select(checkpoints).where(checkpoints.c.size > after).order_by(checkpoints.c.size).limit(limit)
        with self._reading() as connection:
            return [Kept(*row) for row in connection.execute(query)]

    def keep(self, done: Sequence[Completed], checkpoint: Kept | None = None) -> Future[None]:
        """Add subtrees and a checkpoint, all or nothing; what is there already stays as it is."""
        if self._run is None:
            raise StoreError("this tree can only be read")

        def write(connection: Connection) -> None:
            insert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            for start in range(0, len(done), ROWS):
                rows = [{"level": level, "n": n, "hash": hash} for level, n, hash in done[start : start + ROWS]]
                connection.execute(insert(subtrees).values(rows).on_conflict_do_nothing())
            if checkpoint is not None:
                row = msgspec.structs.asdict(checkpoint)
                connection.execute(insert(checkpoints).values(row).on_conflict_do_nothing())

        return self._run(write)
