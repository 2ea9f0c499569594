"""Where play is stopped: shown to the staff, and checked a second time at the order of two people."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from croupier.floor.acts.recording import TABLES
from croupier.floor.acts.stops import EVERYWHERE, NotToBeOrdered, Order, Stop
from croupier.floor.people.accounts import SignedIn
from croupier.floor.server.pit import of_the_house
from croupier.floor.server.problems import forbidden, told
from croupier.floor.server.reception import INSPECTOR_RANK, AtReception, Caller, Reception, at_least, ready
from croupier.floor.server.wire import Body
from croupier.floor.store.records import LONGEST_NAME

ORDERS = "pit-boss"
"""The lowest rank that orders a second check; the inspector may too."""


class CheckBody(Body, frozen=True, kw_only=True):
    """What is to be checked a second time: a stream where play is stopped, or nothing for the whole record."""

    stream: Annotated[str, Meta(max_length=LONGEST_NAME)] = EVERYWHERE


class StopLine(msgspec.Struct, frozen=True, kw_only=True):
    """Where play is stopped, why, and what has been ordered about it."""

    stream: str
    """Nothing for the whole record."""
    table: str | None
    """The table that it is, if it is one."""
    why: str
    """Nothing where only a check is ordered."""
    since: int
    upheld: int | None
    """When a second check last found the same."""
    ordered_by: tuple[str, ...]
    checking: bool
    """Whether a second check is being made."""
    orderable: bool
    """Whether the caller may order one now."""


class Stopped(msgspec.Struct, frozen=True, kw_only=True):
    """Everywhere that play is stopped, at a moment of the floor's clock."""

    now: int
    stops: list[StopLine]


@get("/api/stops", responses=told(401, 403))
async def stops(reception: AtReception, caller: Caller) -> Stopped:
    """Where play is stopped because of damage, why, and which second checks are ordered; for staff."""
    who = ready(caller)
    if not of_the_house(who):
        raise forbidden("this is for staff")
    return _stopped(reception, who)


@post("/api/stops/check", status_code=200, responses=told(400, 401, 403, 409))
async def order_check(data: JSONBody[CheckBody], reception: AtReception, caller: Caller) -> Stopped:
    """Order a second check where play is stopped, or of the whole record; it is made once two people have ordered it.

    If it finds nothing the accusation is answered on record, and play goes on.
    """
    who = at_least(caller, ORDERS, INSPECTOR_RANK)
    if reception.vigil is None:
        raise NotToBeOrdered("this house does not check its record")
    await reception.vigil.order(data.stream, who.id)
    return _stopped(reception, who)


def _stopped(reception: Reception, who: SignedIn) -> Stopped:
    now, found = reception.floor.clock(), reception.floor.stops
    ordered = {stream for stream in found.orders if found.order(stream, now) is not None}
    may = reception.vigil is not None and _may_order(who)
    return Stopped(
        now=now,
        stops=[
            _line(stream, found.standing.get(stream), found.order(stream, now), who if may else None)
            for stream in sorted(found.standing.keys() | ordered)
        ],
    )


def _line(stream: str, stop: Stop | None, order: Order | None, orderer: SignedIn | None) -> StopLine:
    checking = order is not None and order.complete
    by = () if order is None else order.by
    return StopLine(
        stream=stream,
        table=stream.removeprefix(TABLES) if stream.startswith(TABLES) else None,
        why="" if stop is None else stop.why,
        since=0 if stop is None else stop.at,
        upheld=None if stop is None else stop.upheld or None,
        ordered_by=by,
        checking=checking,
        orderable=orderer is not None and not checking and orderer.id not in by,
    )


def _may_order(who: SignedIn) -> bool:
    try:
        at_least(who, ORDERS, INSPECTOR_RANK)
    except Exception:
        return False
    return True


HANDLERS: list[ControllerRouterHandler] = [stops, order_check]
