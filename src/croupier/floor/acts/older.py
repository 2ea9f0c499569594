"""Events of tournaments as they were stored before placings were written short."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import fields

from croupier.floor.store.upcast import upcasters
from croupier.house.tournaments.model import Placing
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.table.declare import EVENTS


def short(placing: dict[str, Any]) -> list[Any]:
    """A placing as it is written now.

    >>> short({"entrant": 7, "table": "cp-1", "seat": 3})
    [7, 'cp-1', 3]
    """
    return [placing["entrant"], placing["table"], placing["seat"]]


def _shorter(names: tuple[str, ...], old: dict[str, Any]) -> dict[str, Any]:
    """The event with one placing, or several, in these fields."""
    return {**old, **{name: _each(old[name]) for name in names}}


def _each(value: Any) -> list[Any]:
    return [short(one) for one in value] if isinstance(value, list) else short(value)


for _event in TOURNAMENTS.part.events:
    if _names := tuple([each.name for each in fields(_event) if each.type in (Placing, tuple[Placing, ...])]):
        upcasters.step(EVENTS[_event].kind, 1)(partial(_shorter, _names))
