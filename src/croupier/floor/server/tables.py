"""The tables: the lobby's list, a table as one sees it, and commands for it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from croupier.floor.audience import NOBODY, seat_of
from croupier.floor.display import MeterLine, shown
from croupier.floor.people import SignedIn
from croupier.floor.server.desk import AtDesk, Caller, Desk, at_least, ready
from croupier.floor.server.problems import forbidden, malformed, spec, told
from croupier.floor.server.wire import (
    AutomaticBody,
    CommandBody,
    Declined,
    Done,
    NewTable,
    TableLine,
    TableNow,
    Why,
)
from croupier.floor.service import Accepted, Refused
from croupier.floor.tables import LiveTable
from croupier.floor.telling import lines
from croupier.games import GAMES, game
from croupier.table.contract import Actor, Command
from croupier.table.state import NoticeKind, TableState

LARGEST = 1 << 53
"""Whole numbers up to here are the same in every program that reads JSON."""

LONGEST_TEXT = 1000
"""Characters of one text in a command."""


def table_lines(desk: Desk) -> list[TableLine]:
    """Every table as the lobby lists it, game by game."""
    found = sorted(desk.floor.tables.values(), key=lambda live: (GAMES.index(live.game.name), live.id))
    return [_table_line(live, desk.feeds.watching(live.id)) for live in found]


def _table_line(live: LiveTable, watching: int) -> TableLine:
    state: TableState = live.state
    closing = (notice.effective_at for notice in state.notices if notice.kind is NoticeKind.CLOSING)
    return TableLine(
        id=live.id,
        game=live.game.name,
        title=live.title,
        device=state.shoe.device.value,
        source=state.source.value,
        decks=state.shoe.decks,
        stage=state.stage.value,
        round=state.round,
        areas=state.seats,
        seated=sum(person.seat is not None for person in state.people.values()),
        watching=watching,
        limits=state.limits,
        automatic=live.automatic,
        closes_at=min(closing, default=None),
        position=live.position,
    )


def viewer(who: SignedIn | None, live: LiveTable) -> Actor:
    """The caller as this table's rules see them; until a one-time password is changed they see what all see."""
    return NOBODY if who is None or who.must_change_password else who.actor(live.game.name)


def meter_at(desk: Desk, live: LiveTable) -> MeterLine | None:
    """The meter that a table plays for, as it is shown there."""
    meter = desk.floor.meter_of(live.id)
    return None if meter is None else shown(meter.meter)


@get("/api/tables")
async def tables(desk: AtDesk) -> list[TableLine]:
    """The tables on the floor."""
    return table_lines(desk)


@get("/api/tables/{table_id:str}", responses=told(404))
async def table(table_id: FromPath[str], desk: AtDesk, caller: Caller) -> TableNow:
    """One table as the caller may see it now."""
    live = desk.floor.table(table_id)
    seat = seat_of(viewer(caller, live), live.state)
    view = live.game.view(live.state, seat, desk.floor.clock())
    return TableNow(position=live.position, version=live.version, view=view, meter=meter_at(desk, live))


@post(
    "/api/tables/{table_id:str}/commands",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: spec(Declined, "The command is refused and changed nothing."),
    },
)
async def command(
    table_id: FromPath[str], data: JSONBody[CommandBody], desk: AtDesk, caller: Caller
) -> Response[Done | Declined]:
    """Give a command to a table."""
    live, who = desk.floor.table(table_id), ready(caller)
    wanted = read_command(live, data.command)
    answer = await desk.floor.command(live.id, wanted, who.actor(live.game.name), own_id(who, data.id))
    return answered(answer, live, who)


@post(
    "/api/tables/{table_id:str}/automatic",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: spec(Declined, "It is so already."),
    },
)
async def automatic(
    table_id: FromPath[str], data: JSONBody[AutomaticBody], desk: AtDesk, caller: Caller
) -> Response[Done | Declined]:
    """Let the automatic dealer take over a table, or step back from it."""
    live, who = desk.floor.table(table_id), ready(caller)
    actor = who.actor(live.game.name)
    if actor.rank not in live.game.engine.book.ladder[1:]:
        raise forbidden("this is for the dealer of the table")
    answer = await desk.floor.set_automatic(live.id, data.automatic, actor, own_id(who, str(uuid4())))
    return answered(answer, live, who)


@post("/api/tables", status_code=201, responses=told(400, 401, 403, 404, 409, 413))
async def open_table(data: JSONBody[NewTable], desk: AtDesk, caller: Caller) -> TableLine:
    """Put a new table on the floor; it is closed until its cards are checked."""
    who = at_least(caller, "casino-operator")
    known = game(data.game)
    strange = sorted(set(data.terms) - set(known.terms.__struct_fields__))
    if strange:
        raise malformed(f"{known.name} has no such terms: {', '.join(strange)}")
    try:
        terms = msgspec.convert(sound(data.terms), known.terms)
    except (msgspec.ValidationError, ValueError) as error:
        raise malformed(f"these terms will not do: {error}") from error
    await desk.floor.open_table(
        data.id, data.title, known.name, terms, automatic=data.automatic, by=who.actor(known.name)
    )
    return _table_line(desk.floor.table(data.id), 0)


def read_command(live: LiveTable, command: dict[str, Any]) -> Command:
    """The command that the client means, or why it is none of this game's."""
    try:
        found: Command = msgspec.convert(sound(command), live.game.command_type)
    except msgspec.ValidationError as error:
        raise malformed(f"{live.game.name} knows no such command: {error}") from error
    return found


def sound(value: Any) -> Any:
    """The value, if no number or text in it is beyond what a table could ever mean."""
    match value:
        case dict():
            for each in value.items():
                sound(each)
        case list() | tuple():
            for each in value:
                sound(each)
        case bool() | None:
            pass
        case int() | float() if not -LARGEST <= value <= LARGEST:
            raise malformed(f"{str(value)[:20]} is beyond every amount")
        case str() if len(value) > LONGEST_TEXT:
            raise malformed(f"a text has at most {LONGEST_TEXT} characters")
    return value


def own_id(who: SignedIn, command_id: str) -> str:
    """The id under the person's own name: nobody can spend or replay another's."""
    return f"person:{who.id}:{command_id}"


def answered(answer: Accepted | Refused, live: LiveTable, who: SignedIn) -> Response[Done | Declined]:
    """The answer to a command as it goes over the wire."""
    if isinstance(answer, Refused):
        return Response(Declined(accepted=False, refusal=Why.of(answer.refusal)), status_code=409)
    events = lines(answer.events, who.actor(live.game.name), live)
    return Response(Done(accepted=True, position=answer.position, version=answer.version, events=events))


HANDLERS: list[ControllerRouterHandler] = [tables, table, command, automatic, open_table]
