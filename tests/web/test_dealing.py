"""The dealer's console at work: a patron's whole life, the way back from a misstep, and keys that never do too much."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.web.house import Staff, Table
from tests.web.test_consoles import due

pytestmark = pytest.mark.browser

TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 664}


def line(page: Page, text: str) -> None:
    """Type a line and enter it."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def box(page: Page, bet: str, area: int) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{bet}, area {area}"))


def opened(page: Page, table: Table) -> Page:
    page.goto(f"/table/{table.id}/deal")
    expect(page.get_by_role("textbox", name="Type wagers, chips and seats")).to_be_visible()
    return page


def test_a_patron_s_whole_life_is_on_the_console(dealer: Page, table: Table) -> None:
    page = opened(dealer, table)
    line(page, "3:Ann 200")
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    table.work()

    page.get_by_role("radio", name="$25").click()
    box(page, "Pair Match", 3).click()
    box(page, "Pair Match", 3).click()  # again adds
    expect(box(page, "Pair Match", 3)).to_have_accessible_name("Pair Match, area 3: $50")
    box(page, "Pair Match", 3).click(modifiers=["Shift"])
    expect(box(page, "Pair Match", 3)).to_have_accessible_name("Pair Match, area 3: $25")
    box(page, "Pair Match", 3).click(delay=700)  # a long press takes one back as well
    expect(box(page, "Pair Match", 3)).to_have_accessible_name("Pair Match, area 3")
    line(page, "3p25 s1000")
    expect(page.get_by_role("alert")).to_contain_text("Not enough chips")
    expect(page.get_by_role("alert")).to_contain_text("1 of 2 acts done")
    line(page, "3p-10 m2")
    # MM 6.2: the limits are $5 to $500; what is under the minimum is marked before a card is dealt.
    expect(box(page, "Miss Match", 3)).to_contain_text("under the minimum, $5")
    expect(box(page, "Pair Match", 3)).to_have_accessible_name("Pair Match, area 3: $15")
    line(page, "3-")
    expect(box(page, "Pair Match", 3)).to_have_accessible_name("Pair Match, area 3")
    expect(box(page, "Miss Match", 3)).to_have_accessible_name("Miss Match, area 3")
    assert table.stack("Ann") == 20000

    line(page, "3+150")
    expect(page.get_by_role("list", name="Patrons")).to_contain_text("$350")
    line(page, "3>5")
    expect(page.get_by_role("region", name="Area 5")).to_contain_text("Ann")
    page.get_by_role("region", name="Area 5").get_by_role("button", name="Ann").click()
    dialog = page.get_by_role("dialog", name="Ann, seat 5")
    dialog.get_by_role("combobox", name="Into chips of").select_option(label="$5")
    dialog.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_text("Ann changes $100 into 20 chips of $5.")).to_be_attached()
    dialog.get_by_role("button", name="Colour up: $300 into chips of $100").click()
    expect(page.get_by_text("Ann changes $300 into 3 chips of $100.")).to_be_attached()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    line(page, "5!")
    expect(page.get_by_role("heading", name="Ann")).to_have_count(0)
    assert table.view["people"] == []


def test_a_line_says_what_it_will_do_and_what_it_cannot_read(dealer: Page, table: Table) -> None:
    page = opened(dealer, table)
    line(page, "1:Ann 200")
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    wagers = page.get_by_role("region", name="Wagers")
    page.keyboard.type("1p25 m")
    expect(wagers).to_contain_text("1 Pair Match $25")
    expect(wagers).to_contain_text("1 Miss Match $5")
    page.keyboard.type("2p")
    expect(wagers).to_contain_text("Nobody sits at 2.")
    expect(wagers.get_by_role("button", name="Enter")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(wagers.get_by_role("textbox")).to_have_value("")
    expect(wagers.get_by_role("textbox")).not_to_be_focused()
    page.keyboard.type("1q")
    expect(wagers).to_contain_text("No bet has the letter “q”: p Pair Match, s Suit Match, m Miss Match.")
    page.keyboard.press("Escape")
    page.keyboard.type("1pm2")  # letters side by side share an amount, and the least stake is named
    expect(wagers).to_contain_text("1 Pair Match $2, under the minimum, $5")
    expect(wagers).to_contain_text("1 Miss Match $2, under the minimum, $5")
    page.keyboard.press("Escape")
    page.keyboard.type("1p25p")  # a letter once more goes to whoever sits next
    expect(wagers).to_contain_text("Nobody sits after 1.")
    page.keyboard.press("Escape")
    # Esc frees a form as well: the keys are the console's again.
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("3p25")
    expect(page.get_by_label("Name", exact=True)).to_have_value("3p25")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("3p25")
    expect(keys).to_contain_text("Shuffle")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_a_misstep_is_taken_back_with_one_key_and_stays_on_record(dealer: Page, table: Table) -> None:
    page = opened(dealer, table)
    line(page, "1:Ann 200")
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    table.work()
    line(page, "1p25")
    expect(box(page, "Pair Match", 1)).to_have_accessible_name("Pair Match, area 1: $25")
    line(page, "1p50")
    expect(box(page, "Pair Match", 1)).to_have_accessible_name("Pair Match, area 1: $75")
    page.keyboard.press("Backspace")
    expect(box(page, "Pair Match", 1)).to_have_accessible_name("Pair Match, area 1: $25")
    page.keyboard.press("Backspace")
    expect(box(page, "Pair Match", 1)).to_have_accessible_name("Pair Match, area 1")
    assert table.stack("Ann") == 20000
    line(page, "1p25")
    expect(due(page, "No more bets")).to_be_enabled()
    page.keyboard.press("Space")
    expect(page.get_by_test_id("due")).to_have_text("The dealer deals area 1 its first card")
    # A card entered wrongly: the key asks for the right one, and the record keeps both.
    page.keyboard.type("9h")
    expect(page.get_by_role("button", name="Take back: 9h to area 1.")).to_be_enabled()
    page.keyboard.press("Backspace")
    dialog = page.get_by_role("dialog", name="Correct a card")
    expect(dialog).to_contain_text("On record: 9h to area 1.")
    page.keyboard.type("9d")
    expect(dialog.get_by_test_id("consequence")).to_contain_text("Card 1 of area 1 is 9d, not 9h.")
    dialog.get_by_role("button", name="Correct a card").click()
    expect(dialog).to_be_hidden()
    assert table.view["areas"][0]["cards"] == ["9d"]
    texts = [each["text"] for each in table.history()]
    assert "9h to area 1." in texts
    assert texts.count("Ann's $25 on pair match at area 1 goes back.") == 1


def test_space_never_scrolls_and_never_decides_for_a_player(dealer: Page, operator: Staff) -> None:
    table = operator.open_poker("Real cards", cards="real")
    page = opened(dealer, table)
    for seat, name in enumerate(("Ann", "Bob"), 1):
        line(page, f"{seat}:{name} 200")
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    table.deal()
    line(page, "*a10")
    expect(due(page, "No more bets")).to_be_enabled()
    page.keyboard.press("Space")
    # One card at a time, where something may go wrong between two; then the rest of the round.
    expect(due(page, "Deal a card to area 1")).to_be_enabled()
    page.keyboard.press("n")
    expect(page.get_by_role("button", name="Deal all 8")).to_be_enabled()
    page.keyboard.press("Space")
    expect(due(page, "Call “Play or fold”")).to_be_enabled()
    page.keyboard.press("Space")
    expect(page.get_by_test_id("due")).to_have_text("Ann and Bob may play or fold")

    before = table.view["areas"]
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    fold = page.get_by_role("group", name="Area 2").get_by_role("button", name="Fold")
    fold.focus()
    page.keyboard.press("Space")  # whoever meant Enter says so
    assert page.evaluate("scrollY") == 0
    assert table.view["areas"] == before

    page.get_by_role("group", name="Area 1").get_by_role("button", name="Fold", exact=True).click()
    expect(page.get_by_test_id("due")).to_have_text("Bob may play or fold")
    page.keyboard.press("Space")  # what was touched does not keep the key
    assert table.view["areas"][1]["choice"] is None
    # Noted wrongly: Ann has not chosen yet.
    page.keyboard.press("Backspace")
    expect(page.get_by_test_id("due")).to_have_text("Ann and Bob may play or fold")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("f")
    expect(page.get_by_test_id("due")).to_have_text("Ann may play or fold")
    assert table.view["areas"][1]["choice"] == "fold"


@pytest.mark.parametrize("viewport", [TABLET, PHONE], ids=["tablet", "phone"])
def test_a_round_is_tapped_on_glass(
    new_context: Callable[..., BrowserContext], dealers_account: Staff, table: Table, viewport: dict[str, int]
) -> None:
    page = opened(new_context(dealers_account, viewport=viewport, has_touch=True, is_mobile=True).new_page(), table)
    page.get_by_label("Name", exact=True).fill("Ann 200")
    page.get_by_role("button", name="Seat them").tap()
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    table.work()
    page.get_by_role("radio", name="$25").tap()
    box(page, "Pair Match", 1).tap()
    expect(box(page, "Pair Match", 1)).to_have_accessible_name("Pair Match, area 1: $25")
    large_enough(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    due(page, "No more bets").tap()
    pad = page.get_by_role("group", name="Enter a card")
    for rank, suit in (("nine", "hearts"), ("nine", "clubs")):
        pad.get_by_role("button", name=rank, exact=True).tap()
        pad.get_by_role("button", name=suit, exact=True).tap()
    expect(page.get_by_role("table", name="To take and to pay")).to_contain_text("Pay $275")
    large_enough(page)
    page.get_by_role("button", name="Take and pay as shown").tap()
    due(page, "Collect the cards").tap()
    page.get_by_role("button", name="Repeat all").tap()
    expect(box(page, "Pair Match", 1)).to_have_accessible_name("Pair Match, area 1: $25")
    assert table.stack("Ann") == 20000 + 11 * 2500 - 2500


SMALL = """() => [...document.querySelectorAll(".console button, .tools button")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.getAttribute("aria-label") ?? each.innerText, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
  .map(([name, { width, height }]) => `${name}: ${width} by ${height}`)"""


def large_enough(page: Page) -> None:
    """Everything that a finger is to hit on the console is 44 pixels high and wide."""
    assert page.evaluate(SMALL) == []


def test_the_same_again_after_a_void_round_or_a_word_why_not(dealer: Page, table: Table) -> None:
    page = opened(dealer, table)
    line(page, "1:Ann 200")
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    table.work()
    page.keyboard.press("=")
    expect(page.get_by_text("No round has been played yet.")).to_be_visible()
    line(page, "1p25m10")
    expect(due(page, "No more bets")).to_be_enabled()
    page.keyboard.press("Space")
    expect(page.get_by_test_id("due")).to_have_text("The dealer deals area 1 its first card")
    page.keyboard.type("9h")
    expect(page.get_by_role("img", name="nine of hearts")).to_be_visible()
    table.do("InvalidateRound", why="a fire alarm", fraud=False)
    expect(page.get_by_role("button", name="Repeat all")).to_be_visible()
    assert table.stack("Ann") == 20000
    page.keyboard.press("=")
    expect(box(page, "Pair Match", 1)).to_have_accessible_name("Pair Match, area 1: $25")
    expect(box(page, "Miss Match", 1)).to_have_accessible_name("Miss Match, area 1: $10")
    page.keyboard.press("=")
    expect(page.get_by_text("All of last round's wagers lie there already.")).to_be_visible()
