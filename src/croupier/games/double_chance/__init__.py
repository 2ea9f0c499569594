"""Double Chance: five cards to declare, or one to three kept for a sixth card; and a jackpot on the five."""

from croupier.games.double_chance.rules import ENGINE, RULES
from croupier.games.double_chance.state import State, initial
from croupier.games.double_chance.terms import Bet, Terms
from croupier.games.double_chance.view import TableView, view

decide, evolve, due, options = ENGINE.decide, ENGINE.evolve, ENGINE.due, ENGINE.options

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
