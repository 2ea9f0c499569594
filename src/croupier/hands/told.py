"""What the text of a hand tells of its end, held against what was put in: who collects what, and what the house kept.

Nothing is put right here. Either what is told adds up, or it is said in one line what does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games.crown_poker.pots import pots_of, shares
from croupier.games.crown_poker.state import Pot
from croupier.hands.departures import Departure
from croupier.hands.phh_in import Written
from croupier.hands.written_table import Broken, Inconsistent, id_of
from croupier.table.accounts import pot

if TYPE_CHECKING:
    from croupier.hands.table_again import TableAgain

Collected = dict[int, Fraction]
"""What is told that players collect of the pots, by number, in units."""

MOST_PER_MILLE = 100
"""CP 7.2.1 knows no higher percentage; beside it a house may take a fixed sum, here a large blind at most."""


class Told:
    """What is told of the end of a hand, once all is put in and what nobody called is back."""

    def __init__(
        self, written: Written, stacks: Sequence[int], back: Mapping[int, int], pots: int, *, beside: int
    ) -> None:
        self.written, self.stacks, self.back, self.pots = written, stacks, back, pots
        self.most_kept = pots * MOST_PER_MILLE // 1000 + beside
        self.departures = list[Departure]()
        of_stacks, of_winnings = self._by_stacks(), self._by_winnings()
        for nth in of_stacks.keys() & of_winnings.keys():
            if of_stacks[nth] != of_winnings[nth]:
                raise self._apart(nth, of_winnings[nth])
        self.collected: Collected = {**of_stacks, **of_winnings}
        for nth, each in self.collected.items():
            if each < 0:
                left, end = written.said(stacks[nth - 1]), written.said(stacks[nth - 1] + each)
                raise self._inconsistent(f"p{nth} has {left} left before the pots and ends with {end}")

    @property
    def wants_finer_units(self) -> bool:
        """Whether the house kept something, and what is told has parts that the units do not have."""
        parts = any(each.denominator != 1 for each in self.collected.values())
        return self.all and parts and sum(self.collected.values()) != self.pots

    @property
    def all(self) -> bool:
        """Whether it is told of everyone."""
        return len(self.collected) == len(self.written.stacks)

    def collects(self, nth: int) -> bool | None:
        """Whether a player collects anything; None where it is not told."""
        return None if nth not in self.collected else self.collected[nth] > 0

    @property
    def kept(self) -> Fraction:
        """What the house kept of the pots, by what is told."""
        if not self.all:
            return Fraction(0)
        of_all = sum(self.collected.values(), Fraction(0))
        kept = self.pots - of_all
        told = f"{self.written.said(of_all)} is collected of pots of {self.written.said(self.pots)}"
        if kept < 0:
            raise self._inconsistent(told)
        if kept > self.most_kept:
            raise self._inconsistent(f"{told}: no commission of the book leaves so little [CP 7.2.1]")
        return kept

    def _by_stacks(self) -> Collected:
        """By the finishing stacks, as far as the starting stacks are known."""
        ends = self.written.finishing or ()
        return {nth: end - self.stacks[nth - 1] for nth, end in enumerate(ends, 1) if nth not in self.written.unknown}

    def _by_winnings(self) -> Collected:
        """By the winnings; where nobody wins anything they tell nothing."""
        found = dict(enumerate(self.written.winnings or (), 1))
        of_all = sum(found.values(), Fraction(0))
        if not of_all:
            return {}
        owner = next((nth for nth in found if self.back.get(nth)), 0)
        back = self.back.get(owner, 0)
        if of_all > self.pots and 0 < back <= found[owner] and 0 <= self.pots + back - of_all <= self.most_kept:
            found[owner] -= back
            self._departs(f"the winnings of p{owner} hold the {self.written.said(back)} that nobody called", "CP 7.5")
        return found

    def _departs(self, why: str, clause: str) -> None:
        self.departures.append(Departure(0, "", why, clause))

    def _apart(self, nth: int, won: Fraction) -> Broken:
        said, end = self.written.said, (self.written.finishing or ())[nth - 1]
        left = said(self.stacks[nth - 1])
        return self._inconsistent(
            f"p{nth} has {left} left before the pots, collects {said(won)} and ends with {said(end)}"
        )

    def _inconsistent(self, why: str) -> Broken:
        return Inconsistent(len(self.written.actions) + 1, "", why)


def told_of(table: TableAgain) -> Told:
    """What is told of the end of the hand at a table where nobody bets any more."""
    everyone = [id_of(nth) for nth in range(1, len(table.written.stacks) + 1)]
    back = dict[int, int]()
    for _, event in table.log:
        for move in event.moves:
            player = move.target.partition(":")[2]
            if move.source == pot() and player in everyone:
                back[everyone.index(player) + 1] = back.get(everyone.index(player) + 1, 0) + move.cents
    play = table.state.play
    pots = () if play is None else pots_of(table.state, play)
    stacks = [table.state.stack(each) for each in everyone]
    return Told(table.written, stacks, back, sum(each.cents for each in pots), beside=table.state.setting.big_blind)


def kept_of(pots: Sequence[Pot], kept: int, collected: Mapping[int, Fraction], smallest: int) -> tuple[int, ...]:
    """What the house kept of each pot: so that everyone collects what is told, where there is such a way.

    `collected` is by seat. Where there is none, it is of the first pot as far as that goes, then of the next.
    """
    groups = dict[frozenset[int], list[int]]()
    for place, each in enumerate(pots):
        groups.setdefault(frozenset(share.seat for share in each.shares), []).append(place)
    found = _solved(pots, groups, dict(collected), smallest)
    if found is None or sum(found.values()) != kept:
        found = _spread(pots, range(len(pots)), kept)
    return tuple(found[place] for place in range(len(pots)))


Groups = Mapping[frozenset[int], list[int]]
"""The places of the pots that the same seats share."""


def _solved(pots: Sequence[Pot], groups: Groups, left: Mapping[int, Fraction], smallest: int) -> dict[int, int] | None:
    """What was kept of each pot, when of what these seats collect so much is left to be told; None without a way."""
    if not groups:
        return None if any(left.values()) else {}
    for seats in groups:
        others = {each: where for each, where in groups.items() if each != seats}
        here = [seat for seat in seats if not any(seat in each for each in others)]
        if here:
            break
    else:
        return None
    places = groups[seats]
    whole = sum(pots[place].cents for place in places)
    for net in _nets(seats, here, left):
        if not 0 <= net <= whole:
            continue
        of_each = _spread(pots, places, whole - net)
        after = dict(left)
        for place in places:
            for share in less(pots[place], of_each[place], smallest).shares:
                after[share.seat] = after.get(share.seat, Fraction(0)) - share.cents
        if all(after[seat] == 0 for seat in here) and all(each >= 0 for each in after.values()):
            rest = _solved(pots, others, after, smallest)
            if rest is not None:
                return of_each | rest
    return None


def _nets(seats: frozenset[int], here: Sequence[int], left: Mapping[int, Fraction]) -> Iterable[int]:
    """What these seats may have shared, by what those of them collect who share in nothing else."""
    if len(here) == len(seats):
        of_all = sum((left.get(seat, Fraction(0)) for seat in seats), Fraction(0))
        return () if of_all.denominator != 1 else (int(of_all),)
    even, many = int(left.get(here[0], Fraction(0))) * len(seats), len(seats)
    return sorted(range(even - many + 1, even + many), key=lambda net: abs(net - even))


def _spread(pots: Sequence[Pot], places: Iterable[int], units: int) -> dict[int, int]:
    found = dict[int, int]()
    for place in places:
        found[place] = min(units, pots[place].cents)
        units -= found[place]
    return found


def less(of: Pot, rake: int, smallest: int) -> Pot:
    """A pot of which the house keeps something, the rest shared among its winners as the book has it."""
    names = {share.seat: share.player for share in of.shares}
    high = [share.seat for share in of.shares if share.way != "low"]
    low = [share.seat for share in of.shares if share.way == "low"]
    taken = shares(of.cents - rake, high, low, lambda seat: names[seat], smallest)
    return Pot(of.number, of.cents, of.seats, rake, taken)
