"""Crown Poker: Holdem, Pineapple and Omaha at every limit, for high and for high and low, without a bank."""

from croupier.games.crown_poker.rules import ENGINE, RULES
from croupier.games.crown_poker.state import State, initial
from croupier.games.crown_poker.terms import Commission, Limit, LimitKind, Readings, Setting, Terms, Variant
from croupier.games.crown_poker.view import TableView, view

decide, evolve, due, options = ENGINE.decide, ENGINE.evolve, ENGINE.due, ENGINE.options

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
