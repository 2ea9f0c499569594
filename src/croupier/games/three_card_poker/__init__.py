"""Three Card Poker: Ante and Play against the dealer, Pair Plus, and a Jackpot wager on a linked meter."""

from croupier.games.three_card_poker.rules import ENGINE, RULES
from croupier.games.three_card_poker.state import State, initial
from croupier.games.three_card_poker.terms import Bet, Terms
from croupier.games.three_card_poker.view import TableView, view

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
