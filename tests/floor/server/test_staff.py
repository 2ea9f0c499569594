"""Personal accounts over the wire, and feeds that end with their sessions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from croupier.floor.opening import Opening
from croupier.floor.people import totp
from croupier.floor.people.accounts import Rules
from croupier.floor.people.fold import differences
from croupier.floor.server.reception import Settings
from tests.floor.server.serving import FREELY, PASSWORD, Person, Served, served

AT_ONCE = 60.0
"""Seconds: far less than the minute from one ping to the next, however busy the machine."""


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose feeds hardly ever ping, so that only a bell can end them in time."""
    opening = Opening(settings=Settings(sign_ins_a_minute=10_000, ping_seconds=60), demo=False)
    with served(tmp_path_factory.mktemp("quiet"), opening) as running:
        running.new_table("mm-watched")
        yield running


def hire(house: Served, name: str, post: str = "dealer") -> Person:
    """Someone new, past the change of their one-time password."""
    made = house.staff("operator").http.post("/api/staff", json={"name": name, "post": post})
    assert made.status_code == 201, made.text
    return enter(house, name, made.json()["password"])


def enter(house: Served, name: str, one_time: str) -> Person:
    person = house.stranger()
    signing = {"name": name, "password": one_time}
    assert person.http.post("/api/sign-in/staff", json=signing).status_code == 200
    assert person.http.post("/api/password", json={"old": one_time, "new": PASSWORD}).status_code == 200
    return person


def line(house: Served, name: str) -> Any:
    found = house.staff("operator").get("/api/staff")["people"]
    return next(each for each in found if each["id"] == name)


def test_the_operator_hires_promotes_and_lets_go(house: Served) -> None:
    operator, mary = house.staff("operator"), hire(house, "mary")
    assert mary.get("/api/me")["may"] == ["deal"]
    assert line(house, "mary")["sessions"] == 1
    ranks = {"*": "game-supervisor", "three-card-poker": "tg-area-manager"}
    assert operator.http.post("/api/staff/mary/ranks", json={"ranks": ranks}).status_code == 204
    assert mary.get("/api/me")["may"] == ["deal", "supervise"]
    rights = {each["book"]: each for each in line(house, "mary")["rights"]}
    assert rights["three-card-poker"]["rank_name"] == "area manager"
    assert rights["matchmaker"]["may"] == ["deal", "supervise"]
    issued = operator.http.post("/api/staff/mary/password").json()
    assert mary.http.get("/api/me").status_code == 401
    assert issued["until"] - time.time() * 1000 == pytest.approx(86_400_000, abs=60_000)
    mary = enter(house, "mary", issued["password"])
    assert operator.http.post("/api/staff/mary/end").status_code == 204
    assert mary.http.get("/api/me").status_code == 401
    again = {"name": "mary", "password": PASSWORD}
    assert house.stranger().http.post("/api/sign-in/staff", json=again).status_code == 401
    assert operator.http.post("/api/staff", json={"name": "mary", "post": "dealer"}).status_code == 400
    assert line(house, "mary")["ended"] and line(house, "mary")["rights"] == []
    found = house.staff("inspector").get("/api/find", person="mary", limit=50)
    told = {each["kind"].removeprefix("accounts/") for each in found}
    assert {"AccountMade", "RanksChanged", "PasswordIssued", "PasswordChanged", "AccountEnded", "SessionEnded"} <= told
    assert not any("hash" in str(each) for each in found)
    assert differences(house.store) == []


def test_only_the_operator_changes_accounts_and_the_inspector_may_look(house: Served) -> None:
    callers = [house.stranger(), house.guest(), *(house.staff(each) for each in ("supervisor", "pitboss", "inspector"))]
    paths = ("/api/staff", "/api/staff/operator/ranks")
    bodies = [(paths[0], {"name": "eve", "post": "operator"}), (paths[1], {"post": "dealer"})]
    bodies += [(f"/api/staff/operator/{act}", {}) for act in ("password", "end", "second-factor/reset")]
    for caller in callers:
        for path, body in bodies:
            assert caller.http.post(path, json=body).status_code in (401, 403), path
    assert [each.http.get("/api/staff").status_code for each in callers] == [401, 403, 403, 403, 200]


def test_what_makes_no_sense_is_refused_in_words(house: Served) -> None:
    operator = house.staff("operator")
    for body in (
        {"name": "sam"},
        {"name": "sam", "post": "emperor"},
        {"name": "sam", "post": "dealer", "ranks": {"*": "dealer"}},
        {"name": "sam", "ranks": {"*": "emperor"}},
        {"name": "Ann (house)", "post": "dealer"},
        {"name": "sam", "post": "dealer", "password": "chosen"},
    ):
        answer = operator.http.post("/api/staff", json=body)
        assert answer.status_code == 400, body
        assert answer.json()["error"]
    assert operator.http.post("/api/staff/nobody/end").status_code == 404
    for path, body in (("ranks", {"post": "dealer"}), ("end", {}), ("password", {}), ("second-factor/reset", {})):
        assert operator.http.post(f"/api/staff/operator/{path}", json=body).status_code == 403
    assert operator.get("/api/me")["rank"] == "casino-operator"


def test_a_taken_name_is_refused_with_another_that_is_free(house: Served) -> None:
    house.stranger().http.post("/api/sign-in/guest", json={"name": "Zelda"})
    taken = house.stranger().http.post("/api/sign-in/guest", json={"name": "ZELDA"})
    assert (taken.status_code, taken.json()["instead"]) == (400, "ZELDA 2")
    assert house.stranger().http.post("/api/sign-in/guest", json={"name": "ZELDA 2"}).status_code == 200
    for name in ("The Dealer", "\u202eAnn", "pitboss"):
        refused = house.stranger().http.post("/api/sign-in/guest", json={"name": name})
        assert refused.status_code == 400 and "name" in refused.json()["error"]


def step_of(house: Served) -> int:
    """Which code it is time for by the house's own clock; should it change at once, the last is still good."""
    return house.house.reception.floor.clock() // totp.STEP_MS


def test_a_second_factor_is_set_up_asked_for_and_reset(house: Served) -> None:
    pat = hire(house, "pat")
    offered = pat.get("/api/second-factor")
    assert offered["picture"].startswith("data:image/svg+xml")

    def code(steps: int = 0) -> str:
        return totp.code(offered["secret"], step_of(house) + steps)

    wrong = {"password": PASSWORD, "secret": offered["secret"], "code": "000000"}
    assert pat.http.post("/api/second-factor", json=wrong).status_code == 400
    right = wrong | {"code": code()}
    codes = pat.http.post("/api/second-factor", json=right).json()["codes"]
    assert len(codes) == 8
    assert pat.get("/api/me")["second_factor"] is True
    signing = {"name": "pat", "password": PASSWORD}
    blind = house.stranger().http.post("/api/sign-in/staff", json=signing | {"password": "wrong"})
    assert (blind.status_code, blind.json()) == (401, {"error": "the name or the password is wrong"})
    asked = house.stranger().http.post("/api/sign-in/staff", json=signing)
    assert (asked.status_code, asked.json()["needs"]) == (401, "code")
    assert house.stranger().http.post("/api/sign-in/staff", json=signing | {"code": code(1)}).status_code == 200
    assert house.stranger().http.post("/api/sign-in/staff", json=signing | {"code": codes[0]}).status_code == 200
    assert house.staff("operator").http.post("/api/staff/pat/second-factor/reset").status_code == 204
    assert house.stranger().http.post("/api/sign-in/staff", json=signing).status_code == 200


def test_where_a_second_factor_is_required_nothing_goes_without(tmp_path: Path) -> None:
    with served(tmp_path, Opening(settings=FREELY, rules=Rules(second_factor="required"), demo=False)) as strict:
        operator = strict.staff("operator")
        assert operator.get("/api/me")["must_set_second_factor"] is True
        assert operator.http.get("/api/staff").status_code == 403
        secret = operator.get("/api/second-factor")["secret"]
        body = {"password": PASSWORD, "secret": secret, "code": totp.code(secret, step_of(strict))}
        assert operator.http.post("/api/second-factor", json=body).status_code == 200
        assert operator.http.get("/api/staff").status_code == 200
        again = {"password": PASSWORD, "code": totp.code(secret, step_of(strict) + 1)}
        assert operator.http.post("/api/second-factor/remove", json=again).status_code == 403


def test_guests_and_strangers_have_no_second_factor(house: Served) -> None:
    assert house.guest().http.get("/api/second-factor").status_code == 403
    assert house.stranger().http.get("/api/second-factor").status_code == 401


def closed(feed: ClientConnection, within: float) -> int:
    """The code with which a feed ends; it must within so many seconds."""
    deadline = time.monotonic() + within
    try:
        while True:
            feed.recv(timeout=max(0.01, deadline - time.monotonic()))
    except ConnectionClosed as over:
        assert over.rcvd is not None
        return over.rcvd.code


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda house, person: person.http.post("/api/sign-out"), 4401),
        (lambda house, person: house.staff("operator").http.post(f"/api/staff/{person.id}/end"), 4401),
        (lambda house, person: house.staff("operator").http.post(f"/api/staff/{person.id}/password"), 4401),
        (
            lambda house, person: house.staff("operator").http.post(
                f"/api/staff/{person.id}/ranks", json={"post": "supervisor"}
            ),
            1013,
        ),
    ],
    ids=["signed out", "account ended", "new password", "other ranks"],
)
def test_a_feed_ends_with_its_session_within_a_second(
    quiet: Served, act: Callable[[Served, Person], Any], code: int, request: pytest.FixtureRequest
) -> None:
    name = "w-" + request.node.callspec.id.replace(" ", "-")
    person = hire(quiet, name)
    person.id = name
    with person.watch("mm-watched") as feed:
        feed.recv(timeout=30)
        quiet.staff("operator")
        act(quiet, person)
        assert closed(feed, AT_ONCE) == code


def test_a_guest_s_feed_ends_too_and_another_s_goes_on(quiet: Served) -> None:
    ann, bob = quiet.guest("Ann"), quiet.guest("Bob")
    with ann.watch("mm-watched") as hers, bob.watch("mm-watched") as his:
        hers.recv(timeout=30)
        his.recv(timeout=30)
        ann.http.post("/api/sign-out")
        assert closed(hers, AT_ONCE) == 4401
        with pytest.raises(TimeoutError):
            while True:
                his.recv(timeout=0.3)


def test_a_busy_feed_ends_at_the_next_ping_when_its_session_ends_elsewhere(tmp_path: Path) -> None:
    opening = Opening(settings=Settings(sign_ins_a_minute=100, ping_seconds=0.5), demo=False)
    with served(tmp_path, opening) as here:
        here.new_table("mm-busy")
        ann = here.guest("Ann")
        ann.do("mm-busy", "Join", cents=50_000)
        with ann.watch("mm-busy") as feed:
            feed.recv(timeout=30)
            who = here.house.reception.people.recognise(ann.http.cookies["croupier_session"])
            assert who is not None
            here.store.people.remove_session(who.token_hash)  # as another server would
            assert closed(feed, 30) == 4401


def test_an_idle_dealer_s_page_does_not_keep_the_session(tmp_path: Path) -> None:
    opening = Opening(
        settings=Settings(sign_ins_a_minute=100, ping_seconds=0.3), rules=Rules(dealer_idle_ms=4000), demo=False
    )
    with served(tmp_path, opening) as house:
        house.new_table("mm-idle")
        dealer = house.staff("dealer")
        with dealer.watch("mm-idle") as feed:
            feed.recv(timeout=30)
            assert closed(feed, 60) == 4401
        assert dealer.http.get("/api/me").status_code == 401


def test_guests_get_chips_so_often_and_are_told_when_to_come_back(tmp_path: Path) -> None:
    with served(tmp_path, Opening(settings=FREELY, rules=Rules(grants_an_hour=3), demo=False)) as house:
        for _ in range(3):
            ann = house.guest("Ann")
            assert ann.get("/api/me")["wallet"] == 100_000
            ann.http.post("/api/sign-out")
        refused = house.stranger().http.post("/api/sign-in/guest", json={"name": "Ann"})
        assert refused.status_code == 429
        assert "chips" in refused.json()["error"]
        assert 3500 < int(refused.headers["retry-after"]) <= 3600
