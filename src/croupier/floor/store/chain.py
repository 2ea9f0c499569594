"""The chain: each event's digest is its leaf in the record's tree, and covers the leaf before it in its stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from struct import Struct

GENESIS = bytes(32)
"""What stands for the leaf before a stream's first event."""

LONGEST = (1 << 16) - 1
"""The most bytes an entry may have."""

Fields = Sequence[int | str | bytes]
"""What an entry has of an event beside its postings: stream, version, kind, schema, actor, at, payload, command id,
command, and the leaf before it in the stream."""


@lru_cache(maxsize=256)
def _lengths(count: int) -> Struct:
    return Struct(f">{count + 1}Q")


def entry(fields: Fields, moves: Iterable[tuple[str, str, int]] = ()) -> bytes:
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


def leaf(fields: Fields, moves: Iterable[tuple[str, str, int]] = ()) -> bytes:
    """The RFC 6962 leaf hash of an event's entry."""
    return hash_leaf(entry(fields, moves))


def leaf_of(row: Sequence[object], previous: bytes, moves: Iterable[tuple[str, str, int]] = ()) -> bytes:
    """The leaf of a stored event, from its row in the order of Stored's fields."""
    # All but the position, which is the leaf's place in the tree, and what follows the command.
    return leaf((*row[1:10], previous), moves)  # type: ignore[arg-type]
