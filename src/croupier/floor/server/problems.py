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

from croupier.books import UnknownBook, UnknownClause
from croupier.floor.acts.floor import FloorClosed, TableExists, UnknownMeter, UnknownTable
from croupier.floor.people.accounts import CodeNeeded, ComeBackLater, NoSuchAccount, NotAllowed, SignInRefused, Unfit
from croupier.floor.reading.inquiry import NoSuchRound
from croupier.floor.server.wire import Problem
from croupier.floor.store import Malformed, Overloaded, Stopped
from croupier.games import UnknownGame

log = logging.getLogger(__name__)
AnyRequest = Request[Any, Any, Any]


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


def _overloaded(_: AnyRequest, problem: Exception) -> Response[Problem]:
    log.error("the store does not take writes", exc_info=problem)
    return _answer(503, "the house is too busy; try again", headers={"retry-after": "1"})


def _unforeseen(_: AnyRequest, problem: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=problem)
    return _answer(500, "something went wrong here")


HANDLERS: ExceptionHandlersMap = {
    HTTPException: _http,
    ValidationException: _invalid,
    NotFoundException: _not_found,
    UnknownTable: _not_found,
    UnknownMeter: _not_found,
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
    TableExists: lambda _, problem: _answer(409, str(problem)),
    Malformed: lambda _, problem: _answer(400, "that cannot be put on record", str(problem)),
    UnicodeDecodeError: lambda _, __: _answer(400, "the request is malformed", "it is not UTF-8"),
    Overloaded: _overloaded,
    Stopped: _overloaded,
    FloorClosed: _overloaded,
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
}
