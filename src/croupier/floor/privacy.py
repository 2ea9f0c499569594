"""Faces that are for one player alone: kept out of all that is handed out or searched, whoever asks."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.cards import Card
from croupier.floor.audit import Exported

FACES = {"HandSeen": "cards", "HandPickedUp": "cards", "CardsDiscarded": "cards"}
"""The kinds of event that hold such faces, and the field they are in."""

UP = "up"
"""The field by which such an event says that everyone had seen the faces."""

CARDS = frozenset(card.value for card in Card)
"""How faces are written: a search for one of these must not find where it is hidden."""


def without_faces(exported: Exported) -> Exported:
    """The event as it may leave the house; one with faces taken out is marked, for its digest is that of the whole."""
    field = FACES.get(exported.kind)
    if field is None:
        return exported
    payload: dict[str, Any] = msgspec.json.decode(exported.payload)
    if payload.get(UP) or not payload.get(field):
        return exported
    blank = msgspec.Raw(msgspec.json.encode({**payload, field: []}))
    return msgspec.structs.replace(exported, payload=blank, redacted=True)
