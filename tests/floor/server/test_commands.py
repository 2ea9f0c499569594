"""Commands over the wire: what is allowed happens once, and everything else is refused and changes nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.floor.server.serving import Person, Served

TABLE = "mm-commands"
GAMES = ("matchmaker", "double-chance", "blackjack", "three-card-poker", "crown-poker")


@pytest.fixture(scope="module", autouse=True)
def table(house: Served) -> str:
    return house.new_table(TABLE)


def version(house: Served, table: str = TABLE) -> int:
    return house.house.reception.floor.table(table).version


def refused(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 409, answer.text
    body = answer.json()
    assert body["accepted"] is False
    return dict(body["refusal"])


def test_a_guest_sits_down_with_chips_from_the_wallet(house: Served) -> None:
    ann = house.guest("Ann")
    assert ann.get("/api/me") == {
        "id": ann.id,
        "name": "Ann",
        "rank": "player",
        "rank_name": "player",
        "ranks": dict.fromkeys(GAMES, "player"),
        "rank_names": dict.fromkeys(GAMES, "player"),
        "may": [],
        "may_at": {name: [] for name in GAMES},
        "wallet": 100_000,
        "must_change_password": False,
        "second_factor": False,
        "pin": False,
        "must_set_second_factor": False,
    }
    answer = ann.do(TABLE, "Join", cents=20_000, seat=1)
    joined = answer["events"][-1]
    assert (joined["kind"], joined["actor"], joined["actor_name"]) == ("people/PlayerJoined", ann.id, "Ann")
    assert joined["text"] == "Ann takes seat 1 with $200."
    assert joined["event"]["type"] == "PlayerJoined"
    assert ann.get("/api/me")["wallet"] == 80_000
    you = {"id": ann.id, "name": "Ann", "seat": 1, "stack": 20_000, "areas": 1, "personal": None}
    assert ann.view(TABLE)["you"] == you
    ann.do(TABLE, "Leave")
    assert ann.get("/api/me")["wallet"] == 100_000


def test_of_two_who_want_one_seat_at_once_one_gets_it_and_the_other_hears_why(house: Served) -> None:
    both = [house.guest("Bob"), house.guest("Cem")]
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda who: who.try_to(TABLE, "Join", cents=1000, seat=5), both))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    loser = next(answer for answer in answers if answer.status_code == 409)
    assert refused(loser)["reason"] == "SEAT_TAKEN"
    assert refused(loser)["under"] == ["MM 2.1"]
    assert sorted(who.get("/api/me")["wallet"] for who in both) == [99_000, 100_000]


def test_a_command_sent_again_gets_the_same_answer_and_is_done_once(house: Served) -> None:
    ann = house.guest()
    first = ann.try_to(TABLE, "Join", id="once-only", cents=1000)
    before = version(house)
    again = ann.try_to(TABLE, "Join", id="once-only", cents=1000)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert version(house) == before
    assert ann.get("/api/me")["wallet"] == 99_000


def test_one_person_s_command_id_is_nothing_to_another(house: Served) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    mine = ann.try_to(TABLE, "Join", id="shared-id", cents=1000).json()
    yours = bob.try_to(TABLE, "Join", id="shared-id", cents=2000).json()
    assert mine["events"][-1]["actor"] == ann.id
    assert yours["events"][-1]["actor"] == bob.id
    assert bob.get("/api/me")["wallet"] == 98_000


def test_who_is_not_signed_in_may_watch_but_not_act(house: Served) -> None:
    stranger, before = house.stranger(), version(house)
    assert stranger.try_to(TABLE, "Join", cents=100).status_code == 401
    assert version(house) == before
    assert stranger.view(TABLE)["house"] is None
    assert stranger.view(TABLE)["you"] is None


def test_a_player_who_acts_as_dealer_is_refused_by_rank_under_a_clause(house: Served) -> None:
    before = version(house)
    why = refused(house.guest().try_to(TABLE, "CheckCards", cards=416))
    assert why["reason"] == "RANK"
    assert why["facts"] == {"needs": "dealer", "holds": "player"}
    assert why["under"]
    assert version(house) == before


def test_an_act_out_of_its_moment_is_refused(house: Served) -> None:
    before = version(house)
    why = refused(house.staff("dealer").try_to(TABLE, "DealCard"))
    assert why["reason"] == "NOT_NOW"
    assert why["under"] == ["MM 7.3.1", "MM 7.3.2"]
    assert version(house) == before


def test_the_table_says_what_the_wallet_lacks(house: Served) -> None:
    why = refused(house.guest().try_to(TABLE, "Join", cents=100_001))
    assert why["reason"] == "NOT_ENOUGH_CHIPS"
    assert why["facts"] == {"has": 100_000, "asked": 100_001}


MALFORMED = {
    "no such command": {"type": "RobTheBank"},
    "no type": {"cents": 100},
    "a field that is not known": {"type": "Join", "cents": 100, "tip": 5},
    "text for a number": {"type": "Join", "cents": "100"},
    "half a cent": {"type": "Join", "cents": 0.5},
    "a field missing": {"type": "Join"},
    "a card that is none": {"type": "DealCard", "card": "1x"},
    "an endless amount": {"type": "Join", "cents": 10**30},
    "a very long text": {"type": "RaiseDispute", "about": "x" * 2000},
}


@pytest.mark.parametrize("command", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_command_is_answered_with_400_and_why(house: Served, command: dict[str, Any]) -> None:
    guest, before = house.guest(), version(house)
    answer = guest.http.post(f"/api/tables/{TABLE}/commands", json={"id": "x", "command": command})
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]
    assert version(house) == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"id": "x"}',
        b'{"id": "x", "command": []}',
        b'{"id": "", "command": {"type": "Leave"}}',
        b'{"id": "spaces are out", "command": {"type": "Leave"}}',
        b'{"id": "' + b"x" * 65 + b'", "command": {"type": "Leave"}}',
        b'{"id": "x", "command": {"type": "Leave"}, "as": "pit-boss"}',
        b'{"id": "x", "command": {"type": "RaiseDispute", "about": "\xff"}}',
        b'{"id": "x", "command": {"type": "RaiseDispute", "about": "\\ud800"}}',
    ],
)
def test_a_malformed_body_is_answered_with_400(house: Served, body: bytes) -> None:
    guest, before = house.guest(), version(house)
    answer = guest.http.post(
        f"/api/tables/{TABLE}/commands", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400, answer.text
    assert set(answer.json()) <= {"error", "detail"}
    assert version(house) == before


def test_a_body_that_is_too_large_is_turned_away(house: Served) -> None:
    guest, before = house.guest(), version(house)
    body = b'{"id": "x", "command": {"type": "Leave"}}' + b" " * 70_000
    for content in (body, iter([body[:40_000], body[40_000:]])):
        answer = guest.http.post(
            f"/api/tables/{TABLE}/commands", content=content, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 413
    assert version(house) == before


def test_another_site_s_page_cannot_act(house: Served) -> None:
    guest, before = house.guest(), version(house)
    body = {"id": "x", "command": {"type": "Join", "cents": 100}}
    for headers in ({"origin": "http://elsewhere.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = guest.http.post(f"/api/tables/{TABLE}/commands", json=body, headers=headers)
        assert answer.status_code == 403
    assert version(house) == before
    own = guest.http.post(f"/api/tables/{TABLE}/commands", json=body, headers={"origin": house.address})
    assert own.status_code == 200


def test_there_is_no_table_of_that_name(house: Served) -> None:
    assert house.guest().try_to("nowhere", "Leave").status_code == 404
    assert house.stranger().http.get("/api/tables/nowhere").status_code == 404


@pytest.fixture(scope="module")
def everyone(house: Served) -> dict[str, Person]:
    ranks = ("dealer", "supervisor", "pitboss", "operator", "inspector")
    return {"guest": house.guest("Dot"), **{name: house.staff(name) for name in ranks}}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def commands() -> st.SearchStrategy[dict[str, Any]]:
    """Real command names with fields that are right, nearly right or nonsense."""
    from croupier.games import game

    def fields(kind: type[Any]) -> st.SearchStrategy[dict[str, Any]]:
        values = JSON | st.sampled_from(["pair match", "Th", "cash", "mm-1", 1, 5, 100, 500])
        known = {name: values for name in kind.__struct_fields__}
        return st.fixed_dictionaries({"type": st.just(kind.__name__)}, optional=known)

    return st.sampled_from(game("matchmaker").engine.commands).flatmap(fields) | st.dictionaries(st.text(), JSON)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(who=st.sampled_from(["guest", "dealer", "supervisor", "pitboss", "operator", "inspector"]), command=commands())
def test_whatever_is_sent_is_done_or_refused_and_never_fails(
    house: Served, everyone: dict[str, Person], who: str, command: dict[str, Any]
) -> None:
    before = version(house)
    body = {"id": str(uuid4()), "command": command}
    answer = everyone[who].http.post(f"/api/tables/{TABLE}/commands", json=body)
    assert answer.status_code in (200, 400, 409), answer.text
    if answer.status_code != 200:
        assert version(house) == before
        body = answer.json()
        assert body["error"] if answer.status_code == 400 else body["refusal"]["text"]
