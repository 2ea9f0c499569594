"""The two databases that every test of the store runs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.floor.store import Store, open_store

Open = Callable[..., Store]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    make: Callable[[], str] = request.getfixturevalue("new_database")
    return make()


@pytest.fixture
def opened(url: str) -> Iterator[Open]:
    """Opens the store of this test, as often as it is called."""
    stores: list[Store] = []

    def open_it(capacity: int = 4096) -> Store:
        stores.append(open_store(url, capacity))
        return stores[-1]

    yield open_it
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Open) -> Store:
    return opened()
