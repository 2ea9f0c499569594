"""What of a wager is at risk: within the limits, and where several share an area filled from the dealer's side."""

from __future__ import annotations

from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.terms import RULING_OF
from croupier.table.contract import Clauses
from croupier.table.endings import lost, within_limits
from croupier.table.state import Settled, Wager

FILLED = RULING_OF["limits_by_wager"]


def within(wager: Wager, clauses: BlackjackClauses) -> Clauses:
    """What lets a wager stand that is too small, or a part of it come back where it is more than may be at risk."""
    over = (FILLED,) if wager.cents > wager.at_risk else ()
    return (*within_limits(wager, clauses.over_maximum), *over)


def collected(wager: Wager, under: Clauses, clauses: BlackjackClauses) -> Settled:
    """A wager that is lost, but for what was not at risk."""
    over = (FILLED,) if wager.cents > wager.at_risk else ()
    return lost(wager, (*under, *over), clauses.over_maximum)
