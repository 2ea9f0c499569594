"""Looking at a page on three screens, and the pictures of it that the documents show.

Pictures are written when CROUPIER_PICTURES is set; else a look changes nothing in the checkout.
"""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.test_phone import BEYOND

SCREENS = {
    "desk": {"width": 1440, "height": 900},
    "tablet": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 664},
}
DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "pictures"
WANTED = bool(os.environ.get("CROUPIER_PICTURES"))
QUALITY = 68


def look(page: Page, *acts: Locator, picture: str = "") -> None:
    """The acts of the moment are in sight without scrolling, and nothing lies beyond the edge."""
    for act in acts:
        expect(act).to_be_in_viewport(ratio=0.9)
    beyond = page.evaluate(BEYOND)
    assert beyond == [], beyond
    if picture:
        photograph(page, picture)


def photograph(page: Page, picture: str) -> None:
    """Write the picture of this name, if pictures are wanted."""
    if not WANTED:
        return
    PICTURES.mkdir(exist_ok=True)
    page.wait_for_timeout(400)  # what moves has come to rest
    page.screenshot(path=PICTURES / f"{picture}.jpg", type="jpeg", quality=QUALITY)
