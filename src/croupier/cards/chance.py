"""Chance, injected: a card among those that may still come, one of several weighted prizes, an order of seats."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NoReturn, Protocol, cast

from croupier.cards.card import DECK, Card
from croupier.cards.shoe import Counts

Entropy = Callable[[int], bytes]


class NoCards(Exception):
    """There is no card left to draw."""


class Chance(Protocol):
    """Where all that is not decided comes from. At a real table the dealer enters what chance did."""

    def card(self, unseen: Counts) -> Card:
        """One of the cards that may still come."""

    def one_of(self, weights: Sequence[int]) -> int:
        """The place of one of several things, each as likely as its weight."""

    def order(self, many: int) -> tuple[int, ...]:
        """The numbers from 0 in an order of their own."""


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


def pick(counts: Sequence[int], place: int) -> Card:
    """The card at this place when the counted cards lie in index order."""
    return DECK[nth(counts, place)]


def nth(weights: Sequence[int], place: int) -> int:
    """Which of several weighted things holds this place when they lie one after another."""
    for index, weight in enumerate(weights):
        if place < weight:
            return index
        place -= weight
    raise NoCards


LOOKS = 8
"""How often a card is looked for at random before a shoe, then nearly empty, is counted through."""


class Uniform:
    """Fair chance from fresh entropy for every draw: the operating system's, unless told otherwise.

    >>> Uniform(lambda size: bytes(size)).order(3)
    (0, 1, 2)
    """

    def __init__(self, entropy: Entropy = os.urandom) -> None:
        self._entropy = entropy

    def card(self, unseen: Counts) -> Card:
        """A card drawn uniformly among those that may still come.

        Any of the fifty-two kinds is as likely as another to be looked at, and is taken as often as it is left: so no
        shoe has to be counted through unless it is nearly empty.
        """
        most = max(unseen)
        for _ in range(LOOKS):
            kind, place = divmod(below(most * len(unseen), self._entropy), most)
            if place < unseen[kind]:
                return DECK[kind]
        return pick(unseen, below(sum(unseen), self._entropy))

    def one_of(self, weights: Sequence[int]) -> int:
        """The place of one thing, drawn in proportion to the weights."""
        return nth(weights, below(sum(weights), self._entropy))

    def order(self, many: int) -> tuple[int, ...]:
        """Every order of so many numbers is equally likely."""
        left = list(range(many))
        return tuple(left.pop(below(len(left), self._entropy)) for _ in range(many))


BY_CHANCE = Uniform()
"""Chance from the operating system's cryptographic generator."""


class Drawn(Uniform):
    """Chance whose cards a function names, given what may still come: for scripts, rehearsals and tests."""

    def __init__(self, draw: Callable[[Counts], Card], entropy: Entropy = os.urandom) -> None:
        super().__init__(entropy)
        self._draw = draw

    def card(self, unseen: Counts) -> Card:
        """The card that the function names."""
        return self._draw(unseen)


class Unforeseen(Exception):
    """A rehearsal came to a point that only chance decides."""


class _Unknown:
    """A card that nobody knows yet: it can be handed on and spoken of, but whoever asks what it is cannot be told."""

    __slots__ = ()

    def __str__(self) -> str:
        return "a card nobody knows yet"

    def _ask(self, *_: object) -> NoReturn:
        raise Unforeseen

    number = rank = suit = colour = height = name = value = property(_ask)
    __eq__ = __ne__ = __hash__ = __lt__ = __gt__ = _ask


UNKNOWN = cast(Card, _Unknown())
"""What a rehearsal draws."""


class NoChance:
    """Chance for a rehearsal of what a command would lead to: asked for anything, it says that nobody can know."""

    def card(self, unseen: Counts) -> Card:
        """A card without a face, so that what turns on no face can be foreseen all the same."""
        return UNKNOWN

    def one_of(self, weights: Sequence[int]) -> int:
        """No prize can be foreseen."""
        raise Unforeseen

    def order(self, many: int) -> tuple[int, ...]:
        """No order can be foreseen."""
        raise Unforeseen
