"""A dealer's station at which someone of a higher rank acts, by a PIN and in their own name."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from croupier.floor.acts.live_table import LiveTable
from croupier.floor.people.accounts import SignedIn
from croupier.floor.reading.audience import seat_of
from croupier.floor.server.problems import forbidden, spec, told
from croupier.floor.server.reception import AtReception, Caller, Reception, ready
from croupier.floor.server.tables import answered, foreseen, own_id, read_command
from croupier.floor.server.wire import Body, Declined, Done, Foreseen, Name, Secret, View
from croupier.table.words import rank_name

Token = Annotated[str, Meta(min_length=1, max_length=64)]


class StepInBody(Body, frozen=True, kw_only=True):
    """Who comes to a station, and the PIN that proves it."""

    name: Name
    pin: Secret


class StandingBody(Body, frozen=True, kw_only=True):
    """That someone stands at a station."""

    token: Token


class StationCommandBody(StandingBody, frozen=True, kw_only=True):
    """A command of whoever stands at a station."""

    command: dict[str, Any]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Someone at another's station: who, until when, and the table as they see it."""

    token: str
    """What their one act is given with."""
    until: int
    now: int
    name: str
    rank_name: str
    view: View


def _station(caller: SignedIn | None, live: LiveTable) -> SignedIn:
    """Whoever is signed in at the station, if they deal at this table."""
    who = ready(caller)
    if not live.game.engine.rules(live.state).is_staff(who.rank(live.game.name)):
        raise forbidden("a PIN is of use at the dealer's station only")
    return who


async def _standing(reception: Reception, live: LiveTable, caller: SignedIn | None, token: str) -> tuple[str, SignedIn]:
    """The id of the act that a token is good for, and whose it is."""
    station = _station(caller, live)
    elevation, who = await asyncio.to_thread(reception.people.pins.standing, token, station, live.id)
    return f"station-{elevation.token_hash.hex()[:32]}", who


def _seen(reception: Reception, live: LiveTable, who: SignedIn, token: str, until: int) -> Standing:
    actor, now = who.actor(live.game.name), reception.floor.clock()
    return Standing(
        token=token,
        until=until,
        now=now,
        name=who.name,
        rank_name=rank_name(actor.rank),
        view=live.view(seat_of(actor, live.state), now),
    )


@post("/api/tables/{table_id:str}/station", status_code=200, responses=told(400, 401, 403, 404, 413, 429))
async def step_in(
    table_id: FromPath[str], data: JSONBody[StepInBody], reception: AtReception, caller: Caller
) -> Standing:
    """Come to the station of someone of a lower rank, who stays signed in; good for one act within two minutes."""
    live = await reception.floor.current(table_id)
    station, game, book = _station(caller, live), live.game.name, live.game.book

    def may(who: SignedIn) -> bool:
        return book.reaches(who.rank(game), station.rank(game)) and not book.reaches(station.rank(game), who.rank(game))

    token, elevation, who = await asyncio.to_thread(
        reception.people.pins.step_in, data.name, data.pin, station, live.id, may
    )
    return _seen(reception, live, who, token, elevation.until)


@post("/api/tables/{table_id:str}/station/view", status_code=200, responses=told(400, 401, 403, 404, 413))
async def look(
    table_id: FromPath[str], data: JSONBody[StandingBody], reception: AtReception, caller: Caller
) -> Standing:
    """The table as whoever stands at the station sees it."""
    live = await reception.floor.current(table_id)
    station = _station(caller, live)
    elevation, who = await asyncio.to_thread(reception.people.pins.standing, data.token, station, live.id)
    return _seen(reception, live, who, data.token, elevation.until)


@post("/api/tables/{table_id:str}/station/foresee", status_code=200, responses=told(400, 401, 403, 404, 413))
async def foresee_there(
    table_id: FromPath[str], data: JSONBody[StationCommandBody], reception: AtReception, caller: Caller
) -> Foreseen:
    """What a command of whoever stands at the station would lead to."""
    live = reception.floor.table(table_id)
    _, who = await _standing(reception, live, caller, data.token)
    wanted, by = read_command(live, data.command), who.actor(live.game.name)
    return foreseen(reception.floor.foresee(live.id, wanted, by), live, wanted, by)


@post(
    "/api/tables/{table_id:str}/station/commands",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: spec(Declined, "The command is refused and changed nothing."),
    },
)
async def command_there(
    table_id: FromPath[str], data: JSONBody[StationCommandBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Give the one command of whoever stands at the station, in their own name; sent again, it is answered again."""
    live = reception.floor.table(table_id)
    act, who = await _standing(reception, live, caller, data.token)
    station = ready(caller).actor(live.game.name)
    wanted, by = read_command(live, data.command), who.actor(live.game.name)
    answer = await reception.floor.command(live.id, wanted, by, own_id(who, act), station=station)
    return answered(answer, live, who)


@post("/api/tables/{table_id:str}/station/leave", status_code=204, responses=told(401, 403, 404))
async def step_out(table_id: FromPath[str], reception: AtReception, caller: Caller) -> None:
    """Nobody stands at the station any more but whoever is signed in."""
    station = _station(caller, reception.floor.table(table_id))
    await asyncio.to_thread(reception.people.pins.step_out, station)


HANDLERS: list[ControllerRouterHandler] = [step_in, look, foresee_there, command_there, step_out]
