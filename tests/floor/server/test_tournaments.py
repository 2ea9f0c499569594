"""Tournaments over HTTP: drafted, entered, played and declared; who sees what, and who may do what."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from tests.floor.server.evenings import (
    announced,
    conditions,
    desk,
    do,
    entered,
    mine,
    page,
    play_on,
    seated,
    try_draft,
    try_to,
)
from tests.floor.server.serving import Served, Staffed, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("floor"), house=Staffed) as running:
        yield running


def test_an_evening_from_the_draft_to_the_declared_result(house: Served) -> None:
    tables = [house.new_table(f"evening-{number}") for number in (1, 2)]
    announced(house, "evening")
    people = entered(house, "evening", "Ann", "Bob", "Cat", "Dan")
    wallets = {name: each.get("/api/me")["wallet"] for name, each in people.items()}
    seated(house, "evening", *tables)
    begun = page(house.stranger(), "evening")
    assert begun["line"]["stage"] == "session"
    assert [(each["seats"], each["hands"], each["of_hands"]) for each in begun["tables"]] == [(2, 0, 2), (2, 0, 2)]
    assert begun["average"] == 1000
    play_on(house, "evening", people)
    result = page(house.stranger(), "evening")
    assert result["line"]["stage"] == "over"
    ranks = [each["rank"] for each in result["standings"]]
    assert ranks[:3] == [1, 2, 3]
    assert ranks[3] in (3, 4), "the two who did not go on may have had equal banks"
    assert [each["prize"] for each in result["standings"][:2]] == [600_00, 300_00]
    first = next(each for each in people.values() if mine(each, "evening")["entry"]["place"] == 1)
    assert first.get("/api/me")["wallet"] == wallets[first.name] + 600_00
    assert not house.stranger().view(tables[0])["reserved"]


def test_names_that_may_not_be_used_are_known_to_the_house_and_their_owner_alone(house: Served) -> None:
    announced(house, "named")
    entered(house, "named", "Greta", promotion=True)
    hanna = entered(house, "named", "Hanna")["Hanna"]
    everyone = page(house.stranger(), "named")
    assert [each["name"] for each in everyone["standings"]] == ["Greta", "Entrant 2"]
    assert "Hanna" not in json.dumps(everyone)
    assert hanna.id not in json.dumps(everyone)
    assert mine(hanna, "named")["entry"]["name"] == "Hanna"
    house_s = desk(house.staff("dealer"), "named")["tournament"]
    assert [each["name"] for each in house_s["standings"]] == ["Greta", "Hanna"]


def test_the_seed_of_the_draws_is_told_to_nobody_before_the_result(house: Served) -> None:
    announced(house, "sealed")
    sealed = house.house.reception.floor.tournament("sealed").state.seed
    assert len(sealed) == 64
    told = [
        page(house.stranger(), "sealed"),
        desk(house.staff("operator"), "sealed"),
        desk(house.staff("inspector"), "sealed"),
        mine(house.guest(), "sealed"),
    ]
    assert not [each for each in told if sealed in json.dumps(each)]
    assert page(house.stranger(), "sealed")["draws"]["seed"] == ""
    assert len(page(house.stranger(), "sealed")["draws"]["commitment"]) == 64


def test_what_is_not_one_s_own_is_refused_with_its_clause(house: Served) -> None:
    operator, guest = house.staff("operator"), house.guest()
    refused = try_draft(guest, "rank", conditions())
    assert (refused.status_code, refused.json()["refusal"]["reason"]) == (409, "RANK")
    assert guest.http.get("/api/tournaments/rank").status_code == 404
    assert try_draft(operator, "rank", conditions()).status_code == 200
    approving = try_to(operator, "rank", "ApproveConditions", text=page(guest, "rank")["text"])
    assert approving.status_code == 409
    assert approving.json()["refusal"]["under"] == ["MM 10.1.3"]
    assert approving.json()["refusal"]["facts"] == {"needs": "regulator", "holds": "casino-operator"}
    assert try_to(house.stranger(), "rank", "OpenEntries").status_code == 401
    assert guest.http.get("/api/tournaments/rank/desk").status_code == 403


def test_a_draft_against_a_rule_is_refused_with_it_and_one_that_cannot_be_read_says_where(house: Served) -> None:
    operator = house.staff("operator")
    against = try_draft(operator, "wrong", conditions(least=9, most=8))
    assert against.status_code == 409
    assert "MM 10.2.1(h)" in against.json()["refusal"]["under"]
    unread = try_draft(operator, "wrong", conditions().replace("start = 1000", "start = -1"))
    assert (unread.status_code, "bank.start" in unread.json()["error"]) == (400, True)
    assert try_draft(operator, "Not An Id", conditions()).status_code == 400


def test_a_command_sent_again_is_done_once_and_a_strange_one_is_malformed(house: Served) -> None:
    announced(house, "again")
    guest, text = house.guest(), page(house.stranger(), "again")["text"]
    first, second = [try_to(guest, "again", "Enter", id="one", text=text) for _ in range(2)]
    assert (first.status_code, first.json()["position"]) == (200, second.json()["position"])
    assert page(guest, "again")["line"]["entered"] == 1
    for kind in ("ReportHand", "DraftConditions", "PlaceWager"):
        assert try_to(guest, "again", kind, table="x", stacks={}).status_code == 400
    assert try_to(guest, "again", "Enter", id="two", text=text, seat=4).status_code == 400
    assert try_to(guest, "nowhere", "Enter", text=text).status_code == 404


def test_the_desk_says_what_is_due_whose_it_is_and_what_is_open(house: Served) -> None:
    operator = house.staff("operator")
    assert try_draft(operator, "due", conditions()).status_code == 200
    assert [(each["type"], each["rank_name"]) for each in desk(operator, "due")["due"]] == [
        ("ApproveConditions", "regulator"),
        ("AppointDirector", "casino operator"),
        ("OpenEntries", "casino operator"),
    ]
    assert [(each["yours"], each["whole"]) for each in desk(operator, "due")["due"]] == [
        (False, True),
        (True, False),
        (True, True),
    ]
    open_now = {each["type"] for each in desk(operator, "due")["forms"] if each["open"]}
    assert {"AppointDirector", "OpenEntries", "CallOff"} <= open_now
    assert not {"ApproveConditions", "CloseEntries", "DrawSeats"} & open_now
    assert [each["type"] for each in mine(house.guest(), "due")["forms"]] == ["Enter"]
    assert not mine(house.guest(), "due")["forms"][0]["open"]


def test_entrants_are_offered_what_they_may_do_for_themselves(house: Served) -> None:
    announced(house, "own")
    guest = house.guest()
    (form,) = mine(guest, "own")["forms"]
    assert (form["type"], form["open"], form["fixed"]) == ("Enter", True, {"text": page(guest, "own")["text"]})
    assert [each["name"] for each in form["fields"]] == ["promotion"]
    do(guest, "own", "Enter", **form["fixed"], promotion=True)
    found = mine(guest, "own")
    assert found["entry"]["number"] == 1
    assert {each["type"] for each in found["forms"]} == {"Withdraw", "NominateSubstitute", "RaiseObjection"}
    (withdraw,) = [each for each in found["forms"] if each["type"] == "Withdraw"]
    assert withdraw["fixed"] == {"entrant": 1}


def test_a_change_is_told_on_the_feed_of_the_list(house: Served) -> None:
    announced(house, "fed")

    def versions(text: str) -> dict[str, int]:
        return {each["id"]: each["version"] for each in json.loads(text).get("tournaments", ())}

    with connect(f"{house.address.replace('http:', 'ws:')}/api/tournaments/feed", compression=None) as socket:
        before = versions(str(socket.recv(timeout=30)))["fed"]
        entered(house, "fed", "Ida")
        after = versions(str(socket.recv(timeout=30)))["fed"]
    assert after == before + 1


def test_the_conditions_are_a_page_to_print(house: Served) -> None:
    announced(house, "sheet")
    sheet = house.stranger().http.get("/api/tournaments/sheet/conditions")
    assert sheet.headers["content-type"].startswith("text/html")
    assert page(house.stranger(), "sheet")["text"] in sheet.text
    assert "script" not in sheet.text
    begin = house.stranger().get("/api/tournament-drafts/matchmaker")["text"]
    assert 'book = "matchmaker"' in begin
    assert house.stranger().http.get("/api/tournament-drafts/double-chance").status_code == 404
