"""Leaves of stored events, worked out again from their rows as fast as can be."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import Any

from croupier.floor.store.schema import events

PER_STREAM = True
COLUMNS = tuple(column.name for column in events.c if column.name != "disclosures")
"""What is read of an event: its position, what its leaf covers, and the leaf."""

Move = tuple[str, str, int]
Row = tuple[Any, ...]

_packs = [Struct(f">{1 + fields}Q").pack for fields in range(200)]


def command_of(row: Row) -> bytes:
    """The hash of the command's content."""
    return bytes(row[9])


def leaf_of(row: Row, previous: bytes, moves: Sequence[Move]) -> bytes:
    """The leaf of the event in a row, the leaf before it in its stream, and its postings."""
    return second(row, command_of(row), previous, moves)


def second(row: Row, command: bytes, previous: bytes, moves: Sequence[Move]) -> bytes:
    """The leaf in the second form: RFC 6962's hash over the entry."""
    _, stream, version, kind, schema, actor, at, payload, command_id = row[:9]
    data = [
        stream.encode(),
        b"%d" % version,
        kind.encode(),
        b"%d" % schema,
        actor.encode(),
        b"%d" % at,
        payload,
        command_id.encode(),
        command,
        previous,
    ]
    for source, target, cents in moves:
        data += source.encode(), target.encode(), b"%d" % cents
    count = len(data)
    lengths = _packs[count] if count < 200 else Struct(f">{1 + count}Q").pack
    return sha256(b"".join((b"\0", lengths(count, *map(len, data)), *data))).digest()
