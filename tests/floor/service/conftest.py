"""Where the floors of these tests keep their record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'floor.db'}"


@pytest.fixture
def shared_url(new_database: Callable[[], str]) -> str:
    """A database that several processes may write to."""
    return new_database()
