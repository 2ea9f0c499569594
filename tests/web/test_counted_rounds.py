"""How many keys a round of a real table takes, five players, from open bets to the cards collected; poker has nine.

The counts are the page's own. The money is worked out here, from the books.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.chance import JACKPOT
from tests.web.counting import Fingers
from tests.web.house import Staff, Table
from tests.web.test_consoles import due, tap
from tests.web.test_crown_poker import opened_by

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")
MATCHMAKER_KEYS = 45
POKER_KEYS = 70
BLACKJACK_KEYS = 60
CROWN_POKER_KEYS = 50
MATCHMAKER_CLICKS = 40
DIFFERENT_STAKES_KEYS = 70


@pytest.fixture
def fingers(dealer: Page) -> Iterator[Fingers]:
    yield Fingers(dealer)


def five_sit(fingers: Fingers, table: Table) -> None:
    """Five players with $500 each, typed as fast as a dealer would: a line each."""
    fingers.page.goto(f"/table/{table.id}/deal")
    expect(fingers.page.get_by_role("textbox", name="Type wagers, chips and seats")).to_be_visible()
    for seat, name in enumerate(NAMES, 1):
        fingers.type(f"{seat}:{name} 500")
        fingers.press("Enter")
        expect(fingers.page.get_by_role("heading", name=name)).to_be_visible()


def says(page: Page, text: str) -> None:
    """What is due is this, and the console takes keys for it."""
    expect(page.get_by_test_id("due")).to_have_text(text)


def ready(page: Page, label: str) -> None:
    """The console takes keys for an act of this name."""
    expect(due(page, label)).to_be_enabled()


def to_pay(page: Page) -> Locator:
    return page.get_by_role("table", name="To take and to pay")


def stacks(table: Table) -> list[int]:
    return [table.stack(name) // 100 for name in NAMES]


def play_matchmaker(fingers: Fingers, cards: str) -> None:
    """From no more bets to the cards collected."""
    page = fingers.page
    ready(page, "No more bets")
    fingers.press("Space")
    says(page, "The dealer deals area 1 its first card")
    fingers.type(cards)
    ready(page, "Clear the losing wagers")
    fingers.press("Space")
    ready(page, "Collect the cards")
    fingers.press("Space")
    expect(page.get_by_test_id("stage")).to_have_text("Place your bets")


def collect(fingers: Fingers) -> None:
    """Take up a single deck, shuffle and cut it for the next round: all of it is part of the round that is counted."""
    for act in ("Collect the cards", "Shuffle", "Cut the deck"):
        ready(fingers.page, act)
        fingers.press("Space")
    expect(fingers.page.get_by_text("Betting is open. No one has wagered yet.")).to_be_visible()


def test_matchmaker_with_ten_wagers(fingers: Fingers, table: Table) -> None:
    page = fingers.page
    five_sit(fingers, table)
    table.work()
    page.get_by_role("radio", name="$25").click()

    fingers.begin()
    # Everyone has the chip in hand on two bets, but Cy has $50 on pair match.
    fingers.type("1pm2pm3p50 m4pm5ps")
    fingers.press("Enter")
    ready(page, "No more bets")
    fingers.press("Space")
    says(page, "The dealer deals area 1 its first card")
    fingers.type("ac7h4dkcth")  # first cards from the left, then second cards
    fingers.type("ad2s4h3dth")
    # A pair of opposite colours pays 11 to 1 and is no match for miss match; two colours without a pair pay it 1 to 1.
    # MM 5.10: losers are cleared first, then winners paid; both from the left, and each payment in its chips.
    expect(to_pay(page)).to_contain_text("take $100, pay $1,425")
    areas = [row.get_by_role("rowheader").inner_text() for row in to_pay(page).locator("tbody tr").all()]
    assert areas == ["1", "2", "3", "4", "1", "2", "3", "4", "5", "5"]
    expect(to_pay(page).get_by_role("row", name="3 Pair Match Cy")).to_contain_text("Pay $5501 × $500 + 2 × $25")
    assert stacks(table) == [450, 450, 425, 450, 450]
    ready(page, "Clear the losing wagers")
    fingers.press("Space")
    ready(page, "Collect the cards")
    fingers.press("Space")
    expect(page.get_by_test_id("stage")).to_have_text("Place your bets")
    fresh = fingers.keys
    assert stacks(table) == [750, 500, 1025, 500, 1050]

    # The same again, but Bob takes his miss match back and Dee doubles her pair.
    fingers.begin()
    fingers.press("=")
    ready(page, "No more bets")
    fingers.type("2m- 4p25")
    fingers.press("Enter")
    expect(page.get_by_role("button", name="Pair Match, area 4: $50")).to_be_visible()
    play_matchmaker(fingers, "2c7h4dkcth3c2s4h3dtd")
    again = fingers.keys

    # Every stake another one: no chip in hand helps, and nothing is repeated.
    fingers.begin()
    fingers.type("1p25 m10 2p50 s5 3m100 s15 4p30 m20 5s75 m35")
    fingers.press("Enter")
    play_matchmaker(fingers, "2c7h4dkcth3c2s4h3dtd")
    different = fingers.keys

    print(f"Matchmaker, five players, ten wagers: {fresh} keys; repeated, {again}; ten different stakes, {different}")
    assert fresh <= MATCHMAKER_KEYS
    assert again <= MATCHMAKER_KEYS
    assert different <= DIFFERENT_STAKES_KEYS


def test_matchmaker_with_a_mouse_alone(fingers: Fingers, table: Table) -> None:
    page = fingers.page
    five_sit(fingers, table)
    table.work()
    fingers.begin()
    page.get_by_role("radio", name="$25").click()
    for area in range(1, 6):
        for bet in ("Pair Match", "Miss Match"):
            page.get_by_role("button", name=f"{bet}, area {area}").click()
    expect(page.get_by_role("button", name="Miss Match, area 5: $25")).to_be_visible()
    due(page, "No more bets").click()
    says(page, "The dealer deals area 1 its first card")
    for rank, suit in (
        ("two", "clubs"),
        ("seven", "hearts"),
        ("four", "diamonds"),
        ("king", "clubs"),
        ("ten", "hearts"),
    ) * 2:
        tap(page, rank, suit)
    page.get_by_role("button", name="Take and pay as shown").click()
    due(page, "Collect the cards").click()
    expect(page.get_by_test_id("stage")).to_have_text("Place your bets")
    assert fingers.keys == 0
    print(f"Matchmaker, five players, ten wagers, with a mouse alone: {fingers.clicks} clicks")
    assert fingers.clicks <= MATCHMAKER_CLICKS


def test_three_card_poker(fingers: Fingers, operator: Staff) -> None:
    table = operator.open_poker("Real cards", cards="real")
    page = fingers.page
    five_sit(fingers, table)
    table.deal()
    page.get_by_role("radio", name="$25").click()
    fingers.begin()
    fingers.type("1ap2ap3a50 p4ap5ap")
    fingers.press("Enter")
    ready(page, "No more bets")
    fingers.press("Space")
    expect(page.get_by_role("button", name="Deal all 18")).to_be_enabled()
    fingers.press("Space")
    ready(page, "Call “Play or fold”")
    fingers.press("Space")
    says(page, "Ann, Bob, Cy, Dee and Eve may play or fold")
    fingers.type("ppfpp")
    turned_up(fingers)
    collect(fingers)
    print(f"Three Card Poker, five players, ten wagers: {fingers.keys} keys")
    # TCP 10.1.2 and Table 9, A: the dealer qualifies with a queen and beats only Bob, who loses all three.
    assert stacks(table) == [
        500 + 25 + 25 + 4 * 25 + 30 * 25,  # three of a kind: Ante, Play, Ante bonus 4 to 1, Pair Plus 30 to 1
        500 - 75,
        500 - 50 - 25,  # folded
        500 + 25 + 25 + 25,  # a pair
        500 + 25 + 25 + 25 + 6 * 25,  # a straight: bonus 1 to 1, Pair Plus 6 to 1
    ]
    assert fingers.keys <= POKER_KEYS


def turned_up(fingers: Fingers) -> None:
    """The dealer's hand and four others as they are turned up: what lies complete is confirmed by what comes next."""
    page = fingers.page
    says(page, "The dealer turns up the dealer's hand")
    fingers.type("qs9h4d")
    for area, cards in ((5, "asksqd"), (4, "2c2d7h"), (2, "jhth3c"), (1, "6s6h6c")):
        says(page, f"The dealer turns up area {area}")
        fingers.type(cards[-len(cards) if area == 5 else 2 :])
        ready(page, f"Turn up and settle area {area}")
        expect(to_pay(page)).to_be_visible()
        if area > 1:
            fingers.type({5: "2c", 4: "jh", 2: "6s"}[area])
    fingers.press("Space")


def test_three_card_poker_with_five_different_stakes(fingers: Fingers, operator: Staff) -> None:
    table = operator.open_poker("Different stakes", cards="real")
    page = fingers.page
    five_sit(fingers, table)
    table.deal()
    fingers.begin()
    fingers.type("1ap25ap50ap100ap30ap75")
    fingers.press("Enter")
    ready(page, "No more bets")
    fingers.press("Space")
    expect(page.get_by_role("button", name="Deal all 18")).to_be_enabled()
    fingers.press("Space")
    ready(page, "Call “Play or fold”")
    fingers.press("Space")
    says(page, "Ann, Bob, Cy, Dee and Eve may play or fold")
    fingers.type("3f0")
    turned_up(fingers)
    collect(fingers)
    print(f"Three Card Poker, five different stakes, ten wagers: {fingers.keys} keys")
    # As above: only Bob loses to the dealer, Cy has folded.
    assert stacks(table) == [
        500 + 25 + 25 + 4 * 25 + 30 * 25,
        500 - 3 * 50,
        500 - 2 * 100,
        500 + 3 * 30,
        500 + 3 * 75 + 6 * 75,
    ]
    assert fingers.keys <= DIFFERENT_STAKES_KEYS


@pytest.mark.parametrize("wagers", ["*wj3w25", "1wj25wj50wj50wj30wj75"])
def test_double_chance(fingers: Fingers, operator: Staff, wagers: str) -> None:
    table = operator.open_chance("Real cards", cards="real", jackpot=JACKPOT)
    page = fingers.page
    five_sit(fingers, table)
    table.deal()
    page.get_by_role("radio", name="$25").click()
    fingers.begin()
    fingers.type(wagers)
    fingers.press("Enter")
    ready(page, "No more bets")
    fingers.press("Space")
    expect(page.get_by_role("button", name="Deal all 25")).to_be_enabled()
    fingers.press("Space")
    says(page, "Ann, Bob, Cy, Dee and Eve may declare or discard")
    fingers.type("33d42")
    hands = {5: "qdqh4s", 4: "ac", 3: "ahkcqsjhtc", 2: "ks5s", 1: "jd9d"}
    turn_up = page.get_by_role("region", name="Next act").get_by_role("button", name="Turn up")
    for area, cards in hands.items():
        # What each comes to lies there before it is on record; the first card of the next one confirms it.
        if area < 5:
            expect(turn_up).to_be_enabled()
        else:
            says(page, "The dealer turns up area 5")
        fingers.type(cards[:2])
        says(page, f"The dealer turns up area {area}")
        fingers.type(cards[2:])
    expect(turn_up).to_be_enabled()
    fingers.press("Space")
    expect(page.get_by_role("button", name="Deal all 4")).to_be_enabled()
    fingers.press("Space")
    for area, card in ((1, "3d"), (2, "6s"), (4, "2c"), (5, "8c")):
        fingers.type(card)
        says(page, f"The dealer turns up the sixth card of area {area}")
        ready(page, f"Turn up the sixth card of area {area}")
    fingers.press("Space")
    collect(fingers)
    print(f"Double Chance, five players, ten wagers, {wagers}: {fingers.keys} keys")
    # DC 9.3: a card lower than a kept one of its suit wins. DC 9.1, 10.4: a straight pays 2 to 1, its Jackpot wager 15.
    stakes = [25, 25, 50, 25, 25] if wagers.startswith("*") else [25, 50, 50, 30, 75]
    ends = [stakes[0] - 1, stakes[1] - 1, 2 * stakes[2] + 15, stakes[3] - 1, -stakes[4] - 1]
    assert stacks(table) == [500 + each for each in ends]
    assert fingers.keys <= POKER_KEYS


def test_blackjack_with_a_split_and_a_double(fingers: Fingers, operator: Staff) -> None:
    table = operator.open_blackjack("Real cards")
    page = fingers.page
    five_sit(fingers, table)
    page.get_by_role("radio", name="$25").click()
    fingers.begin()
    fingers.type("*b")
    fingers.press("Enter")
    ready(page, "No more bets")
    fingers.press("Space")
    says(page, "The dealer deals a card to area 1")
    fingers.type("8s5cas9hth6d8d6htdkd8h")  # a card to each, one to the dealer, a second to each
    # BJ 7.4.1(a): Cy's natural meets a six and is paid 3 to 2 before anyone plays.
    expect(to_pay(page)).to_contain_text("take $0, pay $37.50")
    fingers.press("Space")
    says(page, "Ann decides on area 1: 16")
    fingers.type("p")
    says(page, "The dealer deals a card to area 1")
    fingers.type("3c")
    says(page, "Ann decides on area 1: 11")
    fingers.type("d")
    says(page, "The dealer deals a card to area 1")
    fingers.type("kh")  # 21: nothing more is asked of that hand
    says(page, "The dealer deals a card to hand 2 of area 1")
    fingers.type("ah")
    says(page, "Ann decides on hand 2 of area 1: 9 or 19")
    fingers.type("s")
    says(page, "Bob decides on area 2: 11")
    fingers.type("x")
    says(page, "The dealer deals a card to area 2")
    fingers.type("ts")
    says(page, "Dee decides on area 4: 19")
    fingers.type("s")
    says(page, "Eve decides on area 5: 18")
    fingers.type("s")
    says(page, "The dealer deals a card to the dealer")
    fingers.type("kc3h")  # 19
    # BJ 5.14: losers are cleared first, then areas are paid from the left.
    expect(to_pay(page)).to_contain_text("take $25, pay $75")
    assert stacks(table) == [450, 450, 537, 475, 475]
    fingers.press("Space")
    ready(page, "Collect the cards")
    fingers.press("Space")
    expect(page.get_by_text("Betting is open. No one has wagered yet.")).to_be_visible()
    print(f"Blackjack, five players, a split and a double: {fingers.keys} keys")
    # Hands of 21, 19 against the dealer's 19: Ann wins one and has one back; Bob wins $50; Dee is level; Eve loses.
    assert stacks(table) == [525, 550, 537, 500, 475]
    assert table.stack("Cy") == 500_00 + 37_50
    assert fingers.keys <= BLACKJACK_KEYS


def test_crown_poker_nine_handed_with_a_raise_a_call_and_a_showdown(fingers: Fingers, operator: Staff) -> None:
    setting = {"minimum_buy_in": 100_00}
    table = opened_by(
        operator, "Nine-handed", cards="real", seats=9, setting=setting, commission={"per_mille": 50, "cap": 100_000}
    )
    page, names = fingers.page, ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
    page.goto(f"/table/{table.id}/deal")
    for seat, name in enumerate(names, 1):
        expect(page.get_by_role("textbox", name="Type chips and seats")).to_be_visible()
        fingers.type(f"{seat}:{name} 500")
        fingers.press("Enter")
        expect(page.get_by_role("heading", name=name)).to_be_visible()

    def acts(name: str, keys: str, *, enter: bool = False) -> None:
        says(page, f"{name} is to act")
        fingers.type(keys)
        if enter:
            fingers.press("Enter")

    def cards(street: str, dealt: str) -> None:
        says(page, "The dealer burns a card")
        fingers.press("Space")
        says(page, f"The dealer deals the {street}")
        fingers.type(dealt)

    fingers.begin()
    ready(page, "Begin the hand")
    fingers.press("Space")
    says(page, "The dealer deals the hole cards")
    fingers.press("Space")
    acts("Cyd", "30", enter=True)
    for name in names[3:8]:
        acts(name, "f")
    acts("Ida", "c")
    acts("Ann", "f")
    acts("Bob", "f")
    cards("flop", "ah7c2d")
    acts("Cyd", "50", enter=True)
    acts("Ida", "c")
    for street, card in (("turn", "kd"), ("river", "3s")):
        cards(street, card)
        acts("Cyd", "c")
        acts("Ida", "c")
    for name, hand in (("Cyd", "qsqd"), ("Ida", "asad")):
        says(page, f"{name} is to show")
        fingers.type(hand)
    for act in ("Push the pots", "Collect the cards", "Shuffle", "Cut the deck"):
        ready(page, act)
        fingers.press("Space")
    ready(page, "Begin the hand")
    print(f"Crown Poker, nine players, a raise, a call and a showdown: {fingers.keys} keys")
    # $80 of each and the blinds make $175, of which one in twenty is raked in whole chips.
    stacks = {name: table.stack(name) // 100 for name in names}
    assert stacks == {**dict.fromkeys(names, 500), "Ann": 495, "Bob": 490, "Cyd": 420, "Ida": 420 + 175 - 8}
    assert fingers.keys <= CROWN_POKER_KEYS
