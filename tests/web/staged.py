"""A page that is shown a state of its table as the test makes it: no clock runs there, and what is given is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

Change = Callable[[dict[str, Any]], None]


class Stage:
    """Changes every picture that comes to the page of a table; commands go nowhere and are taken as done."""

    def __init__(self, page: Page, change: Change) -> None:
        self.given: list[dict[str, Any]] = []
        self._change = change
        self._socket: WebSocketRoute | None = None
        self._last: dict[str, Any] = {}
        page.route_web_socket(re.compile("/api/tables/.*/feed"), self._line)
        page.route("**/commands", self._take)

    def show(self, change: Change) -> None:
        """Another picture, made of the last that came."""
        self._change = change
        assert self._socket is not None
        self._socket.send(self._made())

    def _made(self) -> str:
        said = json.loads(json.dumps(self._last))
        self._change(said["view"])
        return json.dumps(said)

    def _line(self, socket: WebSocketRoute) -> None:
        self._socket, server = socket, socket.connect_to_server()

        def told(message: str | bytes) -> None:
            said = json.loads(message)
            if said.get("view"):
                self._last = said
                socket.send(self._made())
            else:
                socket.send(message)

        server.on_message(told)
        socket.on_message(server.send)

    def _take(self, route: Route) -> None:
        self.given.append((route.request.post_data_json or {})["command"])
        route.fulfill(json={"accepted": True, "position": 0, "version": 0, "events": []})


def offered(view: dict[str, Any], kind: str, label: str, *examples: dict[str, Any]) -> dict[str, Any]:
    """An offer like those of the table."""
    like = view["options"][0]
    return {
        **like,
        "type": kind,
        "label": label,
        "fields": [],
        "examples": [{"type": kind, **each} for each in examples],
    }


def asked(view: dict[str, Any], seat: int, *labels: str) -> dict[str, Any]:
    """The turn of whoever sits there, with as much time as they like."""
    who = view["areas"][seat - 1]
    return {
        "key": f"staged {seat}",
        "player": who["player"],
        "name": who["name"],
        "under": [],
        "until": None,
        "choices": list(labels),
        "silent": "",
        "ready": None,
    }
