"""The meters: what they show, whether they reconcile, the operator's commands and the manager's determination."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Response, get, post, websocket
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from croupier.floor.display import MeterLine, Reconciliation, reconciled, shown
from croupier.floor.meters import MeterCommand
from croupier.floor.server.desk import INSPECTOR_RANK, AtDesk, Caller, Desk, at_least, ready
from croupier.floor.server.feeds import PING, Socket, serve
from croupier.floor.server.problems import malformed, told
from croupier.floor.server.tables import answered, own_id, sound
from croupier.floor.server.wire import ConfirmBody, Declined, Done, MeterCommandBody, Why
from croupier.floor.service import Accepted, Refused
from croupier.floor.telling import meter_line

BOOK = "three-card-poker"
"""The book that speaks of meters."""

TICK_SECONDS = 0.5
"""The least time between two messages of the wall's feed."""

METER_ID = re.compile("[a-z0-9-]{1,40}")


def meter_lines(desk: Desk) -> list[MeterLine]:
    """Every meter as the wall shows it."""
    return [shown(live.meter) for _, live in sorted(desk.floor.meters.items())]


@get("/api/meters")
async def meters(desk: AtDesk) -> list[MeterLine]:
    """The prize meters of the house."""
    return meter_lines(desk)


@get("/api/meters/{meter_id:str}/reconciliation", responses=told(401, 403, 404))
async def reconciliation(meter_id: FromPath[str], desk: AtDesk, caller: Caller) -> Reconciliation:
    """What a meter took in against what became of it, in ten-thousandths of a cent."""
    live = desk.floor.meter(meter_id)
    at_least(caller, "dealer", INSPECTOR_RANK)
    return reconciled(live.meter)


@post(
    "/api/meters/{meter_id:str}/commands",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: ResponseSpec(Declined, description="The command is refused and changed nothing."),
    },
)
async def command(
    meter_id: FromPath[str], data: JSONBody[MeterCommandBody], desk: AtDesk, caller: Caller
) -> Response[Done | Declined]:
    """Give a command to a meter; one that is not there yet can only be opened."""
    who, wanted = ready(caller), _read(data.command)
    if data.command.get("type") != "OpenMeter":
        desk.floor.meter(meter_id)
    elif not METER_ID.fullmatch(meter_id):
        raise malformed("a meter's id is made of small letters, figures and hyphens, at most 40")
    answer = await desk.floor.command_meter(meter_id, wanted, who.actor(BOOK), own_id(who, data.id))
    return _answered(answer)


@post(
    "/api/meters/{meter_id:str}/confirm",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: ResponseSpec(Declined, description="Nothing waits there, or the one signed in may not determine it."),
    },
)
async def confirm(
    meter_id: FromPath[str], data: JSONBody[ConfirmBody], desk: AtDesk, caller: Caller
) -> Response[Done | Declined]:
    """Determine the prizes that wait at a table: as the meter holds them, or none and why."""
    live, meter, who = desk.floor.table(data.table), desk.floor.meter(meter_id), ready(caller)
    answer = await desk.floor.determine(
        meter.id,
        live.id,
        who.actor(BOOK),
        confirmed=data.confirmed,
        why=data.why,
        command_id=own_id(who, data.id or str(uuid4())),
    )
    return answered(answer, live, who)


@websocket("/api/meters/feed")
async def meters_feed(socket: Socket, desk: AtDesk) -> None:
    """Every meter, and each change of one."""
    await serve(socket, _messages(desk))


async def _messages(desk: Desk) -> AsyncIterator[str]:
    last, quiet = b"", 0.0
    while True:
        lines = msgspec.json.encode(meter_lines(desk))
        if lines != last:
            last, quiet = lines, 0.0
            yield f'{{"type":"meters","meters":{lines.decode()}}}'
        elif quiet >= desk.settings.ping_seconds:
            quiet = 0.0
            yield PING
        await asyncio.sleep(TICK_SECONDS)
        quiet += TICK_SECONDS


def _read(command: dict[str, Any]) -> MeterCommand:
    try:
        found: MeterCommand = msgspec.convert(sound(command), MeterCommand)
    except msgspec.ValidationError as error:
        raise malformed(f"a meter knows no such command: {error}") from error
    return found


def _answered(answer: Accepted | Refused) -> Response[Done | Declined]:
    if isinstance(answer, Refused):
        return Response(Declined(accepted=False, refusal=Why.of(answer.refusal)), status_code=409)
    events = [meter_line(each) for each in answer.events]
    return Response(Done(accepted=True, position=answer.position, version=answer.version, events=events))


HANDLERS: list[ControllerRouterHandler] = [meters, reconciliation, command, confirm, meters_feed]
