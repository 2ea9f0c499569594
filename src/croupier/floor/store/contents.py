"""What a command id stands for: remembered behind a salt, and told by the command's events as a commitment to both.

A command may hold cards that only its player knows, and there are few that it could be: a digest without a salt would
give them away to whoever tries them all.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

UNKNOWN = b""
"""What stands for a command whose content was never kept."""

SALT_BYTES = DIGEST_BYTES = 32

SALTED = b"\x01"
"""What a commitment begins with; earlier versions wrote bare digests, which are a byte shorter."""


def remembered(content: bytes) -> bytes:
    """What is kept of a command beside the record, from the digest of what it asked."""
    return secrets.token_bytes(SALT_BYTES) + content if content else UNKNOWN


def told(kept: bytes) -> bytes:
    """What a command's events say of it."""
    return SALTED + sha256(kept).digest() if len(kept) > DIGEST_BYTES else kept


def stands_for(kept: bytes, content: bytes) -> bool:
    """Whether a command with this content is the one that is remembered, as far as anything is."""
    return kept in (UNKNOWN, content) or (len(kept) > DIGEST_BYTES and kept[SALT_BYTES:] == content)


def is_bare(command: bytes) -> bool:
    """Whether an event says what its command asked by a digest without a salt, as earlier versions did."""
    return len(command) == DIGEST_BYTES
