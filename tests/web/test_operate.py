"""The operator's way: a new table, opened; its rack filled by two people; counted."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.conftest import PHONE, WIDE
from tests.web.house import Staff


def test_an_operator_opens_a_table_and_two_people_fill_its_rack(
    new_context: Callable[..., BrowserContext], operator: Staff, dealer: Page, dealers_account: Staff
) -> None:
    page, name = new_context(operator).new_page(), f"new-{uuid4().hex[:6]}"
    page.goto("/operate")
    expect(page.get_by_role("heading", name="The tables of the house")).to_be_visible()
    expect(page.get_by_role("link", name="Matchmaker with a real shoe")).to_be_visible()
    page.get_by_label("Number on the floor").fill(name)
    page.get_by_label("Title").fill("Opened by hand")
    page.get_by_label("Decks").fill("3")
    page.get_by_role("button", name="Put it on the floor").click()
    expect(page.get_by_role("alert")).to_contain_text("four to eight decks")
    page.get_by_label("Decks").fill("6")
    page.get_by_role("button", name="Put it on the floor").click()
    expect(page.get_by_role("heading", name="Opened by hand")).to_be_visible()
    # The dealer asks for chips, and the operator signs.
    written = {"type": "WriteSlip", "kind": "fill", "cents": 50_000}
    answer = dealers_account.http.post(f"/api/tables/{name}/commands", json={"id": uuid4().hex, "command": written})
    assert answer.is_success, answer.text
    rack = page.get_by_label("The rack")
    expect(rack).to_contain_text("Slip 1: Fill of $500")
    rack.locator(".slip").get_by_role("button", name="Sign a slip").click()
    expect(rack).to_contain_text("The rack holds $500")
    for size in (PHONE, WIDE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"wider than {size}"
