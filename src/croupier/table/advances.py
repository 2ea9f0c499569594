"""The rack is never below nothing: what it lacks to pay a wager is brought from the cage, and a slip for it is owed.

Wagers that the house has taken are paid whatever lies in the rack, so play never waits for a fill. The chips that came
without a slip stand in an account of their own until two people sign a fill, which covers them first. At a table that
is reserved for a tournament they come out of the tournament's bank instead, and no slip is owed.
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.money import Move
from croupier.table.accounts import ADVANCE, RACK, TOURNAMENT
from croupier.table.contract import Event
from croupier.table.state import Table


def advanced(state: Table, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events, each that takes more out of the rack than it holds with what is lacking brought first."""
    there, lacking = state.chips.get(RACK, 0), False
    for event in events:
        there += _change(event)
        lacking = lacking or there < 0
    if not lacking:
        return events
    return _with_advances(
        state.chips.get(RACK, 0), events, ADVANCE if state.reserved is None else state.reserved.account
    )


def own_moves(event: Event) -> tuple[Move, ...]:
    """What an event moves, however full the rack was."""
    return tuple([move for move in event.moves if not _lent(move)])


def _lent(move: Move) -> bool:
    """Whether a move brings to the rack what it lacks."""
    return move.target == RACK and (move.source == ADVANCE or move.source.startswith(f"{TOURNAMENT}:"))


def _with_advances(there: int, events: tuple[Event, ...], source: str) -> tuple[Event, ...]:
    found = list[Event]()
    for event in events:
        change = _change(event)
        lacking = -(there + change) if change < 0 else 0
        if lacking > 0:
            found.append(replace(event, moves=(Move(source, RACK, lacking), *event.moves)))
        else:
            found.append(event)
        there += change + max(0, lacking)
    return tuple(found)


def _change(event: Event) -> int:
    """What an event brings to the rack, or takes out of it."""
    change = 0
    for move in event.moves:
        if move.target == RACK:
            change += move.cents
        elif move.source == RACK:
            change -= move.cents
    return change
