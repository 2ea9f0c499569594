"""From format 1 to format 2: one pass checks the old chain and writes every event anew, positions unchanged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from hashlib import sha256
from struct import pack
from typing import Any

from sqlalchemy import Connection, insert, inspect, text

from croupier.floor.store import people, schema
from croupier.floor.store.carrying import Progress, new_store, read_apart
from croupier.floor.store.chain import leaf
from croupier.floor.store.contents import UNKNOWN
from croupier.floor.store.engines import locate
from croupier.floor.store.group import NEW, Tip
from croupier.floor.store.records import NewEvent, StoreError
from croupier.floor.store.sealing import seal
from croupier.table.contract import HOUSE

CHUNK = 2000
OLD = 1
"""The format that is read."""

Sealed = Callable[[str, bytes], Collection[str]]
"""The fields that are sealed in an event of this kind with this payload."""

Last = Callable[[int, bytes, int], NewEvent]
"""Makes the event that closes the old record, from the position, digest and time of its last."""

Row = tuple[Any, ...]
Moves = list[tuple[str, str, int]]


def migrate(
    url: str,
    to: str,
    *,
    sealed: Sealed,
    last: Last,
    stream: str,
    progress: Progress | None = None,
) -> int:
    """Carry a store of format 1 over to an address where there is none; how many events it has then.

    The event that closes the old record goes into the given stream.
    """
    with read_apart(locate(url)) as (source, check):
        if not inspect(source).has_table(schema.head.name):
            raise StoreError("there is no record of a floor in it")
        found = source.scalar(text("SELECT format FROM head"))
        if found != OLD:
            raise StoreError(f"the store has format {found}, not {OLD}")
        with new_store(locate(to)) as target:
            count = _Migration(source, target, sealed).run(last, stream, progress)
            check()
            return count


class _Migration:
    def __init__(self, source: Connection, target: Connection, sealed: Sealed) -> None:
        self._source, self._target, self._sealed = source, target, sealed
        self._position, self._digest, self._at = 0, bytes(32), 0
        self._tips: dict[str, Tip] = {}

    def run(self, last: Last, stream: str, progress: Progress | None) -> int:
        head, digest = self._source.execute(text("SELECT position, digest FROM head")).one()
        while rows := self._next():
            self._carry(rows)
            if progress is not None:
                progress(self._position, head)
        if (self._position, self._digest) != (head, bytes(digest)):
            raise StoreError("the old record does not end where its head says; nothing was carried over")
        self._beside()
        self._close(last(head, bytes(digest), self._at), stream)
        return self._position

    def _next(self) -> list[Row]:
        query = text("SELECT * FROM events WHERE position > :after ORDER BY position LIMIT :most")
        return [tuple(row) for row in self._source.execute(query, {"after": self._position, "most": CHUNK})]

    def _carry(self, rows: list[Row]) -> None:
        moves = self._moves(self._position, rows[-1][0])
        events, postings = [], []
        for row in rows:
            position, *fields, digest = row
            own = moves.get(position, [])
            self._digest = _link(self._digest, (position, *fields), own)
            if position != self._position + 1 or self._digest != bytes(digest):
                raise StoreError(f"the old record is broken at position {self._position + 1}; nothing was carried over")
            self._position, self._at = position, fields[5]
            events.append(self._event(position, fields, own))
            postings += [(position, n, *move) for n, move in enumerate(own)]
        self._insert(schema.events, events)
        self._insert(schema.postings, postings)

    def _event(self, position: int, fields: list[Any], moves: Moves) -> Row:
        stream, version, kind, schema_, actor, at, payload, command_id = fields
        tip = self._tips.get(stream, NEW)
        if version != tip.version + 1:
            raise StoreError(f"{stream} has a gap at position {position}; nothing was carried over")
        payload, disclosures = seal(bytes(payload), self._sealed(kind, bytes(payload)))
        entry = (stream, version, kind, schema_, actor, at, payload, command_id, UNKNOWN)
        made = leaf((*entry, tip.leaf), moves)
        self._tips[stream] = Tip(version, made)
        return (position, *entry, made, disclosures)

    def _moves(self, after: int, upto: int) -> dict[int, Moves]:
        query = text("SELECT * FROM postings WHERE position > :after AND position <= :upto ORDER BY position, n")
        found: dict[int, Moves] = {}
        for position, _, source, target, cents in self._source.execute(query, {"after": after, "upto": upto}):
            found.setdefault(position, []).append((source, target, cents))
        return found

    def _beside(self) -> None:
        """Commands, balances and people; whoever was signed in signs in anew."""
        commands = self._source.execute(text("SELECT command_id, actor, first, last FROM commands"))
        for part in commands.partitions(CHUNK):
            self._insert(schema.commands, [(name, actor, UNKNOWN, *span, None, None) for name, actor, *span in part])
        balances = self._source.execute(text("SELECT account, cents FROM balances"))
        self._insert(schema.balances, [tuple(row) for row in balances])
        if inspect(self._source).has_table(people.people.name):
            known = {column.name for column in people.people.columns}
            for row in self._source.execute(text("SELECT * FROM people")).mappings():
                self._target.execute(insert(people.people).values({k: v for k, v in row.items() if k in known}))

    def _close(self, event: NewEvent, stream: str) -> None:
        """The first event of the new form records the head of the old."""
        self._position += 1
        command_id = f"migration:{self._digest.hex()}"
        fields = [stream, 1, event.kind, event.schema, HOUSE, self._at, event.payload, command_id]
        self._insert(schema.events, [row := self._event(self._position, fields, [])])
        self._insert(schema.commands, [(command_id, HOUSE, UNKNOWN, self._position, self._position, None, None)])
        self._insert(schema.streams, [(name, *tip) for name, tip in self._tips.items()])
        self._insert(schema.head, [(1, schema.FORMAT, self._position, row[-2])])

    def _insert(self, table: Any, rows: list[Row]) -> None:
        names = [column.name for column in table.columns]
        if rows:
            self._target.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])


def _link(previous: bytes, event: Iterable[Any], moves: Moves) -> bytes:
    """The digest of format 1: over the one before, the number and lengths of the fields, and the fields."""
    fields = [*event, *(each for move in moves for each in move)]
    data = [bytes(field) if isinstance(field, (bytes, memoryview)) else str(field).encode() for field in fields]
    lengths = pack(f">{len(data) + 1}Q", len(data), *map(len, data))
    return sha256(b"".join((previous, lengths, *data))).digest()
