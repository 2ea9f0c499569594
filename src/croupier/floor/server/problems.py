"""Whatever goes wrong is answered with a problem in words, and never with what the program looks like inside."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    ValidationException,
)
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap
from sqlalchemy.exc import DataError, SQLAlchemyError

from croupier.books import UnknownBook, UnknownClause
from croupier.floor import trouble
from croupier.floor.acts.floor import FloorClosed, TableExists, UnknownMeter, UnknownTable, UnknownTournament
from croupier.floor.acts.stops import NotToBeOrdered
from croupier.floor.people.accounts import CodeNeeded, ComeBackLater, NoSuchAccount, NotAllowed, SignInRefused, Unfit
from croupier.floor.reading.inquiry import NoSuchRound
from croupier.floor.server.pools import Busy
from croupier.floor.server.wire import Problem
from croupier.floor.server.workshop import TooLong
from croupier.floor.store import CommandIdTaken, Damaged, Malformed, Overloaded, Stopped, StoreError
from croupier.floor.training.practice import TooManyPractising
from croupier.games import UnknownGame

log = logging.getLogger(__name__)
AnyRequest = Request[Any, Any, Any]

AWAY = (
    "the record cannot be written just now, so nothing can be played; what you sent was not done: "
    "send it again under the same id in a moment"
)
AWAY_SECONDS = 2
"""When to come again while the store is away."""


class AtTheTable(Exception):
    """Someone at a table asks for what the book keeps from those at a table."""

    def __init__(self, error: str, detail: str) -> None:
        super().__init__(error)
        self.detail = detail


def unauthorised() -> NotAuthorizedException:
    """Nobody is signed in."""
    return NotAuthorizedException("sign in first")


def forbidden(why: str) -> PermissionDeniedException:
    """The one signed in may not."""
    return PermissionDeniedException(why)


def malformed(why: str) -> ClientException:
    """The request does not say what it must."""
    return ClientException(why)


def _answer(
    status: int, error: str, detail: str = "", headers: dict[str, str] | None = None, **more: str
) -> Response[Problem]:
    return Response(Problem(error, detail, **more), status_code=status, media_type="application/json", headers=headers)


def _http(_: AnyRequest, problem: HTTPException) -> Response[Problem]:
    if problem.status_code >= 500:
        log.error("answered %d", problem.status_code, exc_info=problem)
        return _answer(problem.status_code, "something went wrong here")
    return _answer(problem.status_code, problem.detail, headers=problem.headers)


def _invalid(_: AnyRequest, problem: ValidationException) -> Response[Problem]:
    extra = problem.extra if isinstance(problem.extra, list) else []
    return _answer(400, "the request is malformed", "; ".join(_invalid_field(each) for each in extra) or problem.detail)


def _invalid_field(extra: Any) -> str:
    if not isinstance(extra, dict):
        return str(extra)
    return ": ".join(str(extra[part]) for part in ("key", "message") if extra.get(part))


def _not_found(_: AnyRequest, problem: Exception) -> Response[Problem]:
    message = problem.detail if isinstance(problem, HTTPException) else str(problem)
    return _answer(404, "there is no such thing here", message)


def _come_back(_: AnyRequest, problem: ComeBackLater) -> Response[Problem]:
    return _answer(429, str(problem), headers={"retry-after": str(problem.seconds)})


def _again(error: str, seconds: int, detail: str = "") -> Response[Problem]:
    return _answer(503, error, detail, {"retry-after": str(seconds)})


def _busy(_: AnyRequest, problem: Exception) -> Response[Problem]:
    return _again("the house is too busy for that just now; try again", 1)


def _practising(_: AnyRequest, problem: Exception) -> Response[Problem]:
    return _again("too many are practising just now; try again in a while", 60)


def _too_long(_: AnyRequest, problem: Exception) -> Response[Problem]:
    return _again("that takes longer to work out than the house allows", 30)


def _closing(_: AnyRequest, problem: Exception) -> Response[Problem]:
    return _again("the floor is closing; try again", 5)


def _store(_: AnyRequest, problem: Exception) -> Response[Problem]:
    """The store is away, full or read-only, which is said once in the log; or it refused one thing, said each time."""
    if trouble.noticed(problem):
        return _again(AWAY, AWAY_SECONDS)
    log.error("the store refused something", exc_info=problem)
    return _again("that could not be put on record; try again under the same id", AWAY_SECONDS)


def _unforeseen(_: AnyRequest, problem: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=problem)
    return _answer(500, "something went wrong here")


HANDLERS: ExceptionHandlersMap = {
    HTTPException: _http,
    ValidationException: _invalid,
    NotFoundException: _not_found,
    UnknownTable: _not_found,
    UnknownMeter: _not_found,
    UnknownTournament: _not_found,
    UnknownBook: _not_found,
    UnknownClause: _not_found,
    UnknownGame: _not_found,
    NoSuchRound: _not_found,
    NoSuchAccount: _not_found,
    ComeBackLater: _come_back,
    CodeNeeded: lambda _, problem: _answer(401, str(problem), needs="code"),
    SignInRefused: lambda _, problem: _answer(401, str(problem)),
    NotAllowed: lambda _, problem: _answer(403, str(problem)),
    Unfit: lambda _, problem: _answer(400, str(problem), instead=problem.instead),
    CommandIdTaken: lambda _, problem: _answer(409, str(problem)),
    NotToBeOrdered: lambda _, problem: _answer(409, str(problem)),
    TableExists: lambda _, problem: _answer(409, str(problem)),
    Malformed: lambda _, problem: _answer(400, "that cannot be put on record", str(problem)),
    UnicodeDecodeError: lambda _, __: _answer(400, "the request is malformed", "it is not UTF-8"),
    DataError: lambda _, __: _answer(400, "the request is malformed", "that cannot be looked up"),
    RecursionError: lambda _, __: _answer(400, "the request is malformed", "it is nested too deeply"),
    AtTheTable: lambda _, problem: _answer(403, str(problem), problem.detail),
    Damaged: lambda _, problem: _answer(503, "play has stopped here", str(problem)),
    Busy: _busy,
    TooManyPractising: _practising,
    TooLong: _too_long,
    Overloaded: _busy,
    FloorClosed: _closing,
    StoreError: _store,
    Stopped: _store,
    SQLAlchemyError: _store,
    Exception: _unforeseen,
}


def told(*statuses: int) -> dict[int, ResponseSpec]:
    """What the OpenAPI schema says of a route's problems."""
    return {status: spec(Problem, _DESCRIPTIONS[status]) for status in statuses}


def spec(body: type[msgspec.Struct], description: str) -> ResponseSpec:
    """A body and what it means; without examples, which would be made up anew each time."""
    return ResponseSpec(body, description=description, generate_examples=False)


_DESCRIPTIONS = {
    400: "The request is malformed.",
    401: "Nobody is signed in, or the password is wrong.",
    403: "The one signed in may not do this.",
    404: "There is no such thing.",
    409: "It is there already.",
    413: "The body is too large.",
    429: "Too many attempts.",
    503: "The house is too busy, or its record cannot be written just now.",
}
