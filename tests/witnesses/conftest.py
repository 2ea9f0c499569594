"""One house for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.floor.server.serving import Served, served


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An open house without demo tables, on a store of its own."""
    with served(tmp_path_factory.mktemp("floor")) as running:
        yield running
