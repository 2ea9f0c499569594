"""The chain: each event's digest is its leaf in the record's tree, and covers the leaf before it in its stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import Any

GENESIS = bytes(32)
"""What stands for the leaf before a stream's first event."""

LONGEST = (1 << 16) - 1
"""The most bytes an entry may have."""

Move = tuple[str, str, int]
"""A posting: from which account, to which, how many cents."""

Row = tuple[Any, ...]
"""An event's row, its columns in the order of Stored's fields."""

Fields = Sequence[int | str | bytes]
"""What an entry has of an event beside its postings: stream, version, kind, schema, actor, at, payload, command id,
command, and the leaf before it in the stream."""


_TEN = Struct(">11Q").pack


@lru_cache(maxsize=256)
def _lengths(count: int) -> Struct:
    return Struct(f">{count + 1}Q")


def entry(fields: Fields, moves: Iterable[Move] = ()) -> bytes:
    """An event as the tree takes it.

    The number of fields and their lengths come first, as 8 bytes each, so that no two events can read the same; then
    the fields themselves: text in UTF-8, numbers in decimal digits, bytes as they are.
    """
    data = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    for source, target, cents in moves:
        data += (source.encode(), target.encode(), b"%d" % cents)
    count = len(data)
    return _lengths(count).pack(count, *map(len, data)) + b"".join(data)


def hash_leaf(made: bytes) -> bytes:
    """The RFC 6962 leaf hash of an entry."""
    return sha256(b"\x00" + made).digest()


def leaf(fields: Fields, moves: Iterable[Move] = ()) -> bytes:
    """The RFC 6962 leaf hash of an event's entry."""
    return hash_leaf(entry(fields, moves))


def leaf_of(row: Row, previous: bytes, moves: Sequence[Move] = ()) -> bytes:
    """The leaf of a stored event, from its row in the order of Stored's fields: what `leaf` gives, but faster.

    A whole record is worked out again by this.
    """
    _, stream, version, kind, schema, actor, at, payload, command_id, command = row[:10]
    version, schema, at = str(version), str(schema), str(at)
    text = f"{stream}{version}{kind}{schema}{actor}{at}"
    if not text.isascii() or not command_id.isascii():  # only else has a text as many bytes as letters
        return leaf((*row[1:10], previous), moves)
    lengths = _TEN(
        *(10 + 3 * len(moves), len(stream), len(version), len(kind), len(schema), len(actor), len(at), len(payload)),
        *(len(command_id), len(command), len(previous)),
    )
    data = text.encode() + payload + command_id.encode() + command + previous
    if not moves:
        return sha256(b"\0" + lengths + data).digest()
    posted = [part for source, target, cents in moves for part in (source.encode(), target.encode(), b"%d" % cents)]
    after = b"".join([len(part).to_bytes(8, "big") for part in posted])
    return sha256(b"".join((b"\0", lengths, after, data, *posted))).digest()
