"""The wall: what has lately come of the rounds at all tables, for everyone to see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, Response, WebSocket, get, websocket
from litestar.types import ControllerRouterHandler

from croupier.floor.reading.lately import Result
from croupier.floor.server.feeds import PING, serve
from croupier.floor.server.packing import answer
from croupier.floor.server.reception import AtReception, Reception

TICK_SECONDS = 1.0
"""The least time between two messages of the wall."""


async def results_now(reception: Reception) -> bytes:
    """The latest results, looked at once in a while for all who ask."""
    if not reception.recalled.is_set():
        # What was played before the house opened is read once; whoever asks meanwhile reads the same, and that is rare.
        reception.lately.remember(await reception.readings.run(reception.lately.recorded))
        reception.recalled.set()
    await reception.floor.look_round()
    return reception.share("results", lambda: msgspec.json.encode(reception.lately.latest()), TICK_SECONDS / 2)


@get("/api/results")
async def results(request: Request[Any, Any, Any], reception: AtReception) -> Response[list[Result]]:
    """What came of the latest rounds of all tables, newest first; nobody is named."""
    return answer(request, await results_now(reception))


@websocket("/api/results/feed")
async def results_feed(socket: WebSocket[Any, Any, Any], reception: AtReception) -> None:
    """The latest results, and each change of them."""
    await serve(socket, _messages(reception))


async def _messages(reception: Reception) -> AsyncIterator[str]:
    last, quiet = b"", 0.0
    while True:
        found = await results_now(reception)
        if found != last:
            last, quiet = found, 0.0
            yield f'{{"type":"results","results":{found.decode()}}}'
        elif quiet >= reception.settings.ping_seconds:
            quiet = 0.0
            yield PING
        await asyncio.sleep(TICK_SECONDS)
        quiet += TICK_SECONDS


HANDLERS: list[ControllerRouterHandler] = [results, results_feed]
