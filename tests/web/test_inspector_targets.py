"""The inspector's pages and the rules: links that a finger can hit, and what axe-core finds, with a round open."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import hatch_build
from tests.web.house import Staff, Table
from tests.web.test_axe import AXE, WEB
from tests.web.test_inspector import seat_ann
from tests.web.test_phone import DRAWN

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

SIZES = ((1440, 900), (1024, 768), (390, 664))
SHOTS = os.environ.get("CROUPIER_SHOTS")

LOW = r"""
() => [...document.querySelectorAll("main a")].filter((link) => {
  const { width, height } = link.getBoundingClientRect();
  const cites = /^\/rules\/./.test(new URL(link.href, location.href).pathname);
  return cites && width > 0 && (height < 23.9 || width < 23.9);
}).map((link) => `${link.textContent.trim().slice(0, 60)}: ${link.getBoundingClientRect().height}`)
"""
"""Links to clauses and rulings that are lower or narrower than 24 pixels."""

AMISS = """
async () => (await axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }))
  .violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
"""
TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def looking(new_context: Callable[..., BrowserContext], inspectors_account: Staff) -> Page:
    hatch_build.install_packages(WEB)
    return new_context(inspectors_account).new_page()


def look(page: Page, what: str) -> list[str]:
    """What is amiss with a page at every size."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{what}-{width}.png", full_page=True)
        amiss = [*(f"low: {each}" for each in page.evaluate(LOW)), *page.evaluate(AMISS)]
        amiss += ["wider than the screen"] if page.evaluate(TOO_WIDE) else []
        found += [f"{what} at {width}: {each}" for each in amiss]
    return found


def test_the_inspector_s_pages_with_a_round_open(looking: Page, table: Table) -> None:
    seat_ann(table)
    table.work("Th", "Ts")
    table.do("RaiseDispute", player="ann", about="I was paid too little")
    page, found = looking, []
    page.goto(f"/inspector/{table.id}/1")
    expect(page.get_by_test_id("step text")).to_be_visible()
    found += look(page, "first-step")
    page.get_by_role("list").get_by_role("button", name="wins $110").click()
    expect(page.get_by_text("Why it was paid or taken")).to_be_visible()
    page.get_by_text("The event as recorded").click()
    found += look(page, "paid")
    page.goto(f"/inspector/{table.id}?person=an&clause=8.1:Pair Match")
    expect(page.get_by_role("region", name="What was found").get_by_role("link").first).to_be_visible()
    found += look(page, "found")
    page.goto("/inspector?person=nobody-of-that-name")
    expect(page.get_by_text("Nothing on record fits")).to_be_visible()
    found += look(page, "nothing-found")
    assert not found, "\n".join(found)


def test_the_rules_with_a_clause_open(looking: Page) -> None:
    page, found = looking, []
    for path in ("/rules", "/rules/matchmaker/9.8", "/rules#ruling-11", "/rules/crown-poker"):
        page.goto(path)
        expect(page.locator("main :is(h1, h2)").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        found += look(page, re.sub(r"\W+", "-", path))
    assert not found, "\n".join(found)


def test_a_page_of_evidence(looking: Page, table: Table) -> None:
    seat_ann(table)
    table.work("Th", "Ts")
    looking.goto(f"/api/tables/{table.id}/rounds/1/evidence")
    expect(looking.get_by_role("heading", name="Who was there")).to_be_visible()
    for width, height in SIZES:
        looking.set_viewport_size({"width": width, "height": height})
        if SHOTS:
            looking.screenshot(path=Path(SHOTS) / f"evidence-{width}.png", full_page=True)
        assert not looking.evaluate(TOO_WIDE), width
