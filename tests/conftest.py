"""What all tests share: how Hypothesis behaves, and a real browser."""

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
    """Half as many workers again as cores: one of three waits for a store, a server or a page; more crowd the pages."""
    cores = os.cpu_count() or 1
    return cores + max(1, cores // 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have tests that wait run beside tests that work, the longest first, and whatever needs the browser last.

    The floor's tests wait for stores and servers, most others work out something: modules of both kinds follow each
    other evenly. Where a test says that it takes long, its module comes first, so that none is left at the end. The
    browser leaves an event loop running in its process, in which no other can be begun.
    """
    long = {item.path for item in items if item.get_closest_marker("timeout")}
    begun, passed = dict[Path, int](), Counter[bool]()
    for item in items:
        begun.setdefault(item.path, passed[_waits(item)])
        passed[_waits(item)] += 1

    def place(item: pytest.Item) -> tuple[bool, bool, float]:
        needs_browser = "browser" in getattr(item, "fixturenames", ())
        return needs_browser, item.path not in long, begun[item.path] / passed[_waits(item)]

    items.sort(key=place)


def _waits(item: pytest.Item) -> bool:
    return "floor" in item.path.parts or "cli" in item.path.parts


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The machine's Chromium; without one the test is skipped, but in continuous integration it fails."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        give_up = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        give_up("there is no Chromium on this machine: tools/ensure-chromium installs it")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium) as launched:
        yield launched
