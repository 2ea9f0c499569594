"""Telling people what happened: an event in one plain sentence, with its clauses, for one viewer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.floor.audience import heard
from croupier.floor.store import Stored
from croupier.floor.tables import AutomaticSet, LiveTable, PersonIntroduced, TableRegistered, Told
from croupier.house import say as _meters_in_words  # noqa: F401  (adds the meters' sentences to the shared table)
from croupier.table.contract import Actor, Clauses
from croupier.table.say import SENTENCES, say
from croupier.table.state import TableState

SENTENCES[TableRegistered] = lambda event, who: f"{event.title} is put on the floor."
SENTENCES[AutomaticSet] = lambda event, who: (
    "The automatic dealer takes over." if event.automatic else "The automatic dealer steps back."
)
SENTENCES[PersonIntroduced] = lambda event, who: f"{event.name} comes before the table as {event.rank}."


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
    event: dict[str, Any]
    """The event itself, its kind under `type`."""


def line(told: Told, viewer: Actor, state: TableState, names: Mapping[str, str]) -> Line | None:
    """What a viewer is told of an event, or None when it is not for them."""
    event = heard(told.event, viewer, state)
    if event is None:
        return None
    return Line(
        position=told.position,
        version=told.version,
        at=told.at,
        actor=told.actor,
        actor_name=event.name if isinstance(event, PersonIntroduced) else told.actor_name,
        kind=told.kind,
        text=say(event, names),
        under=event.under,
        event=msgspec.to_builtins(event),
    )


def meter_line(told: Told) -> Line:
    """What everyone is told of an event of a meter."""
    return Line(
        position=told.position,
        version=told.version,
        at=told.at,
        actor=told.actor,
        actor_name=told.actor_name,
        kind=told.kind,
        text=say(told.event, {}),
        under=told.event.under,
        event=msgspec.to_builtins(told.event),
    )


def lines(events: list[Told] | tuple[Told, ...], viewer: Actor, live: LiveTable) -> list[Line]:
    """What a viewer is told of some events of a table."""
    found = (line(told, viewer, live.state, live.names) for told in events)
    return [each for each in found if each is not None]


DIARY = {
    "AccountMade": "An account is made for {person}.",
    "RanksGiven": "{person} holds a rank under another book.",
    "PasswordIssued": "A one-time password is given out for {person}.",
    "PasswordChanged": "{person} has chosen a new password.",
    "StaffSignedIn": "{person} has signed in.",
    "SignInFailed": "A sign-in as {person} failed.",
    "LockedOut": "{person} is locked out after too many failed sign-ins.",
}
"""What the diary's entries say, by kind."""


def diary_line(stored: Stored) -> Line:
    """An entry of the diary as the house is told of it."""
    entry = msgspec.json.decode(stored.payload)
    return Line(
        position=stored.position,
        version=stored.version,
        at=stored.at,
        actor=stored.actor,
        actor_name=stored.actor,
        kind=stored.kind,
        text=DIARY[stored.kind].format(person=entry["person"] or "someone unknown"),
        under=(),
        event=entry,
    )
