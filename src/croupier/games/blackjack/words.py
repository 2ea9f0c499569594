"""How hands and totals are spoken of."""

from __future__ import annotations

from croupier.table.hands import DEALERS, Spot


def place_of(place: Spot) -> str:
    """Where a hand lies, in words.

    >>> place_of(Spot(3)), place_of(Spot(3, 2)), place_of(DEALERS)
    ('area 3', 'hand 2 of area 3', 'the dealer')
    """
    if place == DEALERS:
        return "the dealer"
    return f"area {place.area}" if place.hand == 1 else f"hand {place.hand} of area {place.area}"


def announced(counted: int, soft: bool, done: bool = False) -> str:
    """A total as the dealer announces it: both of a soft one until the hand is done (BJ 3.2.1(a)).

    >>> announced(17, True), announced(17, True, True), announced(12, False), announced(25, False)
    ('7 or 17', '17', '12', '25, bust')
    """
    if counted > 21:
        return f"{counted}, bust"
    return f"{counted - 10} or {counted}" if soft and counted < 21 and not done else str(counted)
