"""Disclosing: a player's own secrets with the salts that they were sealed with, as the record keeps them apart."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from croupier.floor.acts.recording import secrets_of
from croupier.floor.store import Archive
from croupier.floor.store.schema import events
from croupier.floor.store.sealing import read_disclosure


class Disclosed(msgspec.Struct, frozen=True):
    """What is shown of one event: disclosures as RFC 9901 has them."""

    position: int
    disclosures: tuple[str, ...]


class NothingDisclosed(Exception):
    """There is nothing at this position that is this player's."""


def disclosed(store: Archive, position: int, player: str) -> Disclosed:
    """The disclosures of one event that are a player's own."""
    if not 0 < position <= store.head()[0]:  # nor would every database take any number
        raise NothingDisclosed(f"the record has no event {position}")
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
    found = tuple(
        each for each in msgspec.json.decode(disclosures or b"[]", type=list[str]) if read_disclosure(each)[1] in fields
    )
    if not found:
        raise NothingDisclosed("nothing was sealed there that is this player's")
    return found
