"""What the workshop works out of a game's odds; it imports nothing of the server, so that its processes start soon."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.odds import GAMES, analysis


def sheet_of(game: str, settings: Any) -> bytes:
    """A sheet as JSON."""
    room = analysis(game)
    return msgspec.json.encode(room.data(room.sheet(settings)))


def explored_of(game: str, explorer: str, asked: str) -> bytes:
    """What an explorer tells, as JSON."""
    return msgspec.json.encode(analysis(game).explore(explorer, asked))


def ready() -> int:
    """Have at hand what sheets are made with, before the first is asked for."""
    return len([analysis(game).settings for game in GAMES])
