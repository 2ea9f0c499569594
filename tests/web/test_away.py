"""When the floor is away: pages say so, send nothing, come back by themselves, and nothing is done twice."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.web.conftest import floor_on, opened
from tests.web.house import Staff, Table

pytestmark = pytest.mark.browser

PORTS, MANY = 20_000, 10_000
"""Ports that no system gives to whoever takes any: what was closed can be opened again at the same one."""


def test_pages_wait_for_a_floor_that_is_away_and_go_on_when_it_is_back(browser: Browser, tmp_path: Path) -> None:
    store = tmp_path / "floor.db"
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    with floor_on(store, PORTS + os.getpid() % MANY, players="always") as process:
        house = opened(process)
        operator = Staff(house.address, "operator", house.passwords["operator"])
        table = operator.open_table("A quiet table", cards="real", device="machine")
        page, wall = context.new_page(), context.new_page()
        page.goto(f"{house.address}table/{table.id}")
        wall.goto(f"{house.address}wall")
        expect(wall.get_by_role("article").first).to_be_visible(timeout=60_000)
        assert wall.get_by_role("navigation").count() == wall.get_by_role("link").count() == 0
        assert wall.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
            1920,
            1080,
        ]
        expect(page.get_by_role("button", name="Sit at area 1")).to_be_enabled()
        process.kill()
        process.wait()

    expect(page.get_by_role("alert")).to_contain_text("The floor does not answer.")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    assert page.locator("main button:enabled").count() == 0
    expect(wall.get_by_text("Connection lost")).to_be_visible()
    before = wall.get_by_role("article").all_inner_texts()
    assert before

    port = urlsplit(house.address).port
    assert port is not None
    with floor_on(store, port, players="always") as process:
        assert opened(process).address == house.address
        expect(page.get_by_role("alert")).to_have_count(0, timeout=60_000)
        expect(page.get_by_text("Live", exact=True)).to_be_visible()
        page.get_by_role("button", name="Sit at area 1").click()
        page.get_by_label("Your name at the table").fill("Ivy")
        page.get_by_role("button", name="Take the seat").click()
        expect(page.get_by_role("button", name=re.compile("^Pair Match, area 1"))).to_be_visible()
        # The wall still has what was played before, and gets what is played now.
        expect(wall.get_by_text("Live", exact=True)).to_be_visible()
        expect(wall.get_by_role("article").first).not_to_have_text(before[0], timeout=60_000)
        context.close()


def test_an_act_whose_answer_is_lost_is_sent_again_and_done_once(
    new_context: Callable[..., BrowserContext], table: Table
) -> None:
    page = new_context().new_page()
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name="Sit at area 1").click()
    page.get_by_label("Your name at the table").fill("Twice")
    sent: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["id"])
        if len(sent) == 1:
            route.fetch()  # it arrives, and is done
            route.abort()
        else:
            route.continue_()

    page.route(re.compile("/commands$"), lose_the_first_answer)
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("banner")).to_contain_text("$900")
    assert len(sent) == 2
    assert len(set(sent)) == 1
    assert table.stack("Twice") == 100_00


def test_nothing_is_sent_and_nothing_kept_for_later_while_the_floor_is_away(page: Page, table: Table) -> None:
    page.goto(f"/table/{table.id}")
    expect(page.get_by_role("button", name="Sit at area 1")).to_be_enabled()
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_contain_text("The floor does not answer.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for key in ("1", "2", "Enter", " ", "r"):
        page.keyboard.press(key)
    page.wait_for_timeout(1000)
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0, timeout=60_000)
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    assert [url for url in asked if "/commands" in url] == []
