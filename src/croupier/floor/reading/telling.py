"""Telling people what happened: an event in one plain sentence, with its clauses, for one viewer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from croupier.floor.acts import journal
from croupier.floor.acts.floor_part import PersonIntroduced
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Told
from croupier.floor.people.diary import ACCOUNTS, bare, openly, says
from croupier.floor.store import Stored
from croupier.floor.store.sealing import DIGESTS
from croupier.money import counted_in_chips
from croupier.table.contract import PLAYER, Actor, Clauses, Event
from croupier.table.declare import EVENTS, Aloud, Undo, heard, say
from croupier.table.state import Table


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One event as a viewer is told of it."""

    position: int
    version: int
    at: int
    actor: str
    actor_name: str
    kind: str
    text: str
    under: Clauses
    aloud: bool
    """Whether this viewer would hear it said at the table."""
    notice: bool = False
    """Whether it is a word to this viewer, to be shown until it is read."""
    event: dict[str, Any]
    """The event itself, its kind under `type`."""
    undo: tuple[Undo, ...] = ()
    """For those who deal: what takes it back, as far as the rules still let it."""


def line(
    told: Told,
    viewer: Actor,
    state: Table,
    names: Mapping[str, str],
    *,
    to_send: bool = False,
    chips: bool | None = None,
) -> Line | None:
    """What a viewer is told of an event, or None when it is not for them.

    One that is only to be sent has the event as it is, which is written as its fields would be. Its amounts count
    `chips` of a tournament or money; as the table is reserved now, where nobody says which.
    """
    event = heard(told.event, viewer.id, state, house=viewer.rank != PLAYER)
    if event is None:
        return None
    name = event.name if isinstance(event, PersonIntroduced) else told.actor_name
    fields = cast("dict[str, Any]", event) if to_send else msgspec.to_builtins(event)
    with counted_in_chips(state.in_chips if chips is None else chips):
        made = _line(told, event, name, fields, names, aloud=_aloud(event, viewer), notice=_notice(event, viewer))
    undo = _undo(event, state) if to_send and viewer.rank != PLAYER else ()
    return msgspec.structs.replace(made, undo=undo) if undo else made


def _undo(event: Event, state: Table) -> tuple[Undo, ...]:
    """What takes an event back at a real table, where people write down what others did."""
    how = EVENTS[type(event)].taken_back
    return () if how is None or not state.is_real else tuple(how(event, state))


def _line(
    told: Told,
    event: Event,
    actor_name: str,
    fields: dict[str, Any],
    names: Mapping[str, str],
    *,
    aloud: bool,
    notice: bool = False,
) -> Line:
    return Line(
        position=told.position,
        version=told.version,
        at=told.at,
        actor=told.actor,
        actor_name=actor_name,
        kind=told.kind,
        text=say(event, names),
        under=event.under,
        aloud=aloud,
        notice=notice,
        event=fields,
    )


def _notice(event: Event, viewer: Actor) -> bool:
    return EVENTS[type(event)].notice and viewer.rank == PLAYER and getattr(event, "player", None) == viewer.id


def _aloud(event: Event, viewer: Actor) -> bool:
    info = EVENTS[type(event)]
    if info.aloud is Aloud.TO_OWNER:
        return any(getattr(event, each.owner) == viewer.id for each in info.secret if each.owner)
    return info.aloud is not None


def meter_line(told: Told) -> Line:
    """What everyone is told of an event of a meter."""
    return _line(told, told.event, told.actor_name, msgspec.to_builtins(told.event), {}, aloud=False)


def stream_line(told: Told, viewer: Actor, state: Any, names: Mapping[str, str]) -> Line | None:
    """What a viewer is told of an event of another stream than a table's, or None when it is not for them."""
    event = heard(told.event, viewer.id, state, house=viewer.rank != PLAYER)
    if event is None:
        return None
    return _line(told, event, told.actor_name, msgspec.to_builtins(event), names, aloud=False)


def lines(events: list[Told] | tuple[Told, ...], viewer: Actor, live: LiveTable) -> list[Line]:
    """What a viewer is to be sent of some events of a table."""
    found = [line(told, viewer, live.state, live.names, to_send=True) for told in events]
    return [each for each in found if each is not None]


def journal_line(stored: Stored) -> Line:
    """An entry of the house's journal as the house is told of it."""
    event = journal.read(stored)
    told = Told(stored.position, stored.version, stored.at, stored.actor, stored.actor, stored.kind, event)
    return meter_line(told)


def diary_line(stored: Stored) -> Line:
    """An entry of the diary as the house is told of it."""
    entry = msgspec.json.decode(stored.payload)
    entry.pop(DIGESTS, None)
    return Line(
        position=stored.position,
        version=stored.version,
        at=stored.at,
        actor=stored.actor,
        actor_name=stored.actor,
        kind=ACCOUNTS + bare(stored.kind),
        text=says(stored.kind, entry),
        under=(),
        aloud=False,
        event=openly(stored.kind, entry),
    )
