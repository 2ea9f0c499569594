"""Rates: everyone may play as fast as people do, and nobody may ask so much that others have to wait."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from croupier.floor.opening import Opening
from croupier.floor.server.gate import class_of
from croupier.floor.server.limits import (
    ANY,
    Buckets,
    Class,
    Limits,
    Rate,
    Shares,
    address_key,
    for_people,
    unlimited,
    usual,
)
from croupier.floor.server.reception import Settings
from croupier.floor.server.serving import RESERVED, within_files
from tests.floor.server.serving import Served, served


def rates(**given: Rate) -> dict[Class, Rate]:
    """No limits but these."""
    return dict.fromkeys(Class, ANY) | {Class[name.upper()]: rate for name, rate in given.items()}


def strict(folder: Path, limits: Limits, **settings: object) -> Opening:
    return Opening(settings=Settings(sign_ins_a_minute=10_000, limits=limits, **settings), demo=False)  # type: ignore[arg-type]


def test_a_bucket_gives_what_is_in_it_and_fills_again() -> None:
    buckets = Buckets({Class.PLAY: Rate(2, 3)})
    assert [buckets.take(Class.PLAY, "ann", 0.0) for _ in range(4)] == [0, 0, 0, 1]
    assert buckets.take(Class.PLAY, "bob", 0.0) == 0, "everyone has a bucket of their own"
    assert buckets.take(Class.PLAY, "ann", 0.5) == 0
    assert buckets.take(Class.PLAY, "ann", 0.5) == 1
    assert [buckets.take(Class.PLAY, "ann", 1000.0) for _ in range(4)] == [0, 0, 0, 1], "it never holds more"


def test_a_slow_bucket_says_how_long_it_takes() -> None:
    buckets = Buckets({Class.SIGN_IN: Rate(1 / 20, 1)})
    assert buckets.take(Class.SIGN_IN, "x", 0.0) == 0
    assert buckets.take(Class.SIGN_IN, "x", 0.0) == 20


def test_only_so_many_buckets_are_kept_and_the_longest_unseen_go_first() -> None:
    buckets = Buckets({Class.PLAY: Rate(1, 1)}, most=3)
    for name in ("ann", "bob", "cid"):
        buckets.take(Class.PLAY, name, 0.0)
    assert buckets.take(Class.PLAY, "ann", 0.0) == 1
    buckets.take(Class.PLAY, "dee", 0.0)
    assert len(buckets) == 3
    assert buckets.take(Class.PLAY, "ann", 0.0) == 1, "ann was seen after bob"
    assert buckets.take(Class.PLAY, "bob", 0.0) == 0, "and bob was forgotten"


def test_shares_are_given_back() -> None:
    shares = Shares(2)
    assert [shares.take("x"), shares.take("x"), shares.take("x")] == [True, True, False]
    shares.give_back("x")
    assert shares.take("x")
    for _ in range(2):
        shares.give_back("x")
    assert len(shares) == 0


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("not an address" * 20, ("not an address" * 20)[:64]),
        (None, "nowhere"),
    ],
)
def test_what_counts_as_one_address(host: str | None, key: str) -> None:
    assert address_key(host) == key


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("POST", "/api/tables/mm-1/commands", Class.PLAY),
        ("GET", "/api/tables/mm-1", Class.READING),
        ("GET", "/api/tables/mm-1/rounds", Class.HEAVY),
        ("GET", "/api//tables//mm-1//rounds/", Class.HEAVY),
        ("GET", "/api/odds/anything", Class.HEAVY),
        ("GET", "/api/audit/export", Class.HEAVY),
        ("POST", "/api/sign-in/guest", Class.SIGN_IN),
        ("POST", "//api/sign-in//staff/", Class.SIGN_IN),
        ("POST", "/api/password", Class.SIGN_IN),
        ("POST", "/api/pin", Class.SIGN_IN),
        ("POST", "/api/pin/remove", Class.SIGN_IN),
        ("POST", "/api/second-factor", Class.SIGN_IN),
        ("POST", "/api/staff/dealer/password", Class.SIGN_IN),
        ("POST", "/api/tables/mm-1/station", Class.SIGN_IN),
        ("POST", "/api/tables/mm-1//station/", Class.SIGN_IN),
        ("POST", "/api/tables/mm-1/station/commands", Class.PLAY),
        ("POST", "/api/tables/mm-1/station/foresee", Class.READING),
        ("GET", "/api/pins", Class.READING),
        ("GET", "/assets/x.js", Class.PAGES),
        ("GET", "/healthz", Class.HEALTH),
        ("POST", "/api/tables/mm-1/foresee", Class.READING),
    ],
)
def test_every_way_to_write_an_address_is_of_one_class(method: str, path: str, expected: Class) -> None:
    assert class_of(method, path) is expected


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house where one address may read twenty times at once, and one person play five times."""
    limits = replace(
        unlimited(),
        address=rates(reading=Rate(0.5, 20), heavy=Rate(0.01, 3)),
        person=rates(play=Rate(0.01, 5)),
        feeds_an_address=6,
        feeds_a_person=2,
    )
    with served(tmp_path_factory.mktemp("narrow"), strict(tmp_path_factory.getbasetemp(), limits)) as running:
        yield running


def test_an_address_is_told_when_to_come_again(narrow: Served) -> None:
    answers = [narrow.stranger().http.get("/api/audit/verify") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
    late = answers[-1]
    wait = int(late.headers["retry-after"])
    assert 1 < wait <= 100
    assert late.json() == {"error": f"too many requests from your address; try again in {wait} seconds"}
    assert late.headers["content-security-policy"] and late.headers["x-content-type-options"] == "nosniff"
    assert narrow.stranger().http.get("/api/meters").status_code == 200, "other classes are counted apart"


def test_a_person_is_counted_whichever_session_they_use(narrow: Served) -> None:
    operator = narrow.staff("operator")
    again = narrow.staff("operator")
    for person in (operator, again):
        person.get("/api/me")  # from now on the house knows whose sessions these are
    played = [person.http.post("/api/tables", json={}) for person in (operator, again) * 3]
    assert [answer.status_code for answer in played] == [400] * 5 + [429]
    assert "faster than anyone can play" in played[-1].json()["error"]
    assert narrow.guest("Beth").http.post("/api/wallet/top-up").status_code == 200, "nobody else is kept from playing"


def test_nobody_passes_for_another_by_what_they_say_of_themselves(narrow: Served) -> None:
    said = [{"x-forwarded-for": f"198.51.100.{n}", "forwarded": f"for=198.51.100.{n}"} for n in range(4)]
    answers = [narrow.stranger().http.get("/api/find", headers=each) for each in said]
    assert answers[-1].status_code == 429


def test_behind_a_trusted_proxy_the_address_that_it_passes_on_counts(tmp_path: Path) -> None:
    limits = replace(unlimited(), address=rates(heavy=Rate(0.001, 1)))
    with served(tmp_path, strict(tmp_path, limits, secure_cookie=True)) as behind:

        def ask(*forwarded: str) -> int:
            headers = {"x-forwarded-for": ", ".join(forwarded), "x-forwarded-proto": "https"}
            return behind.stranger().http.get("/api/find", headers=headers).status_code

        assert [ask("198.51.100.1"), ask("198.51.100.1"), ask("198.51.100.2")] == [401, 429, 401]
        assert ask("203.0.113.9", "198.51.100.1") == 429, (
            "what a client puts before the proxy's word counts for nothing"
        )
        assert [ask("2001:db8::1"), ask("2001:db8::2")] == [401, 429], "a line of IPv6 is one address"
        assert ask("nonsense" * 100) == 401
    with served(tmp_path / "far", strict(tmp_path, limits, secure_cookie=True, proxies=("192.0.2.1",))) as far:
        headers = [{"x-forwarded-for": f"198.51.100.{n}"} for n in range(2)]
        assert [far.stranger().http.get("/api/find", headers=each).status_code for each in headers] == [401, 429]


def test_feeds_are_bounded_by_person_and_by_address(narrow: Served) -> None:
    ann = narrow.guest()
    cookie = {"cookie": f"croupier_session={ann.http.cookies['croupier_session']}"}
    address = narrow.address.replace("http:", "ws:") + "/api/lobby/feed"
    with ExitStack() as opened:
        for _ in range(2):
            opened.enter_context(connect(address, additional_headers=cookie))
        with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=cookie):
            pass
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["retry-after"]
        for _ in range(4):
            opened.enter_context(connect(address))
        with pytest.raises(InvalidStatus), connect(address):
            pass
    patience = time.monotonic() + 60
    while not given_back(address):
        assert time.monotonic() < patience, "a feed that is closed is given back"


def given_back(address: str) -> bool:
    """Whether there is a feed to be had again; the server hears of a closed one a moment later."""
    try:
        with connect(address) as again:
            return "tables" in again.recv()
    except InvalidStatus:
        time.sleep(0.05)
        return False


def test_the_usual_limits_let_people_play_and_read() -> None:
    limits = usual()
    assert limits.person[Class.PLAY].a_second >= 50
    assert limits.address[Class.PLAY].a_second >= 10 * limits.person[Class.PLAY].a_second
    assert limits.address[Class.SIGN_IN] == Rate(0.5, 30)
    for each in Class:
        assert limits.address[each].at_once >= limits.person[each].at_once
    measured = for_people(0, 30)
    assert measured.address[Class.PLAY] == ANY and measured.address[Class.SIGN_IN] == Rate(0.5, 30)
    assert for_people(200, 30) == usual(30, 200)
    assert usual(people_an_address=200).address[Class.PLAY].a_second == 10_000


def test_a_request_that_is_turned_away_changes_nothing(narrow: Served) -> None:
    before = narrow.store.head()
    with httpx.Client(base_url=narrow.address) as client:
        for _ in range(5):
            assert client.get("/api/audit/export").status_code in (401, 429)
    assert narrow.store.head() == before


def test_there_are_never_more_connections_than_the_system_has_files_for() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert within_files(usual()).connections == min(usual().connections, hard - RESERVED)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= soft
        assert within_files(replace(usual(), connections=10**9)).connections < 10**9
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
