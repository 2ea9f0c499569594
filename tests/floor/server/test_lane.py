"""The lane past the framework: whatever is sent, its answer is the one that the framework would give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from croupier.floor.people.accounts import People
from croupier.floor.server.lane import Lane
from croupier.floor.server.shield import HEADERS
from croupier.floor.store import Commit, Overloaded
from tests.floor.server.serving import Served, served

TABLE = "mm-lane"
GOOD = {"type": "Join", "cents": 1000}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose people are known at once."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(People, "recall", People.recognise, raising=False)
        with served(tmp_path_factory.mktemp("lane")) as running:
            running.new_table(TABLE)
            yield running


@pytest.fixture
def handed_on(house: Served, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of commands that the lane left to the framework."""
    found: list[str] = []

    def noting(lane: Lane) -> None:
        behind = lane._behind

        async def note(scope: Any, receive: Any, send: Any) -> None:
            found.append(scope["path"])
            await behind(scope, receive, send)

        monkeypatch.setattr(lane, "_behind", note)

    noting(house._server.config.app.lane)
    return found


def post(house: Served, http: httpx.Client, content: bytes, table: str = TABLE, **headers: str) -> httpx.Response:
    sent = {"content-type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return http.post(f"/api/tables/{table}/commands", content=content, headers=sent)


def test_a_command_in_order_is_answered_in_the_lane_as_the_framework_answers_it(
    house: Served, handed_on: list[str]
) -> None:
    ann = house.guest("Ann")
    first = ann.try_to(TABLE, "Join", id="sit", cents=1000)
    assert first.status_code == 200 and not handed_on
    # Two cookies are more than the lane looks at: the framework answers the same, from the answer kept for the id.
    token = ann.http.cookies["croupier_session"]
    body = b'{"id": "sit", "command": {"type": "Join", "cents": 1000}}'
    again = post(house, httpx.Client(base_url=house.address), body, cookie=f"a=b; croupier_session={token}")
    assert handed_on == [f"/api/tables/{TABLE}/commands"]
    assert (again.status_code, again.json()) == (200, first.json())
    ours, theirs = first.headers, again.headers
    assert {**ours, "date": "", "content-length": ""} == {**theirs, "date": "", "content-length": ""}
    assert HEADERS.items() <= dict(ours).items() and ours["cache-control"] == "no-store"


def test_a_refusal_is_answered_in_the_lane_and_stays_one(house: Served, handed_on: list[str]) -> None:
    ann = house.guest("Ann")
    why = ann.try_to(TABLE, "DealCard", id="deal")
    assert why.status_code == 409 and why.json()["refusal"]["reason"] == "RANK"
    assert ann.try_to(TABLE, "DealCard", id="deal").json() == why.json()
    assert not handed_on


def test_an_id_that_was_used_for_something_else_is_refused_and_changes_nothing(house: Served) -> None:
    ann = house.guest("Ann")
    assert ann.try_to(TABLE, "Join", id="mine", cents=1000).status_code == 200
    assert ann.try_to(TABLE, "DealCard", id="not-mine").status_code == 409
    before = house.house.reception.floor.table(TABLE).version
    for command_id, cents in (("mine", 2000), ("not-mine", 1000)):
        answer = ann.try_to(TABLE, "Join", id=command_id, cents=cents)
        assert (answer.status_code, answer.json()) == (409, {"error": "this id was used for something else"})
    assert house.house.reception.floor.table(TABLE).version == before


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (400, (TABLE, b"{", {})),
        (400, (TABLE, b'{"id": "x", "command": {"type": "RobTheBank"}}', {})),
        (400, (TABLE, b'{"id": "x", "command": {"type": "Join", "cents": 1000000000000000000000}}', {})),
        (400, (TABLE, b'{"id": "x", "command": {"type": "RaiseDispute", "about": "' + b"x" * 2000 + b'"}}', {})),
        (400, (TABLE, b'{"id": "x y", "command": {"type": "Leave"}}', {})),
        (403, (TABLE, b'{"id": "x", "command": {"type": "Leave"}}', {"origin": "http://elsewhere.example"})),
        (403, (TABLE, b'{"id": "x", "command": {"type": "Leave"}}', {"sec_fetch_site": "cross-site"})),
        (413, (TABLE, b'{"id": "x", "command": {"type": "Leave"}}' + b" " * 70_000, {})),
    ],
)
def test_what_is_amiss_is_left_to_the_framework_as_it_came(
    house: Served, handed_on: list[str], status: int, sent: tuple[str, bytes, dict[str, str]]
) -> None:
    table, content, headers = sent
    before = house.house.reception.floor.table(TABLE).version
    answer = post(house, house.guest("Ann").http, content, table, **headers)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]
    assert len(handed_on) == 1
    assert house.house.reception.floor.table(TABLE).version == before


def test_strangers_and_one_time_passwords_are_turned_away(house: Served) -> None:
    body = b'{"id": "x", "command": {"type": "Leave"}}'
    assert post(house, house.stranger().http, body).status_code == 401
    inspector = house.stranger()
    signing = {"name": "inspector", "password": house.house.passwords["inspector"]}
    assert inspector.http.post("/api/sign-in/staff", json=signing).status_code == 200
    assert post(house, inspector.http, body).status_code == 403


def test_while_the_store_takes_nothing_one_is_asked_to_try_again_under_the_same_id(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, mail = house.guest("Ann"), house.house.reception.floor._mail

    def full(commit: Commit) -> Any:
        raise Overloaded("full")

    with monkeypatch.context() as trouble:
        trouble.setattr(mail, "_submit", full)
        answer = ann.try_to(TABLE, "Join", id="again", **{"cents": 1000})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert ann.try_to(TABLE, "Join", id="again", cents=1000).status_code == 200
    assert ann.get("/api/me")["wallet"] == 99_000
