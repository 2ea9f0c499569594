"""One house for all tests of this folder, and pages of a stranger who visits it or another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.floor.server.serving import Served, served
from tests.witnesses.cloth import ClothHouse


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An open house without demo tables, on a store of its own."""
    with served(tmp_path_factory.mktemp("floor")) as running:
        yield running


@pytest.fixture
def visit(floor: ClothHouse, browser: Browser) -> Iterator[Callable[[str], Page]]:
    """A stranger's page at a path of the house that a module has as its `floor`."""
    with browser.new_context(viewport={"width": 1440, "height": 900}, base_url=floor.running.address) as context:

        def go(path: str) -> Page:
            page = context.new_page()
            page.goto(path)
            return page

        yield go
