"""The command route without the framework: what is in order is answered here, and the rest is left to the framework.

Only a request that could not be plainer is taken: a known session, a known table, one small body that says a command of
that table's game. Whatever is missing, strange or fails is handed on as it came, so that there is one place which
says what is wrong with a request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import msgspec

from croupier.floor.acts.floor import Refused
from croupier.floor.people.accounts import SignedIn
from croupier.floor.server.counting import count
from croupier.floor.server.reception import COOKIE, Reception
from croupier.floor.server.shield import HEADERS, MAX_BODY
from croupier.floor.server.tables import FAILURE, LARGEST, LONGEST_TEXT, own_id, said
from croupier.floor.server.wire import CommandBody
from croupier.games import game
from croupier.table.contract import Command

Scope = dict[str, Any]
"""A request as the server describes it, or a message of it."""
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

BEFORE, BEHIND = "/api/tables/", "/commands"

_START = tuple(
    (name.encode(), value.encode())
    for name, value in {**HEADERS, "cache-control": "no-store", "content-type": "application/json"}.items()
)
_SESSION = f"{COOKIE}=".encode()
_TOKEN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
_encode = msgspec.json.Encoder().encode


class Lane:
    """Answers commands, or leaves them to the application behind it."""

    def __init__(self, behind: App, reception: Reception) -> None:
        self._behind, self._reception = behind, reception
        self._recall = getattr(reception.people, "recall", None)

    def takes(self, scope: Scope) -> bool:
        """Whether a request is a command for a table."""
        if scope["type"] != "http" or scope["method"] != "POST":
            return False
        path: str = scope["path"]
        return path.startswith(BEFORE) and path.endswith(BEHIND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a command."""
        who = self._caller(scope)
        live = self._reception.floor.tables.get(scope["path"][len(BEFORE) : -len(BEHIND)])
        if who is None or live is None:
            await self._behind(scope, receive, send)
            return
        message = await receive()
        body = _read(live.game.name, message)
        if body is None:
            await self._behind(scope, _once_more(message, receive), send)
            return
        self._reception.gate.introduce(scope, who.id)  # type: ignore[arg-type]
        actor = who.actor(live.game.name)
        try:
            answer = await self._reception.floor.command(live.id, body.command, actor, own_id(who, body.id))
            told = said(answer, live, actor)
            status, content = (409 if isinstance(answer, Refused) else 200), _encode(told)
            count(told)
        except Exception as error:
            scope.setdefault("state", {})[FAILURE] = error
            await self._behind(scope, _once_more(message, receive), send)
            return
        headers = [*_START, (b"content-length", b"%d" % len(content))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": False})

    def _caller(self, scope: Scope) -> SignedIn | None:
        """Who sends a request, if that is known at once and they may act."""
        headers = dict(scope["headers"])
        if self._recall is None or len(headers) != len(scope["headers"]) or not _own_page(headers):
            return None
        if not headers.get(b"content-type", b"").startswith(b"application/json"):
            return None
        cookie = headers.get(b"cookie", b"")
        token = cookie[len(_SESSION) :]
        if not cookie.startswith(_SESSION) or not _TOKEN.issuperset(token):
            return None
        who = self._recall(token.decode())
        return who if isinstance(who, SignedIn) and not who.must_change_password else None


def _own_page(headers: dict[bytes, bytes]) -> bool:
    """Whether it is plain that no other site's page is behind a request, and that it is small."""
    length = headers.get(b"content-length", b"")
    if not length.isdigit() or len(length) > len(str(MAX_BODY)) or int(length) > MAX_BODY:
        return False
    origin = headers.get(b"origin")
    if origin is not None:
        return origin.partition(b"://")[2] == headers.get(b"host")
    return headers.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none")


@cache
def _decoder(game_name: str) -> msgspec.json.Decoder[Any]:
    """Reads the body of a request with a command of this game in it."""
    fields = [
        (each.name, game(game_name).command_type if each.name == "command" else each.type, each.default)
        if not each.required
        else (each.name, game(game_name).command_type if each.name == "command" else each.type)
        for each in msgspec.structs.fields(CommandBody)
    ]
    body = msgspec.defstruct("CommandBody", fields, kw_only=True, frozen=True, forbid_unknown_fields=True)
    return msgspec.json.Decoder(body)


def _read(game_name: str, message: Scope) -> Any:
    """The body, if it came whole and says a command of this game within every bound."""
    if message["type"] != "http.request" or message.get("more_body", False):
        return None
    try:
        body = _decoder(game_name).decode(message["body"])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return body if _bounded(body.command) else None


def _bounded(command: Command) -> bool:
    """Whether it is plain that no number or text in a command is beyond what a table could ever mean."""
    for value in msgspec.structs.astuple(command):
        kind = type(value)
        if kind is int:
            if not -LARGEST <= value <= LARGEST:
                return False
        elif kind is str:
            if len(value) > LONGEST_TEXT:
                return False
        elif isinstance(value, list | tuple | dict | msgspec.Struct | float):
            return False
    return True


def _once_more(message: Scope, receive: Receive) -> Receive:
    """What has been received already, and then the rest."""
    first = [message]

    async def again() -> Any:
        return first.pop() if first else await receive()

    return again
