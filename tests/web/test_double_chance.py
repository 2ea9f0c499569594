"""Double Chance from the chair: picking up, declaring or discarding, the sixth card."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.chance import BOOK, DECLARED, SCHEDULE, dealt, drawn_cards, faces, hand, lift, put, real_cards, sit, wins
from tests.web.conftest import PHONE
from tests.web.house import ChanceTable, Staff
from tests.web.test_player import box

pytestmark = pytest.mark.browser


@pytest.fixture
def table(operator: Staff) -> ChanceTable:
    """A table whose cards are drawn and come five at a time, with a jackpot."""
    return drawn_cards(operator)


@pytest.fixture
def real(operator: Staff) -> ChanceTable:
    """A table with a real shoe, so that the test knows every card."""
    return real_cards(operator)


def test_a_stranger_discards_two_cards_and_the_sixth_decides(page: Page, table: ChanceTable) -> None:
    own = sit(page, table)
    expect(page.get_by_role("region", name="Jackpot", exact=True)).to_contain_text("5,000")
    dealt(page, table, own, complies=False)
    before = table.stack("Stranger") + 600
    cards = faces(hand(page))
    expect(hand(page)).to_contain_text(re.compile("Discard two, three or four cards"))
    lift(page, 1, 3)
    expect(hand(page)).to_contain_text("Keep 3 of 5")
    expect(page.get_by_role("button", name="Discard the", pressed=True)).to_have_count(2)
    page.get_by_role("button", name="Discard 2 for good").click()
    expect(hand(page)).to_contain_text("You keep 3 cards.")
    expect(hand(page)).to_contain_text("2 cards of yours on the discard line, face down.")
    kept = [cards[0], cards[2], cards[4]]
    assert faces(hand(page)) == kept

    table.deal(until="drawing")
    table.do("DealSixthCard")
    expect(hand(page)).to_contain_text("Sixth card, face down.")
    table.do("TurnSixthCard", area=3)
    expect(hand(page).get_by_role("img", name=re.compile(" of "))).to_have_count(4)
    *_, sixth = faces(hand(page))
    won = wins(kept, sixth)
    same_suit = any(suit == sixth[1] for _, suit in kept)
    clause = "9.3" if won else "9.4" if same_suit else "9.5"
    expect(hand(page)).to_contain_text("you win" if won else "you lose")
    expect(hand(page).get_by_role("link", name=f"DC {clause}")).to_be_visible()
    # DC 9.3 pays 1 to 1; a hand that was not declared never wins the Jackpot wager (DC 9.6).
    assert table.stack("Stranger") == before - 100 + (500 if won else -500)
    expect(box(own, "Wager")).to_contain_text("+$5" if won else "−$5")  # noqa: RUF001
    box(own, "Wager").click()
    why = page.get_by_role("dialog", name="Why was this paid?")
    expect(why).to_contain_text("Won at 1 to 1" if won else "Lost")
    expect(why).to_contain_text(BOOK.clause(clause).asks)


def test_a_hand_of_rule_11_is_named_and_only_declared(page: Page, table: ChanceTable) -> None:
    own = sit(page, table)
    named = dealt(page, table, own, complies=True)
    assert named is not None
    before = table.stack("Stranger") + 600
    expect(hand(page)).to_contain_text(f"{named.capitalize()}. A hand of rule 11 is declared.")
    expect(hand(page).get_by_role("link", name="DC 8.3")).to_be_visible()
    # DC 8.3, ruling 21: there is nothing to discard it with.
    expect(page.get_by_role("group", name="Cards to discard")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("Discard"))).to_have_count(0)
    page.get_by_role("button", name=f"Declare {named}").click()
    expect(own).to_contain_text("Declared")
    table.deal(until="settled")
    odds, prize = DECLARED[named], SCHEDULE.get(named)
    expect(hand(page)).to_contain_text(f"{named.capitalize()} pays {odds} to 1")
    expect(box(own, "Wager")).to_contain_text(f"+${5 * odds:,}")
    assert table.stack("Stranger") == before + 500 * odds + (100 * prize if prize else -100)
    box(own, "Wager").click()
    line = {"two pairs": "Two Pairs", "dead hand": "Dead Hand", "full house": "Full House"}.get(named, named)
    cited = next(each for each in BOOK.clauses if each.id.lower() == f"9.1:{line}".lower())
    expect(page.get_by_role("dialog")).to_contain_text(cited.asks)


def test_a_declaration_that_does_not_comply_must_discard_two_and_stays_in(page: Page, table: ChanceTable) -> None:
    own = sit(page, table)
    dealt(page, table, own, complies=False)
    page.get_by_role("button", name="Declare all five").click()
    expect(hand(page)).to_contain_text("no hand of rule 11: discard at least two cards and stay in")
    expect(hand(page).get_by_role("link", name="DC 12.6")).to_be_visible()
    expect(own).to_contain_text("Must discard")
    expect(page.get_by_role("button", name=re.compile("^Declare"))).to_have_count(0)
    lift(page, 0)
    expect(page.get_by_role("button", name="At least two must go")).to_be_disabled()
    lift(page, 1, 2, 3)
    page.get_by_role("button", name="Discard 4 for good").click()
    expect(hand(page)).to_contain_text("You keep 1 card.")
    table.deal(until="settled")
    expect(hand(page).get_by_role("img", name=re.compile(" of "))).to_have_count(2)


def test_none_and_all_five_cannot_go_and_four_kept_are_one_too_many(page: Page, table: ChanceTable) -> None:
    own = sit(page, table)
    dealt(page, table, own, complies=False)
    expect(page.get_by_role("button", name="Tap the cards that go")).to_be_disabled()
    lift(page, 0, 1, 2, 3, 4)
    expect(page.get_by_role("button", name="Keep at least one card")).to_be_disabled()
    lift(page, 0, 1, 2, 3)
    expect(hand(page)).to_contain_text("Keep 4 of 5: one more would have to go")
    page.get_by_role("button", name="Discard 1 for good").click()
    # DC 12.7
    expect(hand(page)).to_contain_text("Four cards are one too many")
    expect(hand(page).get_by_role("link", name="DC 12.7")).to_be_visible()
    lift(page, 0)
    expect(hand(page)).to_contain_text("Keep 3 of 4")
    page.get_by_role("button", name="Discard 1 for good").click()
    expect(own).to_contain_text("Keeps 3")


def test_hands_and_discards_are_for_their_player_alone(
    page: Page, dealer: Page, inspector: Page, table: ChanceTable, new_context: Callable[..., BrowserContext]
) -> None:
    own = sit(page, table)
    dealt(page, table, own, complies=False)
    bystander = new_context().new_page()
    bystander.goto(f"/table/{table.id}")
    dealer.goto(f"/table/{table.id}/deal")
    inspector.goto(f"/table/{table.id}")
    for other in (bystander, dealer, inspector):
        expect(other.get_by_role("region", name="Area 3")).to_contain_text("Area 3: 5 cards face down.")
    lift(page, 0, 1)
    page.get_by_role("button", name="Discard 2 for good").click()
    for other in (bystander, dealer, inspector):
        expect(other.get_by_role("region", name="Area 3")).to_contain_text("Area 3: 3 cards face down.")
        expect(other.get_by_role("region", name="Area 3")).to_contain_text("Discard line, area 3: 2 cards face down.")
        assert faces(other.get_by_role("main")) == []


def test_the_keyboard_bets_picks_up_lifts_and_discards(page: Page, table: ChanceTable) -> None:
    own = sit(page, table)
    dealt(page, table, own, complies=False)
    page.get_by_role("heading", name="Limits and odds").click()
    for key in "125":
        page.keyboard.press(key)
    expect(hand(page)).to_contain_text("Keep 2 of 5")
    page.keyboard.press("2")
    expect(hand(page)).to_contain_text("Keep 3 of 5")
    page.keyboard.press("x")
    expect(own).to_contain_text("Keeps 3")
    table.deal()
    expect(page.get_by_test_id("stage")).to_have_text("Place your bets")
    page.keyboard.press("1")
    expect(box(own, "Wager")).to_have_accessible_name(re.compile("Your wager"))
    page.keyboard.press("2")
    expect(box(own, "Jackpot")).to_have_accessible_name(re.compile(r"costs \$1\. Your wager \$1\."))
    table.no_more_bets()
    expect(page.get_by_role("button", name="Pick up")).to_be_visible()
    page.keyboard.press("r")
    expect(hand(page).get_by_role("img", name=re.compile(" of "))).to_have_count(5)


def test_a_phone_needs_no_scrolling_to_choose_and_discard(phone: Page, table: ChanceTable) -> None:
    own = sit(phone, table)
    dealt(phone, table, own, complies=False)
    lift(phone, 1, 2)
    cards = phone.get_by_role("group", name="Cards to discard").get_by_role("button").all()
    choices = [phone.get_by_role("button", name=name) for name in ("Declare all five", "Discard 2 for good")]
    for button in (*cards, *choices):
        place = button.bounding_box()
        assert place is not None
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= PHONE["width"]
        assert place["y"] + place["height"] <= PHONE["height"]
        assert min(place["width"], place["height"]) >= 44
    assert phone.evaluate("scrollY") == 0
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def test_at_a_real_table_a_player_says_how_many_cards_go(page: Page, real: ChanceTable) -> None:
    own = sit(page, real)
    put(own, "Wager")
    real.no_more_bets()
    page.get_by_role("button", name="Pick up").click()
    # The cards are on the cloth, and no record shows them.
    expect(page.get_by_role("button", name="Discard 2 for good")).to_be_visible()
    assert faces(hand(page)) == []
    page.get_by_role("button", name="Discard 3 for good").click()
    expect(own).to_contain_text("Keeps 2")
