"""A Double Chance table in the browser: sitting down, reading cards off the page, and rule 11 as the book has it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from croupier.books import book
from tests.web.house import ChanceTable, Staff
from tests.web.test_player import box

BOOK = book("double-chance")
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
WRITTEN, SUITS = "23456789TJQKA", {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
"""Ranks and suits as the wire writes them."""
# DC 9.1
DECLARED = {
    "royal flush": 200,
    "straight flush": 50,
    "four of a kind": 20,
    "full house": 6,
    "flush": 4,
    "straight": 2,
    "three of a kind": 1,
    "two pairs": 1,
    "dead hand": 1,
}
# DC 10.4: neither three of a kind nor two pairs wins a Jackpot wager.
SCHEDULE = {
    "royal flush": 5000,
    "straight flush": 1000,
    "four of a kind": 200,
    "full house": 50,
    "flush": 30,
    "straight": 15,
    "dead hand": 500,
}
JACKPOT = {"price": 100, "schedule": SCHEDULE}

Card = tuple[int, str]


def drawn_cards(operator: Staff) -> ChanceTable:
    """A table whose cards are drawn and come five at a time, with a jackpot."""
    return operator.open_chance("Drawn cards", device="shuffling shoe", jackpot=JACKPOT)


def real_cards(operator: Staff) -> ChanceTable:
    """A table with a real shoe, so that the test knows every card."""
    return operator.open_chance("Real cards", cards="real", jackpot=JACKPOT)


def sit(page: Page, table: ChanceTable, name: str = "Stranger", area: int = 3) -> Locator:
    """Take a seat as a guest with $100; the place that is now one's own."""
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name=f"Sit at area {area}").click()
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_label("Chips to buy, in dollars").fill("100")
    page.get_by_role("button", name="Take the seat").click()
    own = page.get_by_role("region", name=f"Area {area}, yours")
    expect(own).to_be_visible()
    table.deal()
    return own


def put(own: Locator, *bets: str) -> None:
    for bet in bets:
        box(own, bet).click()
        expect(box(own, bet)).to_have_accessible_name(re.compile("Your wager"))


def hand(page: Page) -> Locator:
    return page.get_by_role("region", name="Your hand")


def faces(place: Locator) -> list[Card]:
    """The cards that can be seen there, each with its rank from 0 for a two, and its suit."""
    names = [each.get_attribute("aria-label") or "" for each in place.get_by_role("img", name=re.compile(" of ")).all()]
    return [(RANKS.index(rank), suit) for rank, suit in (name.split(" of ") for name in names)]


def value(cards: Sequence[Card]) -> str | None:
    """The hand of rule 11 that five cards make, if they do."""
    ranks = sorted(rank for rank, _ in cards)
    kinds = sorted(Counter(ranks).values(), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    straight = ranks in ([0, 1, 2, 3, 12], list(range(ranks[0], ranks[0] + 5)))
    if straight and flush:
        return "royal flush" if ranks[0] == RANKS.index("ten") else "straight flush"
    if ranks == [0, 0, 1, 2, 3]:
        suits = {suit for rank, suit in cards if rank}
        return "dead hand" if len(suits) == 1 and suits <= {suit for rank, suit in cards if not rank} else None
    names = {(4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind", (2, 2, 1): "two pairs"}
    return names.get(tuple(kinds), "flush" if flush else "straight" if straight else None)


MOST_DEALS = 250
"""After so many deals a hand of rule 11 has failed to come but once in 400 million times."""


def wins(kept: Sequence[Card], sixth: Card) -> bool:
    """DC 9.3: lower than one of the cards kept, and of its suit."""
    return any(suit == sixth[1] and rank > sixth[0] for rank, suit in kept)


def ask(page: Page, table: ChanceTable, kind: str, **fields: Any) -> None:
    """Ask the table for something as the person before this page."""
    answer = page.request.post(
        f"/api/tables/{table.id}/commands", data={"id": str(uuid4()), "command": {"type": kind, **fields}}
    )
    assert answer.ok, answer.text()


def held(page: Page, table: ChanceTable) -> list[str]:
    """The cards in hand, as the wire writes them."""
    cards: list[str] = page.request.get(f"/api/tables/{table.id}").json()["view"]["areas"][2]["hand"]["cards"]
    return cards


def dealt(page: Page, table: ChanceTable, own: Locator, *, complies: bool) -> str | None:
    """Bet and be dealt to until the hand picked up is one of rule 11, or until it is none; which one it is.

    The first hand is bet on and picked up on the page, those that come after it beside the page: they may be many.
    """
    put(own, "Wager", "Jackpot")
    table.no_more_bets()
    page.get_by_role("button", name="Pick up").click()
    expect(hand(page).get_by_role("img", name=re.compile(" of "))).to_have_count(5)
    for _ in range(MOST_DEALS):
        cards = held(page, table)
        named = value([(WRITTEN.index(card[0]), card[1]) for card in cards])
        if (named is not None) is complies:
            shown = [f"{RANKS[WRITTEN.index(card[0])]} of {SUITS[card[1]]}" for card in cards]
            for each in shown:
                expect(hand(page).get_by_role("img", name=each, exact=True)).to_be_visible()
            expect(hand(page).get_by_role("img", name=re.compile(" of "))).to_have_count(5)
            return named
        if named is None:
            ask(page, table, "DiscardCards", cards=cards[:2])
        else:
            ask(page, table, "DeclareHand")
        table.deal()
        if table.stack("Stranger") < 1000:
            ask(page, table, "BuyChips", cents=10000)
        ask(page, table, "PlaceWager", area=3, bet="wager", cents=500)
        ask(page, table, "PlaceWager", area=3, bet="jackpot", cents=100)
        table.no_more_bets()
        ask(page, table, "PickUpHand")
    raise AssertionError(f"no such hand in {MOST_DEALS} deals, of which one in thirteen complies")


def lift(page: Page, *places: int) -> None:
    for nth in places:
        page.get_by_role("group", name="Cards to discard").get_by_role("button").nth(nth).click()
