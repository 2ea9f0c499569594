"""Cards, decks, shoes and drawing from them."""

from croupier.cards.card import CARDS_IN_A_DECK, DECK, RANKS, SUITS, Card, Colour
from croupier.cards.draw import Draw, NoCards, below, by_chance, pick
from croupier.cards.shoe import CardSource, Counts, Device, Shoe, cards_of, full_decks, give, take

__all__ = [
    "CARDS_IN_A_DECK",
    "DECK",
    "RANKS",
    "SUITS",
    "Card",
    "CardSource",
    "Colour",
    "Counts",
    "Device",
    "Draw",
    "NoCards",
    "Shoe",
    "below",
    "by_chance",
    "cards_of",
    "full_decks",
    "give",
    "pick",
    "take",
]
