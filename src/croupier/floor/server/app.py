"""The application: all routes put together before one reception."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler, LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send

from croupier import __version__
from croupier.floor.people.accounts import SignedIn
from croupier.floor.server import (
    evidence,
    feeds,
    meters,
    odds,
    pages,
    pit,
    practice,
    record,
    rules,
    seal,
    sign_in,
    staff,
    station,
    stops,
    tables,
    tournament_record,
    tournaments,
    training,
    wall,
)
from croupier.floor.server.counting import count
from croupier.floor.server.health import HANDLERS as HEALTH
from croupier.floor.server.health import watch_store
from croupier.floor.server.lane import Lane
from croupier.floor.server.problems import HANDLERS as PROBLEMS
from croupier.floor.server.reception import AtReception, Reception, caller
from croupier.floor.server.schema import SchemaPage, finished
from croupier.floor.server.shield import MAX_BODY, add_headers, refuse_foreign
from croupier.floor.server.wire import Health

PLAY_THREADS = 16
"""Threads that play may wait on; nothing heavy runs there."""


@get("/api/health")
async def health() -> Health:
    """That the server is up."""
    return Health(ok=True, version=__version__)


async def provide_caller(request: Request[Any, Any, Any], reception: AtReception) -> SignedIn | None:
    """Who sends the request."""
    who = await caller(request, reception)
    if who is not None:
        reception.gate.introduce(request.scope, who.id)
    return who


async def count_commands(response: Response[Any]) -> Response[Any]:
    """Count what commands led to."""
    count(response.content)
    return response


class Application(Litestar):
    """All routes behind the gate."""

    reception: Reception | None = None
    lane: Lane | None = None

    def before(self, reception: Reception) -> Application:
        """The application before a reception whose commands take a lane of their own."""
        self.reception, self.lane = reception, Lane(super().__call__, reception)
        return self

    async def _inside(self, scope: Any, receive: Any, send: Any) -> None:
        if self.lane is not None and self.lane.takes(scope):
            await self.lane(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        """Let what comes to the gate first."""
        reception = self.reception
        kind: str = scope["type"]
        if kind == "lifespan" or reception is None:
            await super().__call__(scope, receive, send)
        elif kind == "http":
            await reception.gate.http(self._inside, scope, receive, send)  # type: ignore[arg-type]
        else:

            async def person() -> str | None:
                who = await caller(ASGIConnection(scope), reception, active=False)  # type: ignore[arg-type]
                return None if who is None else who.id

            await reception.gate.feed(super().__call__, scope, receive, send, person)  # type: ignore[arg-type]


def create_app(reception: Reception | None) -> Application:
    """The server before a reception; without one it can only describe itself.

    The floor and its store are opened and closed by whoever made them.
    """

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        if reception is None:
            yield
            return
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(PLAY_THREADS, "croupier-play"))
        reception.readings.start(lambda: page.made(app.openapi_schema.to_schema()))
        watching = asyncio.create_task(watch_store(reception), name="the store's health")
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await reception.close()

    def provide_reception() -> Reception:
        assert reception is not None
        return reception

    page = SchemaPage(path="/openapi.json")
    routes: list[ControllerRouterHandler] = [
        health,
        *HEALTH,
        *sign_in.HANDLERS,
        *staff.HANDLERS,
        *tables.HANDLERS,
        *meters.HANDLERS,
        *tournaments.HANDLERS,
        *tournament_record.HANDLERS,
        *pit.HANDLERS,
        *station.HANDLERS,
        *stops.HANDLERS,
        *feeds.HANDLERS,
        *record.HANDLERS,
        *evidence.HANDLERS,
        *seal.HANDLERS,
        *rules.HANDLERS,
        *odds.HANDLERS,
        *training.HANDLERS,
        *wall.HANDLERS,
        *practice.HANDLERS,
        *pages.HANDLERS,
    ]
    app = Application(
        routes,
        dependencies={
            "reception": Provide(provide_reception, sync_to_thread=False),
            "caller": Provide(provide_caller),
        },
        exception_handlers=PROBLEMS,
        before_request=refuse_foreign,
        before_send=[add_headers],
        after_request=count_commands,
        request_max_body_size=MAX_BODY,
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(
            title="Croupier",
            version=__version__,
            description="A floor of casino tables: their play, their record and their rules.",
            path="/api/schema",
            render_plugins=[page],
            use_handler_docstrings=True,
        ),
        logging_config=None,  # what is logged is written by croupier.floor.logs
        debug=False,
    )
    return app if reception is None else app.before(reception)


def openapi() -> str:
    """The OpenAPI schema as indented JSON."""
    schema = finished(create_app(None).openapi_schema.to_schema())
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
