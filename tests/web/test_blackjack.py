"""The Blackjack family from the player's chair: splits, shared areas, early choices, bonuses and the jackpot button.

Cards are real, so that every one is known; the money is worked out here, from the book.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.web.house import BlackjackTable, Staff
from tests.web.pictures import photograph
from tests.web.test_phone import box, net, sit

pytestmark = pytest.mark.browser


def bet(own: Locator, name: str = "Blackjack") -> None:
    """Put the chip in hand on a bet of one's area."""
    box(own, name).click()
    expect(box(own, name)).to_have_accessible_name(re.compile("Your wager"))


def pick(page: Page, chip: str) -> None:
    page.get_by_role("radio", name=chip, exact=True).check()


def press(page: Page, name: str) -> None:
    """Give an answer that one is asked for, and wait until it is on record."""
    with page.expect_response("**/commands"):
        page.get_by_role("region", name="Your choices").get_by_role("button", name=re.compile(f"^{name}")).first.click()


def strike(page: Page, key: str) -> None:
    """Answer with a key, and wait until it is on record."""
    with page.expect_response("**/commands"):
        page.keyboard.press(key)


def totals(area: Locator) -> list[str]:
    """What the hands of an area come to, as the cloth shows it."""
    return area.locator(".total [aria-hidden]").all_inner_texts()


def test_three_hands_of_a_split_one_doubled_for_less(page: Page, operator: Staff) -> None:
    table = operator.open_blackjack("Splits", areas=9)
    own = sit(page, table, "Spring", dollars="300")
    pick(page, "$25")
    bet(own)
    table.no_more_bets("8h", "6d", "8c")
    asked = page.get_by_role("group", name="Area 3: 16")
    expect(asked).to_contain_text("against 6")
    expect(asked.get_by_role("button")).to_have_text([re.compile("^Stand"), re.compile("^Draw"), re.compile("^Split")])
    strike(page, "p")
    table.deal("8d")
    expect(page.get_by_role("group", name="Area 3, hand 1: 16")).to_be_visible()
    strike(page, "p")
    table.deal("3c")
    expect(page.get_by_role("group", name="Area 3, hand 1: 11")).to_be_visible()
    assert totals(own) == ["11", "8", "8"]
    photograph(page, "blackjack")
    # BJ 7.5.4: a double may be for less than the wager.
    page.get_by_role("button", name=re.compile("less.*Double")).click()
    page.get_by_role("textbox", name="Double for").fill("30")
    expect(page.get_by_role("button", name="Double", exact=True)).to_be_disabled()
    page.get_by_role("textbox", name="Double for").fill("10")
    strike(page, "Enter")
    table.deal("Ts", "As")
    expect(own.get_by_text("Double", exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="Area 3, hand 3: 9 or 19")).to_be_visible()
    strike(page, "s")
    table.deal("5s")
    press(page, "Draw")
    table.deal("Kd")
    expect(own).to_contain_text("23, bust")
    table.deal("Kc", "2h", until="settled")
    # The dealer has 18: 21 wins $25 and the $10 on it, 19 wins $25, the third hand lost its $25 by going over.
    assert net(page) == 35_00
    assert table.stack("Spring") == 335_00
    page.get_by_test_id("result").get_by_role("button", name="Why?").click()
    why = page.get_by_role("dialog", name="Why was this paid?")
    names = ["Blackjack, area 3 · you", "Blackjack, area 3, hand 3 · you"]
    for name in (*names, "Blackjack, area 3, hand 2 · you", "Double, area 3 · you"):
        expect(why.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_three_in_line_on_one_area(new_context: Callable[..., BrowserContext], operator: Staff) -> None:
    table = operator.open_blackjack("In line")
    pages = [new_context().new_page() for _ in range(3)]
    seats = {"Nan": 3, "Ola": 2, "Pam": 4}
    for page, (name, seat) in zip(pages, seats.items(), strict=True):
        sit(page, table, name, seat=seat)
        pick(page, "$25")
    nan, ola, pam = pages
    for name in ("Ola", "Pam"):
        table.permit(name, 2)
    for page in (pam, ola, nan):
        bet(page.get_by_role("region", name=re.compile("^Area 3")))
    shared = ola.get_by_role("region", name="Area 3")
    # BJ 5.9: the seat's own player is nearest the dealer, then whoever came first.
    expect(shared.locator(".line .one")).to_have_count(3)
    line = table.view["areas"][2]["line"]
    names = {each["id"]: each["name"] for each in table.view["people"]}
    assert names[line[0]] == "Nan"
    shown = ["You" if names[each] == "Ola" else names[each] for each in line]
    expect(shared.locator(".line small")).to_have_text(shown)
    table.no_more_bets("6h", "5d", "5c")
    for other in (ola, pam):
        expect(other.get_by_role("region", name="Your choices")).to_have_count(0)
    press(nan, "Double")
    expect(ola.get_by_role("group", name=re.compile("^Area 3"))).to_be_visible()
    press(ola, "Go along")
    press(pam, "Stay as it is")
    table.deal("9c", "Th", "Qs", until="settled")
    # 20 against a dealer who goes over with 25: each wins what lies there.
    assert [table.stack(name) for name in seats] == [250_00, 250_00, 225_00]
    assert net(ola) == 50_00


def test_early_choices_on_two_areas_at_once(page: Page, operator: Staff) -> None:
    table = operator.open_blackjack("Against an ace", variant="vegas", decks=4)
    own = sit(page, table, "Eva", dollars="300")
    table.permit("Eva", 2)
    pick(page, "$25")
    bet(own)
    bet(page.get_by_role("region", name="Area 4"))
    table.no_more_bets("Th", "Kd", "Ac", "6c", "As")
    first, second = page.get_by_role("group", name="Area 3: 16"), page.get_by_role("group", name="Area 4: 21")
    expect(first.get_by_role("button")).to_contain_text(["Insure $12.50", "less…", "Surrender"])
    expect(second.get_by_role("button")).to_contain_text(["Insure $12.50", "less…", "Even money"])
    press(page, "Even money")
    expect(second).to_have_count(0)
    first.get_by_role("button", name=re.compile("less")).click()
    page.get_by_role("textbox", name="Insure for").fill("5")
    strike(page, "Enter")
    insured = own.get_by_role("button", name=re.compile(r"^Insurance, area 3.*Your wager \$5\."))
    expect(insured).to_be_visible()
    press(page, "Surrender")
    expect(own.get_by_text("Surrender", exact=True)).to_be_visible()
    table.deal("9d", until="settled")
    # BJ 7.4.1(b): even money, $25. The nine loses the insurance. BJ 12.4.1: half of $25 is kept, rounded upwards.
    assert table.stack("Eva") == 300_00 + 25_00 - 5_00 - 12_50
    assert net(page) == 7_50


def test_a_bonus_hand_names_its_line_and_a_double_can_be_rescued(
    page: Page, new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = operator.open_blackjack("Pontoon", variant="pontoon", decks=8)
    own, other = sit(page, table, "Bo"), new_context().new_page()
    others = sit(other, table, "Rex", seat=4)
    for each, area in ((page, own), (other, others)):
        pick(each, "$25")
        bet(area, "Pontoon")
    table.no_more_bets("6s", "5h", "7d", "8s", "6c")
    press(page, "Draw")
    table.deal("7s")
    # BJ 10 Table 1: six, seven and eight of spades pay 3 to 1, and at once.
    expect(own).to_contain_text("6,7,8 all spades")
    assert net(page) == 75_00
    box(own, "Pontoon").click()
    why = page.get_by_role("dialog", name="Why was this paid?")
    expect(why).to_contain_text("Won at 3 to 1")
    expect(why.get_by_role("link", name="BJ 10 Table 1:6,7,8 all spades")).to_be_visible()
    press(other, "Double")
    table.deal("4d")
    expect(other.get_by_role("group", name="Area 4: 15")).to_be_visible()
    strike(other, "r")
    table.deal(until="settled")
    # BJ 10.7.5: what was added comes back, the wager itself is lost.
    expect(other.get_by_test_id("result")).to_be_visible()
    assert net(other) == -25_00
    assert [table.stack("Bo"), table.stack("Rex")] == [275_00, 175_00]


def test_the_jackpot_button(
    page: Page, dealer: Page, new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = operator.open_blackjack("Pandemonium", variant="pandemonium", pandemonium=2, decks=8)
    own = sit(page, table, "Pia")
    pick(page, "$5")
    bet(own, "Pontoon")
    bet(own, "Pandemonium")
    watching = new_context(reduced_motion="no-preference").new_page()
    watching.goto(f"/table/{table.id}")
    table.no_more_bets("Kh", "6d", "As")
    meter = page.get_by_role("region", name="Jackpot button")
    expect(meter).to_contain_text("You have the button")
    expect(page.get_by_role("dialog", name="The button is yours")).to_contain_text("the dealer enters what it shows")
    page.keyboard.press("Escape")
    running = watching.get_by_role("region", name="Jackpot button")
    expect(running).to_contain_text("Pia has the button")
    dealer.goto(f"/table/{table.id}/deal")
    expect(dealer.get_by_test_id("due")).to_have_text("Pia has the jackpot button")
    dealer.keyboard.press("b")
    dealer.get_by_label("The prize shown for each dollar").fill("100")
    dealer.get_by_role("dialog").get_by_role("button", name="Press the button").click()
    # While the meter runs, nothing beside it tells how it will end; then it rests on what the record says.
    expect(running).to_contain_text("prize for each $1")
    side = watching.get_by_role("region", name="Area 3").get_by_role("button", name=re.compile("^Pandemonium"))
    expect(side).not_to_have_accessible_name(re.compile("won"))
    expect(meter).to_contain_text("You win $500")  # at once, for whoever wants no motion
    expect(running).to_contain_text("Pia wins $500")
    expect(side).to_have_accessible_name(re.compile(r"won: \+\$500"))
    # BJ 11.6.3: $100 for each of five dollars; the Pontoon itself pays 3 to 2.
    assert table.stack("Pia") == 200_00 + 500_00 + 7_50


def announced(table: BlackjackTable) -> list[str]:
    return [hand["total"] for area in table.view["areas"] for hand in area["hands"]]


def test_the_dealer_announces_totals_hard_and_soft_and_closes_insurance_for_all(dealer: Page, operator: Staff) -> None:
    table = operator.open_blackjack("For the dealer")
    dealer.goto(f"/table/{table.id}/deal")
    line = dealer.get_by_role("textbox", name="Type wagers, chips and seats")
    for name, each in (("Ann", "1:Ann 500"), ("Bob", "2:Bob 500")):
        line.fill(each)
        line.press("Enter")
        expect(dealer.get_by_role("heading", name=name)).to_be_visible()
    line.fill("*b25")
    line.press("Enter")
    expect(dealer.get_by_role("button", name="No more bets")).to_be_enabled()
    dealer.keyboard.press("Space")
    expect(dealer.get_by_test_id("due")).to_have_text("The dealer deals a card to area 1")
    dealer.keyboard.type("ad5cah6c6d")
    # BJ 3.2.1(a): a soft total is told both ways.
    expect(dealer.get_by_test_id("due")).to_have_text("Ann and Bob may answer the dealer's first card")
    assert announced(table) == ["7 or 17", "11"]
    layout = dealer.get_by_role("region", name="Area 1")
    expect(layout).to_contain_text("7 or 17")
    dealer.keyboard.press("i")
    expect(layout).to_contain_text("Insurance")
    dealer.keyboard.press("0")
    expect(dealer.get_by_test_id("due")).to_have_text("Ann decides on area 1: 7 or 17")
    dealer.keyboard.press("s")
    expect(dealer.get_by_test_id("due")).to_have_text("Bob decides on area 2: 11")


def test_cards_face_down_are_looked_at_by_their_caller_alone(
    page: Page, new_context: Callable[..., BrowserContext], operator: Staff, inspectors_account: Staff
) -> None:
    table = operator.open_blackjack("Face down", cards="virtual", face_down=True, approved_by=inspectors_account)
    own, watching = sit(page, table, "Fae"), new_context().new_page()
    watching.goto(f"/table/{table.id}")
    bet(own)
    table.no_more_bets()
    seen, backs = own.get_by_role("img", name=re.compile(" of ")), own.get_by_text("face down")
    expect(backs).to_have_text("Area 3: 2 cards face down.")
    press(page, "Look at your cards")
    # BJ 7.1.2: the two faces and their total are the caller's; everyone else sees two backs.
    expect(seen).to_have_count(2)
    assert len(totals(own)) == 1
    other = watching.get_by_role("region", name="Area 3")
    expect(other.get_by_text("face down")).to_have_text("Area 3: 2 cards face down.")
    expect(other.get_by_role("img", name=re.compile(" of "))).to_have_count(0)
    assert totals(other) == []
