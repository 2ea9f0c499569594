"""The feeds: a table's changes, and the lobby's, as they happen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from croupier.floor.acts.floor import UnknownTable
from croupier.floor.people.accounts import SignedIn
from croupier.floor.reading.feed import LeftBehind, TableFeed, Watcher
from croupier.floor.server.door import PUSH
from croupier.floor.server.pit import of_the_house, pit_lines
from croupier.floor.server.reception import AtReception, Reception, caller
from croupier.floor.server.shield import foreign
from croupier.floor.server.tables import table_lines, viewer

Socket = WebSocket[Any, Any, Any]

PING = '{"type":"ping"}'

# Close codes of our own: 4000 and the HTTP status that says the same.
MALFORMED, SIGNED_OUT, FOREIGN, UNKNOWN = 4400, 4401, 4403, 4404
TRY_AGAIN = 1013


class _Over(Exception):
    """The feed ends with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@websocket("/api/tables/{table_id:str}/feed")
async def table_feed(socket: Socket, table_id: FromPath[str], reception: AtReception) -> None:
    """A table as it is, and each change of it; `after` is the last position the client has seen."""
    who = await caller(socket, reception)
    over = (
        None
        if who is None
        else partial(_session_over, socket, reception, who, partial(_plays, who, table_id, reception))
    )
    await serve(socket, _table_messages(socket, table_id, reception, who), over)


def _plays(who: SignedIn, table_id: str, reception: Reception) -> bool:
    """Whether someone who watches a table plays at it."""
    live = reception.floor.tables.get(table_id)
    return who.guest and live is not None and who.id in live.state.people


@websocket("/api/practice/{table_id:str}/feed")
async def practice_feed(socket: Socket, table_id: FromPath[str], reception: AtReception) -> None:
    """One's own practice table as it is, and each change of it."""
    who = await caller(socket, reception)
    over = None if who is None else partial(_session_over, socket, reception, who, lambda: False)
    await serve(socket, _practice_messages(socket, table_id, reception, "" if who is None else who.id), over)


@websocket("/api/lobby/feed")
async def lobby_feed(socket: Socket, reception: AtReception) -> None:
    """The lobby's list of tables, and each change of it."""
    await serve(socket, _lobby_messages(reception))


@websocket("/api/pit/feed")
async def pit_feed(socket: Socket, reception: AtReception) -> None:
    """The pit board, and each change of it; for staff."""
    who = await caller(socket, reception)
    over = None if who is None else partial(_session_over, socket, reception, who, lambda: False)
    await serve(socket, _pit_messages(reception, who), over)


async def _session_over(socket: Socket, reception: Reception, who: SignedIn, stays: Callable[[], bool]) -> NoReturn:
    """Wait until the session has ended, or whoever watches may see something else than before.

    On this server a bell tells at once; what another server ends is noticed at the next ping. Whoever stays at a table
    of theirs keeps the session alive by it: that is how the house knows that they are still there.
    """
    loop, rung = asyncio.get_running_loop(), asyncio.Event()

    def ring() -> None:
        with suppress(RuntimeError):  # the loop may have closed before the bell was rung
            loop.call_soon_threadsafe(rung.set)

    with reception.people.bells.listening(who.token_hash, ring):
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(reception.settings.ping_seconds):
                    await rung.wait()
            rung.clear()
            now = await caller(socket, reception, active=stays())
            if now is None:
                raise _Over(SIGNED_OUT, "the session has ended")
            if now != who:
                raise _Over(TRY_AGAIN, "your ranks have changed; resume from your last position")


async def _table_messages(
    socket: Socket, table_id: str, reception: Reception, who: SignedIn | None
) -> AsyncIterator[str]:
    try:
        live = await reception.floor.current(table_id)
    except UnknownTable as unknown:
        raise _Over(UNKNOWN, str(unknown)) from unknown
    async for message in _watched(socket, reception.feeds.of(live), Watcher(viewer(who, live)), reception):
        yield message


async def _practice_messages(socket: Socket, table_id: str, reception: Reception, owner: str) -> AsyncIterator[str]:
    try:
        table = reception.practice.table(table_id, owner)
    except UnknownTable as unknown:
        raise _Over(UNKNOWN, str(unknown)) from unknown
    async for message in _watched(socket, table.feed, Watcher(table.owner), reception):
        yield message


async def _watched(socket: Socket, feed: TableFeed, watcher: Watcher, reception: Reception) -> AsyncIterator[str]:
    """What a feed has for one who watches, until they are left behind."""
    watcher.outlet = (socket.scope.get("extensions") or {}).get(PUSH)  # type: ignore[assignment]
    try:
        async for message in feed.open(watcher, _after(socket)):
            yield message
        while True:
            try:
                async with asyncio.timeout(reception.settings.ping_seconds):
                    message = await watcher.take()
            except TimeoutError:
                message = PING
            yield message
    except LeftBehind as slow:
        raise _Over(TRY_AGAIN, "resume from your last position") from slow
    finally:
        feed.close(watcher)


def _lobby_messages(reception: Reception) -> AsyncIterator[str]:
    return _lists(reception, "lobby", lambda: msgspec.json.encode(table_lines(reception)))


async def _pit_messages(reception: Reception, who: SignedIn | None) -> AsyncIterator[str]:
    if who is None:
        raise _Over(SIGNED_OUT, "sign in to see the pit board")
    if not of_the_house(who):
        raise _Over(FOREIGN, "the pit board is for staff")
    async for message in _lists(reception, f"pit {sorted(who.ranks.items())}", lambda: pit_lines(reception, who)):
        yield message


async def _lists(reception: Reception, name: str, look: Callable[[], bytes]) -> AsyncIterator[str]:
    """A list of tables, and each change of it, the same for all who have it under one name."""
    last, quiet = b"", 0.0
    while True:
        await reception.floor.look_round()
        tables = reception.share(name, look, reception.settings.lobby_seconds / 2)
        if tables != last:
            last, quiet = tables, 0.0
            yield f'{{"type":"tables","now":{reception.floor.clock()},"tables":{tables.decode()}}}'
        elif quiet >= reception.settings.ping_seconds:
            quiet = 0.0
            yield PING
        await asyncio.sleep(reception.settings.lobby_seconds)
        quiet += reception.settings.lobby_seconds


def _after(socket: Socket) -> int | None:
    given = socket.query_params.get("after")
    if given is None or given == "":
        return None
    if not given.isdecimal() or len(given) > 18:
        raise _Over(MALFORMED, "after is a position")
    return int(given)


async def serve(
    socket: Socket, messages: AsyncIterator[str], over: Callable[[], Coroutine[Any, Any, NoReturn]] | None = None
) -> None:
    """Send messages until there are no more, something else is over, or the client goes.

    Only a receive loop notices that it has gone.
    """
    if foreign(socket):
        await socket.close(FOREIGN, "only this site's own pages may watch")
        return
    await socket.accept()
    tasks = [asyncio.create_task(_send(socket, messages)), asyncio.create_task(_listen(socket))]
    if over is not None:
        tasks.append(asyncio.create_task(over()))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, _Over):
            await socket.close(result.code, str(result))
            return
        if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
            raise result


async def _send(socket: Socket, messages: AsyncIterator[str]) -> None:
    try:
        async for message in messages:
            await socket.send_text(message)
    finally:
        await messages.aclose()  # type: ignore[attr-defined]


async def _listen(socket: Socket) -> None:
    """Wait for the client to go; what it says meanwhile is not asked for."""
    while True:
        await socket.receive_data("text")


HANDLERS: list[ControllerRouterHandler] = [table_feed, practice_feed, lobby_feed, pit_feed]
