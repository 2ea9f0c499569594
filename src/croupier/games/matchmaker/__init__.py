"""Matchmaker: two cards to an area, and three wagers on whether and how they match."""

from typing import TYPE_CHECKING

from croupier.games.on_demand import on_demand

if TYPE_CHECKING:
    from croupier.games.matchmaker.rules import ENGINE, RULES
    from croupier.games.matchmaker.state import State, initial
    from croupier.games.matchmaker.terms import Bet, Terms
    from croupier.games.matchmaker.view import TableView, view

    decide, evolve, due, options = ENGINE.decide, ENGINE.evolve, ENGINE.due, ENGINE.options
else:
    __getattr__ = on_demand(
        __name__,
        {
            "rules": (
                "ENGINE",
                "RULES",
            ),
            "state": (
                "State",
                "initial",
            ),
            "terms": (
                "Bet",
                "Terms",
            ),
            "view": (
                "TableView",
                "view",
            ),
        },
    )

__all__ = [
    "ENGINE",
    "RULES",
    "Bet",
    "State",
    "TableView",
    "Terms",
    "decide",
    "due",
    "evolve",
    "initial",
    "options",
    "view",
]
