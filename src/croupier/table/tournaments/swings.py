"""What one player can lose in a round at the most, and win: what a table tells its tournament (ruling 90)."""

from __future__ import annotations

from typing import Any

from croupier.table.rules import BankedRules
from croupier.table.state import BankedTable, Wager


def most_wagered(state: BankedTable, bet: str, cents: int | None = None) -> Wager:
    """The largest wager on a bet, or one of so much."""
    return Wager(area=1, bet=bet, player="", cents=state.limits[bet].maximum if cents is None else cents)


def beside(state: BankedTable, rules: BankedRules[Any, Any]) -> tuple[int, int]:
    """What is lost and won at the most on the bets beside the main one that the conditions offer."""
    offered = () if state.reserved is None else state.reserved.offered
    wagers = [most_wagered(state, bet) for bet in offered]
    return sum(each.cents for each in wagers), sum(rules.best_payment(state, each) for each in wagers)
