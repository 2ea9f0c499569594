"""Turns of phrase that the sentences of this game's chapters share."""

from __future__ import annotations

from croupier.cards import Card
from croupier.money import money
from croupier.table.words import written


def shown(cards: tuple[Card, ...]) -> str:
    """The faces of a hand, where there are any to tell."""
    return f": {written(cards)}" if cards else ""


def for_each_dollar(prize: int) -> str:
    """What a Jackpot wager wins at a fixed prize.

    >>> for_each_dollar(600)
    '$600 for $1'
    """
    return f"{money(prize)} for {money(1)}"
