"""The application: all routes put together before one reception."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler

from croupier import __version__
from croupier.floor.people.accounts import SignedIn
from croupier.floor.server import feeds, meters, odds, pages, record, rules, seal, sign_in, tables
from croupier.floor.server.problems import HANDLERS as PROBLEMS
from croupier.floor.server.reception import AtReception, Reception, Settings, caller
from croupier.floor.server.schema import SchemaPage, finished
from croupier.floor.server.shield import MAX_BODY, add_headers, refuse_foreign
from croupier.floor.server.wire import Health


@get("/api/health")
async def health() -> Health:
    """That the server is up."""
    return Health(ok=True, version=__version__)


async def provide_caller(request: Request[Any, Any, Any], reception: AtReception) -> SignedIn | None:
    """Who sends the request."""
    return await caller(request, reception)


def create_app(reception: Reception | None) -> Litestar:
    """The server before a reception; without one it can only describe itself.

    The floor and its store are opened and closed by whoever made them.
    """

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        yield
        if reception is not None:
            await reception.close()

    def provide_reception() -> Reception:
        assert reception is not None
        return reception

    settings = Settings() if reception is None else reception.settings
    routes: list[ControllerRouterHandler] = [
        health,
        *sign_in.handlers(settings.sign_ins_a_minute),
        *tables.HANDLERS,
        *meters.HANDLERS,
        *feeds.HANDLERS,
        *record.HANDLERS,
        *seal.HANDLERS,
        *rules.HANDLERS,
        *odds.HANDLERS,
        *pages.HANDLERS,
    ]
    return Litestar(
        routes,
        dependencies={
            "reception": Provide(provide_reception, sync_to_thread=False),
            "caller": Provide(provide_caller),
        },
        exception_handlers=PROBLEMS,
        before_request=refuse_foreign,
        before_send=[add_headers],
        request_max_body_size=MAX_BODY,
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(
            title="Croupier",
            version=__version__,
            description="A floor of casino tables: their play, their record and their rules.",
            path="/api/schema",
            render_plugins=[SchemaPage(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        debug=False,
    )


def openapi() -> str:
    """The OpenAPI schema as indented JSON."""
    schema = finished(create_app(None).openapi_schema.to_schema())
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
