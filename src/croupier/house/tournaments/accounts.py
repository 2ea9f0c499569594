"""The accounts of a tournament: its chips, which are worth nothing elsewhere, and the money that was paid in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

MOST_PAID = 300
"""How many are paid by one event: the record bounds what one holds."""

PRIZES = "house:prizes"
"""What the house adds where a pool is larger than what was paid in."""
EXCHANGED = "house:tournament-chips"
"""What the house gives for tournament chips where they are exchanged for cash."""
TAKINGS = "house:entry-fees"
"""What of entry fees does not go into the pool."""


def money(tournament: str) -> str:
    """What entrants have paid, until it is paid out."""
    return f"entries:{tournament}"


def in_parts(paid: Iterable[T]) -> list[list[T]]:
    """Payments in parts of which one event can hold each.

    >>> [len(part) for part in in_parts(range(601))]
    [300, 300, 1]
    """
    every = list(paid)
    return [every[start : start + MOST_PAID] for start in range(0, len(every), MOST_PAID)]
