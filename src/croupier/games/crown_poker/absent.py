"""Players who are not there: whoever lets the time run out twice running is dealt out until they say they are back.

The dealer lays a walking button for someone who is not at the table (CP 1.1); where the table keeps time itself, the
time that ran out tells it.
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.seating import SittingChanged
from croupier.games.crown_poker.state import State
from croupier.table.contract import Event

TIMES = 2
"""How often running the time runs out before someone is taken to be away."""


def counted(state: State, player: str, *, silent: bool) -> State:
    """The table after a player's turn: how often running their time has run out is remembered, until they act."""
    before = state.silences.get(player, 0) if state.silences else 0
    if not silent:
        return state if not before else replace(state, silences=_without(state, player))
    return replace(state, silences={**state.silences, player: before + 1})


def _without(state: State, player: str) -> dict[str, int]:
    return {name: times for name, times in state.silences.items() if name != player}


def dealt_out(state: State, player: str, clauses: PokerClauses) -> tuple[Event, ...]:
    """What follows when a player's time has run out once more: from the second time on they sit out.

    At a tournament nobody does: those who are absent post, are dealt in and die by time (ruling 113).
    """
    if state.reserved is not None:
        return ()
    sitting = state.sitting(player)
    if state.silences.get(player, 0) + 1 < TIMES or sitting.away:
        return ()
    away = replace(sitting, away=True, posts=False)
    under = (clauses.walking, clauses.time, clauses.blinds_in_turn)
    return (SittingChanged(player=player, sitting=away, under=under),)
