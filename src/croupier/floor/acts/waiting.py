"""What waits at a table for someone of the house, and what tells one such matter from another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.games import Game
from croupier.table.contract import Due, Pace
from croupier.table.declare import COMMANDS
from croupier.table.fields import unsaid

_encode = msgspec.json.Encoder().encode


def needs_of(game: Game, state: Any, due: Sequence[Due], automatic: bool) -> tuple[Due, ...]:
    """What waits for someone of the house; what the automatic dealer will do by itself waits for nobody."""
    found = game.engine.needs(state)
    if not automatic or not due or not _done_by_itself(game, state, due[0]):
        return found
    return tuple([each for each in found if each != due[0]])


def _done_by_itself(game: Game, state: Any, due: Due) -> bool:
    if COMMANDS[type(due.command)].pace is Pace.OPENING and state.shut:
        return False  # it is for people to open again what people closed
    return game.book.reaches(game.engine.rules(state).automatic_rank, due.rank) and not unsaid(due.command)


def standing(game: Game, state: Any, due: Due, foremost: bool) -> str:
    """What tells an act that waits from others; the foremost due also from the same act once done and due again."""
    what = f"{type(due.command).__name__} {_encode(due.command).decode()} {due.person or ''}"
    if not foremost:
        return what
    spot = game.engine.rules(state).spot_due(state)
    return f"{what} {state.round} {state.stage.value} {state.shoe.inside} {spot}"
