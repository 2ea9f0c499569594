"""Whatever anyone sends, to whatever address: it is answered or refused, and the server never fails over it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.floor.server.serving import Person, Served, Staffed, served

SCHEMA = json.loads((Path(__file__).parents[3] / "web" / "openapi.json").read_text())
ROUTES = [
    (method.upper(), path) for path, item in SCHEMA["paths"].items() for method in item if method in ("get", "post")
]

IDS = [
    "mm-1",
    "",
    "%00",
    "%ff%fe",
    "%ed%a0%80",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "%25",
    "%",
    "%zz",
    "a" * 3000,
    "%f0%9f%82%a1",
    "'%20or%201=1--",
    "0",
    "-1",
    "9" * 400,
    "1e309",
    "NaN",
    "true",
    "null",
    "%0d%0aset-cookie:x=y",
    "{table_id}",
    "*",
    "%u0041",
    "matchmaker",
    "MM%203.1",
]

QUERIES = [
    "",
    "limit=%00",
    "limit=" + "9" * 400,
    "limit=-1&limit=2",
    "limit=1e5&before=NaN",
    "before=9223372036854775808&limit=1",
    "before=9007199254740993",
    "from=99999999999999999999&to=-5",
    "table=%00&clause=%ff&person=%ed%a0%80&kind=%F0%9F",
    "table=" + "x" * 101,
    "person=" + quote("Ann'; DROP TABLE events;--"),
    "format=%00",
    "after=%c2%b2",
    "after=" + "1" * 30,
    "=",
    "&&&&",
    "%",
    "a=b" * 2000,
    "decks=%00&device=%ff",
    "ante=1e-99999999",
    "jackpot=1&meter=" + "9" * 3000,
    "x" * 5000,
]

DEEP = 20_000
BODIES = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b"0",
    b'"text"',
    b"{",
    b"\xff\xfe",
    b"\x00",
    b"NaN",
    b'{"id": NaN}',
    b'{"id": 1e999, "command": {"type": 1e999}}',
    b'{"id": ' + b"9" * 5000 + b"}",
    b"[" * DEEP + b"]" * DEEP,
    b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    b'{"id": "a", "command": ' + b'{"type":' * 5000 + b"1" + b"}" * 5000 + b"}",
    b'{"id": "a", "command": {"type": "Join", "cents": ' + b"[" * 10_000 + b"]" * 10_000 + b"}}",
    b'{"id": "a", "command": {"type": "Join", "cents": 1e400}}',
    b'{"id": "a", "command": {"type": "Join", "cents": 99999999999999999999999999}}',
    b'{"id": "a", "command": {"type": "Join", "cents": -1}}',
    b'{"id": "a", "command": {"type": "Join", "cents": NaN}}',
    b'{"id": "a", "command": {"type": "\\ud800"}}',
    b'{"id": "a", "command": {"type": "Join", "\\u0000": 1}}',
    b'{"id": "\\u0000", "command": {}}',
    b'{"id": "a", "command": {}, "version": 1e400}',
    b'{"name": "\\ud83d"}',
    b'{"name": "\\u0000"}',
    b'{"name": "\\u202eAnn"}',
    b'{"name": "a", "password": "\\u0000"}',
    b'{"name": "\\u0000", "password": "x"}',
    b'{"name": "\\ud800", "password": "\\udfff"}',
    b'{"old": "\\u0000", "new": "\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"}',
    b'{"id": "t", "title": "\\u0000", "game": "matchmaker", "terms": {"decks": 1e400}}',
    b'{"id": "t", "title": "t", "game": "\\u0000"}',
    b'{"id": "t", "title": "t", "game": "matchmaker", "terms": {"decks": ' + b"[" * 9000 + b"]" * 9000 + b"}}",
    b'{"table": "mm-1", "confirmed": true, "why": "\\u0000"}',
    b'{"automatic": 7}',
    b'{"id": "a", "id": "b", "command": {"type": "Join", "type": "Join"}}',
    b"a=b&c=d",
    b"x" * 70_000,
]

TYPES = [
    "application/json",
    "text/plain",
    "",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "\xff",
    "application/json; charset=utf-16",
    "application/msgpack",
]

COOKIES = [
    "",
    "croupier_session",
    "croupier_session=",
    "croupier_session=\xff\xfe",
    "croupier_session=%00",
    "croupier_session=" + "a" * 4000,
    'croupier_session="\\',
    ";;;=;=",
    "=x; croupier_session=\x7f",
    "croupier_session=a; croupier_session=b",
]


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("any"), house=Staffed) as running:
        running.new_table("mm-1")
        yield running


@pytest.fixture(scope="module")
def anyone(open_house: Served) -> Iterator[Person]:
    """Everyone in turn: nobody, a guest, and staff from the dealer to the inspector."""
    ann = open_house.guest()
    ann.do("mm-1", "Join", cents=50_000)
    staff = [open_house.staff(name) for name in ("dealer", "supervisor", "operator", "inspector")]
    return cycle([open_house.stranger(), ann, *staff])


def answered(person: Person, method: str, target: str, **more: Any) -> int:
    """The status that a request gets; the address goes out as it is written."""
    url = httpx.URL(person.address).copy_with(raw_path=target.encode("latin-1"))
    answer = person.http.request(method, url, **more)
    said = f"{method} {target[:200]} {str(more)[:300]}: {answer.status_code} {answer.text[:300]}"
    assert answer.status_code < 500 or (answer.status_code == 503 and "retry-after" in answer.headers), said
    assert "Traceback" not in answer.text, said
    if answer.status_code >= 400 and answer.content and answer.headers["content-type"].startswith("application/json"):
        assert answer.json().keys() & {"error", "refusal"}, said
    return answer.status_code


def filled(path: str, ids: Iterator[str]) -> str:
    while "{" in path:
        before, _, rest = path.partition("{")
        path = before + next(ids).replace("{", "%7B").replace("}", "%7D") + rest.partition("}")[2]
    return path


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_no_id_and_no_query_fails(open_house: Served, anyone: Iterator[Person], method: str, path: str) -> None:
    if path in ("/api/sign-out",):
        return
    body = {"content": b"{}", "headers": {"content-type": "application/json"}} if method == "POST" else {}
    if "{" in path:
        for n in range(len(IDS)):
            answered(next(anyone), method, filled(path, cycle(IDS[n:] + IDS[:n])), **body)
            answered(next(anyone), method, filled(path, cycle([IDS[n], "mm-1"])), **body)
            answered(next(anyone), method, filled(path, cycle(["mm-1", IDS[n]])), **body)
    for query in QUERIES if method == "GET" else QUERIES[:4]:
        answered(next(anyone), method, filled(path, cycle(["mm-1", "1"])) + "?" + query, **body)
        if method == "GET" and "odds" in path:
            answered(next(anyone), method, filled(path, cycle(["matchmaker", "hands", "x"])) + "?" + query)


@pytest.mark.parametrize("path", sorted({path for method, path in ROUTES if method == "POST"}))
def test_no_body_fails(open_house: Served, anyone: Iterator[Person], path: str) -> None:
    if path in ("/api/sign-out",):
        return
    target = filled(path, cycle(["mm-1"]))
    for n, body in enumerate(BODIES):
        kind = "application/json" if n % 3 else TYPES[n % len(TYPES)]
        answered(next(anyone), "POST", target, content=body, headers={"content-type": kind.encode("latin-1")})


def test_no_content_type_and_no_method_fails(open_house: Served, anyone: Iterator[Person]) -> None:
    body = b'{"id": "a", "command": {"type": "Join", "cents": 100}}'
    for kind in TYPES:
        answered(
            next(anyone),
            "POST",
            "/api/tables/mm-1/commands",
            content=body,
            headers={"content-type": kind.encode("latin-1")},
        )
    targets = (
        "/",
        "/api/me",
        "/api/tables/mm-1/commands",
        "/api/odds",
        "/metrics",
        "/nowhere",
        "/api/nowhere",
        "/api",
        "/api/",
    )
    for method, target in product(
        ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"), targets
    ):
        answered(next(anyone), method, target)


@pytest.mark.parametrize("cookie", COOKIES)
def test_no_cookie_fails(open_house: Served, cookie: str) -> None:
    for target in ("/api/me", "/api/tables/mm-1", "/", "/api/odds/matchmaker"):
        person = open_house.stranger()
        answered(person, "GET", target, headers={"cookie": cookie.encode("latin-1")})
        person.http.close()


@pytest.mark.parametrize(
    "target",
    [
        "//",
        "///api///me",
        "/api/../api/me",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/%00",
        "/assets/..%2f..%2fpyproject.toml",
        "/assets/" + "a" * 5000,
        "/assets/%ff%ff",
        "/%00",
        "/api%2fme",
        "/api/tables/%2f/rounds/1",
        "/;a=b",
        "/api/schema",
        "/api/schema/x",
        "/api/schema/%00.json",
        "/api/schema/x.yaml",
        "/" + "a/" * 2000,
        "/assets",
        "/assets/",
        "/index.html/x",
        "/mark.svg/..",
        "/con",
        "/api/tables/mm-1/rounds/99999999999999999999999999",
        "/api/tables/mm-1/rounds/-0",
        "/api/tables/mm-1/rounds/" + "9" * 5000,
        "/api/tables/mm-1/rounds/%D9%A3",
        "/api/odds/double-chance/hands/" + "Kh" * 99,
        "/api/odds/double-chance/hands/%00",
        "/api/odds/__init__",
        "/api/odds/double_chance",
        "/api/rules/..%2f",
        "/api/rules/matchmaker/%00",
    ],
)
def test_no_address_fails(open_house: Served, anyone: Iterator[Person], target: str) -> None:
    for _ in range(3):
        answered(next(anyone), "GET", target)


WORDS = ["api", "tables", "mm-1", "rounds", "odds", "rules", "find", "audit", "meters", "..", ".", ""]
FIELDS = ["id", "command", "type", "name", "cents", "terms", "game"]
NAMES = ["limit", "before", "table", "format"]
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)


class Asked(NamedTuple):
    """Something that anyone might send."""

    method: str
    path: list[str]
    query: dict[str, str]
    body: Any


ASKED = st.builds(
    Asked,
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]),
    path=st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=6),
    query=st.dictionaries(st.text(max_size=8) | st.sampled_from(NAMES), st.text(max_size=12), max_size=3),
    body=st.recursive(
        PLAIN,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
        max_leaves=12,
    ),
)


@given(asked=ASKED)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_that_anyone_thinks_of_fails(open_house: Served, anyone: Iterator[Person], asked: Asked) -> None:
    def escaped(text: str) -> str:
        return quote(text.encode("utf-8", "surrogatepass"), safe="")

    target = "/" + "/".join(map(escaped, asked.path))
    target += "?" + "&".join(f"{escaped(name)}={escaped(value)}" for name, value in asked.query.items())
    if "sign-out" in target:
        return
    content = json.dumps(asked.body).encode("utf-8", "surrogatepass")
    answered(next(anyone), asked.method, target, content=content, headers={"content-type": "application/json"})


@pytest.mark.parametrize("target", ["/api/tables/mm-1/feed", "/api/lobby/feed", "/api/meters/feed"])
@pytest.mark.parametrize("message", [b"", b"\x00\xff", b"x" * 4000, "text", "", "\x00", "[" * 4000])
def test_no_word_over_a_feed_fails(
    open_house: Served, caplog: pytest.LogCaptureFixture, target: str, message: bytes | str
) -> None:
    with connect(open_house.address.replace("http:", "ws:") + target) as feed:
        feed.recv()
        for _ in range(3):
            feed.send(message)
        feed.ping().wait(5)
    assert not [record for record in caplog.records if record.levelname == "ERROR"], caplog.text


def test_a_word_too_long_ends_a_feed(open_house: Served) -> None:
    with connect(open_house.address.replace("http:", "ws:") + "/api/lobby/feed") as feed:
        feed.recv()
        with pytest.raises(ConnectionClosed):
            feed.send(b"x" * 100_000)
            while True:
                feed.recv()
    assert open_house.stranger().get("/healthz") == {"ok": True}


@pytest.mark.parametrize(
    "target",
    [
        "/api/tables/nowhere/feed",
        "/api/tables/%00/feed",
        "/api/tables/mm-1/feed?after=x",
        "/api/tables/mm-1/feed?after=-1",
        "/api/tables/mm-1/feed?after=" + "9" * 40,
        "/api/tables/mm-1/feed?after=%c2%b2",
        "/api/tables/mm-1/feed?after=999999999999999999",
        "/api/tables/mm-1",
        "/nowhere",
        "/",
        "/api/me",
        "/api/tables/%ff/feed",
    ],
)
def test_no_feed_that_cannot_be_opened_fails(open_house: Served, caplog: pytest.LogCaptureFixture, target: str) -> None:
    try:
        with connect(open_house.address.replace("http:", "ws:") + target) as feed:
            feed.recv(timeout=30)
    except (ConnectionClosed, InvalidStatus) as refused:
        if isinstance(refused, InvalidStatus):
            assert refused.response.status_code < 500, target
        else:
            assert refused.rcvd is not None and refused.rcvd.code >= 4000, target
    assert not [record for record in caplog.records if record.levelname == "ERROR"], caplog.text


def test_garbage_after_the_handshake_is_hung_up_on(open_house: Served, caplog: pytest.LogCaptureFixture) -> None:
    host, _, port = open_house.address.removeprefix("http://").partition(":")
    for garbage in (
        b"\xff" * 400,
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x00" * 64,
        b"\x88\x80abcd",
    ):
        with socket.create_connection((host, int(port)), timeout=60) as line:
            line.sendall(
                b"GET /api/lobby/feed HTTP/1.1\r\nhost: [::1]\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
                b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            assert line.recv(12) == b"HTTP/1.1 101"
            line.sendall(garbage)
            while line.recv(65536):
                pass
    assert open_house.stranger().get("/healthz") == {"ok": True}
    assert not [record for record in caplog.records if record.levelname == "ERROR"], caplog.text
