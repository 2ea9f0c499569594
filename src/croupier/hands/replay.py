"""A written hand played again at a table of the book, strictly: what the rules refuse breaks it, and is never repaired.

What is not as the book has it and moves no money is noted, and the hand goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from croupier.hands.departures import Departure
from croupier.hands.numbers import plain
from croupier.hands.phh_in import Written, parse
from croupier.hands.pushing import push
from croupier.hands.rake import NOTHING_SAID, Rake
from croupier.hands.record import Hand
from croupier.hands.table_again import TableAgain
from croupier.hands.told import Told
from croupier.hands.written_table import Broken


class Difference(msgspec.Struct, frozen=True):
    """A player who ends with other chips than the text says, both in the text's own amounts."""

    player: int
    written: Fraction
    played: Fraction
    collects: bool = False
    """Whether it is what they collect: of whom nobody knows with what they began, nobody knows the end."""

    def __str__(self) -> str:
        does = "collects" if self.collects else "ends with"
        return f"p{self.player} {does} {plain(self.played)}, not {plain(self.written)}"


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that the rules allow from its first action to its last."""

    hand: Hand
    differences: tuple[Difference, ...]
    """Where its end is not the one written down."""
    departures: tuple[Departure, ...] = ()
    """Where the text is not as the book has it and no money moves by that."""
    unknown: frozenset[int] = frozenset()
    """The players, by number, of whom nobody knows with how many chips they began."""
    told: bool = True
    """Whether the text says of everyone how they ended."""

    @property
    def holds(self) -> bool:
        """Whether it also ends as the text says."""
        return not self.differences

    @property
    def why_not(self) -> str:
        """Why it does not, in one line."""
        said = "; ".join(map(str, self.differences))
        apart = [each.played - each.written for each in self.differences]
        shared = any(len(each.shares) > 1 for each in self.hand.pots)
        odd = max(map(abs, apart), default=0) * self.hand.scale < self.hand.setting.big_blind
        if said and shared and not sum(apart) and odd:
            said += ": a shared pot, whose odd chip the book gives to the hand nearest to the button's left [CP 8.5.1]"
        return said


def replay(text: str, *, strict: bool = False, rake: Rake | None = None) -> Replayed:
    """Play a hand in the PHH format; raises `Unreadable`, or `Broken` where the rules refuse it.

    What departs from the book and moves no money is noted, or refused where that is asked. `rake` is what the house
    takes of a hand that says nothing of it.
    """
    table, told = _played(parse(text), rake)
    if told.wants_finer_units:
        table, told = _played(parse(text, finer=True), rake)
    departures = tuple(sorted((*table.departures, *told.departures), key=lambda each: each.place))
    if strict and departures:
        raise Broken(departures[0].place, departures[0].text, departures[0].said)
    hand = table.recorded()
    table.check_own(hand)
    return Replayed(
        hand=hand,
        differences=tuple(_differences(table.written, told, hand)),
        departures=departures,
        unknown=table.written.unknown,
        told=told.all,
    )


def _played(written: Written, rake: Rake | None) -> tuple[TableAgain, Told]:
    """The table once the pots are pushed, and what is told of them."""
    table = TableAgain(written, written.rake or rake or NOTHING_SAID)
    table.play()
    return table, push(table)


def _differences(written: Written, told: Told, hand: Hand) -> Iterator[Difference]:
    for nth, player in enumerate(hand.players, 1):
        if nth not in told.collected:
            continue
        ends, end = told.stacks[nth - 1] + told.collected[nth], Fraction(player.end)
        if ends == end:
            continue
        unknown = nth in written.unknown
        before = told.stacks[nth - 1] if unknown else 0
        yield Difference(nth, (ends - before) / written.scale, (end - before) / written.scale, unknown)
