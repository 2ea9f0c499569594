"""Disclosing: a player's own secrets with the salts that they were sealed with, as the record keeps them apart."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from typing import Any

import msgspec
from sqlalchemy import select

from croupier.floor.acts.recording import secrets_of
from croupier.floor.store import Archive
from croupier.floor.store.schema import events


class Disclosed(msgspec.Struct, frozen=True):
    """What is shown of one event: disclosures as RFC 9901 has them."""

    position: int
    disclosures: tuple[str, ...]


class NothingDisclosed(Exception):
    """There is nothing at this position that is this player's."""


def disclosed(store: Archive, position: int, player: str) -> Disclosed:
    """The disclosures of one event that are a player's own."""
    with store.reading() as connection:
        query = select(events.c.kind, events.c.payload, events.c.disclosures).where(events.c.position == position)
        row = connection.execute(query).one_or_none()
    if row is None:
        raise NothingDisclosed(f"the record has no event {position}")
    return Disclosed(position, owned(row[0], row[1], row[2], player))


def owned(kind: str, payload: bytes, disclosures: bytes | None, player: str) -> tuple[str, ...]:
    """Those of an event's disclosures whose owner is this player; NothingDisclosed if there are none."""
    said: dict[str, Any] = msgspec.json.decode(payload)
    fields = {each.field for each in secrets_of(kind) if said.get(each.owner) == player}
    found = tuple(each for each in msgspec.json.decode(disclosures or b"[]", type=list[str]) if _name(each) in fields)
    if not found:
        raise NothingDisclosed("nothing was sealed there that is this player's")
    return found


def _name(disclosure: str) -> str:
    _salt, name, _value = msgspec.json.decode(urlsafe_b64decode(disclosure + "=" * (-len(disclosure) % 4)))
    return str(name)
