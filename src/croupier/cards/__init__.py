"""Cards, decks, shoes and the chance by which they come."""

from croupier.cards.card import CARDS_IN_A_DECK, DECK, RANKS, SUITS, Card, Colour
from croupier.cards.chance import (
    BY_CHANCE,
    UNKNOWN,
    Chance,
    Drawn,
    NoCards,
    NoChance,
    Unforeseen,
    Uniform,
    below,
    pick,
)
from croupier.cards.shoe import CardSource, Counts, Device, Shoe, deck_without, full_decks, give, take

__all__ = [
    "BY_CHANCE",
    "CARDS_IN_A_DECK",
    "DECK",
    "RANKS",
    "SUITS",
    "UNKNOWN",
    "Card",
    "CardSource",
    "Chance",
    "Colour",
    "Counts",
    "Device",
    "Drawn",
    "NoCards",
    "NoChance",
    "Shoe",
    "Unforeseen",
    "Uniform",
    "below",
    "deck_without",
    "full_decks",
    "give",
    "pick",
    "take",
]
