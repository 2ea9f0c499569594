"""The tournaments: the list, each as one sees it, its conditions as a sheet, and commands about it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post, websocket
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from croupier.floor.acts.floor import Accepted, Floor, Refused, UnknownTournament
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.transactions import MOVED_ON
from croupier.floor.people.accounts import SignedIn
from croupier.floor.reading.telling import stream_line
from croupier.floor.reading.tournament_deals import deal_sums
from croupier.floor.reading.tournament_desk import Mine, TournamentDesk, desk, mine
from croupier.floor.reading.tournament_forms import Around
from croupier.floor.reading.tournaments import TournamentLine, TournamentShown, listed, shown
from croupier.floor.server.evidence import POLICY
from croupier.floor.server.feeds import PING, Socket, serve
from croupier.floor.server.packing import answer_all
from croupier.floor.server.pools import Shared
from croupier.floor.server.problems import forbidden, malformed, spec, told
from croupier.floor.server.reception import AtReception, Caller, Reception, ready
from croupier.floor.server.tables import own_id, sound
from croupier.floor.server.wire import Body, CommandId, Declined, Done, Why
from croupier.floor.store import Overloaded
from croupier.games import game
from croupier.house.tournaments import sheet as sheets
from croupier.house.tournaments.commands import TournamentCommand
from croupier.house.tournaments.findings import NoConditions, tournament_book, whole
from croupier.house.tournaments.founding import DraftConditions
from croupier.house.tournaments.model import ENDED, Tournament
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.writing import written
from croupier.table.contract import PLAYER, Actor, Command
from croupier.table.tournaments.conditions import Conditions

TICK_SECONDS = 1.0
"""The least time between two messages of the list's feed."""

PAST_SHOWN = 12
"""How many of those that have ended are listed."""

STANDINGS_A_SECOND = 1000
"""How many entrants' standings are rendered in a second at most, whoever looks."""

PAGE = "tournament "
"""How the names of what is shared begin that are a tournament's page."""

TOURNAMENT_ID = re.compile("[a-z0-9-]{1,40}")


class TournamentCommandBody(Body, frozen=True, kw_only=True):
    """A command about a tournament under an id of the client's making; sent again, it is answered again."""

    id: CommandId
    command: dict[str, Any]


class DraftBody(Body, frozen=True, kw_only=True):
    """The conditions of a tournament as they are written in a file."""

    id: CommandId
    text: Annotated[str, Meta(min_length=1, max_length=60_000)]


class Draft(msgspec.Struct, frozen=True):
    """Conditions as they are written in a file."""

    text: str


def tournament_lines(reception: Reception) -> list[TournamentLine]:
    """Those that are not over, the next to begin first, and then the latest that are."""
    drafted = [live for live in reception.floor.tournaments.values() if live.version and live.state.conditions]
    lines = [listed(live) for live in drafted]
    ended = [stage.value for stage in ENDED]
    ahead = sorted([each for each in lines if each.stage not in ended], key=lambda each: (each.begins or 0, each.id))
    past = [each for each in lines if each.stage in ended]
    return [*ahead, *past[: -PAST_SHOWN - 1 : -1]]


def listed_now(reception: Reception) -> Shared:
    """The list, looked at once in a while for all who ask."""
    return reception.shared("tournaments", lambda: msgspec.json.encode(tournament_lines(reception)), TICK_SECONDS / 4)


@get("/api/tournaments")
async def tournaments(request: Request[Any, Any, Any], reception: AtReception) -> Response[list[TournamentLine]]:
    """The tournaments of the house."""
    return answer_all(request, listed_now(reception))


@get("/api/tournaments/{tournament_id:str}", responses=told(404))
async def tournament(
    tournament_id: FromPath[str], request: Request[Any, Any, Any], reception: AtReception
) -> Response[TournamentShown]:
    """One tournament as everyone may see it; many entrants are shown as they stood within the last second."""
    live = reception.floor.tournament(tournament_id)
    seconds = min(TICK_SECONDS, len(live.state.entrants) / STANDINGS_A_SECOND)

    def look() -> bytes:
        return msgspec.json.encode(shown(live, _titles(reception.floor, live.state)))

    _forget_gone(reception)
    return answer_all(request, reception.shared(f"{PAGE}{live.id}", look, seconds))


def _forget_gone(reception: Reception) -> None:
    """Pages of tournaments that are not at hand any more are not kept either."""
    known = reception.floor.tournaments
    for name in [each for each in reception.shares if each.startswith(PAGE) and each.removeprefix(PAGE) not in known]:
        del reception.shares[name]


@get("/api/tournaments/{tournament_id:str}/mine", responses=told(401, 403, 404))
async def my_part(tournament_id: FromPath[str], reception: AtReception, caller: Caller) -> Mine:
    """What a tournament is to the caller: their entry, and what they may do."""
    live, who = reception.floor.tournament(tournament_id), ready(caller)
    return mine(live.state, actor_in(live.state, who), reception.floor.clock())


@get("/api/tournaments/{tournament_id:str}/desk", responses=told(401, 403, 404))
async def director_s_desk(tournament_id: FromPath[str], reception: AtReception, caller: Caller) -> TournamentDesk:
    """A tournament as those of the house conduct it: what is due, and everything that may be done."""
    live, who = reception.floor.tournament(tournament_id), ready(caller)
    by = actor_in(live.state, who)
    if by.rank == PLAYER:
        raise forbidden("the director's desk is for those of the house")
    people = await asyncio.to_thread(reception.people.everyone)
    staff = {each.id: each.name for each in people if not each.ended}
    titles = _titles(reception.floor, live.state)
    areas = {table: reception.floor.table(table).state.seats for table in titles}
    around = Around(tables=titles, areas=areas, staff=staff)
    now = reception.floor.clock()
    deals = await asyncio.to_thread(deal_sums, live.state, by, now)
    return desk(live, by, now, around, deals)


@get(
    "/api/tournaments/{tournament_id:str}/conditions",
    responses={
        200: ResponseSpec(str, description="A page to print.", media_type="text/html", generate_examples=False),
        **told(404),
    },
)
async def conditions(tournament_id: FromPath[str], reception: AtReception) -> Response[str]:
    """The conditions in force as a page to print, with the digest that is approved and accepted."""
    said = _conditions(reception.floor.tournament(tournament_id).state)
    return Response(sheets.page(said), media_type="text/html", headers={"content-security-policy": POLICY})


@get("/api/tournaments/{tournament_id:str}/draft", responses=told(404))
async def drafted(tournament_id: FromPath[str], reception: AtReception) -> Draft:
    """The conditions as they are written in a file, those of a change that waits first."""
    state = reception.floor.tournament(tournament_id).state
    return Draft(written(state.next or _conditions(state)))


@get("/api/tournament-drafts/{game_name:str}", responses=told(404))
async def draft_to_begin_with(game_name: FromPath[str]) -> Draft:
    """Conditions of a game's book that leave nothing out, as a text to start from."""
    try:
        return Draft(whole(game(game_name).name))
    except NoConditions as missing:
        raise UnknownTournament(str(missing)) from missing


_COMMANDED = {
    **told(400, 401, 403, 404, 413),
    409: spec(Declined, "The command is refused and changed nothing."),
}


@post("/api/tournaments/{tournament_id:str}/commands", status_code=200, responses=_COMMANDED)
async def command(
    tournament_id: FromPath[str], data: JSONBody[TournamentCommandBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Give a command about a tournament."""
    live, who = reception.floor.tournament(tournament_id), ready(caller)
    wanted = _read(data.command)
    return await _give(live.id, wanted, own_id(who, data.id), actor_in(live.state, who), reception)


@post("/api/tournaments/{tournament_id:str}/draft", status_code=200, responses=_COMMANDED)
async def draft(
    tournament_id: FromPath[str], data: JSONBody[DraftBody], reception: AtReception, caller: Caller
) -> Response[Done | Declined]:
    """Write the conditions of a tournament down, as in a file; the tournament is there from then on."""
    who = ready(caller)
    if not TOURNAMENT_ID.fullmatch(tournament_id):
        raise malformed("a tournament's id is made of small letters, figures and hyphens, at most 40")
    try:
        said = read(data.text)
    except NoConditions as error:
        raise malformed(str(error)) from error
    by = who.actor(tournament_book(said.book).book.slug)
    return await _give(tournament_id, DraftConditions(conditions=said), own_id(who, data.id), by, reception)


async def _give(
    tournament_id: str, wanted: Command, command_id: str, by: Actor, reception: Reception
) -> Response[Done | Declined]:
    answer = await reception.floor.command_tournament(tournament_id, wanted, by, command_id)
    return _answered(answer, reception.floor.tournaments.get(tournament_id), by)


def _answered(answer: Accepted | Refused, live: LiveStream[Tournament] | None, by: Actor) -> Response[Done | Declined]:
    if isinstance(answer, Refused):
        if answer.refusal is MOVED_ON:
            raise Overloaded("others moved first, again and again")
        return Response(Declined(accepted=False, refusal=Why.of(answer.refusal)), status_code=409)
    assert live is not None
    found = [stream_line(each, by, live.state, live.state.names) for each in answer.events]
    events = [each for each in found if each is not None]
    return Response(Done(accepted=True, position=answer.position, version=answer.version, events=events))


@websocket("/api/tournaments/feed")
async def tournaments_feed(socket: Socket, reception: AtReception) -> None:
    """The list of tournaments, and each change of it; what else of one has changed is told by its version."""
    await serve(socket, _messages(reception))


async def _messages(reception: Reception) -> AsyncIterator[str]:
    last, quiet = b"", 0.0
    while True:
        lines = listed_now(reception).now()
        if lines != last:
            last, quiet = lines, 0.0
            yield f'{{"type":"tournaments","now":{reception.floor.clock()},"tournaments":{lines.decode()}}}'
        elif quiet >= reception.settings.ping_seconds:
            quiet = 0.0
            yield PING
        await asyncio.sleep(TICK_SECONDS)
        quiet += TICK_SECONDS


def actor_in(state: Tournament, who: SignedIn) -> Actor:
    """Someone as the book of a tournament sees them."""
    return who.actor(tournament_book(_conditions(state).book).book.slug)


def _conditions(state: Tournament) -> Conditions:
    assert state.conditions is not None, "what is on record has conditions"
    return state.conditions


def _titles(floor: Floor, state: Tournament) -> dict[str, str]:
    """What the tables of a tournament's game are called."""
    wanted = _conditions(state).book
    found = [live for live in floor.tables.values() if live.game.name == wanted]
    return {live.id: live.title for live in sorted(found, key=lambda each: each.id)}


def _read(command: dict[str, Any]) -> Command:
    try:
        found: Command = msgspec.convert(sound(command), TournamentCommand)
    except msgspec.ValidationError as error:
        raise malformed(f"a tournament knows no such command: {error}") from error
    return found


HANDLERS: list[ControllerRouterHandler] = [
    tournaments,
    tournament,
    my_part,
    director_s_desk,
    conditions,
    drafted,
    draft_to_begin_with,
    command,
    draft,
    tournaments_feed,
]
