"""The order of poker hands as pots are won by it: played out, hole cards against hole cards (CP 3.2, 3.3)."""

from __future__ import annotations

from itertools import combinations

import pytest

from croupier.cards import DECK, Card
from croupier.games.crown_poker.drawing import SeatDrawn
from croupier.games.crown_poker.terms import GAMES
from tests.witness import witnesses
from tests.witnesses.scripted import Scripted

scripted = Scripted("crown-poker")
PLAYED = "Ann checks\nBob checks\n"


def gains(anns: str, bobs: str, board: str, game: str = "holdem") -> int:
    """What $10 of Ann's win in dollars against Bob's; nothing where they share."""
    first, *more = board.split()[2:]
    flop = " ".join((*board.split()[:2], first))
    lines = (
        f"Bob sits at 2 with $200\nAnn is dealt {anns}\nBob is dealt {bobs}\ndeal\nAnn calls\nBob checks\n"
        f"board {flop}\n{PLAYED}board {more[0]}\n{PLAYED}board {more[1]}\n{PLAYED}show down\n"
    )
    return (scripted.table_after(lines, f", {game}").state.stack("Ann") - 200_00) // 100


def beats(higher: str, lower: str, board: str, game: str = "holdem") -> bool:
    """Whether one hand takes the whole pot from the other, whoever holds it."""
    return gains(higher, lower, board, game) == 10 and gains(lower, higher, board, game) == -10


@witnesses(
    "CP 3.2.2(a)",
    "CP 3.2.2(b)",
    "CP 3.2.2(c)",
    "CP 3.2.2(d)",
    "CP 3.2.2(e)",
    "CP 3.2.2(f)",
    "CP 3.2.2(g)",
    "CP 3.2.2(h)",
    "CP 3.2.2(i)",
    "CP 3.2.2(j)",
)
@pytest.mark.parametrize(
    ("lower", "higher", "board"),
    [
        pytest.param("Ac Qd", "3h 3d", "2c 5d 7h 9s Jc", id="ace high is under the lowest pair there"),
        pytest.param("Ac Ad", "2d 5c", "2c 5d 7h 9s Jc", id="a pair of aces is under two small pairs"),
        pytest.param("Jd 9c", "2d 2h", "2c 5d 7h 9s Jc", id="two pairs are under three twos"),
        pytest.param("Jd Jh", "8d Th", "2c 5d 7h 9s Jc", id="three jacks are under a straight"),
        pytest.param("8d Th", "2h 3h", "4h 6h 7h 9s Jc", id="a straight is under any flush"),
        pytest.param("Ah 2h", "4c 4d", "4h 6h 7h 7s Jc", id="a flush is under a full house"),
        pytest.param("7c Jd", "4c 4d", "4h 4s 7h 7s Jc", id="a full house is under four alike"),
        pytest.param("4c 4d", "5h 8h", "4h 4s 6h 7h Jc", id="four alike are under a straight flush"),
        pytest.param("9h 8h", "Ah Kh", "Qh Jh Th 2s 2c", id="a straight flush is under the royal one"),
    ],
)
def test_each_kind_of_hand_beats_the_one_below_it(lower: str, higher: str, board: str) -> None:
    assert beats(higher, lower, board)


@witnesses("CP 3.2.1", "CP 3.2.2(b)", "CP 3.2.2(f)")
@pytest.mark.parametrize(
    ("lower", "higher", "board"),
    [
        pytest.param("Ac 2d", "6c 2h", "3c 4d 5h 9s Kc", id="with the ace below it the straight to the five is least"),
        pytest.param("Qc Jd", "Ac Qd", "Kh Jh Th 9s 2c", id="with the ace above it the straight is best"),
        pytest.param("Ah 2h", "6h 7h", "3h 4h 5h 2s Kc", id="a straight flush by its top card, the ace low"),
        pytest.param("Kc 2c", "Ac 3c", "5d 7h 8s 9d Jh", id="the ace alone is high"),
    ],
)
def test_the_ace_is_high_unless_it_begins_the_smallest_straight(lower: str, higher: str, board: str) -> None:
    assert beats(higher, lower, board)


@witnesses("CP 3.2.1")
def test_a_sequence_does_not_go_round_the_ace() -> None:
    assert beats("9c 9d", "Ac Kd", "2h 3c 4s 9h Jd")


@witnesses("CP 3.2.2(c)", "CP 3.2.2(d)", "CP 3.2.2(e)", "CP 3.2.2(g)", "CP 3.2.2(h)", "CP 3.2.2(i)", "CP 3.2.2(j)")
@pytest.mark.parametrize(
    ("lower", "higher", "board"),
    [
        pytest.param("Qc Jc", "Kc 2c", "9c 9d 9h 9s 3d", id="equal fours by the fifth card"),
        pytest.param("8c 8d", "9c 2d", "8h 9d 9h Ks Kd", id="the three of a full house before its pair"),
        pytest.param("Qc Qd", "Kc Kd", "9c 9d 9h 2s 3d", id="equal threes by the pair with them"),
        pytest.param("Kh 2h", "Kd Ah", "Qh Jh 7h 5s 4h", id="a flush by its first card"),
        pytest.param("2h 9c", "3h 9d", "Ah Qh Jh 7h 4s", id="a flush down to its fifth card"),
        pytest.param("9c Qd", "9d Kd", "9h 9s 2c 4d 7h", id="equal threes by the next card"),
        pytest.param("9c 8d", "9d Td", "9h 9s Kc 4d 7h", id="equal threes by the second card beside them"),
        pytest.param("Qc Jd", "Kc 2d", "Qh Jh Ks 2s 4d", id="the higher pair before the lower"),
        pytest.param("Kc 9d", "Kd Th", "Kh 9s Ts 2c 4d", id="equal high pairs by the low ones"),
        pytest.param("Kc Qd", "Kd Ah", "Kh 9s 9c 2c 4d", id="equal pairs by the odd card"),
        pytest.param("Tc Td", "Jc Jd", "Ah 9s 7c 2c 4d", id="pairs by their rank"),
        pytest.param("Ac 8d", "Ad Jh", "Ah 9s Kc 2c 4d", id="equal pairs by the cards beside them, from the top"),
        pytest.param("Ac 3d", "Ad 8h", "Ah Qs Kc 7c 4d", id="equal pairs by the third card beside them"),
        pytest.param("Qc 8d", "Kc 3d", "Ah 9s 7c 2c 4d", id="odd cards from the top"),
        pytest.param("6c 3d", "8c 3h", "Ah Ks Qc Jd 5c", id="odd cards down to the fifth"),
    ],
)
def test_hands_of_one_kind_go_by_the_ranks_of_their_cards(lower: str, higher: str, board: str) -> None:
    assert beats(higher, lower, board)


@witnesses("CP 3.2.2(a)", "CP 3.2.2(b)", "CP 3.2.2(e)", "CP 3.3")
@pytest.mark.parametrize(
    ("anns", "bobs", "board"),
    [
        pytest.param("As Kh", "Ac Kd", "2h 5d 7c 9s Jc", id="odd cards"),
        pytest.param("2c 3c", "2d 3d", "Ah Kh Qh Jh Th", id="the royal flush on the board"),
        pytest.param("8c 7d", "8d 7c", "9h Ts Jd 2c 3h", id="straights of other suits"),
        pytest.param("2c 3d", "4s 5s", "Ah Kh Qh Jh 9h", id="the flush on the board"),
    ],
)
def test_hands_that_differ_in_suit_alone_share_the_pot(anns: str, bobs: str, board: str) -> None:
    assert gains(anns, bobs, board) == 0


@witnesses("CP 3.2.2(j)#2")
@pytest.mark.parametrize(
    ("lower", "higher", "board"),
    [
        pytest.param("7c 5h", "6c 5d", "4c 3d 2h Ks Kd", id="seven high is under six high"),
        pytest.param("8c 7d", "8d 6h", "2c 3d 4h Ks Kd", id="equal top cards by the next"),
        pytest.param("6c 5c", "Ac 5d", "4d 3d 2h Ks Qd", id="the ace is the lowest card, and a straight does no harm"),
    ],
)
def test_the_lower_low_takes_its_half(lower: str, higher: str, board: str) -> None:
    """Each has won a half of $20, or one hand both: the better low never comes away with less than its $10."""
    assert gains(higher, lower, board, "holdem hi-lo") >= 0
    assert gains(lower, higher, board, "holdem hi-lo") <= 0


@witnesses("CP 3.2.2(j)#2")
@pytest.mark.parametrize(
    ("low", "high", "board", "half"),
    [
        pytest.param("2h 3h", "Kc Kd", "4h 5h 8h 9c 9d", 10, id="suited low cards are a flush for high and a low too"),
        pytest.param("Ac 2d", "Kc Kd", "3h 5s 8d Jc Qd", 0, id="eight, five, three, two, ace qualifies"),
        pytest.param("Ac 2d", "Kc Kd", "3h 5s 9d Jc Qd", -10, id="nine is too high"),
        pytest.param(
            "Ac 2d", "Kc Kd", "2h 3s 8d Jc Ad", 10, id="a paired card counts once, and two pairs win the high"
        ),
    ],
)
def test_five_different_cards_of_eight_and_below_make_a_low(low: str, high: str, board: str, half: int) -> None:
    assert gains(low, high, board, "holdem hi-lo") == half


@witnesses("CP 8.20.4(c)", "CP 8.20.4(d)(i)")
@pytest.mark.parametrize("game", ["omaha", "omaha hi-lo"])
@pytest.mark.parametrize(
    ("anns", "bobs", "board"),
    [
        pytest.param("Ac Ad Kc Kd", "9c 9d 2s 3s", "5h 6c 7d Ts 9h", id="none of the own, as three of them are wanted"),
        pytest.param("Ac Ad Kc Kd", "9c 9d Qs 3s", "Th Jc 9h 8s 7d", id="the board's straight is not played whole"),
        pytest.param("Th 3c 4d 5s", "Kd Kc 7c 8s", "Ah Kh Qh Jh 9c", id="one of the own makes no flush"),
        pytest.param("Ah Kh Qh 2c", "Jd Js Tc 6s", "Jh 3h 9s 9d Kc", id="three of the own make none either"),
        pytest.param("As Ah Ad Ac", "Kh Ks 7c 5s", "Kd Qs 9h Jc 2d", id="of four alike in the hand two play"),
    ],
)
def test_two_of_the_own_cards_play_and_three_of_the_board(anns: str, bobs: str, board: str, game: str) -> None:
    """With any other number of them Ann would win or share."""
    assert gains(anns, bobs, board, game) == -10


@witnesses("CP 8.20.4(d)(ii)", "CP 8.20.4(d)(iv)")
@pytest.mark.parametrize(
    ("anns", "board", "gain"),
    [
        pytest.param("Ac 2d 3h Kc", "4s 5d 9h Jc Qd", -10, id="three of the own and two of the board are no low"),
        pytest.param("Ac 9d Jh Kc", "4s 5d 7h 8c Qd", -10, id="one of the own and four of the board are none"),
        pytest.param("Ac 2d Jh Kc", "4s 5d 7h Tc Qd", 0, id="two of the own and three of the board are one"),
    ],
)
def test_a_low_at_omaha_has_two_of_the_own_cards(anns: str, board: str, gain: int) -> None:
    assert gains(anns, "Qh Qs Td Th", board, "omaha hi-lo") == gain


@witnesses("CP 3.2.2(j)#2")
def test_only_the_three_games_for_high_and_low_have_a_low_half() -> None:
    halved = {variant.value for variant, game in GAMES.items() if game.hi_lo}
    assert halved == {"omaha hi-lo", "holdem hi-lo", "crazy pineapple hi-lo"}
    assert gains("Ac 2d", "Kc Kd", "3h 5s 8d Jc Qd") == -10


@witnesses("CP 3.3", "CP 3.3.1", "CP 3.3.2", "CP 3.3.3", "CP 3.3.4", "ruling 133")
@pytest.mark.parametrize(("lower", "higher"), list(combinations("cdhs", 2)))
def test_no_suit_decides_a_draw_or_a_pot(lower: str, higher: str) -> None:
    """Of two nines neither has the seat, and whoever draws the three next has it from the two of any suit."""
    again = f"9{lower} and 9{higher}, 3{lower} and 2{higher}"
    table = scripted.table_after(f"dealer has Bob and Cid draw {again} for seat 4\n")
    assert [each.winner for each in table.log if isinstance(each, SeatDrawn)] == ["", "Bob"]
    assert gains(f"K{lower} Q{lower}", f"K{higher} Q{higher}", "2h 5d 7c 9s Jc") == 0


@witnesses("CP 3.1", "CP 1.1:Suit")
def test_the_deck_is_fifty_two_different_cards_in_four_suits_of_thirteen() -> None:
    table = scripted.table_after("")
    assert table.state.shoe.size == 52
    assert tuple(table.state.shoe.full) == (1,) * 52
    assert len(DECK) == 52
    suits = {suit: [card for card in DECK if card.suit == suit] for suit in "cdhs"}
    assert [len(each) for each in suits.values()] == [13] * 4
    assert {suit: {card.colour.value for card in each} for suit, each in suits.items()} == {
        "c": {"black"},
        "d": {"red"},
        "h": {"red"},
        "s": {"black"},
    }
    assert Card("As") in DECK
