"""The gate before all routes: who may ask how much, what is held while the store is away, and what everything took.

Play, readings, heavy answers, sign-ins and pages are counted apart, by address and by person.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple

import msgspec
from litestar.types import HTTPSendMessage, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from croupier.floor.metrics import FEEDS, REQUESTS, SESSIONS, TURNED_AWAY
from croupier.floor.people.accounts import TOKEN_LENGTH
from croupier.floor.server.limits import REMEMBERED, Buckets, Class, Limits, Shares, address_key
from croupier.floor.server.pools import Busy, Lane
from croupier.floor.server.problems import AWAY, AWAY_SECONDS
from croupier.floor.server.shield import HEADERS
from croupier.floor.server.wire import Problem
from croupier.floor.trouble import STORE

HEAVY = re.compile(
    r"/api/(?:tables/[^/]*/(?:rounds|days|mine)(?:/|$)|rounds|find|audit|odds|schema|training/(?:[^/]*/)?lessons)"
)
SIGN_INS = re.compile(r"/api/(?:sign-in|password|pin(?:/|$)|second-factor|staff|tables/[^/]*/station$)")
HEALTH = ("/healthz", "/readyz", "/metrics", "/api/health")
SIGNING_IN, SIGNING_IN_SECONDS = "many are signing in just now; try again in a moment", 2
SHORT = 120
"""Characters of an address that is worth remembering."""

LATELY_SECONDS = 900.0
"""How long someone counts as being here."""


def class_of(method: str, path: str) -> Class:
    """What kind of request this is; an address may be written in several ways, all of which lead to one route."""
    return _remembered_class(method, path) if len(path) <= SHORT else _class_of(method, path)


def _class_of(method: str, path: str) -> Class:
    path = normalize_path(path)
    if path in HEALTH:
        return Class.HEALTH
    if not path.startswith("/api/"):
        return Class.PAGES
    if HEAVY.match(path):
        return Class.HEAVY
    if SIGN_INS.match(path) and method not in ("GET", "HEAD"):
        return Class.SIGN_IN
    changes_nothing = method in ("GET", "HEAD", "OPTIONS") or path.endswith("/foresee")
    return Class.READING if changes_nothing else Class.PLAY


_remembered_class = lru_cache(2048)(_class_of)


class WhyNot(NamedTuple):
    """Why a request is turned away: the status, the sentence, and when to come again."""

    status: int
    error: str
    wait: int


class Gate:
    """Lets requests in or turns them away; what is kept of each address and person is bounded."""

    def __init__(self, limits: Limits, cookie: str) -> None:
        self._cookie = f"{cookie}=".encode()
        self._addresses, self._people = Buckets(limits.address), Buckets(limits.person)
        self._strangers = Buckets(limits.strangers)
        self._address_feeds, self._person_feeds = Shares(limits.feeds_an_address), Shares(limits.feeds_a_person)
        self._sign_ins = Lane("sign-in", limits.sign_ins_at_once, limits.sign_ins_waiting)
        self._names: OrderedDict[int, tuple[str, float]] = OrderedDict()
        FEEDS.look_up(lambda: len(self._address_feeds))
        SESSIONS.look_up(self._here)

    def introduce(self, scope: Scope, person: str) -> None:
        """Who is behind the session of a request; from the next one on, all of their sessions count together."""
        session = self.session(scope["headers"])
        if session is not None:
            self._remember(session, person)

    def let_in(self, token: str, person: str) -> None:
        """Who has just come in, and is no stranger any more, not even with their first request."""
        self._remember(hash(token.encode()), person)

    def _remember(self, session: int, person: str) -> None:
        self._names[session] = (person, monotonic())
        self._names.move_to_end(session)
        if len(self._names) > REMEMBERED:
            self._names.popitem(last=False)

    async def http(
        self, app: Callable[[Scope, Receive, Send], Awaitable[None]], scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Let a request in, and measure what it takes; or turn it away."""
        began, status = monotonic(), 500
        method: str = scope["method"]  # type: ignore[typeddict-item]

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        if class_of(method, scope["path"]) is Class.SIGN_IN:
            try:
                async with self._sign_ins:
                    await app(scope, receive, counted)
            except Busy:
                TURNED_AWAY.add(Class.SIGN_IN, "queue")
                await _turn_away(counted, 503, SIGNING_IN, SIGNING_IN_SECONDS)
        else:
            await app(scope, receive, counted)
        REQUESTS.observe(monotonic() - began, _known(method), _template(scope), _STATUSES[status // 100])

    async def feed(
        self,
        app: Callable[[Scope, Receive, Send], Awaitable[None]],
        scope: Scope,
        receive: Receive,
        send: Send,
        person: Callable[[], Awaitable[str | None]],
    ) -> None:
        """Let a feed be opened if the one who asks has not too many already."""
        address = _address(scope)
        wait = self._addresses.take(Class.READING, address, monotonic())
        if wait or not self._address_feeds.take(address):
            TURNED_AWAY.add("feed", "address")
            await _turn_away_feed(scope, receive, send, wait or 10)
            return
        who = None
        try:
            who = await person()
            if who is not None and not self._person_feeds.take(who):
                who = None
                TURNED_AWAY.add("feed", "person")
                await _turn_away_feed(scope, receive, send, 10)
                return
            await app(scope, receive, send)
        finally:
            self._address_feeds.give_back(address)
            if who is not None:
                self._person_feeds.give_back(who)

    def why_not(self, asked: Class, address: str, session: int | None, now: float) -> WhyNot | None:
        """Why a request is turned away, if it is; asked once for each."""
        wait = self._addresses.take(asked, address, now)
        if wait:
            TURNED_AWAY.add(asked, "address")
            return WhyNot(429, f"too many requests from your address; try again in {_seconds(wait)}", wait)
        known = None if session is None else self._names.get(session)
        looked_up = Class.PLAY if session is not None else asked  # the store is asked about a session not known yet
        if known is None and (wait := self._strangers.take(looked_up, "all", now)):
            TURNED_AWAY.add(asked, "strangers")
            return WhyNot(429, f"too much is asked by those not signed in; try again in {_seconds(wait)}", wait)
        if session is not None:
            wait = self._people.take(asked, session if known is None else known[0], now)
            if wait:
                TURNED_AWAY.add(asked, "person")
                return WhyNot(429, f"you ask faster than anyone can play; try again in {_seconds(wait)}", wait)
        if asked is Class.SIGN_IN and self._sign_ins.full:
            TURNED_AWAY.add(asked, "queue")
            return WhyNot(503, SIGNING_IN, SIGNING_IN_SECONDS)
        if STORE.on and asked in (Class.PLAY, Class.SIGN_IN):
            TURNED_AWAY.add(asked, "store")
            return WhyNot(503, AWAY, AWAY_SECONDS)
        return None

    def session(self, headers: Iterable[tuple[bytes, bytes]]) -> int | None:
        """What stands for the session that a request brings along, if it brings one; never the token itself."""
        for name, value in headers:
            if name == b"cookie":
                at = value.find(self._cookie)
                if at >= 0:
                    token = value[at + len(self._cookie) :].partition(b";")[0]
                    return hash(token) if len(token) == TOKEN_LENGTH else None
        return None

    def knows(self, session: int | None) -> bool:
        """Whether someone has been recognised by this session here."""
        return session in self._names

    def _here(self) -> int:
        since = monotonic() - LATELY_SECONDS
        return len({person for person, seen in self._names.values() if seen >= since})


_STATUSES = tuple(f"{hundreds}xx" for hundreds in range(6))
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return address_key(client[0] if client else None)


def _seconds(wait: int) -> str:
    return "a second" if wait == 1 else f"{wait} seconds"


def _known(method: str) -> str:
    return method if method in _METHODS else "other"


def _template(scope: Scope) -> str:
    """The route that answered, as it is declared: no address that someone made up ever becomes a label."""
    found = scope.get("path_template")
    return found if isinstance(found, str) else "none"


def _body(error: str) -> bytes:
    return msgspec.json.encode(Problem(error))


def _headers(body: bytes, wait: int) -> list[tuple[bytes, bytes]]:
    return [
        *((name.encode(), value.encode()) for name, value in HEADERS.items()),
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", str(wait).encode()),
    ]


async def _turn_away(send: Callable[[Any], Awaitable[None]], status: int, error: str, wait: int) -> None:
    body = _body(error)
    start: HTTPSendMessage = {"type": "http.response.start", "status": status, "headers": _headers(body, wait)}
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _turn_away_feed(scope: Scope, receive: Receive, send: Send, wait: int) -> None:
    await receive()
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1013, "reason": "too many feeds"})
        return
    body = _body("you watch too much at a time; close another page of yours first")
    start: Any = {"type": "websocket.http.response.start", "status": 429, "headers": _headers(body, wait)}
    await send(start)
    end: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await send(end)
