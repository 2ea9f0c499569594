"""The fifty-two cards."""

from collections import Counter

from croupier.cards import DECK, RANKS, SUITS, Card, Colour


def test_a_deck_has_thirteen_ranks_in_four_suits_and_no_joker() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert Counter(card.suit for card in DECK) == dict.fromkeys("cdhs", 13)
    assert Counter(card.rank for card in DECK) == dict.fromkeys("23456789TJQKA", 4)


def test_hearts_and_diamonds_are_red_and_the_others_black() -> None:
    assert {card.suit for card in DECK if card.colour is Colour.RED} == {"h", "d"}
    assert {card.suit for card in DECK if card.colour is Colour.BLACK} == {"c", "s"}


def test_a_card_is_its_two_letters_and_its_number_is_its_place_in_the_deck() -> None:
    for suit in SUITS:
        for rank in RANKS:
            card = Card(rank + suit)
            assert (card.value, card.rank, card.suit) == (rank + suit, rank, suit)
            assert DECK[card.number] is card
    assert (Card("2c").number, Card("As").number) == (0, 51)
