"""Double Chance: five cards to declare, or one to three kept for a sixth card; and a jackpot on the five."""

from croupier.games.double_chance import say as _in_words  # noqa: F401  (adds its sentences to the shared table)
from croupier.games.double_chance.options import options
from croupier.games.double_chance.rules import ENGINE, decide, due, evolve
from croupier.games.double_chance.state import State, initial
from croupier.games.double_chance.terms import Bet, Terms
from croupier.games.double_chance.view import TableView, told, view

__all__ = [
    "ENGINE",
    "Bet",
    "State",
    "TableView",
    "Terms",
    "decide",
    "due",
    "evolve",
    "initial",
    "options",
    "told",
    "view",
]
