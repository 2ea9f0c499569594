"""Cents, odds, chips and double-entry moves."""

from croupier.money.cents import MOST_CENTS, counted_in_chips, dollars, read_dollars
from croupier.money.chips import ChipSet
from croupier.money.limits import Limits
from croupier.money.moves import Move, apply, moves
from croupier.money.odds import Odds
from croupier.money.writing import amount, figures, in_money, money

__all__ = [
    "MOST_CENTS",
    "ChipSet",
    "Limits",
    "Move",
    "Odds",
    "amount",
    "apply",
    "counted_in_chips",
    "dollars",
    "figures",
    "in_money",
    "money",
    "moves",
    "read_dollars",
]
