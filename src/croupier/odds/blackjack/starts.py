"""The first cards of a round, what a plan says of them and of all that follows, and what a plan comes to."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.odds.blackjack.compositions import ACE, RANKS, TEN, Flags, Floats, place_of
from croupier.odds.blackjack.exact_split import Net, Policy
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.split_joint import HALVES, NIL
from croupier.odds.blackjack.strategy import Codes
from croupier.odds.blackjack.suits import LOOKED_AT, chances_of

EVEN_MONEY = 5
"""What may be done with a natural against an ace, beside the five things of `strategy`."""
CHOICES = 6


class Start(NamedTuple):
    """Two first cards, by rank, and the suits they have where that matters."""

    first: int
    second: int
    suits: int
    share: float
    """How likely those suits are, given the ranks."""

    @property
    def place(self) -> int:
        """Where the hand stands among all hands."""
        return place_of(self.first, self.second)

    @property
    def pair(self) -> bool:
        """Whether it may be split."""
        return self.first == self.second

    @property
    def natural(self) -> bool:
        """Whether it is an ace and a card of value ten."""
        return (self.first, self.second) == (ACE, TEN)

    @property
    def aces(self) -> int:
        """How many of the two are aces."""
        return int(self.first == ACE) + int(self.second == ACE)


class Plan(NamedTuple):
    """What is done with everything."""

    actions: Codes
    """Of a hand that was not split, by [layer, hand, upcard]."""
    rescues: Flags
    firsts: Codes
    """Of two first cards, by [start, upcard], before anything else: any of the six choices."""
    splits: tuple[Policy, ...]
    """Of the hands of each pair."""


class Measured(NamedTuple):
    """What a plan is worth."""

    chances: Floats
    """Of each start and upcard."""
    values: Floats
    squares: Floats
    ways: Floats
    """How hands end that are not split, by [suits, way]."""
    completed: dict[tuple[object, bool], float]
    """The straights and sevens of first cards whose suits are told: by line, and whether they win the Super Bonus."""
    naturals: Floats
    """A natural that wins, one that is level, and one paid at even money."""
    surrendered: Floats
    """Hands given up for half, and those that a natural takes whole."""
    split: Net
    surrender_costs: Fraction
    """What of a wager is lost by giving it up."""

    @property
    def variance(self) -> float:
        """The variance of that gain."""
        return float((self.chances * self.squares).sum()) - self.value**2

    @property
    def super_bonus(self) -> float:
        """The chance of a Super Bonus."""
        return float(sum(chance for (_, wins), chance in self.completed.items() if wins)) + self.split.bonus

    @property
    def value(self) -> float:
        """What one unit gains on average."""
        return float((self.chances * self.values).sum())


def gained(net: Net, super_bonus: float) -> tuple[float, float]:
    """What a split gains on average, and its square."""
    gains = (np.arange(HALVES) - NIL) / 2
    value = float(net.chances @ gains) + net.beside + net.bonus * super_bonus
    square = float(net.chances @ gains**2)
    if net.bonus > 0:
        square += net.bonus * (super_bonus + net.beside / net.bonus) ** 2
    return value, square


def starts(game: Game) -> tuple[Start, ...]:
    """Every two first cards, the suits of those told apart where they matter."""
    found = []
    for first in range(RANKS):
        for second in range(first, RANKS):
            shares: tuple[float, ...] = (1.0,)
            if game.rules.at_once and (first, second) in LOOKED_AT:
                shares = chances_of(game.settings.shoe, first, second)
            found += [Start(first, second, suits, share) for suits, share in enumerate(shares)]
    return tuple(found)
