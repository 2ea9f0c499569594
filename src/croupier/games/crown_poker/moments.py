"""The moments of a hand at a real table, kept so that what was entered wrongly can be taken back (ruling 71)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import CardSource
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
    """A decision that looks ahead, to whether the betting is over by an act, has worked out the table after it."""
    foreseen: tuple[Any, Any, Any] = (None, None, None)

    @wraps(evolve)
    def evolved(state: State, event: Any) -> State:
        nonlocal foreseen
        known, happened, found = foreseen
        if known is state and happened is event:
            return cast(State, found)
        after = evolve(state, event)
        if state.terms.cards is CardSource.REAL:
            after = _with_moment(after, state, event, rulings)
        foreseen = (state, event, after)
        return after

    return evolved


def _with_moment(after: State, before: State, event: Any, rulings: Clauses) -> State:
    """The table after an entry, with how the hand stood before it."""
    if before.play is None or after.play is None:
        return after
    then = Moment(
        play=replace(before.play, moments=()),
        stage=before.stage,
        hands=before.hands,
        shoe=before.shoe,
        care=before.care,
        player=getattr(event, "player", ""),
        chips=before.chips,
        wagers=before.wagers,
        ruling=next((clause for clause in event.under if clause in rulings), ""),
    )
    return replace(after, play=replace(after.play, moments=(*before.play.moments, then)))
