"""Matchmaker: three bets on what two cards are to each other."""

from croupier.games.matchmaker import say as _in_words  # noqa: F401  (adds its sentences to the shared table)
from croupier.games.matchmaker.options import options
from croupier.games.matchmaker.rules import ENGINE, decide, due, evolve
from croupier.games.matchmaker.state import State, initial
from croupier.games.matchmaker.terms import Bet, Outcome, Terms
from croupier.games.matchmaker.view import TableView, view

__all__ = [
    "ENGINE",
    "Bet",
    "Outcome",
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
