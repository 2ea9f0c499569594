"""Events as the store takes them and gives them back: kinds, schemas, postings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from croupier.floor.store import NewEvent, Posting, Stored
from croupier.floor.store.upcast import upcast, upcasters
from croupier.table.contract import Actor, Event
from croupier.table.declare import EVENTS, Secret, kind_of

TABLES = "table:"
"""How the streams of tables begin."""

GLOBAL = ("wallet:", "house:", "meter:", "tournament:", "entries:", TABLES)
"""How accounts begin whose names are the same for every table."""

_encode = msgspec.json.Encoder().encode


class Told(msgspec.Struct, frozen=True):
    """A committed event as it is told to those who watch."""

    position: int
    version: int
    at: int
    actor: str
    actor_name: str
    kind: str
    event: Event


def qualified(table_id: str, account: str) -> str:
    """The ledger's name of an account: wallets and meters have names of their own, all else is the table's."""
    return account if account.startswith(GLOBAL) else f"{TABLES}{table_id}:{account}"


def to_store(table_id: str, events: Iterable[Event]) -> tuple[NewEvent, ...]:
    """Events as the store takes them."""
    return tuple(
        [
            NewEvent(
                kind := kind_of(event),
                upcasters.current(kind),
                _encode(event),
                tuple(
                    [
                        Posting(qualified(table_id, move.source), qualified(table_id, move.target), move.cents)
                        for move in event.moves
                    ]
                ),
                sealed_in(event),
            )
            for event in events
        ]
    )


def sealed_in(event: Event) -> tuple[str, ...]:
    """The fields of an event that are for one player alone: the record seals them."""
    secret = EVENTS[type(event)].secret
    if not secret:
        return ()
    return tuple(
        [
            each.field
            for each in secret
            if each.owner and getattr(event, each.field) and not (each.unless and getattr(event, each.unless))
        ]
    )


def sealed_of(kind: str, payload: bytes) -> tuple[str, ...]:
    """The fields that are sealed in a stored event that has them openly: kinds may be named as they once were."""
    secret = secrets_of(kind)
    if not secret:
        return ()
    members = msgspec.json.decode(payload, type=dict[str, Any])
    found = [
        each.field for each in secret if members.get(each.field) and not (each.unless and members.get(each.unless))
    ]
    return tuple(dict.fromkeys(found))  # several games may once have used the name


def secrets_of(kind: str) -> list[Secret]:
    """What is one person's alone in events of a kind, which may be named as it once was."""
    return [each for event in _kinds_named(kind, len(EVENTS)) for each in EVENTS[event].secret if each.owner]


@lru_cache(maxsize=4096)
def _kinds_named(kind: str, declared: int) -> tuple[type[Event], ...]:
    """Every event that is or once was stored under a name, of as many as are declared by now."""
    return tuple(event for event, info in EVENTS.items() if kind in (info.kind, info.once, event.__name__))


def told(events: Iterable[Event], version: int, by: Actor, at: int, position: int) -> tuple[Told, ...]:
    """Events just committed behind a version, from this position on, as they are told."""
    return tuple(
        [
            Told(position + n, version + 1 + n, at, by.id, by.name, kind_of(event), event)
            for n, event in enumerate(events)
        ]
    )


class Kinds:
    """The kinds of event that one sort of stream may hold, and how each is read."""

    def __init__(self, events: Iterable[type[Event]]) -> None:
        infos = [EVENTS[event] for event in events]
        self._decoders: Mapping[str, msgspec.json.Decoder[Event]] = {
            info.kind: msgspec.json.Decoder(info.event) for info in infos
        }
        self._once = {name: info.kind for info in infos for name in (info.event.__name__, info.once) if name}

    def kind(self, stored: str) -> str | None:
        """The kind as it is written today, also if stored under a bare or another name; None for others' kinds."""
        kind = self._once.get(stored, stored)
        return kind if kind in self._decoders else None

    def read(self, stored: Stored) -> Event:
        """The event of a stored record."""
        kind = self.kind(stored.kind)
        if kind is None:
            raise LookupError(f"{stored.stream} holds {stored.kind}, which is none of its kinds")
        return self._decoders[kind].decode(upcast(kind, stored.schema, stored.whole))
