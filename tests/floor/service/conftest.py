"""Where the floors of these tests keep their record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.floor.pg import fresh_database, postgres


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'floor.db'}"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[object]:
    with postgres() as server:
        yield server


@pytest.fixture
def shared_url(postgres_server: object) -> str:
    """A database that several processes may write to."""
    return fresh_database(postgres_server)
