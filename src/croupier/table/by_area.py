"""Settlement by the area: losing wagers are cleared first, then winners are paid area by area from the left."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from croupier.money import Move
from croupier.table.rounds import with_endings
from croupier.table.state import BankedTable, Ending, Settled, Stage, Wager

StateT = TypeVar("StateT", bound=BankedTable)


def unsettled(state: BankedTable) -> tuple[Wager, ...]:
    """The wagers that have not ended."""
    return tuple([each for each in state.wagers if each.settled is None])


def unpaid_area(state: BankedTable) -> int | None:
    """The next area, from the left, with a winner to pay."""
    return min((each.area for each in state.wagers if each.settled is None), default=None)


def without_winners(found: tuple[Settled, ...]) -> tuple[Settled, ...]:
    """The endings of the wagers that leave the layout before the winners are paid."""
    return tuple([each for each in found if each.ending is not Ending.WON])


def after_settling(state: StateT, settled: tuple[Settled, ...], made: tuple[Move, ...]) -> StateT:
    """The table once these wagers have ended: with the last of them the round is settled."""
    state = with_endings(state, settled, made)
    return replace(state, stage=Stage.SETTLED if all(each.settled for each in state.wagers) else Stage.PAYING)
