"""The chain: each event's digest covers the digest before it, so no stored event can change unnoticed."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from struct import pack

from croupier.floor.store.records import Posting

GENESIS = bytes(32)
"""The digest before the first event."""

Covered = tuple[int, str, int, str, int, str, int, bytes, str]
"""What a digest covers of an event: all of Stored but the digest itself, in the same order."""


def link(previous: bytes, event: Covered, moves: Iterable[Posting]) -> bytes:
    """SHA-256 over the previous digest and every field of the event and its postings.

    The number of fields and their lengths come first, as 8 bytes each, so that no two events can read the same;
    then the fields themselves: text in UTF-8, numbers in decimal digits, the payload as it is.
    """
    fields: list[int | str | bytes] = [*event]
    for move in moves:
        fields += (move.source, move.target, move.cents)
    data = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    lengths = pack(f">{len(data) + 1}Q", len(data), *map(len, data))
    return sha256(b"".join((previous, lengths, *data))).digest()
