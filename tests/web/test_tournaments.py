"""Tournaments on the pages: an evening from its draft to its result, and heats entered from the demo floor's lobby."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.floor.server.evenings import LEAST, conditions
from tests.web.house import Staff, Table
from tests.web.test_axe import Axe, axe

__all__ = ["axe"]

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
SMALL = {"width": 390, "height": 664}


def come_in(page: Page, name: str) -> None:
    page.get_by_role("button", name="Sign in to enter").click()
    page.get_by_role("dialog").get_by_role("textbox").first.fill(name)
    page.get_by_role("button", name="Come in").click()


def due(page: Page) -> Locator:
    return page.get_by_role("region", name="Due next")


def do_next(page: Page, label: str) -> None:
    """Do what is due and highlighted as the next; it is due no more then."""
    button = due(page).get_by_role("button", name=label, exact=True)
    button.click()
    expect(button).to_have_count(0)


def hand(table: Table, people: dict[str, Page]) -> None:
    """A hand at a table: everyone there wagers the least."""
    table.work()
    for each in table.view["people"]:
        command = {"type": "PlaceWager", "area": each["seat"], "bet": "pair match", "cents": 100 * LEAST}
        answer = people[each["name"]].request.post(
            f"/api/tables/{table.id}/commands", data={"id": str(uuid4()), "command": command}
        )
        assert answer.ok, answer.text()
    table.do("AnnounceNoMoreBets")
    table.work()


def drafted(desk: Page, name: str) -> None:
    """The operator writes the conditions down; what is against the book is refused with its clause."""
    desk.goto("/tournaments")
    desk.get_by_label("Game").select_option("matchmaker")
    text = desk.get_by_label("Conditions")
    expect(text).to_have_value(re.compile("Matchmaker heats"))
    desk.get_by_label("Name in addresses").fill(name)
    text.fill(conditions(title="Friday heats", hands=1, least=9, most=8))
    desk.get_by_role("button", name="Write the conditions down").click()
    expect(desk.get_by_role("alert")).to_contain_text("MM 10.2.1(h)")
    text.fill(conditions(title="Friday heats", hands=1))
    desk.get_by_role("button", name="Write the conditions down").click()
    expect(due(desk)).to_contain_text("for the regulator")


def entered(page: Page, name: str, guest: str) -> None:
    """A guest enters; Ann lets nobody use her name."""
    page.goto(f"/tournament/{name}")
    come_in(page, guest)
    if guest != "Ann":
        page.get_by_label("My name may be used").check()
    page.get_by_role("button", name="Enter the tournament").click()
    expect(page.get_by_text(re.compile("You are entrant"))).to_be_visible()


def prepared(director: Page, titles: list[str]) -> None:
    """The director comes, briefs everyone, names the tables and draws the seats."""
    do_next(director, "Come, or go")
    do_next(director, "Brief entrants")
    for box in due(director).get_by_role("checkbox", checked=True).all():
        box.uncheck()
    for title in titles:
        due(director).get_by_label(title).check()
    do_next(director, "Name the tables")
    do_next(director, "Draw the seats")


def counted(director: Page, label: str) -> None:
    """Equal banks are told apart, where there are any that matter; then the session is over."""
    wanted = due(director).get_by_role("button", name=label, exact=True)
    tie = due(director).get_by_role("button", name="Break the tie")
    expect(wanted.or_(tie)).to_be_visible()
    while not wanted.is_visible():
        with director.expect_response("**/desk"):
            tie.click()
        expect(wanted.or_(tie)).to_be_enabled()
    do_next(director, label)


def test_an_evening_is_conducted_from_the_desk_and_played_from_phones(
    axe: Callable[..., Axe],
    new_context: Callable[..., BrowserContext],
    operator: Staff,
    supervisors_account: Staff,
    inspector: Page,
) -> None:
    name = f"evening-{uuid4().hex[:6]}"
    titles = [f"{name}, table {number}" for number in (1, 2)]
    tables = [operator.open_table(title, device="machine") for title in titles]
    house, directing = axe(operator), axe(supervisors_account)
    desk, director = house.page, directing.page
    drafted(desk, name)
    house.look("the desk of a draft")
    inspector.goto(f"/tournament/{name}/direct")
    do_next(inspector, "Approve the conditions")
    due(desk).get_by_label("Person").select_option("supervisor")
    do_next(desk, "Appoint the director")
    do_next(desk, "Open entries")

    people = {guest: new_context(viewport=SMALL).new_page() for guest in ("Ann", "Bob", "Cat", "Dan")}
    for guest, page in people.items():
        entered(page, name, guest)
    ann = people["Ann"]
    expect(people["Bob"].get_by_role("rowheader", name="Entrant 1")).to_be_visible()
    expect(ann.get_by_role("rowheader", name="Ann (you)")).to_be_visible()
    do_next(desk, "Close entries")

    director.goto(f"/tournament/{name}/direct")
    prepared(director, titles)
    directing.look("before the session")
    director.get_by_role("link", name="Seat cards").click()
    expect(director.get_by_role("listitem").filter(has_text="Ann")).to_contain_text("Seat")
    director.go_back()
    do_next(director, "Open the session")
    ann.get_by_role("link", name="To your seat").click()
    expect(ann.get_by_test_id("reserved")).to_contain_text("hand 1 of 1")
    expect(ann.get_by_role("button", name="Buy chips")).to_have_count(0)
    for table in tables:
        hand(table, people)
    counted(director, "Close the session")
    do_next(director, "Draw the seats")
    do_next(director, "Open the session")
    hand(next(each for each in tables if each.view["people"]), people)
    counted(director, "Declare the result")
    expect(director.get_by_role("region", name="Result")).to_contain_text("$600")
    directing.walk([f"/tournament/{name}/direct", f"/tournament/{name}/print/result", "/tournaments"])

    ann.goto(f"/tournament/{name}")
    expect(ann.get_by_role("heading", name="Result")).to_be_visible()
    expect(ann.get_by_text(re.compile("in place [1-4]"))).to_be_visible()
    assert ann.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_the_demo_floor_s_heats_are_entered_from_the_lobby(axe: Callable[..., Axe], operator: Staff) -> None:
    looking = axe()
    page = looking.page
    page.goto("/")
    page.get_by_role("link", name="Enter Matchmaker heats").click()
    expect(page.get_by_role("region", name="Conditions")).to_contain_text("MM 10.2.1(k)")
    come_in(page, "Zoe")
    page.get_by_role("button", name="Enter the tournament").click()
    expect(page.get_by_text("You are entrant")).to_be_visible()
    looking.look("entered")
