"""The floor as it is shipped, with nothing turned off: every rank signs in through the page and does its work.

On PostgreSQL two servers are started at the same moment on an empty database, and the ranks are spread over both.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from croupier.floor.people.posts import POSTS
from tests.floor.pg import fresh_database, postgres
from tests.web.house import power, told
from tests.web.shipped import PATIENCE_SECONDS, Server, servers
from tests.web.test_staff import choose_password, sign_in

pytestmark = pytest.mark.browser

TABLE = "new-1"
AUTOMATIC = "mm-2"
"""A table of the demo floor that deals by itself."""


class House:
    """What was started, and pages on it."""

    def __init__(self, store: str, running: list[Server], browser: Browser) -> None:
        self.store = store
        self.running = running
        self.thrown: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def page(self, number: int) -> Page:
        """A stranger's page, at one of the servers in turn."""
        address = self.running[number % len(self.running)].address
        context = self._browser.new_context(base_url=address, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        context.on("weberror", lambda error: self.thrown.append(told(error)))
        self._contexts.append(context)
        return context.new_page()

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path: Path, browser: Browser) -> Iterator[House]:
    with ExitStack() as stack:
        if request.param == "sqlite":
            store, options, number = "sqlite:///croupier-data/floor.db", (), 1
        else:
            store = fresh_database(stack.enter_context(postgres()))
            options, number = ("--store", store), 2
        opened = House(store, stack.enter_context(servers(tmp_path, *options, number=number)), browser)
        yield opened
        opened.close()


def soon(true: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


def due(page: Page, act: str) -> None:
    """Perform an act that is due, by its button."""
    page.get_by_role("region", name="Next act").get_by_role("button", name=act, exact=False).first.click()


def sits_and_bets(guest: Page) -> None:
    guest.goto(f"/table/{AUTOMATIC}")
    guest.get_by_role("button", name=re.compile("^Sit at area")).last.click()
    guest.get_by_label("Your name at the table").fill("Mia")
    guest.get_by_label("Chips to buy, in dollars").fill("200")
    guest.get_by_role("button", name="Take the seat").click()
    own = guest.get_by_role("region", name=re.compile("^Area .*, yours"))
    own.get_by_role("button", name=re.compile("^Pair Match, area")).click()
    expect(own.get_by_role("button", name=re.compile("Your wager"))).to_have_count(1)


def is_told_how_it_went(guest: Page) -> None:
    soon(lambda: bool(guest.request.get(f"/api/tables/{AUTOMATIC}/mine").json()))


def puts_a_table_on_the_floor(operator: Page) -> None:
    operator.goto("/operate")
    form = operator.get_by_role("region", name="A new table")
    form.get_by_label("Number on the floor").fill(TABLE)
    form.get_by_label("Title").fill("Matchmaker on the terrace")
    form.get_by_role("combobox", name="Cards").select_option("real")
    form.get_by_label("Dealt from").select_option("machine")
    form.get_by_role("button", name="Put it on the floor").click()
    for act in ("Check the cards", "Open the table"):
        operator.get_by_role("region", name="Due now").get_by_role("button", name=act).click()
        operator.get_by_role("dialog", name=act).get_by_role("button", name=act).click()
    expect(operator.get_by_test_id("stage")).to_have_text("The cards are made ready")


def deals_a_round_and_asks_for_chips(dealer: Page) -> None:
    dealer.goto(f"/table/{TABLE}/deal")
    expect(dealer.get_by_role("textbox", name="Type wagers, chips and seats")).to_be_visible()
    for line, then in (("1:Ann 200", "Ann"), ("1p10", "$10")):
        dealer.keyboard.type(line)
        dealer.keyboard.press("Enter")
        expect(dealer.get_by_role("region", name="Area 1")).to_contain_text(then)
    due(dealer, "Shuffle")
    due(dealer, "No more bets")
    expect(dealer.get_by_test_id("due")).to_have_text("The dealer deals area 1 its first card")
    dealer.keyboard.type("ThTs")
    due(dealer, "Take and pay as shown")
    # MM 8.1: a pair pays 11 to 1.
    expect(dealer.get_by_role("region", name="Area 1")).to_contain_text("+$110")
    due(dealer, "Collect the cards")
    expect(dealer.get_by_test_id("stage")).to_have_text("Place your bets")
    dealer.get_by_role("button", name="Write a slip").click()
    slip = dealer.get_by_role("dialog", name="Write a slip")
    slip.get_by_label("Amount, $").fill("5000")
    slip.get_by_role("button", name="Write a slip").click()
    expect(slip).to_be_hidden()


def sets_how_many_may_wager_on_an_area(supervisor: Page) -> None:
    act = "Set how many may wager on one area"
    supervisor.goto(f"/table/{TABLE}/supervise")
    power(supervisor, act).click()
    dialog = supervisor.get_by_role("dialog", name=act)
    dialog.get_by_role("button", name=act).click()
    expect(dialog).to_be_hidden()


def signs_the_slip(area_manager: Page) -> None:
    area_manager.goto(f"/table/{TABLE}/supervise")
    area_manager.get_by_role("button", name="Sign a slip").first.click()
    expect(area_manager.get_by_role("listitem").filter(has_text="$5,000").first).to_be_visible()


def brings_new_cards(pit_boss: Page) -> None:
    pit_boss.goto(f"/table/{TABLE}/supervise")
    power(pit_boss, "Bring new cards").click()
    dialog = pit_boss.get_by_role("dialog", name="Bring new cards")
    dialog.get_by_role("button", name="Bring new cards").click()
    expect(dialog).to_be_hidden()


def announces_that_the_table_closes(manager: Page) -> None:
    manager.goto(f"/table/{TABLE}/supervise")
    power(manager, "Announce closing").click()
    dialog = manager.get_by_role("dialog", name="Announce closing")
    dialog.get_by_role("button", name="Announce closing").click()
    expect(dialog).to_be_hidden()


def replays_the_round_and_verifies_the_record(inspector: Page) -> None:
    inspector.goto(f"/inspector/{TABLE}")
    inspector.get_by_role("region", name="Rounds").get_by_role("link", name=re.compile("^Round 1")).click()
    steps = inspector.get_by_role("list").get_by_role("button", name=re.compile(r"wins \$110 at 11 to 1"))
    expect(steps).to_be_visible()
    chain = inspector.get_by_role("region", name="The chain")
    chain.get_by_role("button", name="Verify the chain").click()
    expect(chain.get_by_test_id("verdict")).to_contain_text("Whole and unaltered")


WORK = {
    "operator": puts_a_table_on_the_floor,
    "dealer": deals_a_round_and_asks_for_chips,
    "supervisor": sets_how_many_may_wager_on_an_area,
    "areamanager": signs_the_slip,
    "pitboss": brings_new_cards,
    "manager": announces_that_the_table_closes,
    "inspector": replays_the_round_and_verifies_the_record,
}
"""What each rank does, in this order: each finds what the one before has done, at the other server if there are two."""


@pytest.mark.timeout(300)
def test_every_rank_signs_in_and_works_and_a_guest_plays(house: House, tmp_path: Path) -> None:
    assert WORK.keys() == POSTS.keys()
    shown = [server.passwords for server in house.running if server.passwords]
    assert len(shown) == 1, "of servers that start together one gives out the passwords"
    (passwords,) = shown
    assert passwords.keys() == POSTS.keys()

    guest = house.page(1)
    sits_and_bets(guest)  # the round is dealt while the staff come in
    staff = {name: house.page(number) for number, name in enumerate(WORK)}
    for name, page in staff.items():
        sign_in(page, name, passwords[name])
        choose_password(page, passwords[name])
        expect(page.get_by_role("banner")).to_contain_text(name)
    for name, work in WORK.items():
        work(staff[name])
    is_told_how_it_went(guest)

    for server in house.running:
        soon(lambda at=server.address: "croupier_verified_position 0" not in httpx.get(f"{at}metrics").text)
        assert httpx.get(f"{server.address}readyz").json() == {"ready": True}
        assert httpx.get(f"{server.address}api/checkpoint").status_code == 200
    assert house.thrown == []
    for server in house.running:
        assert server.close() == (0, "")
    verify = [sys.executable, "-m", "croupier", "audit", "verify", "--store", house.store]
    verified = subprocess.run(verify, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
