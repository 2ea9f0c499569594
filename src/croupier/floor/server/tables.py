"""The tables: the lobby's list, a table as one sees it, and commands for it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler, Scope

from croupier.cards import UNKNOWN
from croupier.floor.acts.floor import Accepted, Refused
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.transactions import MOVED_ON
from croupier.floor.people.accounts import SignedIn
from croupier.floor.reading.audience import NOBODY, seat_of
from croupier.floor.reading.board import call_line
from croupier.floor.reading.display import MeterLine, shown
from croupier.floor.reading.telling import lines
from croupier.floor.reading.terms_asked import GameAsked, games_asked
from croupier.floor.server.counting import count
from croupier.floor.server.packing import answer as packed
from croupier.floor.server.problems import forbidden, malformed, spec, told
from croupier.floor.server.reception import AtReception, Caller, Reception, at_least, ready
from croupier.floor.server.wire import (
    AutomaticBody,
    CommandBody,
    Declined,
    Done,
    ForeseeBody,
    Foreseen,
    NewTable,
    ReadyBody,
    RunBody,
    RunDone,
    TableLine,
    TableNow,
    Why,
)
from croupier.floor.store import Overloaded
from croupier.games import game, games
from croupier.money import counted_in_chips
from croupier.table.ahead import paid_views
from croupier.table.contract import PLAYER, Actor, Command, Decision, Refusal
from croupier.table.declare import heard, say
from croupier.table.endings import endings_in
from croupier.table.state import NoticeKind, Table

FAILURE = "croupier.failure"
"""Where in the state of a request stands what went wrong with its command before it came here."""

LARGEST = 1 << 53
"""Whole numbers up to here are the same in every program that reads JSON."""

LONGEST_TEXT = 1000
"""Characters of one text in a command."""


def table_lines(reception: Reception) -> list[TableLine]:
    """Every table as the lobby lists it, game by game."""
    found = sorted(reception.floor.tables.values(), key=lambda live: (games().index(live.game.name), live.id))
    return [table_line(live, reception.feeds.watching(live.id)) for live in found]


def table_line(live: LiveTable, watching: int) -> TableLine:
    """A table as the lobby lists it."""
    state: Table = live.state
    rules = live.game.engine.rules(state)
    closing = (notice.effective_at for notice in state.notices if notice.kind is NoticeKind.CLOSING)
    with counted_in_chips(state.in_chips):
        about = rules.about(state)
    return TableLine(
        id=live.id,
        game=live.game.name,
        title=live.title,
        device=state.shoe.device.value,
        source=state.source.value,
        decks=state.shoe.decks,
        stage=state.stage.value,
        stage_name=rules.stage_name(state),
        round=state.round,
        areas=state.seats,
        seated=sum(person.seat is not None for person in state.people.values()),
        watching=watching,
        limits=state.limits,
        main=rules.main_limits(state),
        about=about,
        waiting=rules.waiting(state),
        automatic=live.automatic,
        reserved="" if state.reserved is None else state.reserved.title,
        in_chips=state.in_chips,
        closes_at=min(closing, default=None),
        position=live.position,
    )


def viewer(who: SignedIn | None, live: LiveTable) -> Actor:
    """The caller as this table's rules see them; until a one-time password is changed they see what all see."""
    return NOBODY if who is None or who.must_change_password else who.actor(live.game.name)


def meter_at(reception: Reception, live: LiveTable) -> MeterLine | None:
    """The meter that a table plays for, as it is shown there."""
    meter = reception.floor.meter_of(live.id)
    return None if meter is None else shown(meter.state)


@get("/api/tables")
async def tables(request: Request[Any, Any, Any], reception: AtReception) -> Response[list[TableLine]]:
    """The tables on the floor."""
    await reception.floor.look_round()
    return packed(request, msgspec.json.encode(table_lines(reception)))


@get("/api/tables/{table_id:str}", responses=told(404))
async def table(table_id: FromPath[str], reception: AtReception, caller: Caller) -> TableNow:
    """One table as the caller may see it now."""
    live = await reception.floor.current(table_id)
    seat = seat_of(viewer(caller, live), live.state)
    view = live.view(seat, reception.floor.clock())
    return TableNow(
        position=live.position,
        version=live.version,
        view=view,
        meter=meter_at(reception, live),
        call=call_line(live, seat),
    )


@post(
    "/api/tables/{table_id:str}/commands",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: spec(Declined, "The command is refused and changed nothing."),
    },
)
async def command(
    table_id: FromPath[str], data: JSONBody[CommandBody], reception: AtReception, caller: Caller, scope: Scope
) -> Response[Done | Declined]:
    """Give a command to a table."""
    if FAILURE in scope["state"]:  # it was tried before it came here
        raise scope["state"][FAILURE]
    live, who = reception.floor.table(table_id), ready(caller)
    wanted = read_command(live, data.command)
    answer = await reception.floor.command(live.id, wanted, who.actor(live.game.name), own_id(who, data.id))
    return answered(answer, live, who)


@post(
    "/api/tables/{table_id:str}/run",
    status_code=200,
    responses=told(400, 401, 403, 404, 413),
)
async def run(
    table_id: FromPath[str], data: JSONBody[RunBody], reception: AtReception, caller: Caller
) -> Response[RunDone]:
    """Give commands to a table one after the other, each decided and put on record by itself, until one is refused.

    For those who deal: one key means many acts, and nobody waits for the wire between them. Sent again, what was done
    is answered again, and the run goes on where it ended.
    """
    live, who = reception.floor.table(table_id), ready(caller)
    actor = who.actor(live.game.name)
    if actor.rank not in live.game.engine.book.ladder[1:]:
        raise forbidden("this is for the dealer of the table")
    wanted = [(each.id, read_command(live, each.command)) for each in data.acts]
    done = list[Done]()
    for command_id, command in wanted:
        answer = said(await reception.floor.command(live.id, command, actor, own_id(who, command_id)), live, actor)
        count(answer)
        if isinstance(answer, Declined):
            return Response(RunDone(done=done, refusal=answer.refusal), status_code=200)
        done.append(answer)
    return Response(RunDone(done=done, refusal=None), status_code=200)


@post(
    "/api/tables/{table_id:str}/automatic",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: spec(Declined, "It is so already."),
    },
)
async def automatic(
    table_id: FromPath[str], data: JSONBody[AutomaticBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Let the automatic dealer take over a table, or step back from it."""
    live, who = reception.floor.table(table_id), ready(caller)
    actor = who.actor(live.game.name)
    if actor.rank not in live.game.engine.book.ladder[1:]:
        raise forbidden("this is for the dealer of the table")
    if data.automatic and live.state.is_real and not data.over_real_cards:
        raise forbidden("real cards are dealt by people: a machine would write down what it cannot see")
    answer = await reception.floor.set_automatic(live.id, data.automatic, actor, own_id(who, str(uuid4())))
    return answered(answer, live, who)


@post(
    "/api/tables/{table_id:str}/ready",
    status_code=200,
    responses={
        **told(400, 401, 403, 404, 413),
        409: spec(Declined, "Nobody is asked to be ready, or it is so already."),
    },
)
async def say_ready(
    table_id: FromPath[str], data: JSONBody[ReadyBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Need no more time to wager: when nobody at the table does, the automatic dealer calls no more bets at once."""
    live, who = reception.floor.table(table_id), ready(caller)
    actor = who.actor(live.game.name)
    answer = await reception.floor.say_ready(live.id, data.ready, actor, own_id(who, data.id))
    return answered(answer, live, who)


@get("/api/games", responses=told(401, 403))
async def games_to_open(caller: Caller) -> list[GameAsked]:
    """The games of which a table may be put on the floor, and what each may be set up with."""
    at_least(caller, "casino-operator")
    return list(games_asked())


@post("/api/tables", status_code=201, responses=told(400, 401, 403, 404, 409, 413))
async def open_table(data: JSONBody[NewTable], reception: AtReception, caller: Caller) -> TableLine:
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
    unsaid = known.engine.rules(known.initial(terms)).unsaid_by(terms)
    if unsaid:
        raise malformed(f"these terms will not do: {unsaid}")
    await reception.floor.open_table(
        data.id, data.title, known.name, terms, automatic=data.automatic, by=who.actor(known.name)
    )
    return table_line(reception.floor.table(data.id), 0)


@post(
    "/api/tables/{table_id:str}/foresee",
    status_code=200,
    responses=told(400, 401, 403, 404, 413),
)
async def foresee(
    table_id: FromPath[str], data: JSONBody[ForeseeBody], reception: AtReception, caller: Caller
) -> Foreseen:
    """What a command would lead to, decided as a rehearsal that changes nothing."""
    live, who = reception.floor.table(table_id), ready(caller)
    wanted, by = read_command(live, data.command), who.actor(live.game.name)
    return foreseen(reception.floor.foresee(live.id, wanted, by), live, wanted, by)


def foreseen(decision: Decision | None, live: LiveTable, wanted: Command, by: Actor) -> Foreseen:
    """What a rehearsed command would lead to, as the one who thinks of giving it is told."""
    if decision is None:
        clause = live.game.engine.clause_of(live.state, wanted)
        under = () if clause is None else (clause,)
        return Foreseen(accepted=True, unforeseen=True, lines=(), under=under, refusal=None)
    if isinstance(decision, Refusal):
        return Foreseen(accepted=False, unforeseen=False, lines=(), under=decision.under, refusal=Why.of(decision))
    heard_of = [heard(event, by.id, live.state, house=by.rank != PLAYER) for event in decision]
    events = [event for event in heard_of if event is not None]
    with counted_in_chips(live.state.in_chips):
        said = [say(event, live.names) for event in events]
    return Foreseen(
        accepted=True,
        unforeseen=any(str(UNKNOWN) in sentence for sentence in said),
        lines=tuple(sentence[:1].upper() + sentence[1:] for sentence in said),
        under=tuple(dict.fromkeys(clause for event in events for clause in event.under)),
        refusal=None,
        settled=paid_views([each for event in events for each in endings_in(event)], live.names, live.state.chip_set),
    )


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
    status = 409 if isinstance(answer, Refused) else 200
    return Response(said(answer, live, who.actor(live.game.name)), status_code=status)


def said(answer: Accepted | Refused, live: LiveTable, by: Actor) -> Done | Declined:
    """What the one who gave a command is told of its answer; Overloaded where it may be given again."""
    if isinstance(answer, Accepted):
        events = lines(answer.events, by, live)
        return Done(accepted=True, position=answer.position, version=answer.version, events=events)
    if answer.refusal is MOVED_ON:
        raise Overloaded("others moved first, again and again")
    return Declined(accepted=False, refusal=Why.of(answer.refusal))


HANDLERS: list[ControllerRouterHandler] = [
    games_to_open,
    tables,
    table,
    command,
    run,
    foresee,
    automatic,
    say_ready,
    open_table,
]
