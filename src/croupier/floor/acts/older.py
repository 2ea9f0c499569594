"""Events of tournaments as they were stored before placings were written short."""

from __future__ import annotations

from typing import Any

from croupier.floor.store.upcast import upcasters
from croupier.house.tournaments.elimination.late import SeatedLate
from croupier.house.tournaments.elimination.moving import EntrantMoved, TableBroken
from croupier.house.tournaments.sessions import SessionOpened
from croupier.house.tournaments.tables import SeatsDrawn
from croupier.house.tournaments.ties import ExtraHandsBegun
from croupier.table.declare import EVENTS


def short(placing: dict[str, Any]) -> list[Any]:
    """A placing as it is written now.

    >>> short({"entrant": 7, "table": "cp-1", "seat": 3})
    [7, 'cp-1', 3]
    """
    return [placing["entrant"], placing["table"], placing["seat"]]


def _one(old: dict[str, Any]) -> dict[str, Any]:
    return {**old, "placing": short(old["placing"])}


def _several(old: dict[str, Any]) -> dict[str, Any]:
    return {**old, "placings": [short(each) for each in old["placings"]]}


for _kind in (EVENTS[EntrantMoved].kind, EVENTS[SeatedLate].kind):
    upcasters.step(_kind, 1)(_one)
for _kind in [EVENTS[each].kind for each in (SeatsDrawn, SessionOpened, TableBroken, ExtraHandsBegun)]:
    upcasters.step(_kind, 1)(_several)
