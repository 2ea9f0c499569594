"""What axe-core finds on every page, by day and by night, on a phone and at a desk, at rest and in play: nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import hatch_build
from tests.strength import THOROUGH
from tests.web.house import ChanceTable, PokerTable, Staff, Table
from tests.web.pages import FOLLOW, addresses, played
from tests.web.test_crown_poker import CHASE, act, opened_by, sit
from tests.web.test_player import box

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules/axe-core/axe.min.js"
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 664}

RUN = """
async (only) => (await axe.run(document, {
  resultTypes: ["violations"], ...(only ? { runOnly: only } : { rules: { "target-size": { enabled: true } } }) }))
  .violations.flatMap(({ id, nodes }) =>
  nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`))
"""


SMALL_LINKS = """
() => [...document.querySelectorAll("a")]
  .filter((link) => link.checkVisibility() && /^([A-Z]{2,3} \\d|ruling )/.test(link.textContent.trim()))
  .map((link) => [link.textContent.trim(), link.getBoundingClientRect()])
  .filter(([, at]) => at.width > 1 && Math.min(at.width, at.height) < 23.9)
  .map(([says, at]) => `the link ${says} is ${Math.round(at.width)} by ${Math.round(at.height)}`)
"""
"""Links to clauses that are not high and wide enough to hit with a finger."""


COLOURS = ["color-contrast", "link-in-text-block"]

PARTS = 3
"""The pages that an operator sees are looked at in so many tests, of which each takes a worker for a while."""

SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"
"""Waits until the page is drawn in its new size and colours."""


class Axe:
    """Looks at a page in both colours and at both sizes, and keeps what it finds."""

    def __init__(self, page: Page) -> None:
        hatch_build.install_packages(WEB)
        self.page = page
        self.found: dict[str, set[str]] = {}

    def look(self, what: str) -> None:
        """Look at the page as it stands now; what is not about colours is the same by day and by night."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        self._see(f"{what} light 1440")
        self.page.emulate_media(color_scheme="dark")
        self._see(f"{what} dark 1440", COLOURS)
        self.page.set_viewport_size(PHONE)
        if THOROUGH:
            self._see(f"{what} dark 390", COLOURS)
        self.page.emulate_media(color_scheme="light")
        self._see(f"{what} light 390")
        self.page.set_viewport_size(DESK)

    def _see(self, where: str, only: list[str] | None = None) -> None:
        self.page.evaluate(SETTLED)
        for each in [*self.page.evaluate(RUN, only), *self.page.evaluate(SMALL_LINKS)]:
            self.found.setdefault(each, set()).add(where)

    def walk(self, paths: list[str]) -> None:
        """Look at these pages, one after another."""
        self.page.goto(paths[0])
        for path in paths:
            self.page.evaluate(FOLLOW, path)
            expect(self.page.locator("main :is(h1, h2)").first).to_be_visible()
            self.page.wait_for_timeout(500)
            self.look(path)

    @property
    def report(self) -> str:
        return "\n".join(f"{found}\n    on {', '.join(sorted(where))}" for found, where in self.found.items())


@pytest.fixture
def axe(new_context: Callable[..., BrowserContext]) -> Iterator[Callable[..., Axe]]:
    """Looks around for someone; whatever is found fails the test."""
    made: list[Axe] = []

    def look_as(staff: Staff | None = None) -> Axe:
        made.append(Axe(new_context(staff, viewport=DESK).new_page()))
        return made[-1]

    yield look_as
    assert all(each.found == {} for each in made), "\n".join(each.report for each in made)


def test_a_stranger_s_pages(axe: Callable[..., Axe], operator: Staff) -> None:
    looking = axe()
    tables = played(operator, ("mm-1", "dc-1", "tcp-1", "bj-1", "cp-1"))
    # The books, the lab and the school are as the operator sees them.
    alike = ("/rules/", "/odds/", "/learn/")
    looking.walk(
        [path for path in addresses(operator) if not path.startswith(alike)]
        + [f"/table/{each['id']}" for each in tables]
    )
    looking.page.goto("/")
    looking.page.get_by_role("button", name="Sign in").click()
    looking.look("signing in")


@pytest.mark.parametrize("part", range(PARTS))
def test_the_operator_s_pages(axe: Callable[..., Axe], operator: Staff, part: int) -> None:
    axe(operator).walk(addresses(operator)[part::PARTS])


def test_a_player_s_table_in_play(axe: Callable[..., Axe], table: Table) -> None:
    looking = axe()
    page = looking.page
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name="Sit at area 1").click()
    looking.look("coming to the table")
    page.get_by_label("Your name at the table").fill("Axel")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    for bet in ("Pair Match", "Miss Match"):
        page.get_by_role("button", name=re.compile(f"^{bet}, area 1")).click()
        expect(page.get_by_role("button", name=re.compile(rf"^{bet}, area 1.*Your wager"))).to_be_visible()
    looking.look("wagers down")
    table.work("Kh", "Kh", until="settled")
    expect(page.get_by_role("button", name=re.compile("^Pair Match, area 1"))).to_contain_text("+")
    looking.look("settled")
    page.get_by_role("button", name=re.compile("^Pair Match, area 1")).click()
    looking.look("why it was paid")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog", name="The rules").get_by_role("heading", level=3).first).to_be_visible()
    looking.look("the rules beside the hand")


def test_a_blackjack_table_in_play_and_the_desk_beside_it(axe: Callable[..., Axe], operator: Staff) -> None:
    table = operator.open_blackjack("Seen by all", variant="vegas", decks=4)
    player, desk = axe(), axe(operator)
    page = player.page
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name="Sit at area 3").click()
    page.get_by_label("Your name at the table").fill("Alix")
    page.get_by_role("button", name="Take the seat").click()
    own = page.get_by_role("region", name="Area 3, yours")
    box(own, "Blackjack").click()
    expect(box(own, "Blackjack")).to_have_accessible_name(re.compile("Your wager"))
    table.no_more_bets("8h", "Ad", "8c")
    choices = page.get_by_role("region", name="Your choices")
    choices.get_by_role("button", name=re.compile("less")).click()
    player.look("insurance for less")
    desk.walk([f"/table/{table.id}/deal"])
    with page.expect_response("**/commands"):
        choices.get_by_role("button", name="No, thank you").click()
    with page.expect_response("**/commands"):
        choices.get_by_role("button", name=re.compile("^Split")).click()
    table.deal("3c")
    expect(choices.get_by_role("group", name="Area 3, hand 1: 11")).to_be_visible()
    player.look("a hand of a split")
    desk.look("the console beside it")


def test_hands_to_choose_with_and_the_desks_beside_them(axe: Callable[..., Axe], operator: Staff) -> None:
    chance, poker = operator.open_chance("Chosen cards"), operator.open_poker("Hands to play")
    player, desk = axe(), axe(operator)
    games: list[tuple[ChanceTable | PokerTable, str, str]] = [(chance, "Wager", "Pick up"), (poker, "Ante", "Reveal")]
    for number, (table, bet, first) in enumerate(games):
        page = player.page
        page.goto(f"/table/{table.id}")
        page.get_by_role("button", name="Sit at area 3").click()
        if not number:
            page.get_by_label("Your name at the table").fill("Alexis")
        page.get_by_role("button", name="Take the seat").click()
        own = page.get_by_role("region", name="Area 3, yours")
        expect(own).to_be_visible()
        table.deal()
        box(own, bet).click()
        expect(box(own, bet)).to_have_accessible_name(re.compile("Your wager"))
        table.no_more_bets()
        page.get_by_role("button", name=first).first.click()
        hand = page.get_by_role("region", name="Your hand")
        expect(hand.get_by_role("img", name=re.compile(" of ")).first).to_be_visible()
        player.look(f"choosing at {table.id}")
        desk.walk([f"/table/{table.id}/deal", f"/table/{table.id}/supervise"])
        table.deal(until="settled")


def test_crown_poker_from_both_sides_at_rest_in_play_and_over(
    axe: Callable[..., Axe], new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    setting = {"minimum_buy_in": 400_00, "seconds_to_act": 300, "variant": "omaha hi-lo"}
    prize = {"name": "Quads", "hand": "four of a kind", "cents": 100_00}
    table = opened_by(operator, "Looked at", seats=9, setting=setting, limits=CHASE, bonuses=[prize])
    ann, bob, dealer = axe(), new_context().new_page(), axe(operator)
    pages = {"Ann": ann.page, "Bob": bob}
    ann.page.goto(f"/table/{table.id}")
    expect(ann.page.get_by_role("group", name="The board")).to_be_visible()
    ann.look("watching")
    for seat, (name, page) in enumerate(pages.items(), 1):
        sit(page, table, seat, name)
    dealer.page.goto(f"/table/{table.id}/deal")
    ann.page.get_by_role("button", name=re.compile("^Red, area 1")).click()
    expect(ann.page.get_by_role("button", name=re.compile("^Take back Red"))).to_be_visible()
    ann.look("a side wager")
    table.begin()
    mine = ann.page.get_by_role("region", name="Your hand")
    expect(mine.get_by_role("img", name=re.compile(" of "))).to_have_count(4)
    if table.asked != "Ann":
        expect(mine.get_by_role("group", name="When it is my turn")).to_be_visible()
        ann.look("waiting")
        act(bob, table, "CallBet")
    expect(mine.get_by_role("button", name=re.compile("^Fold"))).to_be_visible()
    ann.look("to act")
    dealer.look("the console, players acting")
    while table.view["stage"] != "settled":
        due = table.view["due"][0]
        command = due["command"]
        kind = command.pop("type")
        if due["person"] is None:
            table.do(kind, **command)
        else:
            act(pages[table.asked], table, kind, **{name: command[name] for name in command if name != "player"})
    expect(ann.page.get_by_test_id("stage")).to_have_text("Pot pushed")
    ann.look("the showdown")
    dealer.look("the console, pots pushed")
    table.deal()
    ann.page.get_by_text("My hands at this table").click()
    expect(ann.page.get_by_role("heading", name=re.compile("^Hand 1"))).to_be_visible()
    ann.look("the hands before")
    dealer.page.goto("/operate")
    dealer.page.get_by_role("combobox", name="Game").first.select_option("crown-poker")
    dealer.page.get_by_label("Red is offered").check()
    dealer.page.get_by_role("button", name="Add one to Bonus prizes").click()
    dealer.look("the form of a new table")
    dealer.walk([f"/table/{table.id}/supervise", f"/inspector/{table.id}/1", "/odds/crown-poker"])
