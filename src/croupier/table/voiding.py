"""Giving a round's money back: what was staked returns, and what settlement moved is moved back."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from croupier.money import Move, moves
from croupier.table.contract import Clauses, Event, Part
from croupier.table.endings import lost, moved
from croupier.table.people import bank
from croupier.table.state import Settled, Stage, TableState, Wager
from croupier.table.wagers import lapsed

part = Part()


class RoundVoided(Event, frozen=True, kw_only=True):
    """The round has no result: every wager of it has gone back whole, but for those the house keeps."""

    round: int
    why: str
    kept: tuple[Settled, ...] = ()


class WagersVoided(Event, frozen=True, kw_only=True):
    """One player's wagers of this round have gone back whole."""

    player: str


class HandVoided(Event, frozen=True, kw_only=True):
    """The hand of an area is void and its wagers are back."""

    area: int
    why: str
    open_only: bool = False
    """Whether wagers already lost stay lost."""


def refunds(wagers: tuple[Wager, ...]) -> tuple[Move, ...]:
    """The moves that leave the owners of these wagers as if they had not wagered."""
    return tuple(move for wager in wagers for move in _refund(wager))


def _refund(wager: Wager) -> tuple[Move, ...]:
    stack, settled = f"stack:{wager.player}", wager.settled
    if settled is None:
        return moves(("layout", stack, wager.cents))
    return moves(("rack", stack, settled.taken), (stack, "rack", settled.paid))


def reopened(wagers: tuple[Wager, ...]) -> tuple[Move, ...]:
    """The moves that put settled wagers back on the layout as they lay before settlement."""
    made: list[Move] = []
    for wager in wagers:
        if wager.settled is not None:
            stack = f"stack:{wager.player}"
            made += moves(
                ("rack", "layout", wager.settled.taken),
                (stack, "layout", wager.settled.returned),
                (stack, "rack", wager.settled.paid),
            )
    return tuple(made)


def voided(
    state: TableState, why: str, under: Clauses, clauses: Any, kept: tuple[Wager, ...] = ()
) -> tuple[Event, ...]:
    """The events that void the round now at the table; wagers that are kept stay with the house all the same."""
    number = state.round + (state.stage is Stage.BETTING)
    ended = tuple(lost(each, (clauses.refund,), clauses) for each in kept)
    back = tuple(each for each in state.wagers if each not in kept)
    made = (*refunds(back), *reopened(kept), *moved(ended))
    void = RoundVoided(round=number, why=why, kept=ended, moves=made, under=under)
    return (*lapsed(state, clauses), void, *state.upon_void(clauses))


@part.evolves(WagersVoided)
def wagers_voided(state: TableState, event: WagersVoided) -> TableState:
    """The rest of the round goes on."""
    wagers = tuple(each for each in state.wagers if each.player != event.player)
    return replace(state, wagers=wagers, chips=bank(state, event.moves)).relieved()
