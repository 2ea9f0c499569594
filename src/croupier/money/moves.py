"""Double entry: money only ever moves from one account to another, so every posting balances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec


class Move(msgspec.Struct, frozen=True, array_like=True):
    """So many cents from one account to another."""

    source: str
    target: str
    cents: int

    def __post_init__(self) -> None:
        if self.cents <= 0:
            raise ValueError("a move is of a positive amount")

    @property
    def reversed(self) -> Move:
        """The move that undoes this one."""
        return Move(self.target, self.source, self.cents)


def moves(*wanted: tuple[str, str, int]) -> tuple[Move, ...]:
    """Moves from (source, target, cents), leaving out those of nothing."""
    return tuple([Move(*each) for each in wanted if each[2]])


def apply(balances: Mapping[str, int], made: Iterable[Move]) -> dict[str, int]:
    """The balances after these moves; an account that returns to nothing is dropped."""
    changed = dict(balances)
    for move in made:
        source, target, cents = move.source, move.target, move.cents
        left = changed.get(source, 0) - cents
        if left:
            changed[source] = left
        else:
            del changed[source]
        grown = changed.get(target, 0) + cents
        if grown:
            changed[target] = grown
        else:
            del changed[target]
    return changed
