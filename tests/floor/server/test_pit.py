"""The pit board and its feed: what waits at every table, for whom and since when; and calls for a supervisor."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.floor.server.serving import Person, Served


def watch_pit(person: Person) -> ClientConnection:
    token = person.http.cookies.get("croupier_session")
    headers = {"cookie": f"croupier_session={token}"} if token else {}
    address = person.address.replace("http:", "ws:")
    return connect(f"{address}/api/pit/feed", additional_headers=headers, compression=None)


def line_of(tables: list[dict[str, Any]], table: str) -> dict[str, Any]:
    return next(each for each in tables if each["id"] == table)


def board_line(person: Person, table: str) -> dict[str, Any]:
    return line_of(person.get("/api/pit")["tables"], table)


def until(socket: ClientConnection, table: str, holds: Any) -> dict[str, Any]:
    """The first board on a feed whose line of a table is as wanted."""
    while True:
        message = json.loads(socket.recv(timeout=30))
        if message["type"] != "tables":
            continue
        found = [each for each in message["tables"] if each["id"] == table]
        if found and holds(found[0]):
            return dict(message)


def call(person: Person, table: str, why: str = "") -> Any:
    return person.http.post(f"/api/tables/{table}/call", json={"id": str(uuid4()), "why": why})


def end_call(person: Person, table: str) -> Any:
    return person.http.post(f"/api/tables/{table}/call/end", json={"id": str(uuid4())})


def test_the_board_is_for_staff_alone(house: Served) -> None:
    assert house.stranger().http.get("/api/pit").status_code == 401
    assert house.guest().http.get("/api/pit").status_code == 403
    for person, code in ((house.stranger(), 4401), (house.guest(), 4403)):
        with watch_pit(person) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


def test_an_act_above_the_dealer_is_a_matter_for_those_of_its_rank_and_no_others(house: Served) -> None:
    table = house.new_table("mm-misplaced", device="machine", cards="real")
    dealer, supervisor = house.staff("dealer"), house.staff("supervisor")
    for seat in (1, 2):
        dealer.do(table, "Join", cents=10_000, seat=seat, name=f"Patron {seat}", player=f"patron-{seat}")
        dealer.do(table, "PlaceWager", area=seat, bet="pair match", cents=1_000, player=f"patron-{seat}")
    house.act_due(dealer, table)
    assert board_line(supervisor, table)["matters"] == [], "what the dealer may do needs nobody else"
    dealer.do(table, "ReportMisplacedCard", area=2, card="Th")
    due = supervisor.view(table)["due"][0]
    assert due["rank_name"] == "game supervisor", "MM 9.8 leaves it to the game supervisor"
    (matter,) = board_line(supervisor, table)["matters"]
    assert (matter["act"], matter["says"], matter["under"]) == (due["command"]["type"], due["label"], due["under"])
    assert matter["yours"]
    assert not board_line(dealer, table)["matters"][0]["yours"]
    assert dealer.try_to(table, "OrderReconstruction").status_code == 409
    supervisor.do(table, "OrderReconstruction")
    assert board_line(supervisor, table)["matters"] == []


def test_the_board_says_what_each_table_waits_for_and_since_when(house: Served) -> None:
    table, ann, supervisor = house.new_table("mm-waits"), house.guest("Waiting Ann"), house.staff("supervisor")
    assert board_line(supervisor, table)["waiting"] is None
    ann.do(table, "Join", cents=20_000, seat=3)
    ann.do(table, "PlaceWager", area=3, bet="pair match", cents=1_000)
    line = board_line(supervisor, table)
    assert line["people"] == [{"name": ann.name, "seat": 3, "stack": 19_000}]
    assert line["staked"] == 1_000
    since = line["waiting"]["since"]
    at = supervisor.get("/api/find", table=table, limit=1)[0]["at"]
    assert since == at, "betting could be closed from the first wager on"
    ann.do(table, "PlaceWager", area=3, bet="suit match", cents=500)
    assert board_line(supervisor, table)["waiting"]["since"] == since, "another wager changes nothing about that"
    house.act_due(supervisor, table)
    seen = []
    for _ in range(2):  # the same act done and due again has stood since it was due again
        house.act_due(supervisor, table)
        seen.append(board_line(supervisor, table)["waiting"]["since"])
        assert seen[-1] == supervisor.get("/api/find", table=table, limit=1)[0]["at"]


def test_what_needs_the_viewer_comes_first_and_the_longest_wait_before_others(house: Served) -> None:
    quiet = house.new_table("mm-a-quiet")
    later, sooner = house.new_table("mm-b-later"), house.new_table("mm-c-sooner")
    dealer, supervisor = house.staff("dealer"), house.staff("supervisor")
    assert call(dealer, sooner).status_code == 200
    assert call(dealer, later).status_code == 200
    order = [each["id"] for each in supervisor.get("/api/pit")["tables"]]
    assert order.index(sooner) < order.index(later) < order.index(quiet)
    for table in (sooner, later):
        assert end_call(dealer, table).status_code == 200


def test_a_dispute_is_a_matter_for_whoever_rules_and_then_for_whoever_reviews(house: Served) -> None:
    table, ann = house.new_table("mm-disputed"), house.guest("Disputing Ann")
    supervisor, boss, inspector = house.staff("supervisor"), house.staff("pitboss"), house.staff("inspector")
    ann.do(table, "Join", cents=20_000, seat=1)
    ann.do(table, "RaiseDispute", about="my pair was not paid")
    (matter,) = board_line(boss, table)["matters"]
    assert matter["dispute"] == 1
    assert matter["desk"] == "disputes"
    assert "my pair was not paid" in matter["says"]
    assert matter["yours"]
    assert not board_line(inspector, table)["matters"][0]["yours"]
    assert board_line(supervisor, table)["matters"][0]["yours"] is (
        supervisor.try_to(table, "RuleOnDispute", dispute=1, ruling="as paid").status_code == 200
    ), "the board and the rules agree about who may rule"
    if board_line(boss, table)["matters"]:
        boss.do(table, "RuleOnDispute", dispute=1, ruling="as paid")
    assert board_line(boss, table)["matters"] == []
    ann.do(table, "AskForReview", dispute=1)
    (matter,) = board_line(inspector, table)["matters"]
    assert matter["yours"]
    assert not board_line(boss, table)["matters"][0]["yours"]
    inspector.do(table, "ReviewDispute", dispute=1, upheld=True, finding="paid as the book says")
    assert board_line(inspector, table)["matters"] == []


def test_a_failed_machine_is_a_matter_until_it_works_again(house: Served) -> None:
    table, dealer = house.new_table("mm-machine", device="machine"), house.staff("dealer")
    dealer.do(table, "ReportMachineFault", fault="malfunction")
    (matter,) = board_line(dealer, table)["matters"]
    assert matter["act"] == "RestoreMachine"
    dealer.do(table, "RestoreMachine")
    assert board_line(dealer, table)["matters"] == []


def test_the_feed_tells_each_change_of_the_board(house: Served) -> None:
    table, dealer, supervisor = house.new_table("mm-fed"), house.staff("dealer"), house.staff("supervisor")
    with watch_pit(supervisor) as socket:
        first = until(socket, table, lambda line: line["matters"] == [])
        assert first["now"] > 0
        assert call(dealer, table, "a chip was passed late").status_code == 200
        found = until(socket, table, lambda line: line["matters"])
        (matter,) = line_of(found["tables"], table)["matters"]
        assert matter["says"].endswith("calls for the game supervisor: a chip was passed late")
        assert matter["yours"]
        assert found["tables"][0]["id"] == table or found["tables"][0]["matters"]
        supervisor.http.post("/api/sign-out")
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(timeout=30)
    assert end_call(dealer, table).status_code == 200


def test_nothing_hidden_is_on_the_board(house: Served) -> None:
    """What it shows of a table are stages, people, chips and acts: no card, no shoe, no one's session or id."""
    table, ann = house.new_table("mm-hidden"), house.guest("Hidden Ann")
    ann.do(table, "Join", cents=20_000, seat=1)
    line = board_line(house.staff("dealer"), table)
    assert ann.id not in json.dumps(line)
    assert not {"hands", "cards", "shoe", "discards"} & line.keys()


def test_a_call_stands_until_someone_of_the_rank_comes(house: Served) -> None:
    table, dealer = house.new_table("mm-called"), house.staff("dealer")
    ann, supervisor, inspector = house.guest(), house.staff("supervisor"), house.staff("inspector")
    assert call(ann, table).status_code == 403
    assert call(inspector, table).status_code == 403
    assert call(house.stranger(), table).status_code == 401
    answer = call(dealer, table, "  short of ten-dollar chips ")
    assert [each["text"] for each in answer.json()["events"]][-1] == (
        "dealer calls for the game supervisor: short of ten-dollar chips."
    )
    shown = dealer.get(f"/api/tables/{table}")["call"]
    assert (shown["why"], shown["yours"]) == ("short of ten-dollar chips", False)
    assert supervisor.get(f"/api/tables/{table}")["call"]["yours"]
    assert ann.get(f"/api/tables/{table}")["call"] is None, "players hear nothing of it"
    assert call(dealer, table).status_code == 409
    assert end_call(ann, table).status_code == 403
    events = end_call(supervisor, table).json()["events"]
    assert events[-1]["event"]["came"] == "supervisor"
    assert dealer.get(f"/api/tables/{table}")["call"] is None
    assert end_call(supervisor, table).status_code == 409


def test_the_dealer_takes_a_call_back(house: Served) -> None:
    table, dealer = house.new_table("mm-taken-back"), house.staff("dealer")
    assert call(dealer, table).status_code == 200
    events = end_call(dealer, table).json()["events"]
    assert events[-1]["text"] == "The call is taken back."
    assert events[-1]["event"]["came"] is None


def test_a_call_is_for_the_lowest_rank_that_can_do_what_waits(house: Served) -> None:
    table, ann = house.new_table("mm-higher"), house.guest("Higher Ann")
    dealer, supervisor, boss = house.staff("dealer"), house.staff("supervisor"), house.staff("pitboss")
    ann.do(table, "Join", cents=20_000, seat=1)
    ann.do(table, "RaiseDispute", about="my wager was taken")
    needed = board_line(dealer, table)["matters"][0]["rank_name"]
    assert call(dealer, table).status_code == 200
    assert dealer.get(f"/api/tables/{table}")["call"]["rank_name"] == needed
    by_supervisor = supervisor.get(f"/api/tables/{table}")["call"]["yours"]
    assert boss.get(f"/api/tables/{table}")["call"]["yours"]
    assert end_call(boss if not by_supervisor else supervisor, table).json()["events"][-1]["event"]["came"]
