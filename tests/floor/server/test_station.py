"""Acting at the dealer's station with a PIN: in one's own name, once, while the dealer stays signed in."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.floor.server.serving import PASSWORD, Person, Served

PIN = "280317"


@pytest.fixture
def supervisor(house: Served) -> Person:
    """A supervisor with a PIN."""
    who = house.staff("supervisor")
    assert who.http.post("/api/pin", json={"password": PASSWORD, "pin": PIN}).json()["pin"] is True
    return who


def step_in(station: Person, table: str, name: str = "supervisor", pin: str = PIN) -> httpx.Response:
    return station.http.post(f"/api/tables/{table}/station", json={"name": name, "pin": pin})


def give(station: Person, table: str, token: str, kind: str, **fields: Any) -> httpx.Response:
    body = {"token": token, "command": {"type": kind, **fields}}
    return station.http.post(f"/api/tables/{table}/station/commands", json=body)


def misplaced(house: Served, name: str) -> tuple[str, Person]:
    """A table where a card lies on the wrong area: the dealer has to wait for the game supervisor (MM 9.8)."""
    table, dealer = house.new_table(name, device="machine", cards="real"), house.staff("dealer")
    for seat in (1, 2):
        dealer.do(table, "Join", cents=10_000, seat=seat, name=f"Patron {seat}", player=f"{name}-{seat}")
        dealer.do(table, "PlaceWager", area=seat, bet="pair match", cents=1_000, player=f"{name}-{seat}")
    house.act_due(dealer, table)
    dealer.do(table, "ReportMisplacedCard", area=2, card="Th")
    assert dealer.try_to(table, "OrderReconstruction").status_code == 409
    return table, dealer


def test_a_supervisor_acts_at_the_dealers_station_in_their_own_name(house: Served, supervisor: Person) -> None:
    table, dealer = misplaced(house, "st-act")
    dealer.http.post(f"/api/tables/{table}/call", json={"id": uuid4().hex, "why": "a card went astray"})
    standing = step_in(dealer, table).json()
    assert (standing["name"], standing["rank_name"]) == ("supervisor", "game supervisor")
    assert 0 < standing["until"] - standing["now"] <= 120_000
    assert "OrderReconstruction" in [each["type"] for each in standing["view"]["options"]]
    foreseen = dealer.http.post(
        f"/api/tables/{table}/station/foresee",
        json={"token": standing["token"], "command": {"type": "OrderReconstruction"}},
    ).json()
    assert foreseen["accepted"]
    answer = give(dealer, table, standing["token"], "OrderReconstruction")
    assert answer.status_code == 200, answer.text
    told = dealer.get("/api/find", table=table, limit=10)
    done = {line["kind"].partition("/")[2]: line for line in told}
    assert done["ReconstructionOrdered"]["actor"] == "supervisor"
    assert done["ActedAtStation"]["text"] == "supervisor acts at the station of dealer."
    assert done["CallEnded"]["text"] == "supervisor has come to the table."
    assert dealer.get("/api/me")["name"] == "dealer", "the dealer stays signed in"
    assert dealer.try_to(table, "OrderReconstruction").json()["refusal"]["reason"] == "RANK", "and is who they were"


def test_one_pin_is_one_act(house: Served, supervisor: Person) -> None:
    table, dealer = misplaced(house, "st-once")
    token = step_in(dealer, table).json()["token"]
    first = give(dealer, table, token, "OrderReconstruction")
    again = give(dealer, table, token, "OrderReconstruction")
    assert again.json()["events"] == first.json()["events"], "sent again, it is answered again and done once"
    assert give(dealer, table, token, "OrderShuffle", abnormal=False, why="to be sure").status_code == 409
    told = dealer.get("/api/find", table=table, limit=50)
    assert [line["kind"] for line in told].count("floor/ActedAtStation") == 1


def test_wrong_pins_are_refused_and_then_have_to_wait(house: Served) -> None:
    boss = house.staff("pitboss")
    boss.http.post("/api/pin", json={"password": PASSWORD, "pin": "604918"})
    table, dealer = house.new_table("st-wrong"), house.staff("dealer")
    statuses = [step_in(dealer, table, "pitboss", "999998").status_code for _ in range(4)]
    assert statuses == [401, 401, 401, 429]
    late = step_in(dealer, table, "pitboss", "604918")
    assert late.status_code == 429, "even the right one waits"
    assert int(late.headers["retry-after"]) > 0
    assert dealer.get("/api/me")["name"] == "dealer"


def test_a_rank_that_is_no_higher_is_of_no_use(house: Served, supervisor: Person) -> None:
    table = house.new_table("st-rank")
    inspector, other = house.staff("inspector"), house.staff("areamanager")
    for who in (inspector, other):
        assert who.http.post("/api/pin", json={"password": PASSWORD, "pin": "604918"}).status_code == 200
    assert step_in(supervisor, table, "areamanager", "604918").status_code == 403, "a supervisor at a supervisor's"
    assert step_in(house.staff("dealer"), table, "inspector", "604918").status_code == 403, "who stands beside"
    assert step_in(supervisor, table).status_code == 403, "oneself"


def test_what_even_that_rank_may_not_do_stays_refused(house: Served, supervisor: Person) -> None:
    table, dealer = house.new_table("st-beyond"), house.staff("dealer")
    ann = house.guest("Beyond Ann")
    ann.do(table, "Join", cents=10_000, seat=1)
    ann.do(table, "RaiseDispute", about="my wager")
    token = step_in(dealer, table).json()["token"]
    refused = give(dealer, table, token, "RuleOnDispute", dispute=1, ruling="as paid")
    assert refused.status_code == 409
    assert refused.json()["refusal"]["reason"] == "RANK"


def test_only_where_a_dealer_is_signed_in(house: Served, supervisor: Person) -> None:
    table = house.new_table("st-where")
    assert step_in(house.stranger(), table).status_code == 401
    assert step_in(house.guest(), table).status_code == 403
    assert step_in(house.staff("inspector"), table).status_code == 403


def test_a_dealer_who_signs_out_takes_it_along(house: Served, supervisor: Person) -> None:
    table, dealer = misplaced(house, "st-out")
    token = step_in(dealer, table).json()["token"]
    dealer.http.post("/api/sign-out")
    assert give(dealer, table, token, "OrderReconstruction").status_code == 401
    again = house.staff("dealer")
    assert give(again, table, token, "OrderReconstruction").status_code == 403, "another session is another station"


def test_it_is_bound_to_its_table_and_over_when_left(house: Served, supervisor: Person) -> None:
    (table, dealer), other = misplaced(house, "st-bound"), house.new_table("st-other")
    token = step_in(dealer, table).json()["token"]
    assert give(dealer, other, token, "OrderShuffle", abnormal=False, why="to be sure").status_code == 403
    assert dealer.http.post(f"/api/tables/{table}/station/view", json={"token": token}).status_code == 200
    assert dealer.http.post(f"/api/tables/{table}/station/leave").status_code == 204
    assert give(dealer, table, token, "OrderReconstruction").status_code == 403


def test_an_award_takes_two_people_at_a_station_too(house: Served) -> None:
    """One who raises a dispute for a player and rules on it is one person, wherever they stand."""
    boss = house.staff("manager")
    assert boss.http.post("/api/pin", json={"password": PASSWORD, "pin": "604918"}).status_code == 200
    table, dealer, ann = house.new_table("st-award"), house.staff("dealer"), house.guest("Awarded Ann")
    ann.do(table, "Join", cents=10_000, seat=1)
    raising = step_in(dealer, table, "manager", "604918").json()["token"]
    raised = give(dealer, table, raising, "RaiseDispute", about="my wager", player=ann.id)
    assert raised.status_code == 200, raised.text
    ruling = step_in(dealer, table, "manager", "604918").json()["token"]
    refused = give(dealer, table, ruling, "RuleOnDispute", dispute=1, ruling="owed", award=1_000)
    assert refused.json()["refusal"]["reason"] == "NOT_YOURS"
    assert house.staff("pitboss").do(table, "RuleOnDispute", dispute=1, ruling="nothing lay there")
