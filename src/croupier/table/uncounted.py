"""A misdeal is not a hand: neither notice that runs in hands nor rounds sat out count it (ruling 72)."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from croupier.table.state import Notice, Person, Table

HANDS = 3
"""How many hands ahead the players are told that a table closes, where notice runs in hands."""
StateT = TypeVar("StateT", bound=Table)


def not_a_hand(state: StateT, number: int) -> StateT:
    """The table after a misdeal of this round: who sat it out has sat out no round, and notice runs a round longer."""
    people = {key: _without_it(person) for key, person in state.people.items()}
    return replace(state, people=people, notices=tuple(_longer(each, number) for each in state.notices))


def _without_it(person: Person) -> Person:
    """Only who sat out the round last begun has a row of such rounds at all."""
    return replace(person, idle=person.idle - 1) if person.idle else person


def _longer(notice: Notice, number: int) -> Notice:
    """The round in which notice was given is none of its hands, nor is one after the last of them."""
    runs = notice.after_round and 0 <= notice.after_round - number < HANDS
    return replace(notice, after_round=notice.after_round + 1) if runs else notice
