"""The end of a hand that is played again: the pots are pushed, less what the house kept by all that is told."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from croupier.games.crown_poker.showdown import PotsPushed, PushPots
from croupier.games.crown_poker.state import Pot
from croupier.hands.departures import Departure
from croupier.hands.table_again import TableAgain
from croupier.hands.told import Told, kept_of, less, told_of
from croupier.hands.written_table import Inconsistent
from croupier.money import Move, moves
from croupier.table.accounts import pot, stack


def push(table: TableAgain) -> Told:
    """Push the pots, and say what was told of them."""
    *before, pushed = table.decided(PushPots())
    table.take(before)
    told = told_of(table)
    assert isinstance(pushed, PotsPushed)
    kept = _kept(table, told, pushed.pots)
    if kept is None:
        table.take((pushed,))
        _check_taken(table, pushed.pots)
        return told
    pots = tuple(less(each, rake, table.terms.chips.smallest) for each, rake in zip(pushed.pots, kept, strict=True))
    given = [Move(pot(), stack(share.player), share.cents) for each in pots for share in each.shares if share.cents]
    taken = moves((pot(), table.state.takes_to, sum(kept)))
    table.take((replace(pushed, pots=pots, moves=(*taken, *given)),))
    return told


def _kept(table: TableAgain, told: Told, pots: tuple[Pot, ...]) -> tuple[int, ...] | None:
    """What the house kept of each pot, where no method says it; None where one does, or where it kept nothing."""
    written, rake = table.written, table.rake
    if written.own is not None:
        return tuple(map(written.units, written.own.rake)) if written.own.rake_told else None
    smallest, by_seat = table.terms.chips.smallest, {table.seats[nth - 1]: each for nth, each in told.collected.items()}
    kept = None if rake.by_method else told.kept
    if rake.taken:
        return _taken(table, kept, by_seat, pots)
    if not kept or kept.denominator != 1:
        return None
    of_all = f"{written.said(kept)} of {written.said(told.pots)}"
    told.departures.append(Departure(0, "", f"the house keeps {of_all}, and no sign says why", "CP 7.1"))
    return kept_of(pots, int(kept), by_seat, smallest)


def _taken(
    table: TableAgain, kept: Fraction | None, by_seat: dict[int, Fraction], pots: tuple[Pot, ...]
) -> tuple[int, ...] | None:
    """What the text says was taken, of the hand or of each pot; it must be what is missing."""
    written, rake = table.written, table.rake
    taken = [written.units(each) for each in rake.taken]
    if rake.by_method:
        return None
    told = len(by_seat) == len(written.stacks)
    if told and kept is not None and sum(taken) != kept:
        raise _not_taken(table, sum(taken), f"{written.said(kept)} is missing of the pots")
    if sum(taken) > sum(each.cents for each in pots):
        raise _not_taken(table, sum(taken), "the pots do not hold that")
    if len(taken) == len(pots):
        return tuple(taken)
    if len(taken) > 1:
        why = f"the text says a rake of {len(taken)} pots, and there are {len(pots)} [CP 7.2.1]"
        raise Inconsistent(len(written.actions) + 1, "", why)
    return kept_of(pots, taken[0], by_seat if told else {}, table.terms.chips.smallest)


def _check_taken(table: TableAgain, pots: tuple[Pot, ...]) -> None:
    """Where the text says both by what method commission was taken and how much, the one must lead to the other."""
    rake = table.rake
    if rake.by_method and rake.taken:
        said, taken = sum(map(table.written.units, rake.taken)), sum(each.rake for each in pots)
        if said != taken:
            raise _not_taken(table, said, f"the method that it names leads to {table.written.said(taken)}")


def _not_taken(table: TableAgain, units: int, why: str) -> Inconsistent:
    said = f"the text says a rake of {table.written.said(units)}, and {why} [CP 7.2.1]"
    return Inconsistent(len(table.written.actions) + 1, "", said)
