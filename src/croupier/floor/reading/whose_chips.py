"""Whose chips a table is played with: money, or those of the tournament that it is reserved for.

Between the two nobody is at the table and nothing lies there, so every event belongs to one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import select

from croupier.floor.acts.live_table import LiveTable
from croupier.floor.store import Archive, Stored
from croupier.floor.store.schema import events
from croupier.table.contract import Event
from croupier.table.declare import EVENTS
from croupier.table.state import Table
from croupier.table.tournaments.reserved import TableReleased, TableReserved

CHANGES = (TableReserved, TableReleased)


class OfTournament(msgspec.Struct, frozen=True):
    """The tournament whose chips were played with."""

    id: str
    title: str
    money: bool = False
    """Whether they are worth in cash what is written on them."""


Whose = OfTournament | None
"""Nothing where it was money."""


def counts_chips(whose: Whose) -> bool:
    """Whether amounts count chips that are no money."""
    return whose is not None and not whose.money


def whose_now(state: Table) -> Whose:
    """Whose chips a table is played with as it stands."""
    reserved = state.reserved
    return None if reserved is None else OfTournament(reserved.tournament, reserved.title, reserved.money)


def changed_by(event: Event, before: Whose) -> Whose:
    """Whose chips the table is played with after an event."""
    if isinstance(event, TableReserved):
        return OfTournament(event.tournament, event.title, event.money)
    return None if isinstance(event, TableReleased) else before


def by_whose(told: Sequence[Event], before: Whose) -> dict[Whose, list[Event]]:
    """Some events by whose chips they move."""
    found: dict[Whose, list[Event]] = {before: []}
    for event in told:
        found.setdefault(at_event(event, before), []).append(event)
        before = changed_by(event, before)
    return found


def at_event(event: Event, before: Whose) -> Whose:
    """Whose chips an event moves."""
    return changed_by(event, before) if isinstance(event, TableReserved) else before


def since_the_last_change(told: Sequence[Event]) -> Sequence[Event]:
    """The events of a round that move the chips that it is played with."""
    changes = [nth for nth, event in enumerate(told) if isinstance(event, CHANGES)]
    return told[changes[-1] + 1 :] if changes else told


def whose_round(store: Archive, live: LiveTable, number: int, version: int) -> Whose:
    """Whose chips a round was played with that had begun by a version of the table's record; `live` is its end."""
    state: Table = live.state
    if state.reserved is not None and number > state.reserved.since:
        return whose_now(state)
    last = state.served
    if last is None or number > last.until:
        return None
    if number > last.since:
        return OfTournament(last.tournament, last.title, last.money)
    return _on_record(store, live, version)


def _on_record(store: Archive, live: LiveTable, version: int) -> Whose:
    kinds = [EVENTS[each].kind for each in CHANGES]
    query = select(events).where(events.c.stream == live.stream, events.c.version <= version)
    query = query.where(events.c.kind.in_(kinds)).order_by(events.c.version.desc()).limit(1)
    with store.reading() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else changed_by(live.read(Stored(*row)), None)
