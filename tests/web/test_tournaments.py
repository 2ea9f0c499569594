"""Tournaments on the pages: an evening from its draft to its result, and heats entered from the demo floor's lobby."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from tests.floor.server.evenings import LEAST, conditions
from tests.web.house import Staff, Table
from tests.web.test_axe import Axe, axe
from tests.web.test_crown_poker import opened_by

__all__ = ["axe"]

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
CONDITIONS = files("croupier.games.crown_poker").joinpath("demo-sit-and-go.toml")
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
        try:
            with director.expect_response("**/desk"):
                tie.click(timeout=5_000)
        except TimeoutError:
            continue  # it was broken already, and the page was about to say so
        expect(wanted.or_(tie).first).to_be_enabled()
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


@pytest.fixture
def poker(operator: Staff, pit_bosses_account: Staff, address: str) -> str:
    """Poker by elimination that six have begun at two tables of three, and that two of the second have left again."""
    name = f"poker-{uuid4().hex[:6]}"
    text = CONDITIONS.read_text(encoding="utf-8")
    begins = 'starts = [{ session = "Tonight", at = "2020-01-01 20:00" }]'
    for was, now in (("least = 3", f"{begins}\nleast = 3"), ("tables = 1", "tables = 2")):
        text = text.replace(was, now)
    text = text.replace("seats = 6", "seats = 3\nlate_levels = 2\nre_entries = 1")

    def give(who: Staff, kind: str, **fields: object) -> None:
        who._post(f"/api/tournaments/{name}/commands", id=uuid4().hex, command={"type": kind, **fields})

    tables = [opened_by(operator, f"Table {name}-{number}").id for number in (1, 2)]
    operator._post(f"/api/tournaments/{name}/draft", id=uuid4().hex, text=text)
    give(operator, "MakeAvailable")
    give(operator, "TellInspectors")
    give(operator, "AppointDirector", person="pitboss", name="Pat Pitboss")
    give(operator, "OpenEntries")
    digest = operator.http.get(f"/api/tournaments/{name}").json()["text"]
    for number in range(6):
        with httpx.Client(base_url=address, timeout=30) as guest:
            guest.post("/api/sign-in/guest", json={"name": f"{name} {number}"}).raise_for_status()
            enter = {"id": uuid4().hex, "command": {"type": "Enter", "text": digest}}
            guest.post(f"/api/tournaments/{name}/commands", json=enter).raise_for_status()
    give(operator, "CloseEntries")
    give(operator, "DesignateTables", tables=tables)
    director = pit_bosses_account
    give(director, "Attend")
    give(director, "Brief", entrants=[1, 2, 3, 4, 5, 6])
    give(director, "DrawSeats")
    give(director, "OpenSession")
    second = director.http.get(f"/api/tournaments/{name}/desk").json()["plan"]["tables"][1]["seats"]
    for number in [each["entrant"] for each in second if each["entrant"]][:2]:
        give(director, "Retire", entrant=number)
    return name


def test_a_director_has_the_clock_and_the_seats_in_hand(
    axe: Callable[..., Axe], new_context: Callable[..., BrowserContext], pit_bosses_account: Staff, poker: str
) -> None:
    directing = axe(pit_bosses_account)
    desk = directing.page
    desk.goto(f"/tournament/{poker}/direct")
    clock = desk.get_by_role("region", name="The clock")
    expect(clock.get_by_role("timer")).to_have_text(re.compile(r"^[0-3]:\d\d$"))
    expect(clock.get_by_role("button", name=re.compile("^Begin level 2"))).to_be_disabled()
    desk.keyboard.press("p")
    expect(clock.get_by_role("button", name="Let the clock go on")).to_be_enabled()
    expect(clock.get_by_text("Level 1: the clock stands")).to_be_visible()
    # In a field the key is a letter.
    desk.get_by_label("Look for an act").press_sequentially("p")
    expect(clock.get_by_role("button", name="Let the clock go on")).to_be_visible()
    directing.look("the desk with the clock stopped")
    clock.get_by_role("button", name="Let the clock go on").click()
    expect(clock.get_by_role("button", name="Pause")).to_be_enabled()

    # Three sit at one table and one at the other: one has to move, and any of the three may.
    plan = desk.get_by_role("region", name="Who sits where")
    proposal = plan.get_by_test_id("proposal")
    expect(proposal).to_contain_text("which balances best")
    plan.get_by_role("button", name=re.compile("^Seat 1, poker")).click()
    last = plan.get_by_role("button", name="Seat 2, free")
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(proposal).to_contain_text(f"seat 2 of Table {poker}-2")
    expect(proposal).to_contain_text("The big blind comes to them")
    proposal.get_by_role("button", name=re.compile("^Move ")).click()
    expect(proposal).to_have_count(0)
    expect(
        plan.get_by_role("list", name=f"The seats of Table {poker}-2").get_by_text(re.compile("^Seat 2, poker"))
    ).to_have_count(1)

    phone = new_context(viewport=SMALL).new_page()
    phone.goto("/tournaments")
    card = phone.get_by_role("article").filter(has=phone.locator(f"[href='/tournament/{poker}']"))
    expect(card.get_by_test_id("entering")).to_contain_text("Late entry until the end of level 2")
    expect(card.get_by_test_id("entering")).to_contain_text("2 places left")  # six seats, four in
    expect(card.get_by_role("link", name="Enter late No-limit")).to_be_visible()
    # Chips that are worth nothing have no currency.
    tables = pit_bosses_account.http.get(f"/api/tournaments/{poker}").json()["tables"]
    phone.goto(f"/table/{tables[0]['id']}")
    expect(phone.get_by_test_id("reserved")).to_contain_text("level 1: 50/100")
    expect(phone.get_by_text("1,500", exact=True).first).to_be_visible()
    assert "$" not in phone.locator("main").inner_text()


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
