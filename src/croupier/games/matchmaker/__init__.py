"""Matchmaker: two cards to an area, and three wagers on whether and how they match."""

from croupier.games.matchmaker.rules import ENGINE, RULES
from croupier.games.matchmaker.state import State, initial
from croupier.games.matchmaker.terms import Bet, Terms
from croupier.games.matchmaker.view import TableView, view

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
