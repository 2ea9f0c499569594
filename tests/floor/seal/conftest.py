"""Both databases, a key of the house, and a store that writes the record's second form."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.floor.seal.note import Signer
from croupier.floor.store import Posting, chain, group, leaves
from tests.floor.store.conftest import opened, postgres_server, store, url

__all__ = ["opened", "postgres_server", "store", "url"]


@pytest.fixture
def signer() -> Signer:
    return Signer("example.com/floor", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))


@pytest.fixture(autouse=True)
def second_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the store writes it by itself."""
    if leaves.PER_STREAM:
        return
    before: dict[tuple[str, int], bytes] = {}

    def link(_previous: bytes, row: chain.Covered, moves: Sequence[Posting]) -> bytes:
        stream, version = row[1], row[2]
        previous = before[stream, version - 1] if version > 1 else bytes(32)
        found = leaves.leaf_of(row, previous, [(move.source, move.target, move.cents) for move in moves])
        before[stream, version] = found
        return found

    monkeypatch.setattr(leaves, "PER_STREAM", True)
    monkeypatch.setattr(group, "link", link)
