"""The school on the wire: courses of lessons made from table scripts, and scripts of one's own as lessons."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta

from croupier.floor.server.lasting import lasting
from croupier.floor.server.problems import malformed, told
from croupier.floor.server.reception import AtReception, Caller, ready
from croupier.floor.server.wire import Body
from croupier.floor.training import lessons
from croupier.floor.training.drills import MOST_PAYOUTS, Drill, drill
from croupier.floor.training.lessons import Course, CourseLine, OwnLessons
from croupier.floor.training.practice import usual_terms
from croupier.games import game
from croupier.scripts.curriculum import UnknownLesson
from croupier.scripts.lesson import Lesson

LONGEST_SCRIPT = 20_000
"""Characters of a script that someone brings along."""

AnyRequest = Request[Any, Any, Any]


class OwnScript(Body, frozen=True, kw_only=True):
    """A table script that someone brings along."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_SCRIPT)]


@get("/api/training")
async def school(request: AnyRequest) -> Response[list[CourseLine]]:
    """The games that are taught here."""
    return lasting(request, "school", lambda: msgspec.json.encode(lessons.school()))


@get("/api/training/{game_name:str}", responses=told(404))
async def course_of(game_name: FromPath[str], request: AnyRequest) -> Response[Course]:
    """The lessons of a game, chapter by chapter."""
    known = game(game_name).name
    return lasting(request, f"course {known}", lambda: msgspec.json.encode(lessons.course_of(known)))


@get("/api/training/{game_name:str}/lessons/{lesson_id:str}", responses=told(400, 404))
async def lesson(
    game_name: FromPath[str],
    lesson_id: FromPath[str],
    reception: AtReception,
    number: Annotated[int, Meta(ge=0, le=99)] = 0,
) -> Response[Lesson]:
    """A script of the library as a lesson; `number` is that of its scenario, from nought."""
    known = game(game_name).name

    async def make() -> bytes:
        return await reception.readings.run(partial(lessons.library_lesson, known, lesson_id, number))

    try:
        return _encoded(await reception.lessons.get((known, lesson_id, number), make))
    except UnknownLesson as unknown:
        raise NotFoundException(str(unknown)) from unknown


@post("/api/training/lessons", status_code=200, responses=told(400, 401, 403, 413))
async def own_lessons(data: JSONBody[OwnScript], reception: AtReception, caller: Caller) -> Response[OwnLessons]:
    """Play a script of one's own, in a process beside the floor; it is not kept."""
    ready(caller)
    return _encoded(await reception.workshop.work_out(lessons.own_lessons, data.text))


@get("/api/training/{game_name:str}/drill", responses=told(400, 404))
async def drill_of(
    game_name: FromPath[str],
    reception: AtReception,
    seed: Annotated[str, Meta(max_length=40)] = "",
    many: Annotated[int, Meta(ge=1, le=MOST_PAYOUTS)] = 20,
    like: Annotated[str, Meta(max_length=40)] = "",
) -> Drill:
    """Payouts to work out by the pay tables of a game as it is usually played, or of one of the floor's tables."""
    known = game(game_name)
    if not like:
        title, terms = usual_terms(known.name)
        return drill(known, known.initial(terms), title, seed, many)
    live = reception.floor.table(like)
    if live.game.name != known.name:
        raise malformed(f"{live.id} is no table of {known.name}")
    return drill(known, live.state, live.title, seed, many)


def _encoded(made: bytes) -> Response[Any]:
    return Response(made, media_type="application/json")


HANDLERS: list[ControllerRouterHandler] = [school, course_of, lesson, own_lessons, drill_of]
