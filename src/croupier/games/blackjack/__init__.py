"""Blackjack and its versions: Crown Blackjack, Vegas Blackjack, Crown Pontoon and Pontoon Pandemonium."""

from typing import TYPE_CHECKING

from croupier.games.on_demand import on_demand

if TYPE_CHECKING:
    from croupier.games.blackjack.rules import ENGINE, RULES
    from croupier.games.blackjack.state import State, initial
    from croupier.games.blackjack.terms import Bet, Terms, Variant
    from croupier.games.blackjack.view import TableView, view

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
                "Variant",
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
    "Variant",
    "decide",
    "due",
    "evolve",
    "initial",
    "options",
    "view",
]
