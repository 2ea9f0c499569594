"""Double Chance: ways of choosing the cards to keep, the best one and some that people have, and what each wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product

import msgspec
import numpy as np

from croupier.games.double_chance.terms import HAND, MOST_KEPT
from croupier.odds.double_chance.classes import DEALS, Flags, Small, hand_classes
from croupier.odds.double_chance.rule import SIXTH_CARDS, WAYS, Way

BEST = "best of all 25 ways"
REMEMBERED = "the rule to remember"


class Habit(msgspec.Struct, frozen=True):
    """A way of choosing cards; where it leaves a choice between equal cards, the worse is reckoned."""

    name: str
    winning: int
    """Hands times winning sixth cards, over all hands that discard."""
    discarding: int
    """How many hands discard."""
    errs: int
    """On how many of them another choice wins oftener."""

    @property
    def wins(self) -> Fraction:
        """How often the sixth card wins for a hand that discards."""
        return Fraction(self.winning, self.discarding * SIXTH_CARDS)

    @property
    def chance(self) -> Fraction:
        """How often a hand discards and wins."""
        return Fraction(self.winning, DEALS * SIXTH_CARDS)


class Discarding(msgspec.Struct, frozen=True):
    """What is to be said of the hands that discard, the best cards kept."""

    hands: int
    by_winning_cards: dict[int, int]
    """Hands by how many of the 47 sixth cards win."""
    by_cards_needed: dict[int, int]
    """Hands by the fewest cards that may be kept and win as often as any."""


@cache
def habits() -> tuple[Habit, ...]:
    """The best choice first, then the rule to remember, then others from the best to the worst."""
    every = hand_classes()
    best = every.best()
    others = {
        "the same, the last line forgotten": _worst(_highest_by_suit),
        "the three highest cards": _worst(_highest(MOST_KEPT)),
        "the best two cards": every.best(kept=2),
        "the two highest cards": _worst(_highest(2)),
        "the best one card": every.best(kept=1),
        "the highest card": _worst(_highest(1)),
    }
    ranked = sorted((_habit(name, wins, best) for name, wins in others.items()), key=lambda habit: -habit.winning)
    return _habit(BEST, best, best), _habit(REMEMBERED, _worst(_remembered), best), *ranked


@cache
def discarding() -> Discarding:
    """What is to be said of the hands that discard."""
    every = hand_classes()
    best, one, two = every.best(), every.best(kept=1), every.best(kept=2)
    needed = {1: one == best, 2: (one < best) & (two == best), 3: two < best}
    tally = np.bincount(best, weights=every.many)
    return Discarding(
        int(every.many.sum()),
        {wins: int(many) for wins, many in enumerate(tally) if many},
        {cards: int(every.many[flags].sum()) for cards, flags in needed.items()},
    )


def _habit(name: str, wins: Small, best: Small) -> Habit:
    many = hand_classes().many
    return Habit(name, int(many @ wins), int(many.sum()), int(many[wins < best].sum()))


def _worst(allows: Callable[[Way], Flags]) -> Small:
    """What the worst of the ways wins that a habit allows."""
    worst = np.full(len(hand_classes().many), SIXTH_CARDS, dtype=np.int8)
    for column, way in enumerate(WAYS):
        np.minimum(worst, hand_classes().wins[:, column], out=worst, where=allows(way))
    return worst


def _highest(many: int) -> Callable[[Way], Flags]:
    """Keep so many cards, none of which is lower than one that is discarded."""

    def allows(way: Way) -> Flags:
        flags = np.full(len(hand_classes().many), len(way) == many)
        for kept, left in product(way, _left(way)):
            flags &= ~_higher(left, kept)
        return flags

    return allows


def _highest_by_suit(way: Way) -> Flags:
    """Keep the highest card of each suit; of four suits leave out a lowest."""
    flags: Flags = np.minimum(hand_classes().suits.max(axis=1) + 1, MOST_KEPT) == len(way)
    for kept, left in product(way, _left(way)):
        flags &= _leads(kept) & ~(_leads(left) & _higher(left, kept))
    return flags


def _remembered(way: Way) -> Flags:
    """The same, and of two equally low leave out the one whose suit has another card."""
    flags = _highest_by_suit(way)
    for kept, left in product(way, _left(way)):
        level = ~_higher(kept, left) & ~_higher(left, kept)
        flags &= ~(_leads(left) & level & _alone(left) & ~_alone(kept))
    return flags


@cache
def _higher(one: int, other: int) -> Flags:
    """Whether the card in one place of the hand is higher than that in another."""
    return hand_classes().heights[:, one] > hand_classes().heights[:, other]


@cache
def _leads(card: int) -> Flags:
    """Whether no card of the hand is of this one's suit and higher."""
    return ~_any(hand_classes().under[other, card] for other in _left((card,)))


@cache
def _alone(card: int) -> Flags:
    """Whether no other card of the hand is of this one's suit."""
    return ~_any(hand_classes().suits[:, other] == hand_classes().suits[:, card] for other in _left((card,)))


def _any(flags: Iterable[Flags]) -> Flags:
    return np.asarray(np.logical_or.reduce(list(flags)), dtype=np.bool_)


def _left(way: Way) -> Way:
    return tuple(place for place in range(HAND) if place not in way)
