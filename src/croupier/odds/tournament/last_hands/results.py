"""What hands of one round of Blackjack come to together, for players who meet the same dealer's hand.

From an endless shoe the players' cards tell nothing of each other or of what the dealer will draw: beside the dealer's
first card and what the dealer's hand comes to, every player's result is drawn apart. So the chance of any results
together is a sum over those two, and nothing is sampled. Hands are played by basic strategy, in which a double or a
split is one more wager: it is played where the bank has it, and once a hand.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack.terms import Variant
from croupier.odds.blackjack.compositions import ACE, MOST, NATURAL, OVER, RANKS, SIX, TEN, place_of
from croupier.odds.blackjack.settings import INFINITE, Settings
from croupier.odds.blackjack.sheet import sheet
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.strategy import DOUBLE, STAND, Strategy, row

Floats = NDArray[np.float64]

VARIANTS = (Variant.BLACKJACK, Variant.CROWN)
"""The versions whose hands all end by the dealer's: the others pay, halve or withdraw wagers before that."""

GAINS = (-4, -2, 0, 2, 3, 4)
"""What a wager can gain, in halves of it."""

NOT_IN, ONCE, MORE = range(3)
"""What a bank is to a hand: no wager at all, the wager alone, or one more beside it."""

CHANCES = np.array([1 / 13] * (RANKS - 1) + [4 / 13])
"""How likely each rank is from an endless shoe."""

SEVENTEEN = 17
"""What the least of the dealer's ends stands for."""

BUST, SHORT, TWO_CARD_21 = 0, 16, 22
"""How a player's hand can end beside the totals of 17 to 21: over 21, under 17, or a natural."""

Ends = dict[tuple[int, int], float]
"""The chance of each end, with the number of wagers on it."""


@lru_cache(maxsize=4)
def together(variant: Variant, players: int) -> Floats:
    """The chance of every results together: first what each bank is to the hand, then what each wager gains.

    >>> found = together(Variant.BLACKJACK, 2)
    >>> found.shape, bool(np.allclose(found.sum(axis=(2, 3)), 1))
    ((3, 3, 6, 6), True)
    """
    apart = results(variant)
    dealers = dealer(variant)
    joint = np.zeros((3,) * players + (len(GAINS),) * players)
    for upcard, end in product(range(RANKS), range(OVER + 1)):
        each = apart[:, upcard, end, :]
        found = each
        for _ in range(players - 1):
            found = np.multiply.outer(found, each)
        order = (*range(0, 2 * players, 2), *range(1, 2 * players, 2))
        joint += CHANCES[upcard] * dealers[upcard, end] * found.transpose(order)
    return joint


@lru_cache(maxsize=4)
def dealer(variant: Variant) -> Floats:
    """By the dealer's first card: what the hand comes to, from an endless shoe."""
    return np.array(Game(_settings(variant)).chances[place_of(TEN, TEN)])


@lru_cache(maxsize=4)
def results(variant: Variant) -> Floats:
    """By what a bank is to the hand, the dealer's first card and what the dealer comes to: how likely each gain is."""
    strategy = sheet(_settings(variant)).strategy
    found = np.zeros((3, RANKS, OVER + 1, len(GAINS)))
    found[NOT_IN, :, :, GAINS.index(0)] = 1.0
    for upcard in range(RANKS):
        player = _Player(strategy, upcard)
        for first, second, held in product(range(RANKS), range(RANKS), (ONCE, MORE)):
            chance = float(CHANCES[first] * CHANCES[second])
            splits = held == MORE and first == second and player.splits(first)
            ends = player.one_of_two(first) if splits else player.first_hand(first, second, more=held == MORE)
            for end in range(OVER + 1):
                for gain, share in (_split if splits else _alone)(ends, end).items():
                    found[held, upcard, end, GAINS.index(gain)] += chance * share
    return found


def _settings(variant: Variant) -> Settings:
    return Settings(variant=variant, decks=INFINITE)


class _Player:
    """Who plays by a strategy against one first card of the dealer's."""

    def __init__(self, strategy: Strategy, upcard: int) -> None:
        self.strategy, self.upcard = strategy, upcard
        self.known: dict[tuple[int, bool, int, bool], Ends] = {}

    def first_hand(self, first: int, second: int, *, more: bool) -> Ends:
        """How a hand that is not split ends."""
        if {first, second} == {ACE, TEN}:
            return {(TWO_CARD_21, 1): 1.0}
        return self._played(*_with(*_with(0, False, first), second), 2, more)

    def one_of_two(self, card: int) -> Ends:
        """How each hand of a split ends; aces have one card each."""
        found: Ends = {}
        for rank in range(RANKS):
            total, soft = _with(*_with(0, False, card), rank)
            ends = {(max(total, SHORT), 1): 1.0} if card == ACE else self._played(total, soft, 2, False)
            _add(found, ends, CHANCES[rank])
        return found

    def splits(self, card: int) -> bool:
        """Whether a pair is split."""
        return bool(self.strategy.splits[card, self.upcard])

    def _played(self, total: int, soft: bool, cards: int, more: bool) -> Ends:
        key = (total, soft, min(cards, SIX), more)
        if key not in self.known:
            self.known[key] = self._ends(total, soft, cards, more)
        return self.known[key]

    def _ends(self, total: int, soft: bool, cards: int, more: bool) -> Ends:
        if total > MOST:
            return {(BUST, 1): 1.0}
        does = STAND if total == MOST else int(self.strategy.hands[(*row(cards, soft, total), self.upcard)])
        if does == STAND:
            return {(max(total, SHORT), 1): 1.0}
        found: Ends = {}
        for rank in range(RANKS):
            after, soft_after = _with(total, soft, rank)
            if does == DOUBLE and more:
                ends: Ends = {(BUST if after > MOST else max(after, SHORT), 2): 1.0}
            else:
                ends = self._played(after, soft_after, cards + 1, False)
            _add(found, ends, CHANCES[rank])
        return found


def _with(total: int, soft: bool, rank: int) -> tuple[int, bool]:
    """A total with a card more."""
    total += rank + 1
    if rank == ACE and not soft and total + 10 <= MOST:
        return total + 10, True
    return (total - 10, False) if soft and total > MOST else (total, soft)


def _add(found: Ends, more: Ends, share: float) -> None:
    for end, chance in more.items():
        found[end] = found.get(end, 0.0) + share * chance


def _alone(ends: Ends, dealers: int) -> dict[int, float]:
    """What a hand that was not split gains, in half wagers."""
    found: dict[int, float] = {}
    for (end, wagers), chance in ends.items():
        natural = 0 if dealers == NATURAL else 3
        gain = natural if end == TWO_CARD_21 else 2 * _gain(end, wagers, dealers)
        found[gain] = found.get(gain, 0.0) + chance
    return found


def _split(ends: Ends, dealers: int) -> dict[int, float]:
    """What both hands of a split gain, in half wagers: a natural takes those bust, and one wager if any is not."""
    found: dict[int, float] = {}
    for ((one, _), chance), ((other, _), share) in product(ends.items(), repeat=2):
        if dealers == NATURAL:
            bust = (one == BUST) + (other == BUST)
            gain = -2 * min(2, bust + 1)
        else:
            gain = 2 * (_gain(one, 1, dealers) + _gain(other, 1, dealers))
        found[gain] = found.get(gain, 0.0) + chance * share
    return found


def _gain(end: int, wagers: int, dealers: int) -> int:
    """What a hand gains in wagers; a natural takes the original one alone (ruling 31)."""
    if end == BUST:
        return -wagers
    if dealers == NATURAL:
        return -1
    beats = dealers == OVER or end > dealers + SEVENTEEN
    return wagers if beats else 0 if end == dealers + SEVENTEEN else -wagers
