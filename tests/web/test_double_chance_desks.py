"""Double Chance from the dealer's, the supervisor's, the operator's and the inspector's desks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.chance import BOOK, SCHEDULE, drawn_cards, hand, put, real_cards, sit
from tests.web.house import ChanceTable, Staff, Table, power
from tests.web.test_consoles import closed, due, seat, tap, wager
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


def test_a_dealer_notes_choices_and_enters_kept_and_sixth_cards(dealer: Page, real: ChanceTable) -> None:
    dealer.goto(f"/table/{real.id}/deal")
    for name in ("Ann", "Bob", "Cy"):
        seat(dealer, name)
    real.deal()
    for name, dollars in (("Ann", "10"), ("Bob", "20"), ("Cy", "30")):
        wager(dealer, name, "Wager", dollars)
    wager(dealer, "Cy", "Jackpot", "1")
    expect(dealer.get_by_role("region", name="Area 3")).to_contain_text("Jackpot")
    due(dealer, "No more bets").click()
    # DC 7.3: one card at a time from the dealer's left, five rounds of them.
    for place in [1, 2, 3] * 5:
        expect(dealer.get_by_role("region", name=f"Area {place}")).to_have_class(re.compile(r"\bdue\b"))
        due(dealer, f"Deal a card to area {place}").click()
    expect(dealer.get_by_test_id("due")).to_have_text("Ann, Bob and Cy may declare or discard")
    ann, bob, cy = (dealer.get_by_role("group", name=f"Area {place}") for place in (1, 2, 3))
    ann.get_by_role("button", name="Picked up").click()
    expect(ann.get_by_role("button", name="Absent: void")).to_have_count(0)
    ann.get_by_role("button", name="Discarded 3").click()
    bob.get_by_role("button", name="Declared").click()
    cy.get_by_role("button", name="Declared").click()

    # DC 8.6: from the dealer's right. A straight to the ace pays 2 to 1, and the Jackpot wager 15 to 1.
    turn_up = due(dealer, "Turn up the declared hand of area 3")
    for rank, suit in (("ace", "hearts"), ("king", "clubs"), ("queen", "spades"), ("jack", "hearts"), ("ten", "clubs")):
        expect(turn_up).to_be_disabled()
        tap(dealer, rank, suit)
    turn_up.click()
    expect(dealer.get_by_role("region", name="Area 3")).to_contain_text("Straight, 2 to 1")
    assert real.stack("Cy") == 10000 + 2 * 3000 + 15 * 100

    # DC 12.6: a pair is no hand of rule 11. Bob gives up three cards, by their faces, and stays in.
    hand = (("nine", "hearts"), ("nine", "clubs"), ("king", "spades"), ("four", "hearts"), ("two", "clubs"))
    for rank, suit in hand:
        tap(dealer, rank, suit)
    expect(dealer.get_by_test_id("due")).to_have_text("Bob must discard")
    expect(bob.get_by_role("link", name="DC 12.6")).to_be_visible()
    for card in ("nine of clubs", "four of hearts"):
        bob.get_by_role("button", name=f"Discard the {card}").click()
    bob.get_by_role("button", name="Discard the two of clubs").click()
    bob.get_by_role("button", name="Discard 3 cards").click()

    for rank, suit in (("queen", "diamonds"), ("three", "spades")):
        tap(dealer, rank, suit)
    for place in (1, 2):
        expect(dealer.get_by_role("region", name=f"Area {place}")).to_have_class(re.compile(r"\bdue\b"))
        due(dealer, f"Deal the sixth card of area {place}").click()
    tap(dealer, "ten", "diamonds")
    # DC 9.3: the ten is lower than the queen of its suit. What it pays is shown before it is paid.
    expect(dealer.get_by_role("table", name="To take and to pay")).to_contain_text("Pay $10")
    assert real.stack("Ann") == 10000 - 1000
    due(dealer, "Turn up the sixth card of area 1").click()
    expect(dealer.get_by_role("region", name="Area 1")).to_contain_text("10♦ under Q♦")
    assert real.stack("Ann") == 10000 + 1000
    # DC 9.4: the ace counts high, above the king of its suit.
    tap(dealer, "ace", "spades")
    due(dealer, "Turn up the sixth card of area 2").click()
    expect(dealer.get_by_role("region", name="Area 2")).to_contain_text("A♠ over K♠")
    assert real.stack("Bob") == 10000 - 2000
    dealer.get_by_role("button", name="Collect the cards").click()
    # DC 4.2: shuffled and cut again before the next round.
    dealer.get_by_role("button", name="Shuffle", exact=True).click()
    dealer.get_by_role("button", name="Cut the deck").click()
    expect(dealer.get_by_test_id("stage")).to_have_text("Place your bets")


def test_a_shuffling_device_deals_fives_and_another_replaces_it(dealer: Page, operator: Staff) -> None:
    table = operator.open_chance("Fives", cards="real", device="shuffling shoe")
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    wager(dealer, "Ann", "Wager", "10")
    before = table.view["back"]
    expect(dealer.get_by_text(f"{before.capitalize()} deck, 0 cards in the rack")).to_be_visible()
    due(dealer, "No more bets").click()
    due(dealer, "Deal five cards to area 1").click()
    dealer.get_by_role("group", name="Area 1").get_by_role("button", name="Absent: void").click()
    # DC 12.12: the wager goes back.
    expect(dealer.get_by_role("button", name="Collect the cards")).to_be_visible()
    assert table.stack("Ann") == 10000
    dealer.get_by_role("button", name="Collect the cards").click()
    # DC 3.2.2: the two decks have backs of different colours. DC 4.5: a shuffle by hand may come first.
    other = {"red": "blue", "blue": "red"}[before]
    expect(dealer.get_by_text(f"{other.capitalize()} deck, 0 cards in the rack")).to_be_visible()
    dealer.get_by_role("button", name="Shuffle by hand first").click()
    expect(dealer.get_by_text("shuffled by hand before the device has them")).to_be_visible()
    due(dealer, f"Shuffle the {other} deck in the device").click()

    wager(dealer, "Ann", "Wager", "10")
    due(dealer, "No more bets").click()
    due(dealer, "Deal five cards to area 1").click()
    dealer.get_by_role("button", name="The shuffling device failed").click()
    dialog = dealer.get_by_role("dialog")
    expect(dialog.get_by_test_id("consequence")).to_have_text(
        "Round 2 is void and every wager goes back: the shuffling device can no longer be used. "
        "$10 goes back to Ann. The shuffling device can no longer be used."
    )
    expect(dialog).to_contain_text(BOOK.clause("13.2.1").asks)
    dialog.get_by_role("button", name="The shuffling device failed").click()
    due(dealer, "Go on with a card shoe").click()
    for act in ("Check the cards", "Shuffle", "Cut the deck"):
        due(dealer, act).click()
    wager(dealer, "Ann", "Wager", "10")
    due(dealer, "No more bets").click()
    expect(due(dealer, "Deal a card to area 1")).to_be_visible()


def test_irregularities_say_what_they_do_before_and_after_cards_are_handled(
    dealer: Page, page: Page, table: ChanceTable
) -> None:
    own = sit(page, table)
    put(own, "Wager", "Jackpot")
    dealer.goto(f"/table/{table.id}/deal")
    closed(dealer, "A card was exposed in the deal")
    table.no_more_bets()
    dealer.get_by_role("button", name="Cards went to an area without a wager").click()
    dialog = dealer.get_by_role("dialog")
    expect(dialog.get_by_test_id("consequence")).to_have_text(
        "Round 1 is void and every wager goes back: a misdeal, cards were dealt where no wager was. "
        "$6 goes back to Stranger."
    )
    expect(dialog).to_contain_text(BOOK.clause("12.1").asks)
    page.get_by_role("button", name="Pick up").click()
    expect(dialog.get_by_test_id("consequence")).to_have_text(
        "5 cards dealt to area 1, where no wager is, are counted and racked."
    )
    expect(dialog).to_contain_text(BOOK.clause("12.9").asks)
    dialog.get_by_label("Area").select_option(label="Area 5")
    dialog.get_by_role("button", name="Cards went to an area without a wager").click()
    expect(dealer.get_by_text("5 cards dealt to area 5, where no wager is, are counted and racked.")).to_be_visible()


def test_a_voucher_is_exchanged_once(dealer: Page, real: ChanceTable) -> None:
    dealer.goto(f"/table/{real.id}/deal")
    seat(dealer, "Ann")
    dealer.get_by_text("Someone brings a voucher").click()
    for _ in range(2):
        expect(dealer.get_by_label("Voucher number")).to_have_value("")  # the form is free again
        dealer.get_by_label("Voucher number").fill("V-7")
        dealer.get_by_label("Value, $").fill("25")
        dealer.get_by_role("combobox", name="Exchanged for").select_option(label="promotional tokens")
        dealer.get_by_role("button", name="Exchange it").click()
        expect(dealer.get_by_text("Ann gets $25 in tokens for voucher V-7.")).to_be_visible()
    expect(dealer.get_by_role("status").or_(dealer.get_by_role("alert")).filter(has_text="already")).to_be_visible()
    assert real.stack("Ann") == 10000 + 2500


def test_a_supervisor_directs_suspected_players_and_the_sign_says_so(
    page: Page, pit_boss: Page, table: ChanceTable, new_context: Callable[..., BrowserContext]
) -> None:
    own = sit(page, table)
    put(own, "Wager")
    put(sit(new_context().new_page(), table, "Bob", area=5), "Wager")
    pit_boss.goto(f"/table/{table.id}/supervise")
    power(pit_boss, "Have a player act first").click()
    dialog = pit_boss.get_by_role("dialog")
    dialog.get_by_label("Player").select_option(label="Bob")
    dialog.get_by_label("The suspicion").fill("Looks at other hands")
    expect(dialog).to_contain_text(BOOK.clause("12.11.1").asks)
    dialog.get_by_role("button", name="Have a player act first").click()
    expect(pit_boss.get_by_text("Bob acts before others handle their cards.")).to_be_visible()
    power(pit_boss, "English only").click()
    pit_boss.get_by_label("The suspicion").fill("Whispers")
    pit_boss.get_by_role("dialog").get_by_role("button", name="English only").click()
    expect(page.get_by_role("region", name="Limit sign")).to_contain_text("English only at this table")

    table.no_more_bets()
    expect(hand(page)).to_contain_text("Another player acts before you may handle your cards.")
    expect(page.get_by_role("button", name="Pick up")).to_have_count(0)
    pit_boss.get_by_text("Bob acts before").locator("..").get_by_role("button", name="Lift it").click()
    pit_boss.get_by_role("dialog").get_by_role("button", name="Have a player act first").click()
    page.get_by_role("button", name="Pick up").click()

    power(pit_boss, "Keep players apart").click()
    dialog = pit_boss.get_by_role("dialog")
    give = dialog.get_by_role("button", name="Keep players apart")
    dialog.get_by_label("The suspicion").fill("Signals")
    dialog.get_by_label("Bob").check()
    expect(give).to_be_disabled()
    dialog.get_by_label("Stranger").check()
    give.click()
    either = re.compile("^(Bob and Stranger|Stranger and Bob) may not play together.$")
    expect(pit_boss.get_by_text(either)).to_be_visible()


def test_a_round_touched_by_fraud_is_void_and_the_cheats_wager_forfeited(pit_boss: Page, real: ChanceTable) -> None:
    for name, place in (("Ann", 1), ("Bob", 2)):
        real.do("Join", player=name.lower(), name=name, cents=10000, seat=place)
        real.deal()
        real.do("PlaceWager", player=name.lower(), area=place, bet="wager", cents=2000)
    real.no_more_bets()
    pit_boss.goto(f"/table/{real.id}/supervise")
    power(pit_boss, "Void the round").click()
    dialog = pit_boss.get_by_role("dialog")
    happens = dialog.get_by_test_id("consequence")
    dialog.get_by_label("Reason, for the record").fill("A marked card")
    dialog.get_by_label("Cause").select_option(label="Fraud that touched the outcome")
    expect(happens).to_have_text(
        "Round 1 is void and every wager goes back: A marked card. $20 goes back to Ann and $20 to Bob."
    )
    dialog.get_by_label("Bob").check()
    expect(happens).to_have_text(
        "Round 1 is void and its wagers go back: A marked card, but for what the house keeps: "
        "Bob's $20 on wager at area 2 loses. $20 goes back to Ann."
    )
    expect(dialog).to_contain_text(BOOK.clause("14.4.2").asks)
    dialog.get_by_role("button", name="Void the round").click()
    expect(dialog).to_be_hidden()
    # DC 14.5
    assert (real.stack("Ann"), real.stack("Bob")) == (10000, 8000)


def test_a_wager_is_refused_on_grounds_with_the_jackpot_wager_beside_it(
    page: Page, pit_boss: Page, table: ChanceTable
) -> None:
    own = sit(page, table)
    put(own, "Wager", "Jackpot")
    pit_boss.goto(f"/table/{table.id}/supervise")
    power(pit_boss, "Refuse a wager").click()
    dialog = pit_boss.get_by_role("dialog")
    give = dialog.get_by_role("button", name="Refuse a wager")
    expect(give).to_be_disabled()
    dialog.get_by_label("Bet").select_option(label="Wager")
    dialog.get_by_label("Reason, for the record").fill("Chips of another casino")
    # DC 14.11: the Jackpot wager goes with the wager that it stands beside.
    expect(dialog.get_by_test_id("consequence")).to_have_text(
        "Stranger's $1 on jackpot at area 3 goes back. Stranger's $5 on wager at area 3 goes back."
    )
    expect(dialog).to_contain_text(BOOK.clause("14.11").asks)
    give.click()
    expect(box(own, "Jackpot")).not_to_have_accessible_name(re.compile("Your wager"))
    assert table.stack("Stranger") == 10000


def test_the_operator_sets_the_jackpot_and_the_maximum_payout(
    page: Page, pit_boss: Page, operator: Staff, new_context: Callable[..., BrowserContext]
) -> None:
    table = operator.open_chance("No jackpot yet")
    page.goto(f"/table/{table.id}")
    sign = page.get_by_role("region", name="Limit sign")
    expect(sign).not_to_contain_text("Jackpot")
    # DC 10.2, 9.2: the operator's alone.
    pit_boss.goto(f"/table/{table.id}/supervise")
    closed(pit_boss, "Set the jackpot", "Signs and closing")

    desk = new_context(operator).new_page()
    desk.goto(f"/table/{table.id}/supervise")
    power(desk, "Set the jackpot").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_label("Price of a Jackpot wager").fill("2")
    for name, odds in SCHEDULE.items():
        expect(dialog.get_by_role("button", name="Set the jackpot")).to_be_disabled()
        dialog.get_by_label(re.compile(f"^{name}, to 1", re.IGNORECASE)).fill(str(odds))
    dialog.get_by_role("button", name="Set the jackpot").click()
    power(desk, "Set the maximum payout").click()
    dialog.get_by_label("On a declared hand").fill("1000")
    dialog.get_by_role("button", name="Set the maximum payout").click()
    expect(sign.get_by_role("row", name="Jackpot")).to_contain_text("$2")
    expect(sign).to_contain_text("Maximum payout $1,000")
    expect(sign.get_by_role("row", name="Dead hand").last).to_contain_text("500 to 1")


def test_a_dispute_is_ruled_on_reviewed_and_finally_decided(
    page: Page,
    pit_boss: Page,
    *,
    real: ChanceTable,
    operator: Staff,
    supervisors_account: Staff,
    new_context: Callable[..., BrowserContext],
) -> None:
    sit(page, real)
    (stranger,) = real.view["people"]
    player, area = stranger["id"], stranger["seat"]
    real.deal()
    real.do("PlaceWager", player=player, area=area, bet="wager", cents=1000)
    real.no_more_bets()
    real.do("DiscardCards", player=player, number=4)
    # DC 9.3: the two is lower than the king of its suit.
    real.deal(**{f"area_{area}": ["Kh"], f"sixth_{area}": ["2h"]}, until="settled")
    assert real.stack("Stranger") == 10000 + 1000
    real.do("WriteSlip", kind="fill", cents=50_000)
    Table(supervisors_account, real.id).do("SignSlip", number=1)
    page.get_by_role("button", name="Raise a dispute").click()
    expect(page.get_by_role("dialog")).to_contain_text(BOOK.clause("14.12").asks)
    page.get_by_label("What is it about?").fill("My chips were moved")
    page.get_by_role("dialog").get_by_role("button", name="Raise a dispute").click()
    pit_boss.goto(f"/table/{real.id}/supervise")
    pit_boss.get_by_role("button", name="Rule on it").click()
    pit_boss.get_by_label("Ruling").fill("They were not")
    case = pit_boss.get_by_role("region", name="Dispute 1")
    case.get_by_role("button", name="Rule on it", exact=True).click()
    expect(case).to_have_count(0)
    page.get_by_role("button", name="Ask for a review", exact=True).click()
    pit_boss.get_by_role("button", name="Review the ruling").click()
    pit_boss.get_by_label("Finding").fill("The ruling stands")
    case.get_by_role("button", name="Review the ruling", exact=True).click()
    expect(pit_boss.get_by_text(re.compile("Review: .*The ruling stands")).first).to_be_visible()

    desk = new_context(operator).new_page()
    desk.goto(f"/table/{real.id}/supervise")
    desk.get_by_role("button", name="Decide it finally").click()
    dialog = desk.get_by_role("region", name="Dispute 1")
    dialog.get_by_label("Decision").fill("Paid all the same")
    dialog.get_by_label("Paid from the house").fill("5")
    expect(dialog.get_by_test_id("consequence")).to_contain_text("complain to an inspector")
    dialog.get_by_role("button", name="Decide it finally", exact=True).click()
    expect(page.get_by_role("region", name="Ask the house")).to_contain_text("Paid all the same")
    assert real.stack("Stranger") == 10000 + 1000 + 500


def test_the_inspector_replays_a_round_with_its_sixth_card(inspector: Page, real: ChanceTable) -> None:
    real.do("Join", player="ann", name="Ann", cents=10000, seat=1)
    real.deal()
    real.do("PlaceWager", player="ann", area=1, bet="wager", cents=1000)
    real.no_more_bets()
    real.do("DiscardCards", player="ann", number=4)
    real.deal(area_1=["Kh"], sixth_1=["2h"], until="settled")
    inspector.goto(f"/inspector/{real.id}/1")
    felt = inspector.get_by_test_id("replay felt")
    inspector.get_by_role("slider").press("End")
    expect(felt).to_contain_text("Sixth card")
    expect(felt.get_by_role("img", name="two of hearts")).to_be_visible()
    expect(felt).to_contain_text("won +$10")


def test_an_inspector_has_the_deck_counted(inspector: Page, dealer: Page, table: ChanceTable) -> None:
    # DC 3.8
    inspector.goto(f"/table/{table.id}")
    inspector.get_by_role("button", name="Have the deck counted").click()
    dealer.goto(f"/table/{table.id}/deal")
    due(dealer, "Count the deck: 52 cards").click()
    expect(dealer.get_by_text("Nothing is due").or_(dealer.get_by_text("Betting is open"))).to_be_visible()
