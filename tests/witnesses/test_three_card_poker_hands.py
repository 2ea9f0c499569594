"""The order of poker hands, as the table pays by it (TCP 3.5, 3.6 and the definitions of hands)."""

import pytest

from croupier.cards import Card
from croupier.cards.ranking import FiveCards, ThreeCards, five_cards, three_cards
from croupier.games.three_card_poker.settle import AreaSettled
from tests.witness import witnesses
from tests.witnesses.poker import table_after


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def change(players: str, dealers: str) -> int:
    """What $10 on Ante and $10 on Play win in dollars against the dealer, without any bonus."""
    lines = f"Ann bets $10 on ante\ndeal\nAnn looks: {players}\nAnn plays\ndealer shows {dealers}\nsettle\n"
    settled = next(event for event in table_after(lines).log if isinstance(event, AreaSettled))
    return sum(each.paid - each.taken for each in settled.settled) // 100


WON, LOST, STOOD_OFF = 20, -20, 0


@witnesses("TCP 3.6.1(a)", "TCP 3.6.1(b)", "TCP 3.6.1(c)", "TCP 3.6.1(d)", "TCP 3.6.1(e)", "TCP 3.6.1(f)")
@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        pytest.param("Qc Td 6h", "2c 2d 3h", id="the best of odd cards is under the lowest pair"),
        pytest.param("Ac Kd Jh", "2s 2d 3h", id="ace high is under the lowest pair"),
        pytest.param("Ac Ad Kh", "5s 3s 2s", id="the best pair is under the lowest flush"),
        pytest.param("Ad Kd Jd", "3c 2h As", id="the best flush is under the lowest straight"),
        pytest.param("Ac Kd Qh", "2c 2d 2h", id="the best straight is under three twos"),
        pytest.param("Ac Ad Ah", "3s 2s As", id="three aces are under the lowest straight flush"),
    ],
)
def test_each_kind_of_hand_beats_the_one_below_it(lower: str, higher: str) -> None:
    assert change(higher, lower) == WON
    assert change(lower, higher) == LOST


@witnesses("TCP 3.6.2", "TCP 3.5.1")
@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        pytest.param("Js Td 9h", "Kc Qd Jh", id="a straight by its top card"),
        pytest.param("3c 2d Ah", "4c 3d 2h", id="three, two, ace is the lowest straight"),
        pytest.param("Kc Qd Jh", "Ac Kd Qh", id="ace, king, queen is the highest straight"),
        pytest.param("Tc Td Ah", "Jc Jd 2h", id="the pair before its kicker"),
        pytest.param("Tc Td 8h", "Th Ts 9c", id="equal pairs by the kicker"),
        pytest.param("Kd 9d 8d", "Kc Tc 2c", id="a flush by its second card before its third"),
        pytest.param("Qc Td 5h", "Qd Th 6c", id="odd cards down to the third"),
        pytest.param("Kc Kd Kh", "Ac Ad Ah", id="threes by their rank, aces on top"),
        pytest.param("7c 6c 5c", "8d 7d 6d", id="straight flushes by their top card"),
        pytest.param("Kc Qd 9h", "Ac 4d 2h", id="an ace alone is high"),
    ],
)
def test_hands_of_one_kind_go_by_the_ranks_of_their_cards(lower: str, higher: str) -> None:
    assert change(higher, lower) == WON
    assert change(lower, higher) == LOST


@witnesses("TCP 3.5", "TCP 1.1:Stand-off")
@pytest.mark.parametrize(
    ("players", "dealers"),
    [
        ("Kc 9d 4h", "Kd 9h 4s"),
        ("8c 8d Ah", "8h 8s Ac"),
        ("Kc 9c 4c", "Ks 9s 4s"),
        ("6c 5d 4h", "6s 5h 4c"),
        ("6c 5c 4c", "6s 5s 4s"),
    ],
)
def test_hands_that_differ_in_suits_alone_stand_off_to_the_cent(players: str, dealers: str) -> None:
    assert change(players, dealers) == STOOD_OFF


@witnesses("TCP 1.1:Pair", "TCP 1.1:Flush", "TCP 1.1:Straight", "TCP 1.1:Three of a Kind", "TCP 1.1:Straight Flush")
@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("Tc Td Kh", ThreeCards.PAIR),
        ("Tc Jd Kh", ThreeCards.HIGH_CARD),
        ("Kd Jd 9d", ThreeCards.FLUSH),
        ("Kd Ad 2d", ThreeCards.FLUSH),
        ("3c 2d Ah", ThreeCards.STRAIGHT),
        ("Ac Kd Qh", ThreeCards.STRAIGHT),
        ("Kc Ad 2h", ThreeCards.HIGH_CARD),
        ("Qc Qd Qh", ThreeCards.THREE_OF_A_KIND),
        ("5c 6c 7c", ThreeCards.STRAIGHT_FLUSH),
        ("3h 2h Ah", ThreeCards.STRAIGHT_FLUSH),
        ("Ah Kh Qh", ThreeCards.STRAIGHT_FLUSH),
    ],
)
def test_three_cards_are_what_the_definitions_make_of_them(hand: str, kind: ThreeCards) -> None:
    assert three_cards(cards(hand))[0] == kind


@witnesses(
    "TCP 1.1:Four of a Kind",
    "TCP 1.1:Full House",
    "TCP 1.1:Royal Flush",
    "TCP 1.1:Straight Flush",
    "TCP 1.1:Straight",
    "TCP 1.1:Flush",
)
@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("9c 9d 9h 9s 2c", FiveCards.FOUR_OF_A_KIND),
        ("9c 9d 9h 2s 2c", FiveCards.FULL_HOUSE),
        ("Ah Kh Qh Jh Th", FiveCards.ROYAL_FLUSH),
        ("Kh Qh Jh Th 9h", FiveCards.STRAIGHT_FLUSH),
        ("5h 4h 3h 2h Ah", FiveCards.STRAIGHT_FLUSH),
        ("5h 4h 3h 2h Ac", FiveCards.STRAIGHT),
        ("Ah Kh Qh Jh Tc", FiveCards.STRAIGHT),
        ("2h Ah Kh Qh Jh", FiveCards.FLUSH),
        ("2h Ac Kh Qh Jh", FiveCards.HIGH_CARD),
        ("9c 9d 4h 4s 2c", FiveCards.TWO_PAIRS),
        ("9c 9d 9h 4s 2c", FiveCards.THREE_OF_A_KIND),
    ],
)
def test_five_cards_are_what_the_definitions_make_of_them(hand: str, kind: FiveCards) -> None:
    assert five_cards(cards(hand))[0] == kind


@witnesses("TCP 3.1")
def test_a_deck_is_fifty_two_different_cards_without_a_joker() -> None:
    unseen = table_after("").state.shoe.unseen
    assert len(unseen) == 52
    assert set(unseen) == {1}
    with pytest.raises(ValueError, match="Jo"):
        Card("Jo")
