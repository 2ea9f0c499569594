"""Shoes that have been solved, the last few of them kept for those who ask about one hand at a time."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from croupier.odds.blackjack.compositions import Floats
from croupier.odds.blackjack.exact_hands import Values
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.whole import Plan, Whole


class Solved(NamedTuple):
    """A shoe with the best plan for it."""

    whole: Whole
    plan: Plan
    worth: Floats
    values: Values


@lru_cache(maxsize=8)
def solved(settings: Settings) -> Solved:
    """The best plan of these settings."""
    whole = Whole(Game(settings))
    plan, worth = whole.best()
    assert whole.values is not None
    return Solved(whole, plan, worth, whole.values)
