"""The record: rounds replayed, one's own rounds, events found, the chain verified, and all of it handed out."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from croupier.floor.acts.journal import RecordExported, RecordVerified
from croupier.floor.acts.recording import TABLES
from croupier.floor.reading import audit, handing_out
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.inquiry import Found, Played, Search
from croupier.floor.reading.rounds import Round, RoundAt
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import NoteError
from croupier.floor.server.outlet import outlet
from croupier.floor.server.pools import Busy
from croupier.floor.server.problems import forbidden, malformed, told
from croupier.floor.server.reception import INSPECTOR_RANK, AtReception, Caller, at_least, ready
from croupier.floor.server.wire import PeopleMeant, Proof, RoundSteps

FAR = 1 << 53
Number = Annotated[int | None, QueryParameter(ge=0, le=FAR)]
Citation = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
MOST_CLAUSES = 5
"""Clauses that one search can ask for together."""
Text = Annotated[str | None, QueryParameter(min_length=1, max_length=100)]


@get("/api/tables/{table_id:str}/rounds", responses=told(400, 404))
async def rounds(
    table_id: FromPath[str],
    reception: AtReception,
    before: Number = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> Response[list[Round]]:
    """The latest rounds of a table, newest first; `before` is a round's number."""
    live = reception.floor.table(table_id)

    async def read() -> bytes:
        return await reception.readings.run(
            lambda: msgspec.json.encode(reception.inquiry.rounds(live.id, before, limit))
        )

    found = await reception.pasts.get((live.id, live.version, before, limit), read)
    return Response(_encoded(found), media_type="application/json")


@get("/api/rounds", responses=told(400, 401, 403))
async def rounds_everywhere(
    reception: AtReception,
    caller: Caller,
    before: Number = None,
    number: Number = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> list[RoundAt]:
    """The rounds of all tables that ended last, or those of one number; newest first, `before` is a position."""
    at_least(caller, "dealer", INSPECTOR_RANK)
    inquiry = reception.inquiry
    if number is not None:
        return await reception.readings.run(lambda: inquiry.rounds_numbered(number))
    return await reception.readings.run(lambda: inquiry.rounds_everywhere(before, limit))


@get("/api/tables/{table_id:str}/rounds/{number:int}", responses=told(400, 401, 403, 404))
async def steps(
    table_id: FromPath[str],
    number: FromPath[int],
    reception: AtReception,
    caller: Caller,
    views: FromQuery[bool] = True,
) -> RoundSteps:
    """One round step by step: for the house and the inspector, and for those who played it, as they saw it.

    Without `views` it is what was said alone, which is much less to send.
    """
    live, who = reception.floor.table(table_id), ready(caller)

    def read() -> RoundSteps:
        actor = who.actor(live.game.name)
        played = reception.inquiry.round(live.id, min(number, FAR))
        if actor.rank == "player" and actor.id not in played.players:
            raise forbidden("you did not play that round")
        viewer = actor if actor.rank == "player" else INSPECTOR
        return RoundSteps(round=number, steps=list(reception.inquiry.steps(live.id, number, viewer, views=views)))

    return await reception.readings.run(read)


@get("/api/tables/{table_id:str}/mine", responses=told(400, 401, 403, 404))
async def mine(
    table_id: FromPath[str],
    reception: AtReception,
    caller: Caller,
    limit: Annotated[int, QueryParameter(ge=1, le=50)] = 10,
) -> list[Played]:
    """The caller's last rounds: how each wager ended, and why."""
    live, who = reception.floor.table(table_id), ready(caller)
    return await reception.readings.run(lambda: reception.inquiry.mine(live.id, who.id, limit))


@get("/api/find", responses=told(400, 401, 403, 404))
async def find(
    reception: AtReception,
    caller: Caller,
    *,
    table: Text = None,
    number: Annotated[int | None, QueryParameter(name="round", ge=0, le=FAR)] = None,
    clause: Annotated[list[Citation] | None, QueryParameter(max_items=MOST_CLAUSES)] = None,
    person: Text = None,
    kind: Text = None,
    since: Annotated[int | None, QueryParameter(name="from", ge=0, le=FAR)] = None,
    until: Annotated[int | None, QueryParameter(name="to", ge=0, le=FAR)] = None,
    before: Number = None,
    limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
) -> list[Found]:
    """Events by table, round, clauses, person, kind and time, newest first; all that is given must hold.

    A person is an id, or a part of a name, small letters and accents aside; `before` is a position.
    """
    at_least(caller, "dealer", INSPECTOR_RANK)
    if table is not None:
        reception.floor.table(table)
    search = Search(
        table=table,
        round=number,
        clauses=tuple(clause or ()),
        person=person,
        kind=kind,
        since=since,
        until=until,
        before=before,
        limit=limit,
    )
    return await reception.readings.run(lambda: reception.inquiry.find(search))


@get("/api/find/people", responses=told(400, 401, 403))
async def people_meant(
    reception: AtReception, caller: Caller, like: Annotated[str, QueryParameter(min_length=1, max_length=100)]
) -> PeopleMeant:
    """Whom a search for a person looks for: players and staff whose names have this part in them."""
    at_least(caller, "dealer", INSPECTOR_RANK)
    people, many = await reception.readings.run(lambda: reception.inquiry.meant(like))
    return PeopleMeant(people=people, many=many)


@get("/api/audit/verify", responses=told(400, 401, 403))
async def verify(
    reception: AtReception, caller: Caller, since: Annotated[str | None, QueryParameter(max_length=4000)] = None
) -> Proof:
    """Check the whole record: leaves, order and ledger; or that it grew from a checkpoint, and what came after."""
    who = at_least(caller, "game-supervisor", INSPECTOR_RANK)
    key = None if reception.sealing is None else reception.sealing.sealer.key
    try:
        held = None if not since else Checkpoint.read(since.strip() + "\n", key)
    except NoteError as error:
        raise malformed(f"that is no checkpoint of this house: {error}") from error
    if reception.verifying.locked():
        raise Busy("verifying")
    async with reception.verifying:
        found = await reception.audits.run(lambda: audit.verify(reception.floor.store, None, held, key))
        await asyncio.to_thread(reception.floor.journal.note, _verified(found), by=who.id)
    if isinstance(found, audit.Tampered):
        if reception.vigil is not None:
            reception.vigil.look_now()  # it finds where play must stop
        return Proof(ok=False, position=found.position, events=found.position - 1, reason=found.reason)
    return Proof(
        ok=True,
        position=found.position,
        events=found.position,
        digest=found.digest.hex(),
        sealed=found.sealed,
        since=found.since,
    )


@get("/api/audit/export", responses=told(400, 401, 403, 404))
async def export(
    reception: AtReception,
    caller: Caller,
    format: FromQuery[Literal["csv", "jsonl"]] = "jsonl",
    table: Text = None,
) -> Stream:
    """The record as a file, of one table or of the whole house."""
    who = at_least(caller, "casino-operator", INSPECTOR_RANK)
    stream = None if table is None else TABLES + reception.floor.table(table).id
    await asyncio.to_thread(reception.floor.journal.note, RecordExported(form=format, table=table, under=()), by=who.id)
    text = outlet(
        reception.audits,
        lambda out: handing_out.export(reception.floor.store, out, format, None, stream),
        reception.settings.bounds.stalled_seconds,
    )
    name = f"croupier-{table or 'record'}.{format}"
    return Stream(
        text,
        media_type="text/csv; charset=utf-8" if format == "csv" else "application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def _encoded(body: bytes) -> Any:
    """An answer that is JSON already, where the schema says what it holds."""
    return body


def _verified(found: audit.Verified | audit.Tampered) -> RecordVerified:
    """What the journal tells of it."""
    if isinstance(found, audit.Tampered):
        return RecordVerified(position=found.position, whole=False, reason=found.reason, under=())
    return RecordVerified(position=found.position, whole=True, under=())


HANDLERS: list[ControllerRouterHandler] = [rounds, rounds_everywhere, steps, mine, find, people_meant, verify, export]
