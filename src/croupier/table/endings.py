"""How a wager ends: won, lost, or given back. What lies over the maximum always goes back."""

from __future__ import annotations

from typing import Any

from croupier.money import Move, Odds, moves
from croupier.table.contract import Clauses
from croupier.table.state import Ending, Settled, Wager


def place(wager: Wager) -> tuple[int, str, str, int]:
    """What a settled wager says of the wager it was."""
    return (*wager.key, wager.cents)


def over_maximum(wager: Wager, clauses: Any) -> Clauses:
    """What lets a part of a wager come back, where it is more than may be at risk."""
    return (clauses.over_maximum, "ruling 2") if wager.cents > wager.at_risk else ()


def won(wager: Wager, odds: Odds, paid: int, under: Clauses) -> Settled:
    """A wager that comes back with what it was paid."""
    return Settled(*place(wager), Ending.WON, 0, wager.cents, paid, under, str(odds))


def lost(wager: Wager, under: Clauses, clauses: Any) -> Settled:
    """A wager collected, but for what was over the maximum."""
    excess = wager.cents - wager.at_risk
    return Settled(*place(wager), Ending.LOST, wager.at_risk, excess, 0, (*under, *over_maximum(wager, clauses)))


def returned(wager: Wager, under: Clauses) -> Settled:
    """A wager given back whole."""
    return Settled(*place(wager), Ending.RETURNED, 0, wager.cents, 0, under)


def moved(settled: tuple[Settled, ...]) -> tuple[Move, ...]:
    """The money these endings move."""
    return tuple(
        move
        for each in settled
        for move in moves(
            ("layout", "rack", each.taken),
            ("layout", f"stack:{each.player}", each.returned),
            ("rack", f"stack:{each.player}", each.paid),
        )
    )
