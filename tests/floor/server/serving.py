"""A real server on loopback for tests, and people who talk to it."""

from __future__ import annotations

import asyncio
import dataclasses
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import uvicorn
from msgspec.structs import replace
from websockets.sync.client import ClientConnection, connect

from croupier.floor.opening import House, Opening, open_house
from croupier.floor.people.accounts import Rules
from croupier.floor.server import health
from croupier.floor.server.app import create_app
from croupier.floor.server.limits import unlimited
from croupier.floor.server.reception import Settings
from croupier.floor.server.serving import config
from croupier.floor.store import Store, open_store
from tests.floor.hashing import CHEAP

T = TypeVar("T")
PASSWORD = "a long enough secret"
FREELY = Settings(sign_ins_a_minute=10_000, limits=dataclasses.replace(unlimited(), worker_seconds=600))
"""Nobody is counted, and what is worked out may take as long as a busy machine needs."""
GENEROUSLY = Rules(grants_an_hour=10_000)
health.PATIENCE_SECONDS = 120.0
"""A busy machine's store may take long over next to nothing; play is held only for trouble made on purpose."""


class Person:
    """Someone with a browser of their own."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60, verify=False)
        self.address = address
        self.id = ""
        self.name = ""

    def get(self, path: str, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def view(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}")["view"]

    def try_to(self, table: str, kind: str, *, id: str | None = None, **fields: Any) -> httpx.Response:
        body = {"id": id or str(uuid4()), "command": {"type": kind, **fields}}
        return self.http.post(f"/api/tables/{table}/commands", json=body)

    def do(self, table: str, kind: str, **fields: Any) -> Any:
        answer = self.try_to(table, kind, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def watch(self, table: str, after: int | None = None, **options: Any) -> ClientConnection:
        query = "" if after is None else f"?after={after}"
        token = self.http.cookies.get("croupier_session")
        headers = {"cookie": f"croupier_session={token}"} if token else {}
        address = self.address.replace("http:", "ws:")
        url = f"{address}/api/tables/{table}/feed{query}"
        return connect(url, additional_headers=headers, compression=None, **options)


class Served:
    """An open house and its server, on a thread with an event loop of its own."""

    def __init__(self, store: Store, opening: Opening) -> None:
        self.store = store
        self._opening = replace(opening, hasher=opening.hasher or CHEAP)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._up = threading.Event()
        self._passwords: dict[str, str] = {}
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._up.wait(30)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with open_house(self.store, self._opening) as self.house:
            self.app = create_app(self.house.reception)
            self._server = uvicorn.Server(
                config(self.app, self._opening.settings, timeout_graceful_shutdown=1, ws_ping_interval=None)
            )
            self._up.set()
            await self._server.serve(sockets=[self._socket])

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(30)
        assert not self._thread.is_alive()

    house: House

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(30)

    def stranger(self) -> Person:
        return Person(self.address)

    def guest(self, name: str = "Ann") -> Person:
        person = self.stranger()
        answer = person.http.post("/api/sign-in/guest", json={"name": name})
        if answer.status_code == 400 and answer.json().get("instead"):  # another test's guest of that name is here
            answer = person.http.post("/api/sign-in/guest", json={"name": answer.json()["instead"]})
        assert answer.status_code == 200, answer.text
        person.name = answer.json()["name"]
        person.id = answer.json()["id"]
        return person

    def staff(self, name: str) -> Person:
        """Someone of the house, past the change of their one-time password."""
        person, known = self.stranger(), self._passwords.get(name)
        signing = {"name": name, "password": known or self.house.passwords[name]}
        assert person.http.post("/api/sign-in/staff", json=signing).status_code == 200
        if known is None:
            change = {"old": signing["password"], "new": PASSWORD}
            assert person.http.post("/api/password", json=change).status_code == 200
            self._passwords[name] = PASSWORD
        person.id = name
        return person

    def new_table(self, table: str, *, open: bool = True, **terms: Any) -> str:
        """A table without an automatic dealer; if open, its cards are ready and bets may be placed."""
        body = {"id": table, "title": table, "game": "matchmaker", "terms": terms}
        answer = self.staff("operator").http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        if open:
            supervisor = self.staff("supervisor")
            while supervisor.view(table)["due"]:
                self.act_due(supervisor, table)
        return table

    @staticmethod
    def act_due(person: Person, table: str) -> Any:
        command = person.view(table)["due"][0]["command"]
        return person.do(table, command.pop("type"), **command)

    def play_out(self, table: str) -> None:
        """Deal and settle the round whose wagers lie on the layout."""
        supervisor = self.staff("supervisor")
        while supervisor.view(table)["due"]:
            self.act_due(supervisor, table)


class Staffed(Served):
    """A house whose staff stay signed in."""

    @cached_property
    def _signed_in(self) -> dict[str, Person]:
        return {}

    def staff(self, name: str) -> Person:
        if name not in self._signed_in:
            self._signed_in[name] = super().staff(name)
        return self._signed_in[name]


@contextmanager
def served(folder: Path, opening: Opening | None = None, house: type[Served] = Served) -> Iterator[Served]:
    store = open_store(f"sqlite:///{folder / 'floor.db'}")
    try:
        running = house(store, opening or Opening(settings=FREELY, rules=GENEROUSLY, demo=False))
        try:
            yield running
        finally:
            running.close()
    finally:
        store.close()
