"""Draws that anyone can check: the house is bound to a seed before anyone enters, and tells it with the result.

In draw number n everything that is drawn has a ticket, the SHA-256 of `seed:n:what` in hexadecimal, and lies in the
order of the tickets.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def drawn(seed: str, number: int, among: Iterable[int]) -> tuple[int, ...]:
    """The order that comes out of a draw.

    >>> drawn("00", 1, (1, 2, 3)) == drawn("00", 1, (3, 2, 1))
    True
    """
    return tuple(sorted(among, key=lambda each: ticket(seed, number, each)))


def ticket(seed: str, number: int, what: int) -> str:
    """What lies for something in a draw."""
    return sha256(f"{seed}:{number}:{what}".encode()).hexdigest()
