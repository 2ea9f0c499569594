"""Crown Poker's pages: two guests at the oval, a dealer with real cards, and the poker room."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.conftest import PHONE
from tests.web.house import Staff, Table

pytestmark = pytest.mark.browser


class CrownTable(Table):
    """A Crown Poker table that no automatic dealer touches."""

    def deal(self, *streets: list[str]) -> None:
        """Perform what is due until a player is asked, entering these community cards; no hand begins by itself."""
        coming = list(streets)
        while (due := self.view["due"]) and due[0]["person"] is None:
            command: dict[str, Any] = due[0]["command"]
            if command["type"] == "BeginHand":
                return
            if command["type"] == "DealCommunityCards" and self.view["cards"]["source"] == "real":
                if not coming:
                    return
                command["cards"] = coming.pop(0)
            self.do(command.pop("type"), **command)

    def begin(self) -> None:
        """Begin a hand and deal the hole cards; nobody straddles."""
        self.do("BeginHand")
        self.deal()

    def seat(self, name: str, seat: int, cents: int) -> None:
        """Seat someone who walks up to a real table."""
        self.do("Join", seat=seat, cents=cents, player=name.lower(), name=name)

    @property
    def asked(self) -> str:
        """Who is asked, by name."""
        return str(self.view["turns"][0]["name"])


def opened_by(operator: Staff, title: str, **terms: Any) -> CrownTable:
    """A new Crown Poker table, open for play."""
    table = CrownTable(operator, f"t-{uuid4().hex[:8]}")
    operator._post("/api/tables", id=table.id, title=title, game="crown-poker", terms=terms)
    table.deal()
    return table


def sit(page: Page, table: CrownTable, seat: int, name: str) -> None:
    """Take a seat with the least buy-in, which is what the page proposes."""
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name=f"Sit at area {seat}").click()
    page.get_by_label("Your name at the table").fill(name)
    expect(page.get_by_label("Chips to buy")).to_have_value("400")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("region", name=f"Seat {seat}, yours")).to_be_visible()


def test_two_guests_play_a_hand_with_typed_amounts_parts_of_the_pot_and_acts_chosen_beforehand(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Two guests", seats=4, setting={"minimum_buy_in": 400_00, "seconds_to_act": 300})
    pages = {"Ann": new_context().new_page(), "Bob": new_context(viewport=PHONE, has_touch=True).new_page()}
    sit(pages["Ann"], table, 1, "Ann")
    sit(pages["Bob"], table, 3, "Bob")
    table.begin()
    for page in pages.values():
        mine = page.get_by_role("region", name="Your hand")
        expect(mine.get_by_role("img", name=re.compile(" of "))).to_have_count(2)
        expect(page.get_by_text(re.compile(r"Seat \d: 2 cards face down"))).to_have_count(1)

    ann_first = table.asked == "Ann"
    first, second = (pages["Ann"], pages["Bob"]) if ann_first else (pages["Bob"], pages["Ann"])
    stale = second.get_by_role("group", name="When it is my turn").get_by_role("button").nth(1)
    stale.click()
    expect(stale).to_have_attribute("aria-pressed", "true")
    # Nothing is made of an amount that cannot be bet: neither the least nor all one has.
    draw_out(first)
    box = first.get_by_label(re.compile("in dollars"))
    for amount in ("5", "1000", "41.5"):
        box.fill(amount)
        box.press("Enter")
        expect(box).to_have_attribute("aria-invalid", "true")
    assert table.view["betting"]["level"] == 10_00
    raise_to(first, "40")
    # What was meant before the raise is not what is offered now, and is not done.
    expect(second.get_by_role("button", name=re.compile(r"^Call \$30"))).to_be_visible()
    second.get_by_role("button", name=re.compile(r"^Call \$30")).click()
    for page in pages.values():
        expect(page.locator(".pots")).to_contain_text("$80")

    table.deal()
    before = table.asked
    first, second = (pages["Ann"], pages["Bob"]) if before == "Ann" else (pages["Bob"], pages["Ann"])
    group = second.get_by_role("group", name="When it is my turn")
    group.get_by_role("button", name="Check", exact=True).click()
    stay(first)
    expect(second.get_by_test_id("stage")).to_have_text("Community cards")

    table.deal()
    raiser, caller = (first, second) if table.asked == before else (second, first)
    raise_by(raiser, "Pot")
    expect(caller.get_by_role("button", name=re.compile(r"^Call \$80"))).to_be_visible()
    with caller.expect_response("**/commands"):
        caller.get_by_role("button", name=re.compile("^Fold")).click()
    table.deal()
    expect(pages["Ann"].get_by_role("region", name="Hands")).to_contain_text("Pot $80")
    won = {name: table.stack(name) for name in pages}
    assert sorted(won.values()) == [360_00, 440_00]


def act(page: Page, table: CrownTable, kind: str, **fields: Any) -> None:
    """Do something at a table as whoever has this page."""
    body = {"id": uuid4().hex, "command": {"type": kind, **fields}}
    answer = page.request.post(f"/api/tables/{table.id}/commands", data=body)
    assert answer.json()["accepted"], answer.text()


def test_players_page_back_through_their_hands_and_see_what_they_saw(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    setting = {"minimum_buy_in": 400_00, "seconds_to_act": 300}
    table = opened_by(operator, "History", seats=4, setting=setting)
    pages = {name: new_context().new_page() for name in ("Ann", "Bob", "Cy")}
    for seat, (name, page) in enumerate(pages.items(), 1):
        sit(page, table, seat, name)
    folded = []
    for _ in range(2):
        table.begin()
        for page in pages.values():
            mine = page.get_by_role("region", name="Your hand")
            expect(mine.get_by_role("img", name=re.compile(" of "))).to_have_count(2)
        folded.append(table.asked)
        act(pages[table.asked], table, "Fold")
        act(pages[table.asked], table, "Raise", to=30_00)
        act(pages[table.asked], table, "Fold")
        table.deal()
    assert folded[0] != folded[1], "the button moves, so another one acts first"

    # Who folded before any chip of theirs was in has played the hand too.
    page = pages[folded[0]]
    page.get_by_text("My hands at this table").click()
    hands = page.get_by_role("region", name="Hands")
    expect(hands.get_by_role("heading", name=re.compile("^Hand 2"))).to_be_visible()
    expect(hands.get_by_role("button", name="The hand after")).to_be_disabled()
    hands.get_by_role("button", name="The hand before").click()
    expect(hands.get_by_role("heading", name=re.compile("^Hand 1"))).to_be_visible()
    expect(hands.get_by_role("listitem").filter(has_text="You fold.")).to_have_count(1)
    expect(hands).to_contain_text(re.compile(r"\w+ raises? to \$30\."))
    expect(hands).to_contain_text("The pot of $20 goes to")
    expect(hands.locator(".net")).to_have_text("$0")
    expect(hands.get_by_role("img", name=re.compile(" of "))).to_have_count(2)
    expect(hands.get_by_role("button", name="The hand before")).to_be_disabled()
    hands.get_by_role("listitem").filter(has_text="You fold.").get_by_text("why").click()
    expect(hands.locator("details.why[open]").get_by_role("link").first).to_be_visible()

    # The next hand is put before them once it is over, and does not turn the page.
    table.begin()
    act(pages[table.asked], table, "Fold")
    act(pages[table.asked], table, "Fold")
    table.deal()
    expect(hands.get_by_role("heading", name=re.compile("^Hand 1"))).to_be_visible()
    hands.get_by_role("button", name="The hand after").click()
    hands.get_by_role("button", name="The hand after").click()
    expect(hands.get_by_role("heading", name=re.compile("^Hand 3"))).to_be_visible()


CHASE = {bet: {"minimum": 5_00, "maximum": 100_00, "step": 5_00} for bet in ("red", "black")}


def test_a_guest_places_a_side_wager_takes_it_back_and_sees_what_the_flop_made_of_it(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    setting = {"minimum_buy_in": 400_00, "seconds_to_act": 300}
    table = opened_by(operator, "Flop Chase", seats=4, setting=setting, limits=CHASE)
    ann, bob = new_context().new_page(), new_context(viewport=PHONE, has_touch=True).new_page()
    sit(ann, table, 1, "Ann")
    sit(bob, table, 3, "Bob")
    mine = bob.get_by_role("region", name="Your hand")
    red = mine.get_by_role("button", name=re.compile("^Red, area 3"))
    red.click()
    expect(red).to_have_accessible_name(re.compile(r"Your wager \$5\."))
    mine.get_by_role("button", name="Take back Red, area 3").click()
    expect(red).not_to_have_accessible_name(re.compile("Your wager"))
    assert table.stack("Bob") == 400_00
    mine.get_by_role("radio", name="$25").check()
    red.click()
    spots = {page: page.get_by_role("group", name="Side wagers of seat 3") for page in (ann, bob)}
    for spot in spots.values():
        expect(spot.get_by_title("Red")).to_contain_text("$25")

    table.begin()
    while table.view["board"]["cards"] == []:
        first = ann if table.asked == "Ann" else bob
        stay(first)
        table.deal()
    first = ann if table.asked == "Ann" else bob
    stay(first)
    table.deal()
    won = all(card[1] in "hd" for card in table.view["board"]["cards"])
    for spot in spots.values():
        expect(spot.get_by_title("Red")).to_contain_text("+$175" if won else "\N{MINUS SIGN}$25")


def test_a_hand_is_dealt_at_once_when_everyone_says_deal_now(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    setting = {"minimum_buy_in": 400_00, "seconds_to_act": 300}
    table = opened_by(operator, "Deal now", seats=4, setting=setting, limits=CHASE)
    page, other = new_context().new_page(), new_context().request
    sit(page, table, 3, "Bob")
    assert other.post("/api/sign-in/guest", data={"name": "Ann"}).ok
    joins = {"type": "Join", "seat": 1, "cents": 400_00}
    assert other.post(f"/api/tables/{table.id}/commands", data={"id": uuid4().hex, "command": joins}).ok
    operator._post(f"/api/tables/{table.id}/automatic", automatic=True)
    page.get_by_role("button", name="Deal now").click()
    expect(page.get_by_role("button", name="Waiting for Ann")).to_be_visible()
    assert other.post(f"/api/tables/{table.id}/ready", data={"id": uuid4().hex, "ready": True}).ok
    mine = page.get_by_role("region", name="Your hand")
    expect(mine.get_by_role("img", name=re.compile(" of "))).to_have_count(2)
    # Who is dealt in has missed nothing without a side wager.
    expect(page.get_by_test_id("word")).to_have_count(0)
    assert {"Bob is ready.", "Everyone is ready."} <= {each["text"] for each in table.history()}


def test_a_dealer_enters_side_wagers_on_the_layout_and_settles_them_by_the_flop(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    setting = {"minimum_buy_in": 100_00}
    table = opened_by(operator, "Real Flop Chase", cards="real", seats=6, setting=setting, limits=CHASE)
    for seat, name in ((1, "Ann"), (3, "Bob"), (4, "Cy")):
        table.seat(name, seat, 200_00)
    page = new_context(operator).new_page()
    page.goto(f"/table/{table.id}/deal")
    due = page.get_by_test_id("due")
    expect(due).to_contain_text("The button moves")
    page.keyboard.type("1r10 3b5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Red, area 1: $10")).to_be_visible()
    expect(page.get_by_role("button", name="Black, area 3: $5")).to_be_visible()
    table.begin()
    while table.view["stage"] == "choosing":
        answer = "CallBet" if table.view["betting"]["to_call"] else "Check"
        table.do(answer, player=table.view["turns"][0]["player"])
    table.deal(["Ah", "Kd", "7h"])
    table.do("Check", player=table.view["turns"][0]["player"])
    expect(due).to_have_text("The dealer settles the side wagers")
    page.keyboard.press("Space")
    # Seven to one for three red cards, and black loses.
    won, lost = (page.get_by_role("group", name=f"Side wagers of seat {seat}") for seat in (1, 3))
    expect(won.get_by_title("Red")).to_contain_text("+$70")
    expect(lost.get_by_title("Black")).to_contain_text("\N{MINUS SIGN}$5")


def stay(page: Page) -> None:
    """Check or call, once the page has asked for one's cards and shows that it is one's turn."""
    mine = page.get_by_role("region", name="Your hand")
    expect(mine.get_by_role("img", name=re.compile(" of ")).first).to_be_visible()
    expect(mine.get_by_role("button", name=re.compile("^Fold"))).to_be_visible()
    with page.expect_response("**/commands"):
        mine.get_by_role("button", name=re.compile("^(Check|Call)")).click()


def raise_to(page: Page, dollars: str) -> None:
    """Bet or raise to an amount that is typed; on a phone the box is drawn out first."""
    draw_out(page)
    page.get_by_label(re.compile("in dollars")).fill(dollars)
    page.get_by_role("button", name=re.compile(rf"^(Bet|Raise to) \${dollars}")).click()


def raise_by(page: Page, part: str) -> None:
    """Bet or raise by a part of the pot."""
    draw_out(page)
    page.get_by_role("group", name="Parts of the pot").get_by_role("button", name=part, exact=True).click()
    page.get_by_role("button", name=re.compile(r"^(Bet|Raise to) \$")).click()


def draw_out(page: Page) -> None:
    """Draw the amounts out where they are not in sight."""
    mine = page.get_by_role("region", name="Your hand")
    expect(mine.get_by_role("button", name=re.compile("^(Bet|Raise)"))).to_be_visible()
    shut = mine.get_by_role("button", name=re.compile("^(Bet|Raise) …"))
    if shut.count():
        shut.click()


def test_a_dealer_with_real_cards_needs_a_key_or_two_for_each_act_and_two_for_each_card(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Real cards", cards="real", seats=6, setting={"minimum_buy_in": 100_00})
    table.seat("Ann", 1, 1000_00)
    table.seat("Bob", 3, 150_00)
    table.seat("Cy", 4, 400_00)
    page = new_context(operator).new_page()
    page.goto(f"/table/{table.id}/deal")
    due = page.get_by_test_id("due")

    def press(*keys: str, then: str) -> None:
        for key in keys:
            page.keyboard.press(key)
        expect(due).to_have_text(re.compile(then))

    expect(due).to_contain_text("The button moves")
    press("Space", then="deals the hole cards")
    press("Space", then="Cy is to act")
    press("3", "0", "Enter", then="Ann is to act")
    press("c", then="Bob is to act")
    press("a", then="Cy is to act")
    press("c", then="Ann is to act")
    press("c", then="burns a card")
    press("Space", then="deals the flop")
    press(*"Ah7c2d", then="Ann is to act")
    press("1", "0", "0", "Enter", then="Cy is to act")
    press("c", then="burns a card")
    board = page.locator(".layout .pots")
    expect(board).to_contain_text("Main pot $450, for Ann, Bob and Cy")
    expect(board).to_contain_text("Side pot $200, for Ann and Cy")
    press("Space", then="deals the turn")
    press(*"Kd", then="Ann is to act")
    press("c", then="Cy is to act")
    press("c", then="burns a card")
    press("Space", then="deals the river")
    press(*"3s", then="Ann is to act")
    press("c", then="Cy is to act")
    press("c", then="is to show")
    hands = {"Ann": "QsQd", "Bob": "AsAd", "Cy": "KhKc"}
    for _ in hands:
        shows = table.asked
        expect(due).to_have_text(f"{shows} is to show")
        page.keyboard.type(hands[shows])
        expect(page.locator(".layout")).to_contain_text("Three of a kind" if shows != "Ann" else "Pair")
    expect(page.get_by_role("button", name=re.compile("^Push the pots"))).to_be_enabled()
    press("Space", then="collects the cards")
    # Three aces take what Bob could match, three kings what Ann and Cy played for beside it.
    assert {name: table.stack(name) for name in hands} == {"Ann": 750_00, "Bob": 450_00, "Cy": 350_00}


def test_who_finds_a_table_full_waits_for_a_seat_from_the_lobby(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    title = f"Full {uuid4().hex[:6]}"
    table = opened_by(operator, title, seats=2, setting={"minimum_buy_in": 400_00})
    for seat, name in ((1, "Fay"), (2, "Gus")):
        sit(new_context().new_page(), table, seat, name)
    page = new_context().new_page()
    page.goto("/")
    row = page.get_by_role("row", name=re.compile(title))
    expect(row).to_contain_text("Holdem, no limit")
    expect(row).to_contain_text("$5 and $10")
    expect(row).to_contain_text("full")
    assert page.request.post("/api/sign-in/guest", data={"name": "Hal"}).ok
    page.reload()
    row.get_by_role("button", name=re.compile("^Wait for a seat")).click()
    expect(row).to_contain_text("Hal")
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name="Wait no longer").click()
    page.get_by_role("button", name="Wait for a seat").click()
    expect(page.get_by_text("1. Hal")).to_be_visible()
    page.goto("/")
    row.get_by_role("button", name=re.compile("^Off the list")).click()
    expect(row).to_contain_text("nobody")
    assert table.view["waiting"] == []


def test_an_operator_opens_a_table_of_any_game_and_limit_with_rake_side_wagers_and_prizes(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    page, name = new_context(operator).new_page(), f"new-{uuid4().hex[:6]}"
    page.goto("/operate")
    page.get_by_role("combobox", name="Game").first.select_option("crown-poker")
    page.get_by_label("Number on the floor").fill(name)
    page.get_by_label("Title").fill("Omaha Hi-Lo by hand")
    page.get_by_label("Seats").fill("8")
    game = page.get_by_role("group", name="The game")
    game.get_by_label("Game").select_option("omaha hi-lo")
    game.get_by_label("Betting limit").select_option("pot")
    game.get_by_label("Blinds").fill("2 5")
    game.get_by_label("Least bet of each round").fill("5")
    game.get_by_label("Least buy-in").fill("four hundred")
    for bet in ("Red", "Black"):
        page.get_by_label(f"{bet} is offered").check()
        page.get_by_role("group", name=bet).get_by_label("Minimum").fill("5")
        page.get_by_role("group", name=bet).get_by_label("Maximum").fill("50")
    takes = page.get_by_role("group", name="What the house takes")
    takes.get_by_label("Of the pots, in percent").fill("15")
    takes.get_by_label("At most, of a hand").fill("7")
    page.get_by_role("button", name="Add one to Bonus prizes").click()
    prize = page.get_by_role("group", name="Bonus prizes, 1")
    prize.get_by_label("Name").fill("Royal")
    prize.get_by_label("Hand").select_option("royal flush")
    prize.get_by_role("textbox", name="Cash").fill("1000")
    give = page.get_by_role("button", name="Put it on the floor")
    give.click()
    expect(page.get_by_role("alert")).to_contain_text("“four hundred” cannot be read")
    game.get_by_label("Least buy-in").fill("200")
    give.click()
    expect(page.get_by_role("alert")).to_contain_text("from 2% to 10%")
    takes.get_by_label("Of the pots, in percent").fill("5")
    give.click()
    expect(page.get_by_role("heading", name="Omaha Hi-Lo by hand")).to_be_visible()
    sign = CrownTable(operator, name).view["sign"]
    assert (sign["setting"]["variant"], sign["setting"]["limit"]) == (
        "omaha hi-lo",
        {"kind": "pot", "bets": [5_00], "most": []},
    )
    assert (sign["setting"]["blinds"], sign["setting"]["minimum_buy_in"]) == ([2_00, 5_00], 200_00)
    assert (sign["commission"]["per_mille"], sign["commission"]["cap"]) == (50, 7_00)
    assert {bet: (each["minimum"], each["maximum"]) for bet, each in sign["limits"].items()} == {
        "red": (5_00, 50_00),
        "black": (5_00, 50_00),
    }
    assert [(each["name"], each["hand"], each["cents"]) for each in sign["bonuses"]] == [
        ("Royal", "royal flush", 1000_00)
    ]
    page.goto(f"/table/{name}")
    shown = page.get_by_role("region", name="Limit sign")
    expect(shown).to_contain_text("Pot-limit Omaha Hi-Lo")
    expect(shown).to_contain_text("Royal flush: $1,000")
    expect(shown).to_contain_text("three red cards pay 7 to 1")
