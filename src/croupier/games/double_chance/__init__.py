"""Double Chance: five cards to declare, or one to three kept for a sixth card; and a jackpot on the five."""

from typing import TYPE_CHECKING

from croupier.games.on_demand import on_demand

if TYPE_CHECKING:
    from croupier.games.double_chance.rules import ENGINE, RULES
    from croupier.games.double_chance.state import State, initial
    from croupier.games.double_chance.terms import Bet, Terms
    from croupier.games.double_chance.view import TableView, view

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
