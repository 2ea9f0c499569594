"""Stopped play on the pages: the pit says why, and the operator and the inspector order the check that answers it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

import hatch_build
from tests.floor.server.serving import Served, served
from tests.floor.server.test_stops import SEALED, Staffed, stopped
from tests.web.conftest import ROOT

PHONE = {"width": 390, "height": 664}
WIDE = {"width": 1280, "height": 800}


def page_of(browser: Browser, house: Served, who: str, viewport: dict[str, int]) -> Page:
    """A page on which someone of the staff is signed in."""
    token = house.staff(who).http.cookies["croupier_session"]
    context = browser.new_context(base_url=house.address, viewport=viewport)  # type: ignore[arg-type]
    context.add_cookies([{"name": "croupier_session", "value": token, "url": house.address}])
    return context.new_page()


def test_the_operator_and_the_inspector_answer_a_mistaken_accusation(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    hatch_build.build_web(ROOT)
    with served(tmp_path_factory.mktemp("floor"), SEALED, Staffed) as house:
        house.new_table("mm-1")
        with stopped(house, "table:mm-1"):
            operator = page_of(browser, house, "operator", WIDE)
            inspector = page_of(browser, house, "inspector", PHONE)
            supervisor = page_of(browser, house, "supervisor", WIDE)
            operator.goto("/pit")
            inspector.goto("/inspector")
            supervisor.goto("/pit")
            lines = [each.get_by_role("region", name="Stopped play") for each in (operator, inspector, supervisor)]
            for line in lines:
                expect(line).to_contain_text(re.compile("Play is stopped at mm-1.*It looked damaged", re.DOTALL))
            expect(lines[2].get_by_role("button")).to_have_count(0)
            lines[0].get_by_role("button", name="Order a second check").click()
            expect(lines[0]).to_contain_text("Operator ordered a second check. Another person must order it too.")
            expect(lines[0].get_by_role("button")).to_have_count(0)
            lines[1].get_by_role("button", name="Order it too").click()
            for line in lines:
                expect(line).to_be_hidden()
            assert house.house.reception.floor.damaged == {}
            # What was once said of a record by mistake can be answered although nothing is stopped.
            inspector.get_by_label("The chain").get_by_role("button", name="Order a second check").click()
            expect(lines[0]).to_contain_text("Inspector ordered a second check")
            lines[0].get_by_role("button", name="Order it too").click()
            expect(lines[0]).to_be_hidden()
            for page in (operator, inspector, supervisor):
                page.context.close()
