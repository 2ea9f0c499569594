"""After a seat is taken the focus is on the next thing to do there, in every game: nobody has to look for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.house import Staff
from tests.web.test_crown_poker import CHASE, opened_by

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}


def sit(page: Page, table: str, seat: int) -> None:
    """Take a seat by the keyboard alone; a guest who is new here says who they are."""
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=f"Sit at area {seat}").press("Enter")
    name = page.get_by_label("Your name at the table")
    expect(page.get_by_role("dialog")).to_be_visible()
    if name.count():
        name.fill("Flo")
    page.get_by_label("Chips to buy, in dollars").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("viewport", [{"width": 1440, "height": 900}, PHONE], ids=["desk", "phone"])
def test_the_next_thing_to_do_has_the_focus_in_every_game(
    new_context: Callable[..., BrowserContext], operator: Staff, viewport: dict[str, int]
) -> None:
    page = new_context(viewport=viewport).new_page()
    matchmaker = operator.open_table("Focused", device="machine")
    poker = operator.open_poker("Focused", jackpot_price=None)
    chance = operator.open_chance("Focused")
    blackjack = operator.open_blackjack("Focused", variant="blackjack", pairs=True, decks=6)
    banked = {"Pair Match": matchmaker, "Ante": poker, "Wager": chance, "Blackjack": blackjack}
    for bet, table in banked.items():
        sit(page, table.id, 3)
        own = page.get_by_role("region", name="Area 3, yours").get_by_role("button", name=re.compile(f"^{bet}, area 3"))
        expect(own).to_be_focused()
        page.keyboard.press("Enter")
        expect(own).to_have_accessible_name(re.compile(r"Your wager \$5\."))
    setting = {"minimum_buy_in": 200_00}
    chased = opened_by(operator, "Focused", seats=4, setting=setting, limits=CHASE)
    sit(page, chased.id, 3)
    expect(page.get_by_role("button", name=re.compile("^Red, area 3"))).to_be_focused()
    plain = opened_by(operator, "Focused too", seats=4, setting=setting)
    sit(page, plain.id, 3)
    # Nothing is to be done before the hand begins: one's own edge of the table has it.
    expect(page.get_by_role("region", name="Your hand")).to_be_focused()
