"""Drawing a card: uniformly among those that may still come, by fresh entropy for every card."""

import os
from collections.abc import Callable

from croupier.cards.card import DECK, Card
from croupier.cards.shoe import Counts

Draw = Callable[[Counts], Card]
"""Where cards come from: given what may still come, name one of them."""

Entropy = Callable[[int], bytes]


class NoCards(Exception):
    """There is no card left to draw."""


def below(limit: int, entropy: Entropy = os.urandom) -> int:
    """A whole number from 0 to limit - 1, each equally likely: values past the last whole multiple are thrown away."""
    if limit < 1:
        raise NoCards
    bits = (limit - 1).bit_length()
    size = (bits + 7) // 8
    mask = (1 << bits) - 1
    while True:
        value = int.from_bytes(entropy(size), "big") & mask
        if value < limit:
            return value


def pick(counts: Counts, place: int) -> Card:
    """The card at this place when the counted cards lie in index order."""
    for index, count in enumerate(counts):
        if place < count:
            return DECK[index]
        place -= count
    raise NoCards


def by_chance(counts: Counts, entropy: Entropy = os.urandom) -> Card:
    """A card drawn uniformly by the operating system's cryptographic generator."""
    return pick(counts, below(sum(counts), entropy))
