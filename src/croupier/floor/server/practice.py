"""Practice tables on the wire: one's own, off the record, in the same shapes as the tables of the floor.

Answers go out encoded, so that nothing of them is counted among what happens at tables.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from croupier.floor.acts.answers import Answer, Refused
from croupier.floor.people.accounts import SignedIn
from croupier.floor.reading.audience import seat_of
from croupier.floor.server.problems import malformed, spec, told
from croupier.floor.server.reception import AtReception, Caller, Reception, ready
from croupier.floor.server.tables import foreseen, read_command, said, table_line
from croupier.floor.server.wire import (
    CommandBody,
    Declined,
    Done,
    ForeseeBody,
    Foreseen,
    PracticeBody,
    ReadyBody,
    TableLine,
    TableNow,
)
from croupier.floor.training.practice import PracticeTable, practice_terms, usual_terms
from croupier.games import game
from croupier.table.contract import Actor

TITLE = "Practice: "


@get("/api/practice", responses=told(401, 403))
async def practising(reception: AtReception, caller: Caller) -> list[TableLine]:
    """One's own practice tables, the one used last at the end."""
    return [table_line(each.live, each.feed.watching) for each in reception.practice.of(ready(caller).id)]


@post("/api/practice", status_code=200, responses=told(400, 401, 403, 404, 413, 503))
async def practise(data: JSONBody[PracticeBody], reception: AtReception, caller: Caller) -> TableLine:
    """A practice table of a game, with a seat taken and practice chips in front; nothing of it is on record."""
    who, known = ready(caller), game(data.game)
    title, terms = usual_terms(known.name)
    if data.like:
        live = reception.floor.table(data.like)
        if live.game.name != known.name:
            raise malformed(f"{live.id} is no table of {known.name}")
        title, terms = live.title, live.terms
    wanted = practice_terms(known, terms)
    table = None if data.anew else _one_like_it(reception, who, known.name, title)
    if table is None:
        table = await reception.practice.open(Actor(who.id, who.name), known.name, wanted, TITLE + title)
    return table_line(table.live, table.feed.watching)


def _one_like_it(reception: Reception, who: SignedIn, name: str, title: str) -> PracticeTable | None:
    own = reception.practice.of(who.id)
    return next((each for each in own if each.live.game.name == name and each.live.title == TITLE + title), None)


@get("/api/practice/{table_id:str}", responses=told(401, 403, 404))
async def practice_table(table_id: FromPath[str], reception: AtReception, caller: Caller) -> TableNow:
    """One's own practice table as it is now."""
    table = _own(reception, table_id, caller)
    live = table.live
    view = live.view(seat_of(table.owner, live.state), reception.floor.clock())
    return TableNow(position=live.position, version=live.version, view=view, meter=None, call=None)


@post(
    "/api/practice/{table_id:str}/commands",
    status_code=200,
    responses={**told(400, 401, 403, 404, 413), 409: spec(Declined, "The command is refused and changed nothing.")},
)
async def practice_command(
    table_id: FromPath[str], data: JSONBody[CommandBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Give a command to one's own practice table."""
    table = _own(reception, table_id, caller)
    wanted = read_command(table.live, data.command)
    return _answered(await table.command(table.id, wanted, table.owner, data.id), table)


@post(
    "/api/practice/{table_id:str}/ready",
    status_code=200,
    responses={**told(400, 401, 403, 404, 413), 409: spec(Declined, "Nobody is asked to be ready, or it is so.")},
)
async def practice_ready(
    table_id: FromPath[str], data: JSONBody[ReadyBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Need no more time to wager at one's own practice table."""
    table = _own(reception, table_id, caller)
    return _answered(await table.say_ready(data.ready, table.owner, data.id), table)


@post("/api/practice/{table_id:str}/foresee", status_code=200, responses=told(400, 401, 403, 404, 413))
async def practice_foresee(
    table_id: FromPath[str], data: JSONBody[ForeseeBody], reception: AtReception, caller: Caller
) -> Foreseen:
    """What a command would lead to at one's own practice table."""
    table = _own(reception, table_id, caller)
    live, wanted = table.live, read_command(table.live, data.command)
    decision = live.game.engine.rehearse(live.state, wanted, table.owner, reception.floor.clock())
    return foreseen(decision, live, wanted, table.owner)


def _own(reception: Reception, table_id: str, caller: SignedIn | None) -> PracticeTable:
    return reception.practice.table(table_id, ready(caller).id)


def _answered(answer: Answer, table: PracticeTable) -> Response[Any]:
    status = 409 if isinstance(answer, Refused) else 200
    body = msgspec.json.encode(said(answer, table.live, table.owner))
    return Response(body, status_code=status, media_type="application/json")


HANDLERS: list[ControllerRouterHandler] = [
    practising,
    practise,
    practice_table,
    practice_command,
    practice_ready,
    practice_foresee,
]
