"""Settlement of all 52 × 52 pairs of cards, by the book's words and by nothing of the engine's."""

from __future__ import annotations

from copy import copy
from itertools import product

import pytest

from croupier.cards import DECK, Device
from croupier.games.matchmaker import Bet
from croupier.games.matchmaker.settle import AreaPaid, LosersCleared
from croupier.money import ChipSet, Limits
from tests.games.house import MISS, PAIR, SUIT, House
from tests.games.sitting import ANN
from tests.witness import witnesses

STAKE = 500


def times_won(first: str, second: str, opposite_pairs: bool) -> tuple[int, int, int]:
    """What each bet wins, in stakes, on two cards written as rank and suit: the pay table read off the page."""
    (rank_1, suit_1), (rank_2, suit_2) = first, second
    red = {"h", "d"}
    same_rank, same_suit = rank_1 == rank_2, suit_1 == suit_2
    opposite = (suit_1 in red) != (suit_2 in red)
    pair = 11 if same_rank else -1
    suited = (11 if same_rank else 2) if same_suit else -1
    miss = 1 if opposite and (not same_rank or opposite_pairs) else -1
    return pair, suited, miss


@witnesses("MM 8.1:Pair Match", "MM 8.1:Suit Match (Suited non pair)", "MM 8.1:Suit Match (Suited pair)")
@witnesses("MM 8.1:Miss Match", "MM 5.5.1(a)", "MM 5.5.1(b)", "MM 5.5.2(a)(i)", "MM 5.5.2(a)(ii)", "MM 5.5.2(b)")
@witnesses("MM 5.5.3(a)", "MM 5.5.3(b)", "ruling 10", "ruling 11")
@pytest.mark.parametrize("opposite_pairs", [False, True])
def test_every_two_cards_pay_what_the_book_says(opposite_pairs: bool) -> None:
    # Thirteen ranks in four suits give each kind of pair of cards its share of the 52 × 52.
    rounds = {(1, 1): 0, (1, 0): 0, (0, 1): 0, (0, 0): 0}
    table = House(decks=4, areas=1, device=Device.MACHINE, miss_match_on_opposite_pairs=opposite_pairs)
    table.sit(ann=1)
    for bet in Bet:
        table.bet(ANN, STAKE, bet)
    for first, second in product(DECK, repeat=2):
        house = copy(table)
        house.deal(first.value, second.value)
        house.finish()
        pair, suited, miss = times_won(first.value, second.value, opposite_pairs)
        assert house.won(ANN) == STAKE * (pair + suited + miss), (first, second)
        by_bet = {each.bet: (each.paid - each.taken) // STAKE for each in house.state.results}
        assert by_bet == {"pair match": pair, "suit match": suited, "miss match": miss}
        rounds[first.rank == second.rank, first.suit == second.suit] += 1
    assert rounds == {(1, 1): 52, (1, 0): 52 * 3, (0, 1): 52 * 12, (0, 0): 52 * 36}


@witnesses("MM 6.2.3", "ruling 3")
def test_a_win_that_chips_cannot_make_is_paid_to_the_next_amount_they_can() -> None:
    # Miss Match pays $4 on $4; chips of $2.50 and $7 make 2.50, 5, 7, 7.50 …: $5 is paid.
    house = House(chips=ChipSet((250, 700)), areas=1, limits=dict.fromkeys(Bet, Limits(100, 50_000)))
    house.sit(ann=1)
    house.bet(ANN, 400, MISS)
    house.deal("2h", "9s")
    house.finish()
    assert house.won(ANN) == 500
    assert {"MM 6.2.3", "ruling 3"} <= set(house.state.results[0].under)


@witnesses("MM 6.2.2", "ruling 2")
@pytest.mark.parametrize(("cards", "won"), [(("9h", "9s"), 11 * 700), (("9h", "8s"), -700)])
def test_over_the_maximum_only_the_maximum_is_paid_or_collected(cards: tuple[str, str], won: int) -> None:
    house = House(areas=1, limits=dict.fromkeys(Bet, Limits(500, 700)))
    house.sit(ann=1)
    house.bet(ANN, 2000, PAIR)
    house.deal(*cards)
    house.finish()
    assert house.won(ANN) == won
    assert "MM 6.2.2" in house.state.results[0].under


@witnesses("MM 6.2.1", "ruling 2")
def test_under_the_minimum_the_first_wager_stands_and_later_ones_go_back_won_or_lost() -> None:
    house = House(areas=1)
    house.sit(ann=1)
    expected = 0
    for cards, change in ((("9h", "8s"), -100), (("9h", "9s"), 0), (("9h", "8s"), 0)):
        house.bet(ANN, 100, PAIR)
        house.deal(*cards)
        house.finish()
        expected += change
        assert house.won(ANN) == expected


@witnesses("MM 5.10.1", "MM 5.10.2")
def test_losers_are_cleared_before_any_winner_is_paid() -> None:
    house = House(areas=2)
    house.sit(ann=1, bob=2)
    house.bet(ANN, STAKE, SUIT, 1)
    house.bet(ANN, STAKE, PAIR, 1)
    house.deal("Th", "2h")
    house.finish()
    order = [type(event) for event in house.log if isinstance(event, LosersCleared | AreaPaid)]
    assert order == [LosersCleared, AreaPaid]
    assert house.won(ANN) == 2 * STAKE - STAKE
