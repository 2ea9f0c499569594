"""Which hands are played alike: Holdem's 169 kinds, and groups of like strength where a game has too many kinds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb

import msgspec
import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards import CARDS_IN_A_DECK, DECK, RANKS, SUITS, Card
from croupier.odds.crown_poker.lookup import RANKS_IN_ALL

KINDS = RANKS_IN_ALL**2
"""How many kinds of two cards there are: pairs, and two ranks of one suit or of two."""

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Small = NDArray[np.int16]
Singles = NDArray[np.float32]

CHOICES = np.array([[comb(card, size) for size in range(6)] for card in range(CARDS_IN_A_DECK)], np.int64)
"""In how many ways so many cards can be chosen from those numbered lower."""


class Hands(msgspec.Struct, frozen=True):
    """How hands of a game are put together."""

    number: Small
    """By the number of a hand (see `numbered`): its group."""
    names: tuple[str, ...]
    """What each group is called."""
    parts: tuple[float, ...] | None
    """What each group takes of a pot from one other hand, where that is how they were made; the best comes last."""
    kept: Bytes
    """By the number of a hand: the two cards of three that are kept before the flop; empty where none is laid away."""

    @property
    def groups(self) -> int:
        """How many there are."""
        return len(self.names)

    def group(self, cards: Sequence[str]) -> int:
        """The group of a hand."""
        return int(self.number[numbered([Card(card).number for card in cards])])


@njit(cache=True, nogil=True)
def place(cards):  # type: ignore[no-untyped-def]
    """The number of a hand among all of its size; its cards are put in order."""
    total = 0
    for each in range(1, cards.size):
        card, at = cards[each], each
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
    for each in range(cards.size):
        total += CHOICES[cards[each], each + 1]
    return total


def numbered(cards: Sequence[int]) -> int:
    """The number of a hand among all of its size, whatever the order of its cards.

    >>> numbered([0, 1]), numbered([51, 50]) + 1 == comb(52, 2)
    (0, True)
    """
    return sum(comb(card, size) for size, card in enumerate(sorted(cards), 1))


def every(size: int) -> Ints:
    """All hands of so many cards, in the order of their numbers."""
    found = np.array(list(combinations(range(CARDS_IN_A_DECK), size)), np.int64)
    return found[np.argsort(_numbers(found))]


def suits_turned() -> Ints:
    """By every way to name the suits otherwise: what each card becomes."""
    return np.array(
        [
            [turned[card // RANKS_IN_ALL] * RANKS_IN_ALL + card % RANKS_IN_ALL for card in range(CARDS_IN_A_DECK)]
            for turned in permutations(range(len(SUITS)))
        ]
    )


def alike(hands: Ints) -> tuple[Ints, Ints]:
    """By hand: the lowest number that it can have with suits named otherwise, and the way to name them so."""
    found = np.stack([_numbers(np.sort(turned[hands], axis=1)) for turned in suits_turned()])
    return found.min(axis=0), found.argmin(axis=0)


def _numbers(hands: Ints) -> Ints:
    return np.asarray(sum(CHOICES[hands[:, each], each + 1] for each in range(hands.shape[1])))


def kind(first: int, second: int) -> int:
    """The kind of two cards: pairs, suited cards and others have places of their own on a chart.

    >>> kind_name(kind(Card("Kh").number, Card("As").number)), kind_name(kind(Card("7c").number, Card("7d").number))
    ('AKo', '77')
    """
    low, high = sorted((first % RANKS_IN_ALL, second % RANKS_IN_ALL))
    suited = first // RANKS_IN_ALL == second // RANKS_IN_ALL
    return high * RANKS_IN_ALL + low if suited else low * RANKS_IN_ALL + high


def kind_name(number: int) -> str:
    """What a kind of two cards is called."""
    first, second = divmod(number, RANKS_IN_ALL)
    low, high = sorted((first, second))
    name = _RANKS[high] + _RANKS[low]
    return name if low == high else name + ("s" if first > second else "o")


_RANKS = tuple(card.rank for card in DECK[: len(RANKS)])


def two_cards() -> Hands:
    """Every kind of two cards is a group."""
    number = np.array([kind(first, second) for first, second in every(2)], np.int16)
    return Hands(number, _KIND_NAMES, None, np.zeros((0, 2), np.uint8))


_KIND_NAMES = tuple(kind_name(each) for each in range(KINDS))


def kept_before_flop(parts: NDArray[np.float64]) -> Hands:
    """Three cards, of which those two are kept that take most from one other hand: the kind of these is the group."""
    hands = every(3)
    pairs = np.array([(0, 1), (0, 2), (1, 2)])
    worth = np.array([[parts[kind(*hand[pair])] for pair in pairs] for hand in hands])
    kept = np.take_along_axis(hands, pairs[worth.argmax(axis=1)], axis=1)
    number = np.array([kind(first, second) for first, second in kept], np.int16)
    return Hands(number, _KIND_NAMES, None, kept.astype(np.uint8))


def of_like_strength(size: int, parts: NDArray[np.float64], groups: int) -> Hands:
    """Groups of as many hands as can be, by what a hand takes of a pot from one other; the last is the best.

    `parts` has a value for each hand, the same for hands that are alike but for the names of suits.
    """
    order = np.argsort(parts, kind="stable")
    values, first, many = np.unique(parts[order], return_index=True, return_counts=True)
    middle = (first + many / 2) / len(parts)
    group_of_value = np.minimum((middle * groups).astype(np.int16), groups - 1)
    number = group_of_value[np.searchsorted(values, parts)]
    present, number = np.unique(number, return_inverse=True)
    hands = every(size)
    names, means = [], []
    for each in range(len(present)):
        inside = np.flatnonzero(number == each)
        mean = float(parts[inside].mean())
        nearest = inside[np.abs(parts[inside] - mean).argmin()]
        names.append("".join(DECK[card] for card in hands[nearest][::-1]))
        means.append(mean)
    return Hands(number.astype(np.int16), tuple(names), tuple(means), np.zeros((0, 2), np.uint8))
