"""A stranger at a table: sitting down, betting, being dealt to and paid, and asking why."""

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from croupier.books import book
from tests.web.house import Table

pytestmark = pytest.mark.browser

BOOK = book("matchmaker")


def sit(page: Page, table: Table, name: str = "Stranger", dollars: str = "100") -> Locator:
    """Take seat 3 as a guest; the area that is now one's own."""
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name="Sit at area 3").click()
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_label("Chips to buy, in dollars").fill(dollars)
    page.get_by_role("button", name="Take the seat").click()
    own = page.get_by_role("region", name="Area 3, yours")
    expect(own).to_be_visible()
    return own


def box(area: Locator, bet: str) -> Locator:
    return area.get_by_role("button", name=re.compile(f"^{bet}, area"))


def bet_on_everything(own: Locator) -> None:
    for bet in ("Pair Match", "Suit Match", "Miss Match"):
        box(own, bet).click()
        expect(box(own, bet)).to_have_accessible_name(re.compile(r"Your wager \$5\."))


def test_a_stranger_bets_on_all_three_is_dealt_to_and_paid_and_reads_why(page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    bet_on_everything(own)
    table.work("Kh", "Kh", until="settled")

    expect(own.get_by_role("img", name="king of hearts")).to_have_count(2)
    expect(own).to_contain_text("suited pair")
    # MM 8.1: a suited pair pays 11 to 1 on Pair Match and on Suit Match; MM 5.5.3(b): Miss Match loses.
    expect(box(own, "Pair Match")).to_contain_text("+$55")
    expect(box(own, "Suit Match")).to_contain_text("+$55")
    expect(box(own, "Miss Match")).to_contain_text("−$5")  # noqa: RUF001
    assert table.stack("Stranger") == 10000 - 1500 + 2 * (500 + 5500)

    box(own, "Pair Match").click()
    why = page.get_by_role("dialog", name="Why was this paid?")
    expect(why).to_contain_text("Won at 11 to 1")
    expect(why).to_contain_text("$5 × 11")
    expect(why.get_by_role("row", name="Back to the player")).to_contain_text("$60")
    expect(why).to_contain_text(BOOK.clause("8.1:Pair Match").asks)
    why.get_by_role("link", name="MM 5.5.1(a)").click()
    drawer = page.get_by_role("dialog", name="MM 5.5.1(a)")
    expect(drawer).to_contain_text(BOOK.clause("5.5.1(a)").asks)
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(why.get_by_role("link", name="MM 5.5.1(a)")).to_be_focused()
    expect(page).to_have_url(re.compile(f"/table/{table.id}$"))


def test_past_rounds_stay_to_be_asked_about(page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    box(own, "Miss Match").click()
    expect(box(own, "Miss Match")).to_have_accessible_name(re.compile("Your wager"))
    table.work("2c", "3h", until="betting")

    results = page.get_by_role("region", name="Results")
    expect(results.get_by_role("button", name="Why? Miss Match")).to_be_visible()
    results.get_by_text("My last ten rounds").click()
    expect(results.get_by_role("heading", name=re.compile(r"Round 1 .*\+\$5"))).to_be_visible()
    results.get_by_role("button", name="Why? Miss Match").last.click()
    expect(page.get_by_role("dialog")).to_contain_text(BOOK.clause("5.5.3(a)").asks)


def test_a_wager_can_be_added_to_and_taken_back(page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    pair = box(own, "Pair Match")
    pair.click()
    page.get_by_role("radio", name="$25").check()
    pair.click()
    expect(pair).to_have_accessible_name(re.compile(r"Your wager \$30\."))
    own.get_by_role("button", name="Take back Pair Match, area 3").click()
    expect(pair).not_to_have_accessible_name(re.compile("Your wager"))
    assert table.stack("Stranger") == 10000


def test_the_same_bets_can_be_placed_again(page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    bet_on_everything(own)
    table.work("2c", "9c", until="betting")
    page.get_by_role("button", name="Same again").click()
    expect(own.get_by_role("button", name=re.compile(r"Your wager \$5\."))).to_have_count(3)


def test_a_refusal_says_why_with_its_clause(page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    page.get_by_role("radio", name="$500").check()
    box(own, "Suit Match").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Not enough chips")
    expect(refusal).to_contain_text(BOOK.clause("5.1").asks)
    page.get_by_role("button", name="Dismiss").click()
    expect(refusal).to_be_hidden()


def test_one_can_bet_with_the_keyboard_alone(page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    page.get_by_role("radio", name="$5", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="$25")).to_be_checked()
    box(own, "Suit Match").focus()
    page.keyboard.press("Enter")
    expect(box(own, "Suit Match")).to_have_accessible_name(re.compile(r"Your wager \$25\."))
    page.keyboard.press("3")
    expect(box(own, "Miss Match")).to_have_accessible_name(re.compile(r"Your wager \$25\."))
    page.keyboard.press("Backspace")
    expect(own.get_by_role("button", name=re.compile("Your wager"))).to_have_count(0)


def test_the_player_who_is_offered_the_cut_places_the_cutting_card(page: Page, shoe: Table) -> None:
    sit(page, shoe)
    shoe.work()
    dialog = page.get_by_role("dialog", name="The cut is yours")
    slider = dialog.get_by_role("slider")
    # MM 4.2.3: at least a deck from either end of the stack of four decks.
    expect(slider).to_have_attribute("min", "52")
    expect(slider).to_have_attribute("max", "156")
    slider.fill("60")
    dialog.get_by_role("button", name="Cut here").click()
    expect(dialog).to_be_hidden()
    assert shoe.view["cards"]["step"] == "load the shoe"


def test_a_player_may_see_the_burn_card(page: Page, shoe: Table) -> None:
    sit(page, shoe)
    shoe.work()
    page.get_by_role("button", name="Let it pass").click()
    expect(page.get_by_test_id("next")).to_have_text("The game supervisor cuts the cards")
    shoe.work()
    page.get_by_role("button", name="Ask to see the burn card").click()
    expect(page.get_by_test_id("next")).to_have_text("The dealer shows the burned card")
    shoe.do("ShowBurnCard", card="7d")
    expect(page.get_by_test_id("announcer")).to_contain_text("seven of diamonds")


def test_a_player_may_take_wagers_back_before_a_hand_is_rebuilt(page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    bet_on_everything(own)
    table.do("AnnounceNoMoreBets")
    table.do("ReportMisplacedCard", area=5, card="4s")
    expect(page.get_by_test_id("next")).to_have_text("The supervisor rules on the misplaced card")
    table.do("OrderReconstruction", why="the card went to area 5")
    dialog = page.get_by_role("dialog", name="The hand will be rebuilt")
    expect(dialog).to_contain_text(BOOK.clause("9.5").asks)
    dialog.get_by_role("button", name="Take my wagers back").click()
    expect(dialog).to_be_hidden()
    assert table.stack("Stranger") == 10000


def test_a_dispute_goes_on_record_and_its_ruling_comes_back(page: Page, table: Table) -> None:
    sit(page, table)
    page.get_by_role("button", name="Raise a dispute").click()
    dialog = page.get_by_role("dialog", name="Raise a dispute")
    dialog.get_by_label("What is it about?").fill("My chips lay on the line.")
    dialog.get_by_role("button", name="Raise a dispute").click()
    house = page.get_by_role("region", name="Ask the house")
    expect(house).to_contain_text("Dispute 1, open")
    table.do("RuleOnDispute", dispute=1, ruling="They lay on Suit Match.")
    expect(house).to_contain_text("They lay on Suit Match.")
    house.get_by_role("button", name="Ask for a review", exact=True).click()
    expect(house).to_contain_text("Dispute 1, under review")


def test_a_lost_connection_is_shown_and_resumed_from_where_it_was(page: Page, table: Table) -> None:
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("/api/tables/.*/feed"), through)
    own = sit(page, table)
    table.work()
    box(own, "Pair Match").click()
    expect(box(own, "Pair Match")).to_have_accessible_name(re.compile("Your wager"))
    known = len(lines)
    lines[-1].close()
    table.work("2c", until="settled")
    expect(page.get_by_role("status")).to_have_text("Live")
    expect(own.get_by_role("img", name="two of clubs")).to_be_visible()
    assert len(lines) == known + 1
    assert re.search(r"\?after=\d+$", lines[-1].url)


def test_stages_cards_and_results_are_announced(page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    announcer = page.get_by_test_id("announcer")
    expect(announcer).to_have_attribute("aria-live", "polite")
    box(own, "Pair Match").click()
    expect(box(own, "Pair Match")).to_have_accessible_name(re.compile("Your wager"))
    table.work("Kh")
    expect(announcer).to_contain_text("king of hearts to area 3")


def test_leaving_gives_the_chips_back(page: Page, table: Table) -> None:
    sit(page, table)
    expect(page.get_by_role("banner")).to_contain_text("$900 in your wallet")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("banner")).to_contain_text("$1,000 in your wallet")
    expect(page.get_by_role("button", name="Sit at area 3")).to_be_visible()


def test_a_phone_needs_no_scrolling_to_bet(phone: Page, table: Table) -> None:
    own = sit(phone, table)
    table.work()
    bet_on_everything(own)
    height = phone.viewport_size["height"] if phone.viewport_size else 0
    for needed in (box(own, "Pair Match"), box(own, "Miss Match"), phone.get_by_role("button", name="Clear")):
        place = needed.bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= height
    # The cross on the last box is not at the edge of the screen.
    last = own.get_by_role("button", name="Take back Miss Match, area 3").bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= phone.viewport_size["width"] - 4 if phone.viewport_size else False
    assert phone.evaluate("scrollY") == 0
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
