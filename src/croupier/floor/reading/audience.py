"""Who looks: the least that must be known of a viewer, so that viewers of one seat share every message."""

from __future__ import annotations

from croupier.table.contract import PLAYER, Actor
from croupier.table.state import Table

NOBODY = Actor("", "")
"""A viewer who is not signed in: a player who is not at the table."""

INSPECTOR = Actor("", "", "regulator")
"""The viewer who hears of everything; even so, of faces only as they become public."""


def seat_of(viewer: Actor, state: Table) -> Actor:
    """The least that must be known of a viewer to render the table."""
    if viewer.rank != PLAYER:
        return Actor("", "", viewer.rank)
    concerned = state.has_seen(viewer.id) or any(each.complainant == viewer.id for each in state.disputes)
    return Actor(viewer.id, "") if concerned and viewer.id else NOBODY
