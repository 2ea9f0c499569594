"""The accounts of a table: money moves from one of these to another, and all together they come to nothing."""

from __future__ import annotations

RACK = "rack"
"""The house's own chips at the table: its bank, where it has one."""
CAGE = "cage"
"""Where the house keeps the chips that are at no table."""
ADVANCE = "advance"
"""What came from the cage to pay wagers when the rack did not hold it, and no slip has been signed for yet."""
LAYOUT = "layout"
"""The wagers that lie undecided before the house."""
RAKE = "rake"
"""What the house has taken for dealing where players play each other."""
CASH = "cash"
"""Value brought from outside that is turned into chips at the table."""
RESERVE = "reserve"
"""The house's own chips at a table that is reserved for a tournament: put away until the table is released."""
TOURNAMENT = "tournament"
"""What the accounts of tournaments begin with."""


def stack(player: str) -> str:
    """The chips in front of a player."""
    return f"stack:{player}"


def wallet(player: str) -> str:
    """The chips a player holds away from the tables."""
    return f"wallet:{player}"


def held(player: str) -> str:
    """What is held of a player's money while it is looked into."""
    return f"held:{player}"


def tournament(own: str) -> str:
    """The chips of a tournament, by its id, that are at no table; one of them counts as a dollar of a table's accounts.

    >>> tournament("friday")
    'tournament:friday'
    """
    return f"{TOURNAMENT}:{own}"


def pot(number: int = 1) -> str:
    """The pot that players play for, or one of the side pots."""
    return f"pot:{number}"
