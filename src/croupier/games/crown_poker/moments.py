"""The moments of a hand at a real table, kept so that what was entered wrongly can be taken back (ruling 71)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from msgspec.structs import replace

from croupier.books import cite
from croupier.games.crown_poker.state import Moment, State
from croupier.table.contract import Clauses

RULINGS = (cite("CP 13.2.1"), cite("CP 13.2.2"), cite("CP 13.4"))
"""By what someone rules on a player's hand or wagers: only that rank takes it back."""
Evolved = Callable[[State, Any], State]


def remembered(evolve: Evolved) -> Evolved:
    """An entry after which the table remembers how the hand stood before it, where a dealer enters what happens."""
    return _remembering(evolve, ())


def ruled(evolve: Evolved) -> Evolved:
    """The same of what may be an entry or a ruling; of a ruling its clause is remembered too."""
    return _remembering(evolve, RULINGS)


def _remembering(evolve: Evolved, rulings: Clauses) -> Evolved:
    @wraps(evolve)
    def evolved(state: State, event: Any) -> State:
        if not state.is_real:
            return evolve(state, event)
        after, before = evolve(state, event), state.play
        if before is None or after.play is None:
            return after
        then = Moment(
            play=replace(before, moments=()),
            stage=state.stage,
            hands=state.hands,
            shoe=state.shoe,
            care=state.care,
            player=getattr(event, "player", ""),
            wagers=state.wagers,
            ruling=next((clause for clause in event.under if clause in rulings), ""),
        )
        return replace(after, play=replace(after.play, moments=(*before.moments, then)))

    return evolved
