"""Cards that make the rare rounds of the Blackjack family frequent: what may come next, and how likely."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from croupier.cards import Card, Counts, pick


class Mood(NamedTuple):
    """Which cards are likelier than others in a round: for players, and for the dealer one after another."""

    name: str
    players: tuple[Card, ...] = ()
    luck: float = 0.0
    dealer: tuple[str, ...] = ()
    """The ranks wished for the dealer's first card, the second, and so on."""
    dealers_luck: float = 0.7
    order: tuple[Card, ...] = ()
    """The cards wished for players one after another."""
    eager: bool = False
    """Whether players mostly draw."""


def _all(ranks: str, suits: str = "cdhs") -> tuple[Card, ...]:
    return tuple(Card(rank + suit) for rank in ranks for suit in suits)


TENS = "TJQK"
MOODS = (
    Mood("fair"),
    Mood("fair against an ace", dealer=("A", TENS), dealers_luck=0.6),
    Mood("fair against a ten", dealer=(TENS, "A"), dealers_luck=0.6),
    Mood("naturals", _all("A" + TENS), 0.8, ("A" + TENS, "A" + TENS)),
    Mood("pairs of aces", _all("A"), 0.6, (TENS, "A")),
    Mood("pairs of tens", _all(TENS), 0.7, ("A", TENS)),
    Mood("pairs of eights", _all("8", "hs"), 0.6, (TENS, "A")),
    Mood("pairs of fives and sixes", _all("56"), 0.7, ("A", TENS)),
    Mood("doubles", _all("4567"), 0.8, (TENS, "A")),
    Mood("soft doubles", _all("A89"), 0.8, ("A", TENS)),
    Mood("small cards", _all("A23"), 0.9, ("67",), eager=True),
    Mood("sevens of spades", _all("7", "s"), 0.9, ("7",)),
    Mood("sevens of hearts", _all("7", "h"), 0.85, ("7",)),
    Mood("sevens of two suits", _all("7", "ch"), 0.9, ("7",), 0.9),
    Mood("sevens", _all("7"), 0.8),
    Mood(
        "sevens for two bonuses",
        dealer=("7",),
        dealers_luck=1.0,
        order=(*_all("7", "ch"), *_all("7", "cchh")),
        eager=True,
    ),
    Mood("six, seven, eight of spades", _all("678", "s"), 0.95),
    Mood("six, seven, eight of clubs", _all("678", "c"), 0.95, ("A", TENS)),
    Mood("high cards after a split", _all("8" + TENS), 0.9, (TENS, "A")),
)


def next_card(mood: Mood, counts: Counts, dealers: int | None, chance: Random, out: int = 0) -> Card:
    """A card that may come; `dealers` is how many the dealer has, where it is for the dealer, `out` how many others."""
    wished: list[Card] = []
    if dealers is None:
        if out < len(mood.order):
            wished = [card for card in mood.order[out : out + 1] if counts[card.number]]
        elif chance.random() < mood.luck:
            wished = [card for card in mood.players if counts[card.number]]
    elif dealers < len(mood.dealer) and chance.random() < mood.dealers_luck:
        wished = [card for card in _all(mood.dealer[dealers]) if counts[card.number]]
    return chance.choice(wished) if wished else pick(counts, chance.randrange(sum(counts)))
