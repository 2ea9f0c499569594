"""Reading the rules at a table: in a drawer beside the hand, clause by clause and section by section."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from croupier.books import book
from tests.web.conftest import PHONE
from tests.web.house import Table

pytestmark = pytest.mark.browser

BOOK = book("matchmaker")


def test_the_rules_open_beside_the_hand_and_are_fetched_only_as_far_as_they_are_read(page: Page, table: Table) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    page.goto(f"/table/{table.id}")
    expect(page.get_by_role("button", name="Sit at area 1")).to_be_visible()
    assert [path for path in asked if path.startswith(("rules", "rulings", "clauses"))] == []

    opener = page.get_by_role("button", name="Rules", exact=True)
    opener.click()
    drawer = page.get_by_role("dialog", name="The rules")
    expect(drawer.get_by_role("heading", name="The rules")).to_be_focused()
    for number, title in BOOK.sections.items():
        expect(drawer.get_by_role("heading", name=f"{number}. {title}", exact=True)).to_be_visible()
    drawer.get_by_text(BOOK.sections["8"], exact=False).first.click()
    expect(drawer.get_by_role("article")).to_have_count(len(BOOK.section("8")))
    expect(drawer).to_contain_text(BOOK.clause("8.1:Pair Match").asks)
    assert [path for path in asked if path.startswith("rules")] == [
        "rules/matchmaker/contents",
        "rules/matchmaker/sections/8",
    ]
    # The table lives on beside it.
    expect(page.get_by_role("button", name="Sit at area 1")).to_be_enabled()

    drawer.get_by_role("link", name="Ruling 10").first.click()
    expect(page.get_by_role("dialog", name="Ruling 10")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(drawer).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(opener).to_be_focused()


def test_a_phone_has_the_clause_at_its_foot_and_the_table_above_it(
    new_context: Callable[..., BrowserContext], table: Table
) -> None:
    page = new_context(viewport=PHONE).new_page()
    page.goto(f"/table/{table.id}")
    page.get_by_role("link", name="MM 6.1", exact=True).first.click()
    drawer = page.get_by_role("dialog", name="MM 6.1")
    expect(drawer).to_contain_text(BOOK.clause("6.1").asks)
    place = drawer.bounding_box()
    assert place is not None
    assert (place["x"], place["width"]) == (0, PHONE["width"])
    assert place["y"] > PHONE["height"] * 0.4
    assert place["y"] + place["height"] == PHONE["height"]
    expect(page).to_have_url(re.compile(f"/table/{table.id}$"))
    drawer.get_by_role("button", name="Close").click()
    expect(drawer).to_have_count(0)
