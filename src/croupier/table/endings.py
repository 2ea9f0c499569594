"""How a wager ends: won, lost, or given back. What lies over the maximum always goes back."""

from __future__ import annotations

from functools import cache
from typing import get_args, get_type_hints

from msgspec.structs import fields

from croupier.money import Move, Odds
from croupier.table.accounts import LAYOUT, RACK
from croupier.table.contract import Clauses, Event
from croupier.table.state import Ending, Settled, Wager


@cache
def _settling_fields(event: type[Event]) -> tuple[str, ...]:
    """The fields of an event that tell how wagers ended."""
    hints = get_type_hints(event)
    return tuple(each.name for each in fields(event) if get_args(hints[each.name])[:1] == (Settled,))


def endings_in(event: Event) -> tuple[Settled, ...]:
    """How wagers ended, as far as an event tells: bonuses among them, and wagers kept of a void round."""
    return tuple([each for name in _settling_fields(type(event)) for each in getattr(event, name)])


def of_wager(wager: Wager) -> tuple[int, str, str, int]:
    """What a settled wager says of the wager it was."""
    return (wager.area, wager.bet, wager.player, wager.cents)


def within_limits(wager: Wager, over_maximum: str) -> Clauses:
    """What lets a wager stand that is too small, or a part of it come back where it is more than may be at risk."""
    return (*wager.stands, *((over_maximum, "ruling 2") if wager.cents > wager.at_risk else ()))


def won(wager: Wager, odds: Odds, paid: int, under: Clauses) -> Settled:
    """A wager that comes back with what it was paid."""
    return Settled(*of_wager(wager), Ending.WON, 0, wager.cents, paid, under, str(odds), wager.hand)


def lost(wager: Wager, under: Clauses, over: str) -> Settled:
    """A wager collected, but for what was over the maximum, under the clause that gives that back."""
    excess = wager.cents - wager.at_risk
    return Settled(
        *of_wager(wager), Ending.LOST, wager.at_risk, excess, 0, (*under, *within_limits(wager, over)), hand=wager.hand
    )


def returned(wager: Wager, under: Clauses) -> Settled:
    """A wager given back whole."""
    return Settled(*of_wager(wager), Ending.RETURNED, 0, wager.cents, 0, under, hand=wager.hand)


def moved(settled: tuple[Settled, ...]) -> tuple[Move, ...]:
    """The money these endings move."""
    made: list[Move] = []
    for each in settled:
        stack = f"stack:{each.player}"
        if each.taken:
            made.append(Move(LAYOUT, RACK, each.taken))
        if each.returned:
            made.append(Move(LAYOUT, stack, each.returned))
        if each.paid:
            made.append(Move(RACK, stack, each.paid))
    return tuple(made)


def stakes_moved(event: Event) -> tuple[tuple[str, int], ...]:
    """Who stakes how many cents more by the moves of an event; less than nothing where some of a stake comes back."""
    staked: dict[str, int] = {}
    for move in event.moves:
        for account, other, cents in ((move.source, move.target, move.cents), (move.target, move.source, -move.cents)):
            kind, _, player = account.partition(":")
            if kind in ("stack", "wallet") and other == LAYOUT:
                staked[player] = staked.get(player, 0) + cents
    return tuple(staked.items())
