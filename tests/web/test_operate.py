"""The operator's way: a new table, opened; its rack filled by two people; counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.conftest import PHONE, WIDE
from tests.web.house import Staff, Table, power


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
    # A slip may say in which chips; whoever wrote it is not asked to sign it.
    rack.get_by_role("button", name="Write a slip").click()
    dialog = page.get_by_role("dialog", name="Write a slip")
    dialog.get_by_label("Amount").fill("700")
    dialog.get_by_label("of $100", exact=True).fill("5")
    expect(dialog).to_contain_text("In which chips: $500")
    expect(dialog.get_by_role("button", name="Write a slip")).to_be_disabled()
    dialog.get_by_label("of $25", exact=True).fill("8")
    dialog.get_by_role("button", name="Write a slip").click()
    expect(rack).to_contain_text("Slip 2: Fill of $700 (8 × $25, 5 × $100)")
    expect(rack.get_by_role("button", name="Take a slip back").first).to_be_visible()
    expect(page.get_by_role("button", name="Sign a slip")).to_have_count(0)
    for size in (PHONE, WIDE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"wider than {size}"


def test_every_field_of_a_new_table_is_explained_with_its_clause(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    page, name = new_context(operator).new_page(), f"new-{uuid4().hex[:6]}"
    page.goto("/operate")
    form = page.get_by_role("region", name="A new table")
    expect(form).to_contain_text("So many are never dealt before the shuffle.")
    expect(form.get_by_role("link", name="MM 4.2.4(b)")).to_be_visible()
    # What the book does not know is not offered.
    assert form.get_by_label("Dealt from").locator("option").all_inner_texts() == ["shoe", "machine"]
    form.get_by_label("Game").first.select_option("crown-poker")
    rake = form.get_by_label("Of the pots, in percent")
    expect(rake).to_have_accessible_description(re.compile("The rake: 2 to 10 percent, or 0 for none."))
    rake.fill("2.5")
    form.get_by_label("At most, of a hand").fill("5")
    form.get_by_label("Number on the floor").fill(name)
    form.get_by_label("Title").fill("Two and a half percent")
    form.get_by_role("button", name="Put it on the floor").click()
    expect(page.get_by_role("heading", name="Two and a half percent")).to_be_visible()
    table = Table(operator, name)
    assert table.view["sign"]["commission"]["per_mille"] == 25
    # So is what is changed afterwards.
    while table.view["due"] and table.view["stage"] == "closed":
        command = table.view["due"][0]["command"]
        table.do(command.pop("type"), **command)
    page.goto(f"/table/{name}/supervise")
    power(page, "Change the commission").click()
    dialog = page.get_by_role("dialog", name="Change the commission")
    dialog.get_by_label("Of the pots, in percent (0% to 10%)").fill("7.5")
    expect(dialog.get_by_test_id("consequence")).to_contain_text("cap: not said")
    dialog.get_by_label(re.compile("^Cap")).fill("5")
    expect(dialog.get_by_test_id("consequence")).to_contain_text("7.5% of the pots")


def test_a_game_of_another_version_has_its_own_limits(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    page, name = new_context(operator).new_page(), f"new-{uuid4().hex[:6]}"
    page.goto("/operate")
    form = page.get_by_role("region", name="A new table")
    form.get_by_label("Game").first.select_option("blackjack")
    form.get_by_role("combobox", name="Version").select_option("Crown Pontoon")
    expect(form).to_contain_text("A dealer's natural beats a drawn 21")
    form.get_by_label("Number on the floor").fill(name)
    form.get_by_label("Title").fill("A pontoon table")
    form.get_by_role("button", name="Put it on the floor").click()
    expect(page.get_by_role("heading", name="A pontoon table")).to_be_visible()
    assert set(Table(operator, name).view["sign"]["limits"]) == {"pontoon"}
