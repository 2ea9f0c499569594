"""The fifty-two cards, and how they are written: rank then suit, `Th` for the ten of hearts."""

from enum import StrEnum

from croupier.cards.quick import quick

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS_IN_A_DECK = 52


@quick
class Colour(StrEnum):
    """The two colours of the suits."""

    BLACK = "black"
    RED = "red"


@quick
class Card(StrEnum):
    """One of the fifty-two cards without jokers.

    >>> Card("Th").rank, Card("Th").suit, Card("Th").colour.value
    ('T', 'h', 'red')
    """

    TWO_OF_CLUBS = "2c"
    THREE_OF_CLUBS = "3c"
    FOUR_OF_CLUBS = "4c"
    FIVE_OF_CLUBS = "5c"
    SIX_OF_CLUBS = "6c"
    SEVEN_OF_CLUBS = "7c"
    EIGHT_OF_CLUBS = "8c"
    NINE_OF_CLUBS = "9c"
    TEN_OF_CLUBS = "Tc"
    JACK_OF_CLUBS = "Jc"
    QUEEN_OF_CLUBS = "Qc"
    KING_OF_CLUBS = "Kc"
    ACE_OF_CLUBS = "Ac"
    TWO_OF_DIAMONDS = "2d"
    THREE_OF_DIAMONDS = "3d"
    FOUR_OF_DIAMONDS = "4d"
    FIVE_OF_DIAMONDS = "5d"
    SIX_OF_DIAMONDS = "6d"
    SEVEN_OF_DIAMONDS = "7d"
    EIGHT_OF_DIAMONDS = "8d"
    NINE_OF_DIAMONDS = "9d"
    TEN_OF_DIAMONDS = "Td"
    JACK_OF_DIAMONDS = "Jd"
    QUEEN_OF_DIAMONDS = "Qd"
    KING_OF_DIAMONDS = "Kd"
    ACE_OF_DIAMONDS = "Ad"
    TWO_OF_HEARTS = "2h"
    THREE_OF_HEARTS = "3h"
    FOUR_OF_HEARTS = "4h"
    FIVE_OF_HEARTS = "5h"
    SIX_OF_HEARTS = "6h"
    SEVEN_OF_HEARTS = "7h"
    EIGHT_OF_HEARTS = "8h"
    NINE_OF_HEARTS = "9h"
    TEN_OF_HEARTS = "Th"
    JACK_OF_HEARTS = "Jh"
    QUEEN_OF_HEARTS = "Qh"
    KING_OF_HEARTS = "Kh"
    ACE_OF_HEARTS = "Ah"
    TWO_OF_SPADES = "2s"
    THREE_OF_SPADES = "3s"
    FOUR_OF_SPADES = "4s"
    FIVE_OF_SPADES = "5s"
    SIX_OF_SPADES = "6s"
    SEVEN_OF_SPADES = "7s"
    EIGHT_OF_SPADES = "8s"
    NINE_OF_SPADES = "9s"
    TEN_OF_SPADES = "Ts"
    JACK_OF_SPADES = "Js"
    QUEEN_OF_SPADES = "Qs"
    KING_OF_SPADES = "Ks"
    ACE_OF_SPADES = "As"

    number: int
    rank: str
    suit: str
    colour: Colour
    height: int
    """The place of its rank with the ace high, from 2 to 14."""

    def __init__(self, text: str) -> None:
        self.rank, self.suit = text[0], text[1]
        self.colour = Colour.RED if self.suit in "dh" else Colour.BLACK
        self.height = RANKS.index(self.rank) + 2
        self.number = SUITS.index(self.suit) * len(RANKS) + RANKS.index(self.rank)


DECK: tuple[Card, ...] = tuple(Card)
"""Every card once, in the order of their numbers: `DECK[card.number] is card`."""
