"""Turns of phrase that the sentences of this game's chapters share."""

from __future__ import annotations

from croupier.cards import Card


def shown(cards: tuple[Card, ...]) -> str:
    """The faces of a hand, where there are any to tell."""
    return f": {' '.join(cards)}" if cards else ""


def areas(numbers: tuple[int, ...]) -> str:
    """Areas by their numbers.

    >>> areas((2,)), areas((2, 3))
    ('area 2', 'areas 2, 3')
    """
    return f"{'area' if len(numbers) == 1 else 'areas'} {', '.join(map(str, numbers))}"
