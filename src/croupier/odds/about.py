"""What is to be said of a game's analysis before any of it is imported."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What each command does for this game, and what else of it can be explored."""

    odds: str
    simulate: str
    verify: str
    rounds_verified: int
    """Rounds that verifying plays unless told otherwise."""
    explorers: Mapping[str, str] = {}
    """Questions that the game's `explore` module answers, by the name of the function, each with what it tells."""
