"""Three Card Poker's pages: the player's hand, the dealer's console, the manager's word on a jackpot, the meters."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import count

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from croupier.books import book
from tests.web.conftest import PHONE, Running
from tests.web.house import PokerTable, Staff
from tests.web.test_consoles import closed, due, seat, tap, wager
from tests.web.test_player import box

pytestmark = pytest.mark.browser

BOOK = book("three-card-poker")
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
PAIR_PLUS_A = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1}

# Meters that run at one time have different prices (TCP 6.1.1(e)); the demo floor's own takes one dollar.
prices = count(200, 100)


@pytest.fixture
def table(operator: Staff) -> PokerTable:
    """A table whose cards are drawn, without a jackpot."""
    return operator.open_poker("A quiet poker table")


@pytest.fixture
def price() -> int:
    """What a Jackpot wager costs on the meter of this test."""
    return next(prices)


@pytest.fixture
def linked(operator: Staff, price: int) -> tuple[PokerTable, PokerTable, str]:
    """A table with real cards, one whose cards are drawn, and the meter of both."""
    terms = {"jackpot_price": price, "jackpot_option": 2}
    real = operator.open_poker("Real cards", cards="real", **terms)
    drawn = operator.open_poker("Drawn cards", **terms)
    return real, drawn, operator.open_meter(price, real, drawn)


@pytest.fixture(scope="session")
def managers_account(running: Running) -> Staff:
    """The assistant casino manager's account."""
    return Staff(running.address, "manager", running.passwords["manager"])


@pytest.fixture
def manager(new_context: Callable[..., BrowserContext], managers_account: Staff) -> Page:
    """The assistant casino manager's page."""
    return new_context(managers_account).new_page()


def sit(page: Page, table: PokerTable, name: str = "Stranger") -> Locator:
    """Take seat 3 as a guest with $100; the place that is now one's own."""
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name="Sit at area 3").click()
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_label("Chips to buy, in dollars").fill("100")
    page.get_by_role("button", name="Take the seat").click()
    own = page.get_by_role("region", name="Area 3, yours")
    expect(own).to_be_visible()
    return own


def put(own: Locator, *bets: str) -> None:
    for bet in bets:
        box(own, bet).click()
        expect(box(own, bet)).to_have_accessible_name(re.compile("Your wager"))


def faces(place: Locator) -> list[tuple[int, str]]:
    """The cards that can be seen there, each with its rank from 0 for a two, and its suit."""
    names = [each.get_attribute("aria-label") or "" for each in place.get_by_role("img", name=re.compile(" of ")).all()]
    return [(RANKS.index(rank), suit) for rank, suit in (name.split(" of ") for name in names)]


def value(cards: list[tuple[int, str]]) -> str:
    """What three cards are (TCP 3.6.1)."""
    ranks = sorted(rank for rank, _ in cards)
    flush = len({suit for _, suit in cards}) == 1
    straight = ranks in ([0, 1, 12], [ranks[0], ranks[0] + 1, ranks[0] + 2])
    kinds = len(set(ranks))
    if straight:
        return "straight flush" if flush else "straight"
    return {1: "three of a kind", 2: "pair"}.get(kinds, "flush" if flush else "high card")


def hand(page: Page) -> Locator:
    return page.get_by_role("region", name="Your hand")


def test_a_stranger_looks_at_the_hand_plays_it_is_settled_with_and_reads_why(
    page: Page, linked: tuple[PokerTable, PokerTable, str], price: int
) -> None:
    _, table, _ = linked
    own = sit(page, table)
    put(own, "Ante", "Pair Plus", "Jackpot")
    expect(box(own, "Jackpot")).to_have_accessible_name(
        re.compile(rf"costs \${price // 100}\. Your wager \${price // 100}\.")
    )
    table.no_more_bets()

    assert faces(hand(page)) == []
    page.get_by_role("button", name="Reveal").click()
    expect(hand(page).get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    cards = faces(hand(page))
    best = max(rank for rank, _ in cards)
    named = value(cards).replace("high card", f"{RANKS[best]} high")
    expect(hand(page)).to_contain_text(named, ignore_case=True)
    page.get_by_role("button", name="Play $5").click()
    expect(hand(page)).to_contain_text("You play.")
    table.deal(until="settled")

    expect(page.get_by_role("region", name="Dealer's hand").get_by_role("img", name=re.compile(" of "))).to_have_count(
        3
    )
    expect(page.get_by_role("region", name="Jackpot Cards").get_by_role("img", name=re.compile(" of "))).to_have_count(
        2
    )
    dealers = faces(page.get_by_role("region", name="Dealer's hand"))
    # Queen high or better qualifies.
    qualifies = value(dealers) != "high card" or max(rank for rank, _ in dealers) >= RANKS.index("queen")
    expect(page.get_by_role("region", name="Dealer's hand")).to_contain_text("qualifies" if qualifies else "No hand")
    odds = PAIR_PLUS_A.get(value(cards))
    expect(box(own, "Pair Plus")).to_contain_text(f"+${5 * odds}" if odds else "−$5")  # noqa: RUF001

    box(own, "Pair Plus").click()
    why = page.get_by_role("dialog", name="Why was this paid?")
    expect(why).to_contain_text(f"Won at {odds} to 1" if odds else "Lost")
    expect(why).to_contain_text(BOOK.clause("5.8.1" if odds else "5.8.2").asks)


def test_a_hand_looked_at_is_for_its_player_alone(
    page: Page, dealer: Page, inspector: Page, table: PokerTable, new_context: Callable[..., BrowserContext]
) -> None:
    own = sit(page, table)
    put(own, "Ante")
    bystander = new_context().new_page()
    bystander.goto(f"/table/{table.id}")
    dealer.goto(f"/table/{table.id}/deal")
    inspector.goto(f"/table/{table.id}")
    table.no_more_bets()  # from now on the player's time runs
    page.get_by_role("button", name="Reveal").click()
    expect(own.get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    for other in (bystander, dealer, inspector):
        expect(other.get_by_role("region", name="Area 3")).to_contain_text("Area 3: 3 cards face down.")
        assert faces(other.get_by_role("main")) == []
    expect(dealer.get_by_text("looks at the hand of area 3.")).to_be_visible()


def test_cards_can_be_squeezed_open(page: Page, table: PokerTable) -> None:
    own = sit(page, table)
    put(own, "Ante")
    table.no_more_bets()
    cards = hand(page).locator(".squeeze")
    place = cards.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=3)
    expect(cards.get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    # On the felt they stay covered until they are open.
    assert faces(own) == []
    page.mouse.move(x, y - 200, steps=5)
    page.mouse.up()
    expect(own.get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    expect(page.get_by_role("button", name="Reveal")).to_have_count(0)


def test_the_keyboard_bets_reveals_and_folds(page: Page, table: PokerTable) -> None:
    own = sit(page, table)
    page.get_by_role("heading", name="Limits and odds").click()
    page.keyboard.press("1")
    page.keyboard.press("2")
    for bet in ("Ante", "Pair Plus"):
        expect(box(own, bet)).to_have_accessible_name(re.compile("Your wager"))
    table.no_more_bets()
    expect(page.get_by_role("button", name="Reveal")).to_be_visible()
    page.keyboard.press("r")
    expect(own.get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    page.keyboard.press("k")
    # TCP 9.5.2(b): the Ante is collected and Pair Plus stays.
    expect(hand(page)).to_contain_text("You stay in with Pair Plus.")
    expect(box(own, "Ante")).to_contain_text("−$5")  # noqa: RUF001
    expect(box(own, "Pair Plus")).to_have_accessible_name(re.compile(r"Your wager \$5\."))
    box(own, "Ante").click()
    expect(page.get_by_role("dialog")).to_contain_text(BOOK.clause("5.7.2(a)").asks)


def test_a_second_area_is_played_blind(page: Page, table: PokerTable) -> None:
    own = sit(page, table)
    player = next(each["id"] for each in table.view["people"])
    table.do("PermitAreas", player=player, areas=2, seats_elsewhere=True)
    put(own, "Ante")
    other = page.get_by_role("region", name="Area 4")
    put(other, "Ante")
    table.no_more_bets()
    expect(other).to_contain_text("Blind")
    page.get_by_role("button", name="Reveal").click()
    expect(own.get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    assert faces(other) == []
    blind = hand(page).get_by_role("group", name="Area 4")
    expect(blind).to_contain_text("blind")
    blind.get_by_role("button", name="Play $5").click()
    expect(other).to_contain_text("Plays, blind")
    hand(page).get_by_role("group", name="Area 3").get_by_role("button", name="Fold", exact=True).or_(
        hand(page).get_by_role("button", name="Fold F")
    ).first.click()
    expect(own).to_contain_text("Folded")


def test_a_phone_needs_no_scrolling_to_bet_fold_or_play(
    phone: Page, linked: tuple[PokerTable, PokerTable, str]
) -> None:
    _, table, _ = linked
    own = sit(phone, table)
    put(own, "Ante", "Pair Plus", "Jackpot")
    table.no_more_bets()
    phone.get_by_role("button", name="Reveal").click()
    expect(hand(phone).get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    for name in ("Fold F", "Fold but keep Pair Plus K", "Play $5 P"):
        place = phone.get_by_role("button", name=name.rsplit(" ", 1)[0], exact=True).bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= PHONE["height"]
        assert place["height"] >= 44
    assert phone.evaluate("scrollY") == 0
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def test_players_may_take_their_wagers_back_after_an_error(page: Page, table: PokerTable) -> None:
    own = sit(page, table)
    put(own, "Ante", "Pair Plus")
    table.no_more_bets()
    # TCP 11.8: cards at an area without a stake, found after the call.
    table.do("ReportUnstakedArea", area=5)
    dialog = page.get_by_role("dialog", name="You may take your wagers back")
    expect(dialog).to_contain_text("Stranger takes $10 back.")
    dialog.get_by_role("button", name="Take my wagers back").click()
    expect(dialog).to_be_hidden()
    assert table.stack("Stranger") == 10000


def test_a_dealer_enters_who_takes_wagers_back_after_an_error(dealer: Page, operator: Staff) -> None:
    table = operator.open_poker("Taken back", cards="real")
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    seat(dealer, "Bob")
    wager(dealer, "Ann", "Ante", "10")
    wager(dealer, "Bob", "Ante", "20")
    expect(due(dealer, "No more bets")).to_be_enabled()
    table.no_more_bets()
    # TCP 11.8: cards at an area without a stake, found after the call.
    table.do("ReportUnstakedArea", area=5)
    expect(dealer.get_by_test_id("due")).to_have_text("Ann and Bob may take wagers back")
    act = dealer.get_by_role("region", name="Next act")
    act.get_by_role("group", name="Ann").get_by_role("button", name="Takes wagers back").click()
    act.get_by_role("group", name="Bob").get_by_role("button", name="Leaves wagers on").click()
    expect(dealer.get_by_test_id("due")).to_have_text("Bob may play or fold")
    assert table.stack("Ann") == 10000
    assert table.stack("Bob") == 8000


def test_a_dealer_enters_choices_and_hands_and_corrects_a_card_before_it_counts(dealer: Page, operator: Staff) -> None:
    table = operator.open_poker("Real cards", cards="real")
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    seat(dealer, "Bob")
    wager(dealer, "Ann", "Ante", "10")
    wager(dealer, "Ann", "Pair Plus", "10")
    wager(dealer, "Bob", "Ante", "20")
    due(dealer, "No more bets").click()
    # TCP 9.3: one card at a time from the dealer's left, the dealer's own last.
    for region, place in [("Area 1", "area 1"), ("Area 2", "area 2"), ("Dealer's hand", "the dealer")] * 3:
        expect(dealer.get_by_role("region", name=region)).to_have_class(re.compile(r"\bdue\b"))
        due(dealer, f"Deal a card to {place}").click()
    due(dealer, "Call “Play or fold”").click()
    expect(dealer.get_by_test_id("due")).to_have_text("Ann and Bob may play or fold")
    dealer.get_by_role("group", name="Area 1").get_by_role("button", name="Play $10").click()
    dealer.get_by_role("group", name="Area 2").get_by_role("button", name="Fold", exact=True).click()

    turn_up = due(dealer, "Turn up the dealer's hand")
    for rank, suit in (("queen", "clubs"), ("nine", "diamonds")):
        expect(turn_up).to_be_disabled()
        tap(dealer, rank, suit)
    dealer.get_by_role("button", name="Card 2: nine of diamonds. Change it").click()
    tap(dealer, "eight", "diamonds")
    # Nothing is taken or paid on the dealer's hand: it counts once it is complete.
    tap(dealer, "five", "hearts")
    expect(dealer.get_by_role("region", name="Dealer's hand")).to_contain_text("Queen high with 8-5: qualifies")
    expect(
        dealer.get_by_role("region", name="Dealer's hand").get_by_role("img", name="eight of diamonds")
    ).to_be_visible()

    for rank, suit in (("king", "spades"), ("king", "clubs"), ("two", "hearts")):
        tap(dealer, rank, suit)
    due(dealer, "Turn up and settle area 1").click()
    ann = dealer.get_by_role("region", name="Area 1")
    expect(ann).to_contain_text("pair")
    # Ante, Play and a pair on Pair Plus pay even money (Table 9); Bob's folded Ante is lost.
    assert table.stack("Ann") == 10000 + 3 * 1000
    assert table.stack("Bob") == 10000 - 2000
    dealer.get_by_role("button", name="Collect the cards").click()
    expect(dealer.get_by_test_id("stage")).to_have_text("The cards are made ready")


def test_a_shuffling_shoe_deals_sets_of_three_and_the_decks_alternate(dealer: Page, operator: Staff) -> None:
    table = operator.open_poker("Sets of three", cards="real", device="shuffling shoe")
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    wager(dealer, "Ann", "Ante", "10")
    before = table.view["back"]
    expect(dealer.get_by_text(f"{before.capitalize()} deck", exact=True)).to_be_visible()
    due(dealer, "No more bets").click()
    # TCP 9.4: a set of three to the area, and one to the dealer.
    for region, place in (("Area 1", "area 1"), ("Dealer's hand", "the dealer")):
        expect(dealer.get_by_role("region", name=region)).to_have_class(re.compile(r"\bdue\b"))
        due(dealer, f"Deal three cards to {place}").click()
    due(dealer, "Call “Play or fold”").click()
    dealer.get_by_role("group", name="Area 1").get_by_role("button", name="Fold", exact=True).click()
    for rank in ("queen", "nine", "five"):
        tap(dealer, rank, "clubs")
    dealer.get_by_role("button", name="Collect the cards").click()
    # TCP 3.1.1(b): two decks of different colours, one at a time.
    other = {"red": "Blue", "blue": "Red"}[before]
    expect(dealer.get_by_text(f"{other} deck", exact=True)).to_be_visible()


def test_irregularities_are_named_with_what_they_do_before_and_after_the_call(
    dealer: Page, page: Page, table: PokerTable
) -> None:
    own = sit(page, table)
    put(own, "Ante")
    dealer.goto(f"/table/{table.id}/deal")
    closed(dealer, "A card was exposed in the deal")
    table.do("AnnounceNoMoreBets")
    for _ in range(2):
        table.do("DealCard")
    dealer.get_by_role("button", name="A card was exposed in the deal").click()
    dialog = dealer.get_by_role("dialog", name="A card was exposed in the deal")
    happens = dialog.get_by_test_id("consequence")
    # The card is drawn from those nobody has seen: what it is cannot be told beforehand, but what follows from it can.
    expect(happens).to_have_text("A card of area 3 was exposed: a card nobody knows yet.")
    expect(dialog).to_contain_text(BOOK.clause("11.1").asks)
    dialog.get_by_label("Where").select_option(label="The dealer")
    expect(happens).to_have_text(
        "A card of the dealer was exposed: a card nobody knows yet. "
        "Round 1 is a misdeal: a card of the dealer's was exposed; "
        "wagers go back, and Jackpot wagers stand for the next round. $5 goes back to Stranger."
    )
    expect(dialog).to_contain_text(BOOK.clause("11.3").asks)
    dialog.get_by_role("button", name="A card was exposed in the deal").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_test_id("stage")).to_have_text("The cards are made ready")
    assert table.stack("Stranger") == 10000


def test_the_deals_rulings_wait_for_the_higher_duties_dealer(dealer: Page, page: Page, table: PokerTable) -> None:
    own = sit(page, table)
    put(own, "Ante")
    table.do("AnnounceNoMoreBets")
    for _ in range(2):
        table.do("DealCard")
    dealer.goto(f"/table/{table.id}/deal")
    dealer.get_by_role("button", name="A hand has a wrong number of cards").click()
    dialog = dealer.get_by_role("dialog")
    dialog.get_by_label("Cards found there").fill("2")
    expect(dialog).to_contain_text(BOOK.clause("11.4").asks)
    dialog.get_by_role("button", name="A hand has a wrong number of cards").click()
    expect(dealer.get_by_text("Waiting for the higher duties dealer: Declare a misdeal.")).to_be_visible()
    expect(dealer.get_by_role("link", name="Supervise")).to_have_count(0)


def royal_flush(table: PokerTable, price: int) -> None:
    """Ann makes a royal flush with the Jackpot Cards against a dealer who qualifies, and the outcome is recorded."""
    table.do("Join", player="ann", name="Ann", cents=10000, seat=1)
    table.do("PlaceWager", player="ann", area=1, bet="ante", cents=1000)
    table.do("PlaceWager", player="ann", area=1, bet="jackpot", cents=price)
    table.no_more_bets()
    table.do("PlayHand", player="ann", area=1)
    table.deal(dealer=["Qc", "9d", "5h"], jackpot=["Th", "Jh"], area_1=["Ah", "Kh", "Qh"])


def test_a_jackpot_waits_everywhere_until_the_manager_confirms_it(
    page: Page,
    manager: Page,
    pit_boss: Page,
    linked: tuple[PokerTable, PokerTable, str],
    price: int,
) -> None:
    real, drawn, meter = linked
    # One wager on a meter at its seed: 10,000 and 31.02 per cent for each dollar, rounded up to the dollar (7.3.1).
    dollars = price // 100
    prize = 10_000 * dollars + -(-dollars * 3102 // 10_000)
    shown = f"${prize:,}"
    page.goto(f"/table/{drawn.id}")
    expect(page.get_by_role("region", name="Jackpot meter")).to_contain_text("Jackpot")
    royal_flush(real, price)

    # At the other table of the meter, and on the wall.
    waits = f"Pending: Royal flush, {shown}"
    expect(page.get_by_role("region", name="Jackpot meter")).to_contain_text(waits)
    expect(page.get_by_role("region", name="Jackpot meter")).to_contain_text("at Real cards")
    page.goto("/meters")
    expect(page.get_by_role("region", name=f"Meter {meter}")).to_contain_text(waits)

    # TCP 7.1.1: not for an area manager.
    pit_boss.goto(f"/table/{real.id}/supervise")
    reception = pit_boss.get_by_role("region", name="Jackpot prizes")
    expect(reception).to_contain_text("Waiting for the assistant casino manager")
    expect(reception.get_by_role("button")).to_have_count(0)

    manager.goto(f"/table/{real.id}/supervise")
    reception = manager.get_by_role("region", name="Jackpot prizes")
    row = reception.get_by_role("row", name="Royal flush")
    expect(row).to_contain_text("Ann")
    expect(row).to_contain_text(shown)
    expect(row.get_by_role("img", name=re.compile("of hearts"))).to_have_count(5)
    expect(reception).to_contain_text(BOOK.clause("7.1.1").asks)
    reception.get_by_role("button", name=f"Confirm {shown}").click()
    expect(reception).to_be_hidden()

    # Ante and Play are won, a straight flush has its Ante Bonus of 5 to 1, and the Jackpot wager stays with the house.
    assert real.stack("Ann") == 10000 + 1000 + 1000 + 5000 - price + prize * 100
    expect(page.get_by_role("region", name=f"Meter {meter}")).not_to_contain_text("Pending")
    # TCP 6.4.1: the meter is back at its seed.
    expect(page.get_by_test_id(f"value of {meter}").get_by_role("img")).to_have_accessible_name(
        f"${10_000 * dollars:,}.00"
    )


def test_the_manager_rejects_a_jackpot_with_a_reason(
    manager: Page, linked: tuple[PokerTable, PokerTable, str], price: int
) -> None:
    real, _, meter = linked
    royal_flush(real, price)
    manager.goto(f"/table/{real.id}/supervise")
    reception = manager.get_by_role("region", name="Jackpot prizes")
    reception.get_by_role("button", name="Reject").click()
    reject = reception.get_by_role("button", name="Reject: nothing is won")
    expect(reject).to_be_disabled()
    reception.get_by_label("Why there is no prize").fill("A marked card")
    reject.click()
    expect(reception).to_be_hidden()
    expect(manager.get_by_text("A marked card").first).to_be_visible()
    assert real.stack("Ann") == 10000 + 1000 + 1000 + 5000 - price
    manager.goto("/meters")
    expect(manager.get_by_role("region", name=f"Meter {meter}")).not_to_contain_text("Pending")


def test_the_meter_ticks_at_every_linked_table_and_adds_up(
    page: Page, manager: Page, linked: tuple[PokerTable, PokerTable, str], price: int
) -> None:
    real, drawn, meter = linked
    dollars = price // 100
    page.goto(f"/table/{drawn.id}")
    value_shown = page.get_by_role("region", name="Jackpot meter").get_by_role("img")
    expect(value_shown).to_have_accessible_name(f"${10_000 * dollars:,}.00")
    real.do("Join", player="ann", name="Ann", cents=10000, seat=1)
    real.do("PlaceWager", player="ann", area=1, bet="ante", cents=1000)
    real.do("PlaceWager", player="ann", area=1, bet="jackpot", cents=price)
    real.no_more_bets()
    # Table 2: 31.02 per cent of the wager goes on the meter; a fraction of a cent does not show.
    cents = 3102 * dollars // 100
    expect(value_shown).to_have_accessible_name(f"${10_000 * dollars + cents // 100:,}.{cents % 100:02}")

    page.goto("/meters")
    expect(page.get_by_role("region", name=f"Meter {meter}")).to_be_visible()
    expect(page.get_by_text("Reconciliation of meter")).to_have_count(0)
    manager.goto("/meters")
    adds_up = manager.get_by_role("table", name=f"Reconciliation of meter {meter}")
    expect(adds_up.get_by_role("row", name="Put on by Jackpot wagers")).to_contain_text(
        f"${3102 * dollars / 10_000:.4f}".rstrip("0")
    )
    expect(adds_up.get_by_test_id("difference")).to_have_text("$0.00")


def test_a_jackpot_without_a_meter_takes_no_wager(page: Page, operator: Staff) -> None:
    table = operator.open_poker("No meter", jackpot_price=next(prices), jackpot_option=2)
    own = sit(page, table)
    expect(page.get_by_role("region", name="Jackpot meter")).to_contain_text("No meter")
    put(own, "Ante")
    box(own, "Jackpot").click()
    expect(page.get_by_text(BOOK.clause("6.2.1").asks)).to_be_visible()


def test_the_inspector_replays_a_round(inspector: Page, operator: Staff) -> None:
    table = operator.open_poker("Replayed", cards="real")
    table.do("Join", player="ann", name="Ann", cents=10000, seat=1)
    table.do("PlaceWager", player="ann", area=1, bet="ante", cents=1000)
    table.no_more_bets()
    table.do("PlayHand", player="ann", area=1)
    table.deal(dealer=["Jc", "9d", "5h"], area_1=["Ah", "Kh", "Qs"], until="settled")
    inspector.goto(f"/inspector/{table.id}/1")
    felt = inspector.get_by_test_id("replay felt")
    inspector.get_by_role("slider").press("End")
    expect(felt).to_contain_text("no hand")
    expect(felt.get_by_role("img", name="ace of hearts")).to_be_visible()


def test_the_lab_shows_what_pair_plus_costs_and_what_another_pay_table_would(page: Page) -> None:
    page.goto("/odds/three-card-poker")
    par = page.get_by_test_id("par pair plus")
    # Of 22,100 hands 48 are straight flushes, 52 three of a kind, 720 straights, 1,096 flushes and 3,744 pairs.
    hands = {"straight flush": 48, "three of a kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
    lost = 22_100 - sum(hands.values())
    edge = Fraction(lost - sum(hands[name] * odds for name, odds in PAIR_PLUS_A.items()), 22_100)
    expect(par).to_contain_text(f"{edge.numerator}/{edge.denominator}")
    expect(page.get_by_role("region", name="Ante And Play")).to_contain_text("Play Q-6-4 or better.")
    # Table E pays 5 less on a straight flush and on three of a kind.
    page.get_by_role("group", name="Pair Plus by table").get_by_role("radio", name="E").check()
    dearer = edge + Fraction(5 * (48 + 52), 22_100)
    expect(par).to_contain_text(f"{dearer.numerator}/{dearer.denominator}")
    page.get_by_role("spinbutton", name="Meter shows, $").fill("9000")
    expect(page.get_by_role("alert")).to_contain_text("$10,000")


def test_the_operator_opens_a_meter_and_a_change_waits_for_its_sign(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    dollars = next(prices) // 100
    first, second = (
        operator.open_poker(title, jackpot_price=dollars * 100, jackpot_option=2)
        for title in ("Table of opening", "Table to join")
    )
    page = new_context(operator).new_page()
    page.goto("/meters")
    name = f"wall-{first.id}"
    page.get_by_role("combobox", name="What is to be done", exact=True).select_option("Open a new meter")
    page.get_by_label("Its name").fill(name)
    page.get_by_label("Price of a Jackpot wager, $").fill(str(dollars))
    page.get_by_role("checkbox", name="Table of opening").last.check()
    page.get_by_role("combobox", name="Option", exact=True).select_option("2")
    page.get_by_role("button", name="Open a new meter").click()
    wall = page.get_by_role("region", name=f"Meter {name}")
    expect(wall).to_contain_text(f"${dollars} Jackpot", ignore_case=True)
    expect(wall.get_by_role("link", name="Table of opening")).to_be_visible()

    page.get_by_role("combobox", name="What is to be done", exact=True).select_option("Let the table join")
    page.get_by_role("combobox", name="Meter", exact=True).select_option(name)
    page.get_by_role("combobox", name="Table", exact=True).select_option(second.id)
    page.get_by_role("button", name="Let the table join").click()
    # TCP 6.1.1(h): no sign has been up for twenty minutes.
    expect(page.get_by_text("The sign has not been up long enough")).to_be_visible()
    page.get_by_role("combobox", name="What is to be done", exact=True).select_option("Sign: a table joins")
    page.get_by_role("button", name="Sign: a table joins").click()
    expect(wall).to_contain_text("A table joins: Table to join")
