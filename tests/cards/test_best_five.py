"""The best five of several cards is what a search through every five of them finds, in the order of the book."""

from itertools import combinations
from random import Random

import pytest

from croupier.cards import DECK, Card
from croupier.cards.best_five import best_five, best_low, two_and_three, two_and_three_low
from croupier.cards.ranking import FiveCards, five_cards


def hand(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


@pytest.mark.parametrize("many", [5, 6, 7])
def test_no_five_of_the_cards_are_better_and_some_are_as_good(many: int) -> None:
    chance = Random(many)
    for _ in range(4000):
        cards = chance.sample(DECK, many)
        assert best_five(cards) == max(five_cards(five) for five in combinations(cards, 5))


def test_suited_cards_are_searched_too() -> None:
    """With few suits and ranks, flushes, straights and full houses meet in one hand."""
    chance = Random(1)
    narrow = [card for card in DECK if card.suit in "hs" or card.height in (2, 7, 14)]
    for _ in range(4000):
        cards = chance.sample(narrow, 7)
        assert best_five(cards) == max(five_cards(five) for five in combinations(cards, 5))


def test_every_category_counts_as_often_as_five_cards_make_it() -> None:
    found = dict.fromkeys(FiveCards, 0)
    for cards in combinations(DECK, 5):
        if cards[0].number < 13 and cards[0].rank == "2":  # one card fixed: a thirteenth and more of the work is enough
            found[FiveCards(best_five(cards)[0])] += 1
    brute = dict.fromkeys(FiveCards, 0)
    for rest in combinations([card for card in DECK if card is not Card.TWO_OF_CLUBS], 4):
        brute[FiveCards(five_cards((Card.TWO_OF_CLUBS, *rest))[0])] += 1
    assert found == brute


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("7c 5d 4h 3s 2c", (-7, -5, -4, -3, -2)),
        ("6c 5c 4c 3c 2c", (-6, -5, -4, -3, -2)),
        ("Ac 2d 3h 4s 5c", (-5, -4, -3, -2, -1)),
        ("Ac 2d 3h 4s 9c Kd Qh", None),
        ("Ac Ad 2h 2s 3c 4d 8h", (-8, -4, -3, -2, -1)),
        ("8c 7d 6h 5s 4c 3d 2h", (-6, -5, -4, -3, -2)),
    ],
)
def test_lows_count_five_ranks_of_eight_or_lower_and_nothing_of_suits_or_sequences(
    cards: str, low: tuple[int, ...] | None
) -> None:
    assert best_low(hand(cards)) == low


def test_the_book_s_own_example_of_lows() -> None:
    six, seven = best_low(hand("6c 5d 4h 3s 2c")), best_low(hand("7c 5h 4d 3c 2d"))
    assert six is not None and seven is not None and six > seven


def test_omaha_plays_two_of_the_hand_and_three_of_the_board() -> None:
    board = hand("Ah Kh Qh Jh 2c")
    assert two_and_three(hand("Th 3c 4d 6s"), board)[0] == FiveCards.HIGH_CARD
    assert two_and_three(hand("Th 3h 4d 5s"), board)[0] == FiveCards.FLUSH
    assert two_and_three(hand("As Ad Ac 9s"), hand("Kh Qd 7c 3s 2d"))[0] == FiveCards.PAIR
    assert two_and_three_low(hand("Ac 9d Td Jd"), hand("2c 3c 4c 5c 6d")) is None
    assert two_and_three_low(hand("Ac 8d Td Jd"), hand("2c 3c 4c Kc Kd")) == (-8, -4, -3, -2, -1)
