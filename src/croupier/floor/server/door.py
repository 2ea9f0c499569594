"""The door: connections as the server lets them in, bounded in number, size and time before any request is looked at.

uvicorn's own protocols wait for ever for a head, a body or a reader. Here one sweep a second looks at every connection,
so that a busy one pays nothing for it.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from croupier.floor.metrics import CONNECTIONS, TURNED_AWAY
from croupier.floor.server.limits import Limits, Shares, address_key
from croupier.floor.server.line import Line
from croupier.floor.server.one_write import OneWrite
from croupier.floor.server.porter import MALFORMED, Head, Porter
from croupier.floor.server.refusals import refusal

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
    from websockets.http11 import Request

log = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0
LINGER_SECONDS = 10.0
"""How long a connection that is closed may take to be gone."""

LEAST_BYTES = 2048
"""What a reader must take within the time allowed, lest it counts as stalled."""

SENT_AHEAD = 128 * 1024
"""Bytes of a feed that the system holds for a slow reader; left to itself it would hold megabytes."""

PIPELINED = 8
"""Requests that may wait on one connection behind the one being answered."""

PUSH = "croupier.push"
"""The extension by which a feed's connection takes frames that are ready, as it tells the application."""

NOTED_SECONDS = 60.0
"""The least time between two lines in the log about what is no request."""

IDLE, HEAD, BODY, ANSWER = "idle", "head", "body", "answer"

_REFUSALS = {
    400: MALFORMED,
    408: refusal(408, "the request took too long to arrive", close=True),
    413: refusal(413, "the body is too large", close=True),
    431: refusal(431, "the headers are too large", close=True),
    503: refusal(503, "too many connections; try again", wait=5, close=True),
}


class Census:
    """Every connection that is open, how many each address holds, and the sweep that looks after them."""

    def __init__(self, limits: Limits, porter: Porter, proxies: frozenset[str] = frozenset()) -> None:
        self.limits, self.porter, self.line = limits, porter, Line()
        self.open: set[Door | Feed] = set()
        self._proxies = proxies
        self._addresses = Shares(limits.connections_an_address)
        self._sweeping: asyncio.TimerHandle | None = None
        self._noted = -NOTED_SECONDS
        CONNECTIONS.look_up(lambda: len(self.open))

    def enter(self, connection: Door | Feed) -> str | None:
        """The address under which a connection is counted; None when there are too many."""
        address = address_key(connection.client[0] if connection.client else None)
        if len(self.open) >= self.limits.connections:
            return None
        # Behind a proxy that is trusted all come from one address; there the gate counts by the one it passes on.
        if address not in self._proxies and not self._addresses.take(address):
            return None
        self.open.add(connection)
        if self._sweeping is None:
            self._sweeping = connection.loop.call_later(self._pause, self._sweep, connection.loop)
        return address

    def leave(self, connection: Door | Feed, address: str) -> None:
        """A connection is gone, or has become a feed."""
        self.open.discard(connection)
        if address not in self._proxies:
            self._addresses.give_back(address)

    def note_junk(self, now: float) -> None:
        """Write into the log that something came which is no request; once in a while, for there may be much of it."""
        if now - self._noted >= NOTED_SECONDS:
            self._noted = now
            log.warning("Invalid HTTP request received.")

    @property
    def _pause(self) -> float:
        shortest = min(self.limits.head_seconds, self.limits.body_seconds, self.limits.stalled_seconds)
        return min(SWEEP_SECONDS, shortest / 4)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for connection in tuple(self.open):
            connection.look(now)
        self._sweeping = loop.call_later(self._pause, self._sweep, loop) if self.open else None


class _Patience:
    """What is known of a reader: how much waits for it, and since when it has taken nothing worth the name."""

    def __init__(self, stalled_seconds: float) -> None:
        self._stalled_seconds = stalled_seconds
        self._waiting: int | None = None
        self._since = 0.0
        self._closing: float | None = None

    def strained(self, waiting: int, now: float) -> None:
        """More waits for the reader than should; nothing is added until it has taken most of that."""
        self._waiting, self._since = waiting, now

    def relieved(self) -> None:
        """It has."""
        self._waiting = None

    def exhausted(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether the reader has stalled, or a closed connection will not go."""
        if transport.is_closing():
            if self._closing is None:
                self._closing = now
            return now - self._closing > min(LINGER_SECONDS, self._stalled_seconds)
        if self._waiting is None:
            return False
        waiting = transport.get_write_buffer_size()
        if waiting <= self._waiting - LEAST_BYTES:
            self._waiting, self._since = waiting, now
        return now - self._since > self._stalled_seconds


class Door(OneWrite):
    """An HTTP connection that must bring its requests whole and in time, and take its answers."""

    census: Census

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = self.census.limits
        self._patience = _Patience(self._limits.stalled_seconds)
        self._address: str | None = None
        self._phase = HEAD
        self._since = self.loop.time()
        self._bytes = 0
        self._given_up = False
        self._refused = False
        """Whether the request that is being read has its answer already, a refusal."""
        self._first = False
        """Whether it goes before those of strangers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.census.enter(self)
        if self._address is None:
            self._give_up(503)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._address is not None:
            self.census.leave(self, self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        while data and not self._given_up:
            if self._phase == IDLE:
                self._enter(HEAD)
            # Fed piece by piece a head can never be more than its limit, even if all of it comes at once.
            room = self._limits.head_bytes - self._bytes if self._phase == HEAD else len(data)
            piece, data = data[:room], data[room:]
            before = self._phase
            self._parse(piece)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self._phase == before:
                self._bytes += len(piece)
            if self._phase == HEAD and self._bytes >= self._limits.head_bytes:
                self._give_up(431)
            elif self._phase == BODY and self._bytes > self._limits.body_bytes:
                self._give_up(413)

    def _parse(self, piece: bytes) -> None:
        """Read a piece of a request."""
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserError:
            self.census.note_junk(self.loop.time())
            self._give_up(400)
        except httptools.HttpParserUpgrade:
            if not self._given_up and not self._refused and self._should_upgrade():
                self.transport.pause_reading()
                self._take_turn(self._become_a_feed)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._refused = False
        self._enter(HEAD)

    def on_headers_complete(self) -> None:
        if self._given_up:
            return
        if len(self.pipeline) >= PIPELINED:
            self._give_up(400)
            return
        verdict = self.census.porter.look(self._head())
        self._first = verdict.first
        self._enter(BODY)
        if verdict.refusal is not None:
            self._refuse(verdict.refusal, verdict.last)
        else:
            super().on_headers_complete()

    def _head(self) -> Head:
        return Head(
            self.parser.get_method().decode("ascii"),
            self.url,
            self.headers,
            self.parser.get_http_version(),
            self.parser.should_upgrade() and self._should_upgrade(),
            self.server[0] if self.server else None,
            self.client[0] if self.client else None,
        )

    def _refuse(self, answer: bytes, last: bool) -> None:
        """Answer a request by its head alone; what follows of it is read and forgotten."""
        self._refused = True
        if self._answering():  # answers go out in order: this one's place is behind others, which are the last here
            self.cycle.keep_alive = False
            self._given_up = True
            return
        if self.parser.get_method() == b"HEAD":
            answer = answer[: answer.index(b"\r\n\r\n") + 4]
        if last or self.expect_100_continue or not self.parser.should_keep_alive():
            self._given_up = True
            self.gathering.end(answer)
        else:
            self.gathering.write(answer)

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._take_turn(partial(super()._start_asgi_task, cycle, app))

    def _take_turn(self, begin: Callable[[], None]) -> None:
        """Begin with a request: at once if it goes first, else when its turn comes in the line of strangers."""
        if self._first:
            begin()
        elif not self.census.line.join(self.loop, partial(self._begin, begin)):
            TURNED_AWAY.add("connection", "line")
            self._give_up(503)

    def _begin(self, begin: Callable[[], None]) -> None:
        if not self._given_up and not self.transport.is_closing():
            begin()

    def on_body(self, body: bytes) -> None:
        if not self._given_up and not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._given_up:
            return
        if self._refused:
            self._enter(IDLE)
            return
        super().on_message_complete()
        # The answer may be out already; the next byte begins another head then.
        self._enter(IDLE if self.cycle is not None and self.cycle.response_complete else ANSWER)

    def on_response_complete(self) -> None:
        if self._phase == ANSWER:
            self._enter(IDLE)
        if self.pipeline:  # nobody who plays sends one request behind another
            self._first = False
        super().on_response_complete()

    def _become_a_feed(self) -> None:
        self.transport.resume_reading()
        self.handle_websocket_upgrade()

    def handle_websocket_upgrade(self) -> None:
        if self._address is not None:
            self.census.leave(self, self._address)
            self._address = None
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self._patience.strained(self.transport.get_write_buffer_size(), self.loop.time())
        super().pause_writing()

    def resume_writing(self) -> None:
        self._patience.relieved()
        super().resume_writing()

    def look(self, now: float) -> None:
        """Cut the connection off if it takes too long over anything."""
        if self._patience.exhausted(self.transport, now):
            if not self.transport.is_closing():
                TURNED_AWAY.add("connection", "stalled")
            self.transport.abort()
        elif self._phase == HEAD and now - self._since > self._limits.head_seconds:
            if self.cycle is None or self.cycle.response_complete:
                self._give_up(408)
        elif self._phase == BODY and now - self._since > self._limits.body_seconds:
            self._give_up(408)
        elif self._phase == IDLE and now - self._since > self._limits.idle_seconds:
            self.transport.close()

    def _enter(self, phase: str) -> None:
        self._phase, self._since, self._bytes = phase, self.loop.time(), 0

    def _give_up(self, status: int) -> None:
        """Say why, unless an answer is under way, and hang up."""
        self._given_up = True
        TURNED_AWAY.add("connection", str(status))
        if self.transport.is_closing():
            return
        if self._refused or (self._answering() and self.cycle.response_started):
            self.gathering.close()
        else:
            self.gathering.end(_REFUSALS[status])


class Feed(WebSocketsSansIOProtocol):
    """A feed's connection, cut off when its reader takes nothing."""

    census: Census

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
        self._patience = _Patience(self.census.limits.stalled_seconds)
        self._began = self.loop.time()
        self._address = self.census.enter(self)
        if self._address is None:
            TURNED_AWAY.add("connection", "503")
            cast(asyncio.Transport, transport).abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._address is not None:
            self.census.leave(self, self._address)
            self._address = None
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][PUSH] = self.push  # type: ignore[assignment]

    def push(self, frame: bytes) -> bool:
        """Send a frame past the application, if the reader keeps up."""
        open = self.handshake_complete and not self.close_sent and not self.disconnected
        if not open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True

    def pause_writing(self) -> None:
        self._patience.strained(self.transport.get_write_buffer_size(), self.loop.time())
        super().pause_writing()

    def resume_writing(self) -> None:
        self._patience.relieved()
        super().resume_writing()

    def look(self, now: float) -> None:
        """Cut the connection off if its reader has stalled."""
        late = not self.handshake_complete and now - self._began > self.census.limits.head_seconds
        if late or self._patience.exhausted(self.transport, now):
            if not self.transport.is_closing():
                TURNED_AWAY.add("feed", "stalled")
            self.transport.abort()


def doors(limits: Limits, porter: Porter, proxies: frozenset[str] = frozenset()) -> tuple[type[Door], type[Feed]]:
    """The two kinds of connection of one server, counted together."""
    census = Census(limits, porter, proxies)
    return type("Door", (Door,), {"census": census}), type("Feed", (Feed,), {"census": census})
