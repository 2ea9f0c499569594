"""The accounts of a tournament: its chips, which are worth nothing elsewhere, and the money that was paid in."""

from __future__ import annotations

PRIZES = "house:prizes"
"""What the house adds where a pool is larger than what was paid in."""
EXCHANGED = "house:tournament-chips"
"""What the house gives for tournament chips where they are exchanged for cash."""
TAKINGS = "house:entry-fees"
"""What of entry fees does not go into the pool."""


def money(tournament: str) -> str:
    """What entrants have paid, until it is paid out."""
    return f"entries:{tournament}"
