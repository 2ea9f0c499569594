"""The worker's PostgreSQL, and databases of a test's own on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.floor.pg import drop_database, fresh_database, postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[object]:
    """One server for all tests of a worker that need nothing but databases."""
    with postgres() as server:
        yield server


@pytest.fixture
def new_database(postgres_server: object) -> Iterator[Callable[[], str]]:
    """Makes empty databases, which are dropped after the test: to remove hundreds at the end takes minutes."""
    made: list[str] = []

    def make() -> str:
        made.append(fresh_database(postgres_server))
        return made[-1]

    yield make
    for url in made:
        drop_database(postgres_server, url)
