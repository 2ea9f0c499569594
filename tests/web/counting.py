"""The keys and clicks of whoever sits before a page, as the page itself counts them, and Shift where it is held."""

from __future__ import annotations

from playwright.sync_api import Page

COUNT = """
window.__keys = 0; window.__clicks = 0;
addEventListener("keydown", (event) => { if (event.isTrusted && !event.repeat) window.__keys += 1; }, true);
addEventListener("click", (event) => { if (event.isTrusted && event.detail > 0) window.__clicks += 1; }, true);
"""
SHIFTED = set('*:+>!?"')
"""What takes a second key on a keyboard; the browser is told of one."""


class Fingers:
    """Types on a page and knows how many keys that took."""

    def __init__(self, page: Page) -> None:
        page.add_init_script(COUNT)
        self.page = page
        self._shifted = 0

    def type(self, text: str) -> None:
        """Type, one key for each character and one more where Shift is held."""
        for each in text:
            self.page.keyboard.press(each if each != " " else "Space")
            self._shifted += each in SHIFTED

    def press(self, key: str) -> None:
        """Press one key."""
        self.page.keyboard.press(key)

    @property
    def keys(self) -> int:
        """The keys pressed since the count was begun."""
        return int(self.page.evaluate("window.__keys")) + self._shifted

    @property
    def clicks(self) -> int:
        """The clicks made since the count was begun."""
        return int(self.page.evaluate("window.__clicks"))

    def begin(self) -> None:
        """Count from nothing."""
        self._shifted = 0
        self.page.evaluate("window.__keys = 0; window.__clicks = 0")
