"""What the Double Chance book says of the cards and the table as a whole, without any one event citing it."""

from __future__ import annotations

from itertools import permutations

import pytest

from croupier.cards import DECK, Card
from croupier.games.double_chance.off_sign import ReportWagerFound
from croupier.games.double_chance.play import CardsDealt
from croupier.games.double_chance.terms import declared, sixth_card_wins
from croupier.scripts.kinds import Subject
from croupier.table.contract import Reason
from croupier.table.wagers import PlaceWager, WagerPlaced
from tests.witness import witnesses
from tests.witnesses.chance import holds, table_after, then

ANN, BOB, DEALER = Subject("Ann"), Subject("Bob"), Subject("dealer", "dealer")
WAGER = "Ann bets $10 on wager\n"


@witnesses("DC 3.1")
def test_a_deck_is_fifty_two_different_cards_without_a_joker() -> None:
    for device in (", card shoe", ", shuffling device"):
        unseen = table_after("", device).state.shoe.unseen
        assert len(unseen) == 52
        assert set(unseen) == {1}
    with pytest.raises(ValueError, match="Jo"):
        Card("Jo")


@witnesses("DC 3.3", "DC 9.3")
def test_ranks_run_from_the_ace_down_to_the_two_in_every_suit() -> None:
    downwards = "AKQJT98765432"
    for suit in "cdhs":
        for kept, sixth in permutations(downwards, 2):
            wins = sixth_card_wins((Card(f"{kept}{suit}"),), Card(f"{sixth}{suit}"))
            assert wins is (downwards.index(kept) < downwards.index(sixth))


@witnesses("DC 3.3")
@pytest.mark.parametrize(
    "hand",
    ["Ah Kh Qh Jh Th", "Ah 2h 3h 4h 5h", "Ah 2c 3d 4s 5h", "Tc Jd Qh Ks As", "2h 3h 4h 5h 2c", "9c 9d 4h 4s 2c"],
)
def test_suits_are_equal_whichever_takes_the_place_of_which(hand: str) -> None:
    value = declared([Card(text) for text in hand.split()])
    assert value is not None
    for suits in permutations("cdhs"):
        other = dict(zip("cdhs", suits, strict=True))
        assert declared([Card(f"{text[0]}{other[text[1]]}") for text in hand.split()]) is value


@witnesses("DC 3.6", "DC 1.1:card shoe")
def test_every_card_of_a_round_comes_once_from_the_deck_in_the_device() -> None:
    lines = f"{WAGER}deal\nAnn picks up: Ah Kd 9c 5s 3h\nAnn keeps Ah\nsixth cards Kh\n"
    shoe = table_after(lines).state.shoe
    assert (shoe.size, shoe.inside, sum(shoe.unseen)) == (52, 46, 46)
    gone = {Card(text) for text in ["Ah", "Kd", "9c", "5s", "3h", "Kh"]}
    assert {card for card in DECK if not shoe.unseen[card.number]} == gone
    # At a virtual table no card can be brought from elsewhere, at a real one none that has been seen.
    refused = "deal\nAnn keeps Ah by dealer\ndealer turns up area 1\ndealer deals a sixth card\n"
    table = table_after(f"{WAGER}{refused}", ", real")
    again = then(table, "dealer turns up the sixth card of area 1 Ah")
    assert again is not None
    assert again.reason is Reason.CARD_NOT_LEFT


@witnesses("DC 7.3.2", "DC 7.4.1")
def test_three_hands_are_dealt_in_rounds_of_one_or_in_sets_of_five() -> None:
    lines = (
        f"Bob sits at 4 with $100\nCat sits at 6 with $100\n{WAGER}Cat bets $5 on wager\nBob bets $5 on wager\ndeal\n"
    )

    def dealt(table: str) -> list[tuple[int, int]]:
        return [(event.area, event.cards) for event in table_after(lines, table).log if isinstance(event, CardsDealt)]

    assert dealt(", shuffling device") == [(1, 5), (4, 5), (6, 5)]
    assert dealt(", card shoe") == [(1, 1), (4, 1), (6, 1)] * 5


@witnesses("DC 5.6")
def test_a_wager_put_down_by_the_dealer_is_that_of_the_player_it_was_done_for() -> None:
    table = table_after("Bob sits at 2 with $100\n", ", real")
    assert table.perform(PlaceWager(area=1, bet="wager", cents=10_00, player="Ann"), DEALER) is None
    placed = table.log[-1]
    assert isinstance(placed, WagerPlaced)
    assert (placed.player, placed.area) == ("Ann", 1)
    # The dealer cannot put it where its player may not wager.
    refused = table.perform(PlaceWager(area=1, bet="wager", cents=10_00, player="Bob"), DEALER)
    assert refused is not None
    assert refused.reason is Reason.AREA_FULL
    lines = "deal\nhand at 1 Kc Kd 4h 4s 2c\nAnn declares by dealer\nsettle\nexpect Ann +$10 under DC 9.1:Two Pairs\n"
    assert holds(f"Ann bets $10 on wager by dealer\n{lines}", ", real")


@witnesses("DC 6.4", "DC 6.1")
@pytest.mark.parametrize("cents", [1_00, 4_00, 600_00])
def test_the_sign_is_before_everyone_and_a_stake_outside_it_is_refused_until_it_is_found(cents: int) -> None:
    table = table_after("Ann buys $800 in chips\n", ", real")
    for viewer in (ANN, BOB, Subject("Onlooker"), DEALER):
        limits = table.seen_by(viewer).sign.limits["wager"]
        assert (limits.minimum, limits.maximum) == (5_00, 500_00)
    refused = table.perform(PlaceWager(area=1, bet="wager", cents=cents), ANN)
    assert refused is not None and refused.under[0] == "DC 6.1" and not table.state.wagers
    assert then(table, "Ann bets $5 on wager") is None
    assert then(table, "deal") is None
    assert table.perform(ReportWagerFound(area=1, cents=cents), DEALER) is None
    (wager,) = table.state.wagers
    # Under the minimum all of it stands, over the maximum only that much.
    assert (wager.cents, wager.at_risk) == (cents, min(cents, 500_00))
