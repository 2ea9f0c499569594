"""A round of each game on a phone: what one may do is in sight and in reach, large enough to read and to hit."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, WebSocketRoute, expect

from croupier.books import book
from tests.web.house import Staff, Table
from tests.web.test_crown_poker import opened_by
from tests.web.test_crown_poker import sit as sit_at_poker

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 664}
SIZES = {
    "phone": PHONE,
    "tall phone": {"width": 390, "height": 844},
    "on its side": {"width": 844, "height": 390},
    "desktop at 200 %": {"width": 720, "height": 450},
    "phone at 200 %": {"width": 195, "height": 332},
    "desktop": {"width": 1440, "height": 900},
}
IN_A_HURRY = ("phone", "on its side", "phone at 200 %")
"""The screens that are looked at while a player's time runs."""
EDGE = ".dock, .rail, section.my"

SMALL_TEXT = """() => {
  const found = [], walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: owner, textContent: text } = walk.currentNode;
    if (!text.trim() || owner.closest(".unseen") || !owner.checkVisibility()) continue;
    if (owner.getBoundingClientRect().width <= 1) continue;
    let px = parseFloat(getComputedStyle(owner).fontSize);
    const drawn = owner instanceof SVGGraphicsElement && owner.getScreenCTM();
    if (drawn) px *= Math.hypot(drawn.a, drawn.b);
    if (px < 11.99) found.push(`${text.trim()}: ${px.toFixed(1)} px`);
  }
  return found;
}"""
OUT_OF_REACH = """edge => [...document.querySelectorAll(edge)]
  .flatMap((one) => [...one.querySelectorAll("button, input")])
  .filter((one) => one.checkVisibility() && !one.disabled)
  .map((one) => [one.innerText || one.value, one.getBoundingClientRect()])
  .filter(([, at]) => at.top < 0 || at.left < -0.5 || at.bottom > innerHeight + 0.5 || at.right > innerWidth + 0.5
    || Math.min(at.width, at.height) < 24)
  .map(([name, at]) => `${name}: ${[at.left, at.top, at.width, at.height].map(Math.round)}`)"""
BEYOND = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
  .map((one) => `${one.tagName} ${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 20)}`)"""

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
"""Comes back once the page has been drawn for its new size: a table that lay and now stands is made anew."""


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """A stranger's phone, dark at night."""
    return new_context(viewport=PHONE, has_touch=True, color_scheme="dark").new_page()


def sit(page: Page, table: Table, name: str, seat: int = 3, dollars: str = "200") -> Locator:
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name=f"Sit at area {seat}").click()
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_label("Chips to buy, in dollars").fill(dollars)
    page.get_by_role("button", name="Take the seat").click()
    own = page.get_by_role("region", name=f"Area {seat}, yours")
    expect(own).to_be_visible()
    return own


def box(area: Locator, bet: str) -> Locator:
    return area.get_by_role("button", name=re.compile(f"^{bet}, area"))


def fits(page: Page, *sizes: str) -> None:
    """Nothing is too small to read, out of reach or beyond the edge, on these screens or on all."""
    for name in sizes or SIZES:
        page.set_viewport_size(SIZES[name])
        page.evaluate(DRAWN)
        assert page.evaluate("scrollY") == 0
        assert page.evaluate(BEYOND) == [], name
        assert page.evaluate(SMALL_TEXT) == [], name
        assert page.evaluate(OUT_OF_REACH, EDGE) == [], name
    page.set_viewport_size(PHONE)


def net(page: Page) -> int:
    """What the page says that the round came to, in cents."""
    said = page.get_by_test_id("result").locator("strong").inner_text()
    amount = round(100 * float(re.sub(r"[^0-9.]", "", said)))
    return -amount if said.startswith("−") else amount  # noqa: RUF001


def why(page: Page, *bets: str) -> None:
    """Every wager of the round can be asked about."""
    page.get_by_test_id("result").get_by_role("button", name="Why?").click()
    dialog = page.get_by_role("dialog", name="Why was this paid?")
    for bet in bets:
        expect(dialog.get_by_role("heading", name=re.compile(f"^{bet}, area")).first).to_be_visible()
    dialog.get_by_role("button", name="Close").click()


def test_a_round_of_matchmaker(phone: Page, operator: Staff) -> None:
    limits = {
        bet: {"minimum": 1000, "maximum": 50000, "step": 100} for bet in ("pair match", "suit match", "miss match")
    }
    table = operator.open_table("Ten dollars at least", device="machine", limits=limits)
    own = sit(phone, table, "Mia")
    table.work()
    pair = box(own, "Pair Match")
    # The chip in hand makes the least wager: of the house's chips, the one of $25.
    expect(phone.get_by_role("radio", name="$25", exact=True)).to_be_checked()
    pair.tap()
    expect(pair).to_have_accessible_name(re.compile(r"Your wager \$25\."))
    expect(phone.get_by_test_id("announcer")).to_contain_text(
        "You bet $25 on Pair Match, area 3. $175 in front of you."
    )
    back = own.get_by_role("button", name="Take back Pair Match, area 3").bounding_box()
    assert back is not None
    assert min(back["width"], back["height"]) >= 44
    phone.get_by_role("button", name="Double").tap()
    expect(pair).to_have_accessible_name(re.compile(r"Your wager \$50\."))
    phone.get_by_role("button", name="Undo").tap()
    expect(pair).to_have_accessible_name(re.compile(r"Your wager \$25\."))
    fits(phone)
    phone.get_by_role("button", name="Clear").tap()
    expect(pair).not_to_have_accessible_name(re.compile("Your wager"))
    pair.tap()
    expect(pair).to_have_accessible_name(re.compile(r"Your wager \$25\."))
    table.do("AnnounceNoMoreBets")
    while table.view["stage"] != "settled":
        table.work(until="settled")
    expect(phone.get_by_test_id("result")).to_contain_text("This round")
    assert net(phone) == table.stack("Mia") - 20000
    expect(phone.get_by_test_id("announcer")).to_contain_text("This round: you ")
    why(phone, "Pair Match")
    fits(phone)
    table.do("CollectCards")
    expect(phone.get_by_test_id("result")).to_contain_text("Last round")
    phone.get_by_role("button", name="Same again").tap()
    expect(pair).to_have_accessible_name(re.compile(r"Your wager \$25\."))


def test_a_round_of_three_card_poker(phone: Page, operator: Staff) -> None:
    table = operator.open_poker("Poker on a phone", jackpot_price=None)
    own = sit(phone, table, "Theo")
    table.deal()
    for bet in ("Ante", "Pair Plus"):
        box(own, bet).tap()
        expect(box(own, bet)).to_have_accessible_name(re.compile("Your wager"))
    fits(phone)
    table.no_more_bets()
    expect(phone.get_by_role("timer")).to_contain_text("Your turn")
    fits(phone, *IN_A_HURRY)
    phone.get_by_role("button", name=re.compile(r"^Play \$")).tap()
    expect(phone.get_by_text("You play.")).to_be_visible()
    table.deal(until="settled")
    expect(phone.get_by_test_id("result")).to_be_visible()
    assert net(phone) == table.stack("Theo") - 20000
    why(phone, "Ante", "Play", "Pair Plus")
    fits(phone)


def test_a_round_of_double_chance(phone: Page, operator: Staff) -> None:
    table = operator.open_chance("Chance on a phone")
    own = sit(phone, table, "Dora")
    table.deal()
    # What a Dead Hand is, where the cloth speaks of it, in the words of the book's row.
    phone.get_by_role("button", name=re.compile("^Dead Hand")).first.tap()
    expect(phone.get_by_text(book("double-chance").clause("11.1.9").asks).first).to_be_visible()
    phone.keyboard.press("Escape")
    box(own, "Wager").tap()
    expect(box(own, "Wager")).to_have_accessible_name(re.compile("Your wager"))
    fits(phone)
    table.no_more_bets()
    phone.get_by_role("button", name="Pick up").tap()
    hand = phone.get_by_role("region", name="Your hand")
    expect(hand.get_by_role("img")).to_have_count(5)
    fits(phone, *IN_A_HURRY)
    discard = hand.get_by_role("button", name=re.compile("^Discard the"))
    declare = phone.get_by_role("button", name=re.compile("^Declare"))
    expect(declare).to_be_enabled()
    if discard.count():
        for nth in range(3):
            discard.nth(nth).tap()
        phone.get_by_role("button", name="Discard 3 for good").tap()
    else:  # a hand of rule 11 is declared
        declare.tap()
    expect(hand).to_contain_text(re.compile("You keep 2 cards|You declared"))
    table.deal(until="settled")
    expect(phone.get_by_test_id("result")).to_be_visible()
    assert net(phone) == table.stack("Dora") - 20000
    why(phone, "Wager")
    fits(phone)


def test_a_round_of_blackjack(phone: Page, operator: Staff) -> None:
    table = operator.open_blackjack("Blackjack on a phone", sevens=1, pairs=True)
    own = sit(phone, table, "Bea")
    for bet in ("Blackjack", "Perfect Pairs", "Magnificent Sevens"):
        box(own, bet).tap()
        expect(box(own, bet)).to_have_accessible_name(re.compile("Your wager"))
    fits(phone)
    table.no_more_bets("8h", "6d", "8c")
    choices = phone.get_by_role("region", name="Your choices")
    for card in ("8d", "3c"):
        with phone.expect_response("**/commands"):
            choices.get_by_role("button", name=re.compile("^Split")).tap()
        table.deal(card)
    expect(choices.get_by_role("group", name="Area 3, hand 1: 11")).to_be_visible()
    fits(phone, *IN_A_HURRY)
    with phone.expect_response("**/commands"):
        choices.get_by_role("button", name=re.compile(r"^Double \$5")).tap()
    table.deal("Ts", "Ah")
    for card in ("9c", None):
        with phone.expect_response("**/commands"):
            choices.get_by_role("button", name=re.compile("^Stand")).tap()
        table.deal(*([card] if card else []))
    table.deal("Kc", "9h", until="settled")
    expect(phone.get_by_test_id("result")).to_be_visible()
    # The dealer goes over: three hands and a double win $20. BJ 15: a mixed pair pays 6 to 1. No seven comes.
    assert net(phone) == table.stack("Bea") - 20000 == 2000 + 3000 - 500
    why(phone, "Blackjack", "Double", "Perfect Pairs", "Magnificent Sevens")
    fits(phone)


def test_everyone_sees_whose_time_runs_and_the_silent_are_told_what_was_done(
    phone: Page, page: Page, operator: Staff
) -> None:
    table = operator.open_poker("Two who are asked", jackpot_price=None)
    slow, quick = sit(phone, table, "Slow", seat=2), sit(page, table, "Quick", seat=4)
    table.deal()
    for own in (slow, quick):
        box(own, "Ante").click()
        expect(box(own, "Ante")).to_have_accessible_name(re.compile("Your wager"))
    table.no_more_bets()
    expect(phone.get_by_role("timer")).to_contain_text(re.compile(r"Your turn: \d+ s\s+then: area 2 folds"))
    page.get_by_role("button", name=re.compile("^Fold")).click()
    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"Slow to act: \d+ s"))
    word = phone.get_by_test_id("word")
    expect(word).to_contain_text("Your time ran out: area 2 folds.")
    expect(word.get_by_role("link").first).to_have_text("TCP 9.5.2(a)")
    table.deal(until="settled")
    expect(word).to_be_visible()
    word.get_by_role("button", name="Put aside").tap()
    expect(word).to_have_count(0)


def test_a_wager_under_the_minimum_is_warned_of_and_the_advice_is_shown(phone: Page, operator: Staff) -> None:
    table = operator.open_table("Five dollars at least", device="machine")
    own = sit(phone, table, "Low")
    table.work()
    phone.get_by_role("radio", name="$1", exact=True).check()
    box(own, "Pair Match").tap()
    expect(phone.get_by_test_id("too-low")).to_contain_text("Pair Match is under its minimum of $5.")
    expect(phone.get_by_test_id("too-low").get_by_role("link")).to_have_text("MM 6.2.1")
    table.do("AnnounceNoMoreBets")
    word = phone.get_by_test_id("word")
    expect(word).to_contain_text("You are told that further wagers under the minimum go back whatever happens.")
    expect(word).to_contain_text("MM 6.2.1")


def test_the_only_player_has_the_cards_dealt_at_once(phone: Page, operator: Staff) -> None:
    table = operator.open_table("A machine deals", device="machine", automatic=True)
    own = sit(phone, table, "Solo")
    box(own, "Pair Match").tap()
    phone.get_by_role("button", name="Deal now").tap()
    expect(phone.get_by_test_id("result")).to_be_visible()
    told = operator.http.get(f"/api/find?table={table.id}&limit=200").json()
    assert {"Solo is ready.", "Everyone is ready."} <= {each["text"] for each in told}


def test_while_the_house_is_away_nothing_can_be_pressed_and_nothing_is_done_twice(phone: Page, operator: Staff) -> None:
    table = operator.open_table("Out of reach", device="machine")
    lines: list[WebSocketRoute] = []
    away = False

    def line(socket: WebSocketRoute) -> None:
        if away:
            socket.close()
        else:
            lines.append(socket)
            socket.connect_to_server()

    phone.route_web_socket(re.compile("/api/tables/.*/feed"), line)
    own = sit(phone, table, "Far")
    table.work()
    pair = box(own, "Pair Match")
    expect(pair).to_be_enabled()

    sent: list[object] = []

    def swallow(route: Route) -> None:
        sent.append((route.request.post_data_json or {})["id"])
        if len(sent) == 1:
            route.fetch()  # it is done, but nobody hears of it
            route.abort()
        else:
            route.continue_()

    phone.route("**/commands", swallow)
    with phone.expect_response("**/commands"):
        pair.tap()
    expect(pair).to_have_accessible_name(re.compile(r"Your wager \$5\."))
    expect(pair).to_be_enabled()
    assert len(sent) == 2
    assert len(set(sent)) == 1, "the same request is sent again under the same id"
    assert table.view["areas"][2]["wagers"][0]["cents"] == 500

    away = True
    lines[-1].close()
    expect(phone.get_by_role("alert")).to_contain_text("The table cannot be reached.")
    expect(pair).to_be_disabled()
    expect(phone.get_by_role("button", name="Clear")).to_be_disabled()
    away = False
    expect(pair).to_be_enabled()
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_who_waits_to_be_dealt_in_at_poker_has_the_own_seat_in_sight(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Waits in sight", seats=9, setting={"minimum_buy_in": 400_00, "seconds_to_act": 300})
    for seat, name in enumerate(("Ann", "Bob"), 1):
        sit_at_poker(new_context().new_page(), table, seat, name)
    table.begin()
    page = new_context(viewport=PHONE, has_touch=True).new_page()
    sit_at_poker(page, table, 5, "Dot")
    dock = page.locator(".dock")
    expect(dock.get_by_role("button", name="Post $10")).to_be_visible()
    edge = dock.bounding_box()
    assert edge is not None
    for told in ("You", "$400", "Waits for blind"):
        own = page.get_by_role("region", name="Seat 5, yours").get_by_text(told, exact=True).bounding_box()
        assert own is not None and own["y"] + own["height"] <= edge["y"] + 1, told
    # Chips and what is done with them have one line, so nothing is pushed out at the side.
    assert page.evaluate(BEYOND) == []
