"""Three Card Poker: Ante and Play against the dealer, Pair Plus, and a Jackpot wager on a linked meter."""

from typing import TYPE_CHECKING

from croupier.games.on_demand import on_demand

if TYPE_CHECKING:
    from croupier.games.three_card_poker.rules import ENGINE, RULES
    from croupier.games.three_card_poker.state import State, initial
    from croupier.games.three_card_poker.terms import Bet, Terms
    from croupier.games.three_card_poker.view import TableView, view

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
