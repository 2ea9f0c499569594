"""What all tests share: how Hypothesis behaves, and a real browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# A deadline for each example measures how busy the machine is, not the code; pytest's own timeout stops what hangs.
settings.register_profile("croupier", deadline=None)
settings.load_profile("croupier")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The machine's Chromium; without one the test is skipped, but in continuous integration it fails."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        give_up = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        give_up("there is no Chromium on this machine: tools/ensure-chromium installs it")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium) as launched:
        yield launched
