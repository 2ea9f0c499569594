"""Three Card Poker: Ante and Play against the dealer, Pair Plus, and a Jackpot wager on a linked meter."""

from croupier.games.three_card_poker import say as _in_words  # noqa: F401  (adds its sentences to the shared table)
from croupier.games.three_card_poker.options import options
from croupier.games.three_card_poker.rules import ENGINE, decide, due, evolve
from croupier.games.three_card_poker.state import State, initial
from croupier.games.three_card_poker.terms import Bet, Terms
from croupier.games.three_card_poker.view import TableView, told, view

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
