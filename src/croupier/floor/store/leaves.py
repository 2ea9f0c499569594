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

_TEN = Struct(">11Q").pack


def command_of(row: Row) -> bytes:
    """The hash of the command's content."""
    return bytes(row[9])


def leaf_of(row: Row, previous: bytes, moves: Sequence[Move]) -> bytes:
    """The leaf of the event in a row, the leaf before it in its stream, and its postings."""
    return second(row, command_of(row), previous, moves)


def second(row: Row, command: bytes, previous: bytes, moves: Sequence[Move]) -> bytes:
    """The leaf in the second form: RFC 6962's hash over the entry."""
    _, stream, version, kind, schema, actor, at, payload, command_id = row[:9]
    version, schema, at = str(version), str(schema), str(at)
    text = f"{stream}{version}{kind}{schema}{actor}{at}"
    lengths = (
        len(stream),
        len(version),
        len(kind),
        len(schema),
        len(actor),
        len(at),
        len(payload),
        len(command_id),
        len(command),
        len(previous),
    )
    if not text.isascii() or not command_id.isascii():  # else a text has as many bytes as letters
        lengths = (
            len(stream.encode()),
            lengths[1],
            len(kind.encode()),
            lengths[3],
            len(actor.encode()),
            lengths[5],
            lengths[6],
            len(command_id.encode()),
            *lengths[8:],
        )
    before = b"\0" + _TEN(10 + 3 * len(moves), *lengths)
    data = text.encode() + payload + command_id.encode() + command + previous
    if not moves:
        return sha256(before + data).digest()
    posted = [part for source, target, cents in moves for part in (source.encode(), target.encode(), b"%d" % cents)]
    after = b"".join([len(part).to_bytes(8, "big") for part in posted])
    return sha256(b"".join((before, after, data, *posted))).digest()
