"""Turns of phrase that the sentences of this game's chapters share."""

from __future__ import annotations

from croupier.cards import Card
from croupier.table.words import written


def shown(cards: tuple[Card, ...]) -> str:
    """The faces of a hand, where there are any to tell."""
    return f": {written(cards)}" if cards else ""
