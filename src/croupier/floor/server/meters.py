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

from croupier.floor.acts.floor import Accepted, Refused
from croupier.floor.acts.transactions import MOVED_ON
from croupier.floor.reading.display import MeterLine, Reconciliation, reconciled, shown
from croupier.floor.reading.telling import meter_line
from croupier.floor.server.feeds import PING, Socket, serve
from croupier.floor.server.problems import malformed, told
from croupier.floor.server.reception import INSPECTOR_RANK, AtReception, Caller, Reception, at_least, ready
from croupier.floor.server.tables import answered, own_id, sound
from croupier.floor.server.wire import ConfirmBody, Declined, Done, MeterCommandBody, Why
from croupier.floor.store import Overloaded
from croupier.house.meter import MeterCommand, OpenMeter
from croupier.house.meter.terms import meter_terms
from croupier.table.contract import Command

TICK_SECONDS = 0.5
"""The least time between two messages of the wall's feed."""

METER_ID = re.compile("[a-z0-9-]{1,40}")


def meter_lines(reception: Reception) -> list[MeterLine]:
    """Every meter as the wall shows it."""
    return [shown(live.state) for _, live in sorted(reception.floor.meters.items())]


@get("/api/meters")
async def meters(reception: AtReception) -> list[MeterLine]:
    """The prize meters of the house."""
    return meter_lines(reception)


@get("/api/meters/{meter_id:str}/reconciliation", responses=told(401, 403, 404))
async def reconciliation(meter_id: FromPath[str], reception: AtReception, caller: Caller) -> Reconciliation:
    """What a meter took in against what became of it, in ten-thousandths of a cent."""
    live = reception.floor.meter(meter_id)
    at_least(caller, "dealer", INSPECTOR_RANK)
    return reconciled(live.state)


@post(
    "/api/meters/{meter_id:str}/commands",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: ResponseSpec(Declined, description="The command is refused and changed nothing."),
    },
)
async def command(
    meter_id: FromPath[str], data: JSONBody[MeterCommandBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Give a command to a meter; one that is not there yet can only be opened."""
    who, wanted = ready(caller), _read(data.command)
    if not isinstance(wanted, OpenMeter):
        reception.floor.meter(meter_id)
    elif not METER_ID.fullmatch(meter_id):
        raise malformed("a meter's id is made of small letters, figures and hyphens, at most 40")
    answer = await reception.floor.command_meter(
        meter_id, wanted, who.actor(meter_terms().book.slug), own_id(who, data.id)
    )
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
    meter_id: FromPath[str], data: JSONBody[ConfirmBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Determine the prizes that wait at a table: as the meter holds them, or none and why."""
    live, meter, who = reception.floor.table(data.table), reception.floor.meter(meter_id), ready(caller)
    answer = await reception.floor.determine(
        meter.id,
        live.id,
        who.actor(meter_terms().book.slug),
        confirmed=data.confirmed,
        why=data.why,
        command_id=own_id(who, data.id or str(uuid4())),
    )
    return answered(answer, live, who)


@websocket("/api/meters/feed")
async def meters_feed(socket: Socket, reception: AtReception) -> None:
    """Every meter, and each change of one."""
    await serve(socket, _messages(reception))


async def _messages(reception: Reception) -> AsyncIterator[str]:
    last, quiet = b"", 0.0
    while True:
        lines = reception.share("meters", lambda: msgspec.json.encode(meter_lines(reception)), TICK_SECONDS / 2)
        if lines != last:
            last, quiet = lines, 0.0
            yield f'{{"type":"meters","meters":{lines.decode()}}}'
        elif quiet >= reception.settings.ping_seconds:
            quiet = 0.0
            yield PING
        await asyncio.sleep(TICK_SECONDS)
        quiet += TICK_SECONDS


def _read(command: dict[str, Any]) -> Command:
    try:
        found: Command = msgspec.convert(sound(command), MeterCommand)
    except msgspec.ValidationError as error:
        raise malformed(f"a meter knows no such command: {error}") from error
    return found


def _answered(answer: Accepted | Refused) -> Response[Done | Declined]:
    if isinstance(answer, Refused) and answer.refusal is MOVED_ON:
        raise Overloaded("others moved first, again and again")
    if isinstance(answer, Refused):
        return Response(Declined(accepted=False, refusal=Why.of(answer.refusal)), status_code=409)
    events = [meter_line(each) for each in answer.events]
    return Response(Done(accepted=True, position=answer.position, version=answer.version, events=events))


HANDLERS: list[ControllerRouterHandler] = [meters, reconciliation, command, confirm, meters_feed]
