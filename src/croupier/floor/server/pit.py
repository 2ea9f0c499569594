"""The pit: the board of all tables, and calling a supervisor to one of them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from croupier.floor.people.accounts import SignedIn
from croupier.floor.reading.audience import seat_of
from croupier.floor.reading.board import BoardLine, board
from croupier.floor.server.problems import forbidden, spec, told
from croupier.floor.server.reception import AtReception, Caller, Reception, ready
from croupier.floor.server.tables import answered, own_id
from croupier.floor.server.wire import Body, CommandId, Declined, Done
from croupier.table.offers import ClosedOffer, closed_offers


class CallBody(Body, frozen=True, kw_only=True):
    """A call for someone of a higher rank, and what it is about."""

    id: CommandId
    why: Annotated[str, Meta(max_length=200)] = ""


class EndCallBody(Body, frozen=True, kw_only=True):
    """That someone has come, or that the call is taken back."""

    id: CommandId


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The pit board at a moment of the floor's clock."""

    now: int
    tables: list[BoardLine]


def of_the_house(who: SignedIn) -> bool:
    """Whether someone works here and has nothing left to set up."""
    return not (who.guest or who.must_change_password or who.must_set_second_factor)


def pit_lines(reception: Reception, who: SignedIn) -> bytes:
    """The board as someone of the house has it on their feed."""
    return msgspec.json.encode(board(reception.floor, who.rank, who.id))


@get("/api/pit", responses=told(401, 403))
async def pit(reception: AtReception, caller: Caller) -> Board:
    """Every table with what waits there, for whom and since when; first what needs the caller."""
    who = ready(caller)
    if not of_the_house(who):
        raise forbidden("the pit board is for staff")
    await reception.floor.look_round()
    return Board(now=reception.floor.clock(), tables=board(reception.floor, who.rank, who.id))


CALLS = {**told(400, 401, 403, 404, 413), 409: spec(Declined, "It is so already.")}


@post("/api/tables/{table_id:str}/call", status_code=200, responses=CALLS)
async def call(
    table_id: FromPath[str], data: JSONBody[CallBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Call for someone of a higher rank: the lowest that can do what waits at the table."""
    live, who = reception.floor.table(table_id), ready(caller)
    actor = who.actor(live.game.name)
    if not live.game.engine.rules(live.state).is_staff(actor.rank):
        raise forbidden("this is for the dealer of the table")
    answer = await reception.floor.call(live.id, data.why.strip(), actor, own_id(who, data.id))
    return answered(answer, live, who)


@post("/api/tables/{table_id:str}/call/end", status_code=200, responses=CALLS)
async def end_call(
    table_id: FromPath[str], data: JSONBody[EndCallBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Come to a table that has called, or take the call back."""
    live, who = reception.floor.table(table_id), ready(caller)
    actor = who.actor(live.game.name)
    if not live.game.engine.rules(live.state).is_staff(actor.rank):
        raise forbidden("this is for the staff of the table")
    answer = await reception.floor.end_call(live.id, actor, own_id(who, data.id))
    return answered(answer, live, who)


@get("/api/tables/{table_id:str}/closed", responses=told(401, 403, 404))
async def closed(table_id: FromPath[str], reception: AtReception, caller: Caller) -> tuple[ClosedOffer, ...]:
    """What the caller, who is of the house, cannot do at a table now, and why."""
    live, who = await reception.floor.current(table_id), ready(caller)
    if not of_the_house(who):
        raise forbidden("this is for the staff of the table")
    seat = seat_of(who.actor(live.game.name), live.state)
    return closed_offers(live.game.engine, live.state, seat, reception.floor.clock())


HANDLERS: list[ControllerRouterHandler] = [pit, call, end_call, closed]
