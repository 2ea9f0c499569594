"""Exact odds: PAR sheets, simulation, and the registry of the games that have an analysis."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Protocol, cast

from croupier.odds.model import Comparison, Number, OutcomeLine, ParSheet, WagerAnalysis
from croupier.odds.simulate import Chunk

__all__ = ["ANALYSES", "Analysis", "Comparison", "Number", "OutcomeLine", "ParSheet", "WagerAnalysis", "analysis"]

ANALYSES: Mapping[str, str] = MappingProxyType(
    {
        "matchmaker": "croupier.odds.matchmaker",
        "double-chance": "croupier.odds.double_chance",
        "three-card-poker": "croupier.odds.three_card_poker",
    }
)
"""The module that analyses each game, imported when first asked for."""


class Analysis(Protocol):
    """What every game's analysis module offers; its terms are those of the game's own `terms.py`."""

    def sheet(self, terms: Any) -> ParSheet:
        """The PAR sheet of these terms."""

    def comparisons(self, terms: Any) -> tuple[Comparison, ...]:
        """The same terms with one of them varied."""

    def chunk(self, terms: Any) -> Chunk:
        """A kernel that plays rounds and counts the sheet's outcomes."""


def analysis(game: str) -> Analysis:
    """The analysis of a game, by name."""
    if game not in ANALYSES:
        raise KeyError(f"no analysis of {game}; there is one of {', '.join(ANALYSES)}")
    return cast(Analysis, import_module(ANALYSES[game]))
