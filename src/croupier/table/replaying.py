"""A round at a real table done over again from its opening, with something put right that was entered wrongly.

Nothing is undone: what people entered is decided anew, one entry after another, and the house does again what is then
due of it. So what rested on a wrong entry comes out as it should have, and what did not stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.cards import Chance, NoChance, Unforeseen
from croupier.table.contract import HOUSE, Actor, Command, Event, Refusal, no_person
from croupier.table.declare import EVENTS
from croupier.table.engine import Engine
from croupier.table.state import Table

FARTHEST = 60
"""More acts of the house in a row than any round has between two entries."""


class Entry(msgspec.Struct, frozen=True):
    """One act of a round: the command, who gave it and when."""

    command: Command
    by: Actor
    at: int
    told: tuple[Event, ...] = ()
    """What other streams told the table in the same commit, such as what a prize meter holds."""
    of_the_house: bool = False
    """Whether it was due just as it stands, of nobody in person: nobody's word, and done again by itself."""


class Replayed(NamedTuple):
    """A round done over again: the table, what happened, and the acts it came of."""

    state: Any
    events: tuple[Event, ...]
    acts: tuple[Entry, ...]


class Misfit(NamedTuple):
    """An entry that can no longer be made once an earlier one is put right: which, why not, and the round up to it."""

    nth: int
    refusal: Refusal
    before: Replayed


def entered(engine: Engine[Any], state: Any, act: Entry) -> Entry:
    """An act as it is remembered of a round, given the table just before it: the house's own, or what people entered.

    A card, a choice, a stake or a reason is something that what is due leaves open, and so makes an act an entry.
    """
    due = next(iter(engine.due(state)), None)
    return replace(act, of_the_house=due is not None and due.person is None and due.command == act.command)


def replayed(
    engine: Engine[Any],
    opening: Any,
    entries: Sequence[Entry],
    changes: Mapping[int, Command | None] | None = None,
    chance: Chance | None = None,
) -> Replayed | Misfit:
    """The round from its opening, with some entries changed, or left out where nothing stands for them.

    What the house did by itself is done where it is due, and left out where it no longer is.
    """
    again = _Round(engine, opening, chance or NoChance())
    for nth, entry in enumerate(entries):
        changed = entry
        if changes is not None and nth in changes:
            command = changes[nth]
            if command is None:
                continue
            changed = replace(entry, command=command, of_the_house=False)
        if changed.of_the_house:
            again.repeat(changed)
            continue
        refusal = again.enter(changed)
        if refusal is not None:
            return Misfit(nth, refusal, again.so_far)
    return again.so_far


def difference(was: Table, now: Table) -> dict[str, int]:
    """What each account has more, or less, by the round done over again; of those who have left it is their wallet."""
    accounts = sorted({*was.chips, *now.chips})
    found = {each: now.chips.get(each, 0) - was.chips.get(each, 0) for each in accounts}
    return {each: cents for each, cents in found.items() if cents}


class _Round:
    """A round while it is done over again."""

    def __init__(self, engine: Engine[Any], opening: Any, chance: Chance) -> None:
        self.engine, self.chance = engine, chance
        self.so_far = Replayed(opening, (), ())

    def enter(self, entry: Entry) -> Refusal | None:
        """Do what was entered, after as many acts of the house as it takes; else why it cannot be done."""
        before, first = self.so_far, None
        for _ in range(FARTHEST):
            refusal = self._do(entry)
            if refusal is None:
                return None
            first = first or refusal
            if not self._due_of_the_house(entry.at):
                break
        self.so_far = before
        return first

    def repeat(self, entry: Entry) -> None:
        """Do again what the house did, as soon as it is due; leave it out if that time does not come."""
        before = self.so_far
        for _ in range(FARTHEST):
            due = next(iter(self.engine.due(self.so_far.state)), None)
            if due is not None and due.person is None and due.command == entry.command:
                if self._do(entry) is None:
                    return
                break
            if not self._due_of_the_house(entry.at):
                break
        self.so_far = before

    def _due_of_the_house(self, at: int) -> bool:
        """Do the next act due, if it is the house's own, can be done as it stands, and does not end the round."""
        due = next(iter(self.engine.due(self.so_far.state)), None)
        if due is None or due.person is not None:
            return False
        before = self.so_far
        try:
            refusal = self._do(Entry(due.command, no_person(HOUSE, due.rank), at, of_the_house=True))
        except Unforeseen:
            return False
        if refusal is None and _ends(self.so_far.events[len(before.events) :]):
            self.so_far = before
            return False
        return refusal is None

    def _do(self, entry: Entry) -> Refusal | None:
        state, events, acts = self.so_far
        decision = self.engine.decide(state, entry.command, entry.by, entry.at, self.chance)
        if isinstance(decision, Refusal):
            return decision
        happened = (*decision, *entry.told)
        for event in happened:
            state = self.engine.evolve(state, event)
        self.so_far = Replayed(state, (*events, *happened), (*acts, entry))
        return None


def _ends(events: Iterable[Event]) -> bool:
    return any(EVENTS[type(each)].ends is not None for each in events)
