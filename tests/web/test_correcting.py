"""A card entered wrongly is tapped where it lies, in every game, and its correction says which card it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import Staff, Table
from tests.web.test_crown_poker import opened_by

pytestmark = pytest.mark.browser


class Lies(NamedTuple):
    """A card on a table: where, what it is called, what it should be and what the record then says."""

    table: Table
    where: str
    card: str
    rank: str
    suit: str
    corrected: str


def two_sit(table: Table, bet: str | None) -> None:
    for name, area in (("Ann", 1), ("Bob", 2)):
        table.do("Join", player=name.lower(), name=name, cents=20_000, seat=area)
        if bet:
            table.do("PlaceWager", player=name.lower(), area=area, bet=bet, cents=2_500)


def blackjack(operator: Staff) -> Lies:
    table = operator.open_blackjack("Corrected at blackjack")
    two_sit(table, "blackjack")
    table.no_more_bets("9h", "5d", "6c")
    return Lies(table, "Dealer's hand", "six of clubs", "seven", "clubs", "Card 1 of the dealer is 7c, not 6c.")


def three_card_poker(operator: Staff) -> Lies:
    table = operator.open_poker("Corrected at poker", cards="real")
    two_sit(table, "ante")
    table.no_more_bets()
    for player in ("ann", "bob"):
        table.do("PlayHand", player=player, area=1 if player == "ann" else 2)
    table.deal(dealer=["Qs", "9h", "4d"])
    return Lies(table, "Dealer's hand", "nine of hearts", "nine", "clubs", "Card 2 of the dealer is 9c, not 9h.")


def double_chance(operator: Staff) -> Lies:
    table = operator.open_chance("Corrected at Double Chance", cards="real")
    two_sit(table, "wager")
    table.no_more_bets()
    table.do("DiscardCards", player="ann", number=2)
    table.do("DiscardCards", player="bob", number=3)
    table.deal(area_2=["Ks", "5s"])
    return Lies(table, "Area 2", "five of spades", "six", "spades", "Card 2 of area 2 is 6s, not 5s.")


def crown_poker(operator: Staff) -> Lies:
    table = opened_by(operator, "Corrected at Crown Poker", cards="real")
    two_sit(table, None)
    table.begin()
    table.do("CallBet", player=table.view["turns"][0]["player"])
    table.do("Check", player=table.view["turns"][0]["player"])
    table.deal(["Ah", "7c", "2d"])
    return Lies(table, "The board", "seven of clubs", "eight", "clubs", "Card 2 of the board is 8c, not 7c.")


@pytest.mark.parametrize("of", [blackjack, three_card_poker, double_chance, crown_poker])
def test_a_card_is_tapped_where_it_lies(dealer: Page, operator: Staff, of: Callable[[Staff], Lies]) -> None:
    lies = of(operator)
    dealer.goto(f"/table/{lies.table.id}/deal")
    place = dealer.get_by_role("group", name=lies.where).or_(dealer.get_by_role("region", name=lies.where))
    place.get_by_role("img", name=lies.card).click()
    dialog = dealer.get_by_role("dialog", name="Correct a card")
    expect(dialog).to_contain_text(f"The {lies.card} is on record.")
    dialog.get_by_role("button", name=lies.rank, exact=True).click()
    dialog.get_by_role("button", name=lies.suit, exact=True).click()
    expect(dialog.get_by_test_id("consequence")).to_contain_text(lies.corrected)
    dialog.get_by_role("button", name="Correct a card").click()
    expect(dialog).to_be_hidden()
    expect(place.get_by_role("img", name=f"{lies.rank} of {lies.suit}")).to_be_visible()
