"""Faces that are for one player alone: kept out of all that is handed out or searched, whoever asks."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.floor.reading.audit import Exported
from croupier.table.declare import EVENTS, Secret

CARDS = frozenset(card.value for card in Card)
"""How faces are written: a search for one of these must not find where it is hidden."""


def secrets() -> dict[str, tuple[Secret, ...]]:
    """What one player alone is told, by the kind of event: as it is stored now, and by its bare name as it once was."""
    return _secrets(len(EVENTS))


@cache
def _secrets(declared: int) -> dict[str, tuple[Secret, ...]]:
    """As many events as are declared by now: a game may be added after the first export."""
    found: dict[str, tuple[Secret, ...]] = {}
    for event, info in EVENTS.items():
        owned = tuple(each for each in info.secret if each.owner)
        if owned:
            found[info.kind] = owned
            found[event.__name__] = (*found.get(event.__name__, ()), *owned)
    return found


def without_faces(exported: Exported) -> Exported:
    """The event as it may leave the house; one with faces taken out is marked, for its digest is that of the whole."""
    owned = secrets().get(exported.kind)
    if owned is None:
        return exported
    payload: dict[str, Any] = msgspec.json.decode(exported.payload)
    hidden = [
        each.field for each in owned if payload.get(each.field) and not (each.unless and payload.get(each.unless))
    ]
    if not hidden:
        return exported
    blank = msgspec.Raw(msgspec.json.encode({**payload, **{field: [] for field in hidden}}))
    return msgspec.structs.replace(exported, payload=blank, redacted=True)
