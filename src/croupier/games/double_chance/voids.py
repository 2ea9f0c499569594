"""A hand that takes no further part: its wagers go back."""

from __future__ import annotations

from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.state import State
from croupier.table.contract import Clauses, Event
from croupier.table.rules import BankedRules
from croupier.table.voiding import HandVoided, refunds, undoing


def void(state: State, area: int, why: str, under: Clauses, *, whole: bool = False) -> HandVoided:
    """A hand void: what of its wagers is undecided goes back, or with the `whole` hand also what was settled."""
    back = tuple(each for each in state.wagers if each.area == area and (whole or each.settled is None))
    gone = tuple(each for each in state.left_behind if each.area == area and whole)
    under = (*under, *undoing(back, gone))
    return HandVoided(area=area, why=why, open_only=not whole, moves=refunds(back, gone), under=under)


def unattended(state: State, area: int, rules: BankedRules[State, DoubleChanceClauses]) -> tuple[Event, ...]:
    """What follows where a decision falls to a player who is excluded: nobody is there to make it (ruling 14)."""
    if state.owner(area) not in state.excluded:
        return ()
    under = (rules.clauses.absent, rules.clauses.exclude, "ruling 14", "ruling 1")
    return (void(state, area, "the player is excluded", under),)
