"""Exact odds: PAR sheets, simulation, and the one list of the games that have an analysis."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.odds.about import About
from croupier.odds.model import Comparison, Number, OutcomeLine, ParSheet, WagerAnalysis
from croupier.odds.simulate import Chunk

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "GAMES",
    "Analysis",
    "Comparison",
    "NoAnalysis",
    "Number",
    "OutcomeLine",
    "ParSheet",
    "WagerAnalysis",
    "analysis",
]

GAMES = ("matchmaker", "double-chance", "three-card-poker", "blackjack", "crown-poker")
"""The games that have an analysis; each is a package here, by the same name with underscores."""


class NoAnalysis(LookupError):
    """There is no analysis of such a game, or nothing of the kind to explore in it."""


class Analysis:
    """The analysis of one game; each module of its package is imported when it is first needed.

    The package says in `about` what there is, in `settings` what a sheet may be asked for, in `sheet` what the wagers
    cost, in `show` how that is put, in `kernel` how rounds are simulated and in `explore`, if it has that, the rest.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.package = f"croupier.odds.{game.replace('-', '_')}"

    @property
    def about(self) -> About:
        """What the commands do for this game."""
        found: About = import_module(self.package).ABOUT
        return found

    @property
    def settings(self) -> type[msgspec.Struct]:
        """What a sheet may be asked for."""
        return self._settings("Settings")

    @property
    def simulated(self) -> type[msgspec.Struct]:
        """What simulated rounds may be asked for: the sheet's settings, and what else such rounds turn on."""
        return self._settings("Simulated")

    @property
    def played(self) -> type[msgspec.Struct]:
        """What rounds played on the engine may be asked for; their `terms()` are those of the table."""
        return self._settings("Played")

    def sheet(self, settings: Any) -> Any:
        """The PAR sheet of these settings: a `ParSheet`, or the game's own kind of one."""
        return self._module("sheet").sheet(settings)

    def comparisons(self, settings: Any) -> tuple[Comparison, ...]:
        """Sheets of the same settings with one of them varied."""
        found: tuple[Comparison, ...] = self._module("sheet").comparisons(settings)
        return found

    def chunk(self, settings: Any) -> Chunk:
        """A kernel that plays rounds and counts the sheet's outcomes."""
        found: Chunk = self._module("kernel").chunk(settings)
        return found

    def data(self, sheet: Any) -> dict[str, Any]:
        """The sheet as plain data, the game's own figures after the common ones."""
        found: dict[str, Any] = self._module("show").data(sheet)
        return found

    def text(self, sheet: Any, comparisons: tuple[Comparison, ...]) -> RenderableType:
        """The sheet for the terminal."""
        found: RenderableType = self._module("show").text(sheet, comparisons)
        return found

    def csv(self, sheet: Any) -> str:
        """The sheet as a table: a row for each outcome, and the rows that only this game has."""
        from croupier.odds.export import sheet_csv

        more = getattr(self._module("show"), "csv_rows", None)
        return sheet_csv(sheet, more(sheet) if more else ())

    def page(self, sheet: Any, comparisons: tuple[Comparison, ...]) -> str:
        """The sheet as one HTML page that needs nothing but itself."""
        found: str = self._module("show").page(sheet, comparisons)
        return found

    @property
    def under(self) -> dict[str, tuple[str, ...]]:
        """The clauses that the game's own parts of the data rest on, by the part's name."""
        found: dict[str, tuple[str, ...]] = self._module("show").UNDER
        return found

    def explore(self, explorer: str, asked: str) -> dict[str, Any]:
        """What an explorer tells of what is asked; ValueError if it cannot be asked."""
        if explorer not in self.about.explorers:
            raise NoAnalysis(f"nothing called {explorer} can be explored in {self.game}")
        found: dict[str, Any] = getattr(self._module("explore"), explorer)(asked)
        return found

    def _settings(self, name: str) -> type[msgspec.Struct]:
        found: type[msgspec.Struct] = getattr(self._module("settings"), name)
        return found

    def _module(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")


@cache
def analysis(game: str) -> Analysis:
    """The analysis of a game, by name."""
    if game not in GAMES:
        raise NoAnalysis(f"no analysis of {game}; there is one of {', '.join(GAMES)}")
    return Analysis(game)
