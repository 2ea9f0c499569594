"""Draws and digests: what anybody can work out again."""

from __future__ import annotations

import json
from hashlib import sha256


def ticket(seed, number, what):
    """What lies for something in a draw."""
    return sha256(f"{seed}:{number}:{what}".encode()).hexdigest()


def drawn(seed, number, among):
    """The order in which things come out of a draw."""
    return sorted(among, key=lambda each: ticket(seed, number, each))


def digest_of(terms):
    """The digest of the text of conditions."""
    text = json.dumps(terms, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()
