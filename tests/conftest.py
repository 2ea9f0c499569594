"""What all tests share: how Hypothesis behaves, and a real browser."""

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# A deadline for each example measures how busy the machine is, not the code; pytest's own timeout stops what hangs.
settings.register_profile("croupier", deadline=None)
settings.load_profile("croupier")


CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What the browser may be called; the lightest first."""


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many workers as cores: about half of them wait for a store, a server or a page at any moment."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have tests that wait run beside tests that work, and the longest first.

    Pages wait for a browser, the floor's tests for stores and servers, and most others work out something: modules of
    the three kinds follow each other evenly. Where a test says that it takes long, its module comes first, so that none
    is left at the end.
    """
    long = {item.path for item in items if item.get_closest_marker("timeout")}
    begun, passed = dict[Path, int](), Counter[str]()
    for item in items:
        begun.setdefault(item.path, passed[_kind(item)])
        passed[_kind(item)] += 1

    def place(item: pytest.Item) -> tuple[bool, float]:
        return item.path not in long, begun[item.path] / passed[_kind(item)]

    items.sort(key=place)


def _kind(item: pytest.Item) -> str:
    parts = item.path.parts
    return "pages" if "web" in parts else "floor" if "floor" in parts or "cli" in parts else "work"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Put the browser's event loop aside for tests that need no page: while it runs no other can be begun."""
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in getattr(item, "fixturenames", ()):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(None if loop.is_closed() else loop)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The machine's Chromium; without one the test is skipped, but in continuous integration it fails."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        give_up = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        give_up("there is no Chromium on this machine: tools/ensure-chromium installs it")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium) as launched:
        loop = asyncio._get_running_loop()
        yield launched
        asyncio._set_running_loop(loop)
