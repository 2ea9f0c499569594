"""What a player is told by the mathematics of Double Chance: which cards to keep."""

from croupier.odds.double_chance.rule import best_keep

__all__ = ["best_keep"]
