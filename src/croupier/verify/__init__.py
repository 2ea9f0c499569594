"""A game's own table played against its PAR sheet: one module for each game, found by its name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.verify.playing import PlayedTable


def table_of(game: str) -> type[PlayedTable]:
    """The table that plays a game, by name."""
    found: type[PlayedTable] = import_module(f"croupier.verify.{game.replace('-', '_')}").Table
    return found
