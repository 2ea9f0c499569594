"""Junk: what could only be refused is refused by its head, by answers that are ready, and never before play."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.server import ServerState
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from croupier.floor.metrics import TURNED_AWAY
from croupier.floor.opening import Opening
from croupier.floor.server.door import Door
from croupier.floor.server.gate import Gate
from croupier.floor.server.hosts import Hosts, plain
from croupier.floor.server.limits import Class, Rate, unlimited
from croupier.floor.server.line import Line
from croupier.floor.server.plan import ANYONE, READING, Plan
from croupier.floor.server.reception import COOKIE, Settings
from croupier.floor.server.serving import config
from tests.floor.server.serving import Served, Staffed, served

NAME = "casino.example"
TOKEN = "A" * 43
CALLS = 75
"""Functions of Python that may run for one refused request, from its bytes to those of its answer."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that goes by a name, with one table."""
    settings = Settings(sign_ins_a_minute=10_000, limits=unlimited(), hosts=(NAME,))
    with served(tmp_path_factory.mktemp("junk"), Opening(settings=settings, demo=False), Staffed) as running:
        running.new_table("mm-1", open=False)
        yield running


def said(house: Served, sent: bytes) -> bytes:
    """What comes back until the other side hangs up, as it does behind a request that is not the floor's either."""
    host, _, port = house.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        heard = b""
        while piece := line.recv(65536):
            heard += piece
        return heard


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("LocalHost:8000", True),
        ("localhost.", True),
        ("127.0.0.1:8000", True),
        ("127.8.9.1", True),
        ("[::1]:8000", True),
        ("192.0.2.7:8000", True),
        ("[::ffff:192.0.2.7]", True),
        (NAME, True),
        (f"{NAME.upper()}.:443", True),
        ("[2001:db8::1]", True),
        ("192.0.2.8", False),
        ("0.0.0.0:8000", False),
        ("evil.example", False),
        (f"evil.{NAME}", False),
        (f"{NAME}.evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
        (":8000", False),
        (f"{NAME}:", False),
        (f"{NAME}:80:80", False),
        (f"user@{NAME}", False),
        (f"{NAME}/", False),
        (f"{NAME} ", False),
        ("[::1", False),
        ("::1", False),
        ("\xff\xfe", False),
        ("2130706433", False),
        ("a" * 5000, False),
    ],
)
def test_only_hosts_of_the_floor_s_own_are_believed(host: str, own: bool) -> None:
    hosts = Hosts((NAME, "2001:DB8:0::1"))
    assert hosts.own(host.encode("latin-1"), "192.0.2.7") is own


@pytest.mark.parametrize("name", ["", "https://casino.example", "casino.example:443", "a b", "*.example", "[x]"])
def test_what_is_no_name_of_a_host_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no name of a host"):
        plain(name)


@pytest.mark.parametrize(
    ("sent", "wanted"),
    [
        (b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", 200),
        (b"GET /api/health HTTP/1.1\r\nhost: casino.example\r\nconnection: close\r\n\r\n", 200),
        (b"GET /api/health HTTP/1.0\r\nhost: localhost\r\n\r\n", 200),
        (b"GET /api/health HTTP/1.1\r\nhost: evil.example\r\n\r\n", 421),
        (b"GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n", 421),
        (b'POST /api/sign-in/guest HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 14\r\n\r\n{"name":"Ann"}', 421),
        (b"GET /api/health HTTP/1.1\r\n\r\n", 400),
        (b"GET /api/health HTTP/1.0\r\n\r\n", 400),
        (b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n", 400),
        (b"GET /api/health HTTP/1.1\r\nhost:\r\n\r\n", 421),
        (b"GET /api/health HTTP/0.9\r\nhost: localhost\r\n\r\n", 505),
        (b"GET http://evil.example/api/health HTTP/1.1\r\nhost: localhost\r\n\r\n", 400),
    ],
)
def test_what_is_not_for_the_floor_is_not_answered(house: Served, sent: bytes, wanted: int) -> None:
    answer = said(house, sent)
    assert status(answer) == wanted
    assert b"content-security-policy: " in answer and b"nosniff" in answer


def test_a_request_of_the_oldest_kind_is_not_answered(house: Served) -> None:
    assert status(said(house, b"GET /api/health\r\n\r\n")) in (400, 505)


def test_a_page_of_another_name_cannot_watch(house: Served) -> None:
    address = house.address.replace("http:", "ws:") + "/api/lobby/feed"
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=headers):
        pass
    assert refused.value.response.status_code in (400, 421)


def test_whatever_changes_something_is_for_those_signed_in_unless_it_is_declared_open(house: Served) -> None:
    opened = set()
    with httpx.Client(base_url=house.address) as nobody:
        for route in house.app.routes:
            for method in getattr(route, "methods", set()) - READING:
                handler = next(each for each in route.route_handlers if method in each.http_methods)  # type: ignore[attr-defined]
                path = route.path.replace("{table_id:str}", "mm-1")
                answer = nobody.request(method, path, content=b"{")
                if handler.opt.get(ANYONE):
                    opened.add(route.path)
                    assert answer.status_code in (204, 400), path
                else:
                    assert (answer.status_code, answer.json()) == (401, {"error": "sign in first"}), path
    assert opened == {"/api/sign-in/guest", "/api/sign-in/staff", "/api/sign-out"}


def test_nothing_that_is_there_is_refused_for_not_being_there(house: Served) -> None:
    plan = Plan(house.app.routes)
    for route in house.app.routes:
        parts = [part if isinstance(part, str) else "x" for part in route.path_components]
        place = plan.at(parts)
        assert place is not None and place.methods >= getattr(route, "methods", set()), route.path
    assert plan.at(["api", "nowhere"]) is None and plan.at(["api"]) is None
    assert plan.at(["anything", "else"]) is not None, "every other address is the pages'"


class Wire:
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        self.sent = b""
        self.closed = False
        self._protocol: Any = None

    def write(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_protocol(self) -> Any:
        return self._protocol

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("127.0.0.2", 4711), "sockname": ("127.0.0.1", 8000)}.get(name, default)

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Doors:
    """Connections of a house whose application only notes what comes to it."""

    def __init__(self, house: Served, limits: Any = None) -> None:
        settings = Settings(limits=limits or unlimited(), hosts=(NAME,))
        self._config = config(house.app, settings)
        self._config.load()
        self._config.loaded_app = self._note  # type: ignore[assignment]
        self.came: list[str] = []

    async def _note(self, scope: Any, receive: Any, send: Any) -> None:
        self.came.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def open(self) -> tuple[Door, Wire]:
        kind: Any = self._config.http_protocol_class
        door, wire = kind(self._config, ServerState(), {}, asyncio.get_running_loop()), Wire()
        wire.set_protocol(door)
        door.connection_made(wire)
        return door, wire


def head(method: str, target: str, *more: str) -> bytes:
    return "\r\n".join((f"{method} {target} HTTP/1.1", "host: localhost", "user-agent: x", *more, "\r\n")).encode()


JUNK = {
    "an unknown address": (head("GET", "/api/nowhere/at/all"), 404),
    "an unknown page": (head("GET", "/wp-login.php"), 200),
    "a file that is not there": (head("GET", "/assets/none.js"), 404),
    "another method": (head("DELETE", "/api/tables/mm-1/commands"), 405),
    "an unknown table": (head("GET", "/api/tables/zz-9"), 404),
    "nobody's command": (head("POST", "/api/tables/mm-1/commands", "content-length: 2") + b"{}", 401),
    "nobody's large body": (head("POST", "/api/tables/mm-1/run", "content-length: 60000") + b" " * 60_000, 401),
    "a session that cannot be": (head("POST", "/api/tables", f"cookie: {COOKIE}=x", "content-length: 0"), 401),
    "another host": (b"GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n", 421),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "a head alone": (head("HEAD", "/api/tables/mm-1/commands"), 405),
    "nonsense": (b"\x16\x03\x01\x00\xa5 nonsense\r\n\r\n", 400),
}


@pytest.mark.parametrize("junk", JUNK)
def test_what_is_refused_reaches_nothing_and_takes_few_steps(
    house: Served, junk: str, caplog: pytest.LogCaptureFixture
) -> None:
    sent, wanted = JUNK[junk]

    async def measured() -> tuple[int, bytes, list[str]]:
        doors, calls = Doors(house), 0

        def count(_: Any, event: str, __: Any) -> None:
            nonlocal calls
            calls += event == "call"

        for _ in range(2):  # once so that what is made only once is made
            door, wire = doors.open()
            calls = 0
            caplog.clear()
            before = sys.getprofile()
            sys.setprofile(count)
            door.data_received(sent)
            sys.setprofile(before)
            await asyncio.sleep(0)
        return calls, wire.sent, doors.came

    calls, answer, came = house.run(measured())
    assert status(answer) == wanted
    assert answer.count(b"HTTP/1.1 ") == 1
    assert came == [] and calls <= CALLS, calls
    assert not [each for each in caplog.records if each.levelno >= logging.INFO], "it is counted and not written down"
    assert bool(answer.partition(b"\r\n\r\n")[2]) is not sent.startswith(b"HEAD")


def test_refused_requests_leave_a_connection_open_for_the_next(house: Served) -> None:
    async def asked() -> tuple[list[str], bytes]:
        doors = Doors(house)
        door, wire = doors.open()
        for sent in (JUNK["an unknown address"][0], JUNK["nobody's command"][0], head("GET", "/api/health")):
            door.data_received(sent)
            await asyncio.sleep(0.01)
        assert not wire.closed
        return doors.came, wire.sent

    came, answers = house.run(asked())
    assert came == ["/api/health"]
    assert [status(b"HTTP/1.1 " + each) for each in answers.split(b"HTTP/1.1 ")[1:]] == [404, 401, 200]


def test_what_is_refused_behind_another_request_ends_the_connection_after_that(house: Served) -> None:
    async def asked() -> tuple[list[str], bytes, bool]:
        doors = Doors(house)
        door, wire = doors.open()
        door.data_received(head("GET", "/api/health") + JUNK["an unknown address"][0] + head("GET", "/api/tables"))
        await asyncio.sleep(0.01)
        return doors.came, wire.sent, wire.closed

    came, answers, closed = house.run(asked())
    assert (came, answers.count(b"HTTP/1.1 "), closed) == (["/api/health"], 1, True)


def test_who_is_known_goes_before_strangers(house: Served) -> None:
    async def asked() -> list[str]:
        doors, gate = Doors(house), house.house.reception.gate
        gate.introduce({"headers": [(b"cookie", f"{COOKIE}={TOKEN}".encode())]}, "ann")  # type: ignore[typeddict-item]
        for number in range(20):
            doors.open()[0].data_received(head("GET", f"/api/rules/book-{number}"))
        doors.open()[0].data_received(head("GET", "/api/me", f"cookie: {COOKIE}={TOKEN}"))
        while len(doors.came) < 21:
            await asyncio.sleep(0)
        return doors.came

    came = house.run(asked())
    assert came.index("/api/me") <= 1
    assert came[-1] == "/api/rules/book-19", "strangers are let in in the order they came"


def test_one_stranger_a_turn_and_no_more_than_may_wait() -> None:
    async def waited() -> tuple[list[int], list[bool]]:
        loop, line, turn, begun = asyncio.get_running_loop(), Line(most=5), 0, list[int]()
        taken = [line.join(loop, lambda: begun.append(turn)) for _ in range(7)]
        while len(begun) < 5:
            await asyncio.sleep(0)
            turn += 1
        return begun, taken

    begun, taken = asyncio.run(waited())
    assert len(set(begun)) == 5, "each in a turn of its own"
    assert taken == [True] * 5 + [False] * 2


def test_a_stranger_who_has_gone_is_not_begun_with() -> None:
    async def gone() -> list[str]:
        loop, line, begun = asyncio.get_running_loop(), Line(), list[str]()

        def fails() -> None:
            raise RuntimeError("a request that fails")

        loop.set_exception_handler(lambda *_: None)
        line.join(loop, fails)
        line.join(loop, lambda: begun.append("next"))
        for _ in range(5):
            await asyncio.sleep(0)
        return begun

    assert asyncio.run(gone()) == ["next"], "one that fails does not hold up the line"


def test_strangers_of_many_addresses_are_bounded_together_and_the_known_are_not() -> None:
    heavy = unlimited().strangers | {Class.HEAVY: Rate(1, 3), Class.PLAY: Rate(1, 2)}
    gate = Gate(replace(unlimited(), strangers=heavy), COOKIE)
    cookie = [(b"cookie", f"{COOKIE}={TOKEN}".encode())]
    known = gate.session(cookie)
    answers = [gate.why_not(Class.HEAVY, f"192.0.2.{n}", None, 0.0) for n in range(5)]
    assert [why and why.status for why in answers] == [None] * 3 + [429] * 2
    sessions = [gate.why_not(Class.READING, f"192.0.2.{n}", known, 0.0) for n in range(3)]
    assert [why and why.status for why in sessions] == [None] * 2 + [429], "the store is asked about each"
    gate.introduce({"headers": cookie}, "ann")  # type: ignore[typeddict-item]
    assert gate.why_not(Class.HEAVY, "192.0.2.9", known, 0.0) is None
    assert gate.why_not(Class.PLAY, "192.0.2.9", known, 0.0) is None


@pytest.mark.parametrize("way", ["guest", "staff"])
def test_who_has_just_come_in_is_a_stranger_no_more_however_much_strangers_ask(house: Served, way: str) -> None:
    gate = house.house.reception.gate
    with httpx.Client(base_url=house.address) as newcomer:
        own = {"name": "inspector", "password": house.house.passwords["inspector"]}
        asked = {"name": "Una"} if way == "guest" else own
        assert newcomer.post(f"/api/sign-in/{way}", json=asked).status_code == 200
        session = gate.session([(b"cookie", f"{COOKIE}={newcomer.cookies[COOKIE]}".encode())])
    assert session is not None and gate.knows(session)


def test_when_too_many_sign_in_the_next_is_refused_by_the_head() -> None:
    async def signing_in() -> list[int | None]:
        gate, found = Gate(replace(unlimited(), sign_ins_at_once=1, sign_ins_waiting=0), COOKIE), list[int | None]()
        scope: Any = {"method": "POST", "path": "/api/sign-in/staff", "headers": []}

        async def app(*_: object) -> None:
            found.append(why.status if (why := gate.why_not(Class.SIGN_IN, "192.0.2.1", None, 0.0)) else None)

        found.append(gate.why_not(Class.SIGN_IN, "192.0.2.1", None, 0.0) and 503)
        await gate.http(app, scope, None, None)  # type: ignore[arg-type]
        return found

    assert asyncio.run(signing_in()) == [None, 503]


def test_what_is_turned_away_is_counted(house: Served) -> None:
    before = TURNED_AWAY.value("junk", "host")
    assert status(said(house, JUNK["another host"][0])) == 421
    assert TURNED_AWAY.value("junk", "host") == before + 1


def test_a_floor_without_a_name_answers_to_its_own_addresses_alone(tmp_path: Path) -> None:
    settings = Settings(limits=unlimited(), secure_cookie=True)
    with served(tmp_path, Opening(settings=settings, demo=False)) as behind:
        asked = {"host": NAME, "x-forwarded-for": "198.51.100.1", "x-forwarded-proto": "https"}
        with httpx.Client(base_url=behind.address) as proxy:
            assert proxy.get("/api/health").status_code == 200
            assert proxy.get("/api/health", headers=asked).status_code == 421
