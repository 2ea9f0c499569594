"""What the audit checks beside the leaves: secrets kept apart, commands' contents, and the streams' last leaves."""

from __future__ import annotations

import pytest

from croupier.floor.reading.audit import Tampered, Verified, verify
from croupier.floor.store import NewEvent, Store, sealing
from tests.floor.store.commits import bet, note, on, write
from tests.floor.store.test_trouble import alter

FORGED = '["' + sealing.disclosure(bytes(16), "cards", ["Ah"]) + '"]'
HEX = FORGED.encode().hex()


@pytest.fixture
def full(store: Store) -> Store:
    hand = NewEvent("seen", 1, b'{"player":"ann","cards":["Kd"]}', secret=("cards",))
    write(store, on("a", 0, bet(), hand), on("b", 0, note()))
    write(store, on("a", 2, bet()))
    return store


def blob(url: str, hexed: str) -> str:
    return f"x'{hexed}'" if url.startswith("sqlite") else f"decode('{hexed}', 'hex')"


@pytest.mark.parametrize(
    ("position", "statement"),
    [
        (2, "UPDATE events SET disclosures = {forged} WHERE position = 2"),
        (3, "UPDATE events SET disclosures = {forged} WHERE position = 3"),
        (2, "UPDATE events SET disclosures = {nonsense} WHERE position = 2"),
        (1, "UPDATE commands SET content = {nonsense} WHERE first = 1"),
        (4, "UPDATE streams SET digest = {nonsense} WHERE stream = 'b'"),
    ],
)
def test_what_stands_beside_the_leaves_is_checked_too(full: Store, url: str, position: int, statement: str) -> None:
    assert isinstance(verify(full), Verified)
    alter(url, statement.format(forged=blob(url, HEX), nonsense=blob(url, "00ff")))
    found = verify(full)
    assert isinstance(found, Tampered), found
    assert found.position == position, found.reason


def test_what_is_erased_of_secrets_leaves_the_record_whole(full: Store, url: str) -> None:
    alter(url, "UPDATE events SET disclosures = NULL WHERE position = 2")
    assert isinstance(verify(full), Verified)
