"""The chain: each event's digest covers the digest before it, so no stored event can change unnoticed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from struct import Struct
from typing import Any

from croupier.floor.store.records import Posting

GENESIS = bytes(32)
"""The digest before the first event."""

COVERED = ("position", "stream", "version", "kind", "schema", "actor", "at", "command_id", "payload")
"""The columns of an event that its digest covers, in this order; its postings follow."""

_length = Struct(">Q").pack


def link(previous: bytes, event: Mapping[str, Any], moves: Iterable[Posting]) -> bytes:
    """SHA-256 over the previous digest and each field of the event and its postings, every field after its length."""
    fields = [event[name] for name in COVERED]
    for move in moves:
        fields += (move.source, move.target, move.cents)
    parts = [previous]
    for field in fields:
        match field:
            case bytes():
                data = field
            case str():
                data = field.encode()
            case int():
                data = b"%d" % field
            case _:
                raise TypeError(f"the chain cannot cover {type(field).__name__}")
        parts += (_length(len(data)), data)
    return sha256(b"".join(parts)).digest()
