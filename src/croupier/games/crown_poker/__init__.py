"""Crown Poker: Holdem, Pineapple and Omaha at every limit, for high and for high and low, without a bank."""

from typing import TYPE_CHECKING

from croupier.games.on_demand import on_demand

if TYPE_CHECKING:
    from croupier.games.crown_poker.rules import ENGINE, RULES
    from croupier.games.crown_poker.state import State, initial
    from croupier.games.crown_poker.terms import Commission, Limit, LimitKind, Readings, Setting, Terms, Variant
    from croupier.games.crown_poker.view import TableView, view

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
                "Commission",
                "Limit",
                "LimitKind",
                "Readings",
                "Setting",
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
    "Commission",
    "Limit",
    "LimitKind",
    "Readings",
    "Setting",
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
