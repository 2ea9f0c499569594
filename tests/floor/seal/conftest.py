"""Both databases, and a key of the house."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.floor.seal.note import Signer
from tests.floor.store.conftest import opened, store, url

__all__ = ["opened", "store", "url"]


@pytest.fixture
def signer() -> Signer:
    return Signer("example.com/floor", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
