"""The record asked over the wire: rounds, steps, one's own rounds, searches, proof and export."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from croupier.floor.seal.tree import root
from tests.floor.server.serving import Person, Served

TABLE = "mm-record"


@pytest.fixture(scope="module")
def players(house: Served) -> dict[str, Person]:
    """Ann and Bob play two rounds with cards that the dealer enters; a third is void, a fourth under way."""
    house.new_table(TABLE, cards="real")
    ann, bob, dealer = house.guest("Ann"), house.guest("Bob"), house.staff("dealer")
    ann.do(TABLE, "Join", cents=50_000, seat=1)
    bob.do(TABLE, "Join", cents=50_000, seat=2)

    def place(who: Person, area: int, bet: str, cents: int) -> None:
        who.do(TABLE, "PlaceWager", area=area, bet=bet, cents=cents)

    def deal(*cards: str) -> None:
        dealer.do(TABLE, "AnnounceNoMoreBets")
        for card in cards:
            dealer.do(TABLE, "DealCard", card=card)

    place(ann, 1, "pair match", 1000)
    place(bob, 2, "miss match", 2000)
    deal("Th", "2c", "Th", "3c")  # a suited pair for Ann, two clubs for Bob
    house.play_out(TABLE)
    place(ann, 1, "suit match", 500)
    deal("4h", "9h")
    house.play_out(TABLE)
    place(bob, 2, "pair match", 700)
    deal("5s")
    house.staff("pitboss").do(TABLE, "InvalidateRound", fraud=False, why="the lights went out")
    place(ann, 1, "miss match", 900)
    return {"ann": ann, "bob": bob}


def test_the_rounds_are_listed_newest_first_with_their_money(house: Served, players: dict[str, Person]) -> None:
    ann, bob = players["ann"].id, players["bob"].id
    rounds = house.stranger().get(f"/api/tables/{TABLE}/rounds")
    found = [(each["round"], each["outcome"], each["staked"], each["paid"], each["players"]) for each in rounds]
    assert found == [
        (4, "open", 900, 0, [ann]),
        (3, "void", 700, 0, [bob]),
        (2, "settled", 500, 1000, [ann]),  # 2 to 1
        (1, "settled", 3000, 11_000, sorted([ann, bob])),  # 11 to 1 on the pair; two clubs lose Miss Match
    ]
    assert rounds[0]["ended"] is None
    assert all(older["last"] < newer["first"] for newer, older in pairwise(rounds))
    earlier = house.stranger().get(f"/api/tables/{TABLE}/rounds", before=3, limit=1)
    assert [each["round"] for each in earlier] == [2]
    assert house.stranger().get(f"/api/tables/{TABLE}/rounds", before=1) == []


def test_a_round_is_replayed_step_by_step_with_clauses_and_the_table_after_each(
    house: Served, players: dict[str, Person]
) -> None:
    replay = house.staff("inspector").get(f"/api/tables/{TABLE}/rounds/2")
    steps = replay["steps"]
    assert replay["round"] == 2
    assert [step["kind"] for step in steps] == [
        "wagers/WagerPlaced",
        "rounds/BetsClosed",
        "matchmaker/CardDealt",
        "matchmaker/CardDealt",
        "matchmaker/LosersCleared",
        "matchmaker/AreaPaid",
        "rounds/RoundClosed",
    ]
    assert [step["view"]["areas"][0]["cards"] for step in steps] == [
        [],
        [],
        ["4h"],
        ["4h", "9h"],
        *[["4h", "9h"]] * 2,
        [],
    ]
    stacks = [next(each["stack"] for each in step["view"]["people"] if each["name"] == "Ann") for step in steps]
    # $500 brought, $110 won in round 1; then $5 staked, which comes back with $10.
    assert stacks == [60_500] * 5 + [62_000] * 2
    paid = steps[5]
    assert {clause["id"] for clause in paid["clauses"]} == set(paid["under"])
    assert all(clause["asks"] for clause in paid["clauses"])
    assert steps[0]["view"]["house"] is not None


def test_an_undecided_round_can_be_looked_at_too(house: Served, players: dict[str, Person]) -> None:
    steps = house.staff("inspector").get(f"/api/tables/{TABLE}/rounds/4")["steps"]
    assert [step["kind"] for step in steps] == ["wagers/WagerPlaced"]


def test_players_may_replay_what_they_played_as_they_saw_it_and_nothing_else(
    house: Served, players: dict[str, Person]
) -> None:
    steps = players["ann"].get(f"/api/tables/{TABLE}/rounds/2")["steps"]
    assert all(step["view"]["house"] is None for step in steps)
    assert steps[0]["view"]["you"]["name"] == "Ann"
    brief = players["ann"].get(f"/api/tables/{TABLE}/rounds/2", views=False)["steps"]
    assert brief == [{**step, "view": None} for step in steps]
    assert players["bob"].http.get(f"/api/tables/{TABLE}/rounds/2").status_code == 403
    assert house.stranger().http.get(f"/api/tables/{TABLE}/rounds/2").status_code == 401
    for number in ("5", "0", "99999999999999999999"):
        assert house.staff("inspector").http.get(f"/api/tables/{TABLE}/rounds/{number}").status_code == 404


def test_a_player_is_told_why_each_wager_ended_as_it_did(players: dict[str, Person]) -> None:
    rounds = players["ann"].get(f"/api/tables/{TABLE}/mine")
    assert [(each["round"], each["outcome"]) for each in rounds] == [(4, "open"), (2, "settled"), (1, "settled")]
    suited, pair = rounds[1]["settled"][0], rounds[2]["settled"][0]
    assert (suited["bet"], suited["odds"], suited["stake"], suited["paid"]) == ("suit match", "2 to 1", 500, 1000)
    assert (pair["bet"], pair["odds"], pair["stake"], pair["paid"]) == ("pair match", "11 to 1", 1000, 11_000)
    assert "MM 8.1:Pair Match" in [clause["id"] for clause in rounds[2]["clauses"]]
    void = players["bob"].get(f"/api/tables/{TABLE}/mine")[0]
    assert (void["round"], void["outcome"], void["settled"]) == (3, "void", [])
    assert void["clauses"]


def test_events_are_found_by_kind_clause_person_time_and_position(house: Served, players: dict[str, Person]) -> None:
    inspector, ann = house.staff("inspector"), players["ann"]
    voided = inspector.get("/api/find", table=TABLE, kind="RoundVoided")
    assert [line["event"]["why"] for line in voided] == ["the lights went out"]
    assert voided[0]["table"] == TABLE
    assert voided == inspector.get("/api/find", table=TABLE, kind=voided[0]["kind"]), "its whole kind finds it too"
    by_clause = inspector.get("/api/find", table=TABLE, clause="MM 8.1:Pair Match")
    assert [line["kind"] for line in by_clause] == ["matchmaker/AreaPaid"]
    joined = inspector.get("/api/find", table=TABLE, person=ann.id, kind="PlayerJoined")
    assert joined == inspector.get("/api/find", table=TABLE, person="ann", kind="PlayerJoined")
    assert len(joined) == 1
    since = inspector.get("/api/find", table=TABLE, **{"from": voided[0]["at"]}, limit=500)
    assert voided[0] in since
    assert all(line["at"] >= voided[0]["at"] for line in since)
    until = inspector.get("/api/find", table=TABLE, to=voided[0]["at"] - 1, limit=500)
    assert voided[0] not in until and until
    page = inspector.get("/api/find", before=voided[0]["position"], limit=3)
    assert len(page) == 3
    assert all(line["position"] < voided[0]["position"] for line in page)
    assert inspector.get("/api/find", clause="MM 8.1:Pair", table=TABLE) == []


def test_only_the_house_and_the_inspector_may_search(house: Served, players: dict[str, Person]) -> None:
    assert house.stranger().http.get("/api/find").status_code == 401
    assert players["ann"].http.get("/api/find").status_code == 403
    assert house.staff("dealer").http.get("/api/find", params={"limit": 1}).status_code == 200
    for query in ({"limit": 0}, {"limit": 501}, {"limit": "many"}, {"before": -1}, {"from": "noon"}):
        assert house.staff("dealer").http.get("/api/find", params=query).status_code == 400


def test_the_chain_is_proved_for_those_who_may_ask(house: Served, players: dict[str, Person]) -> None:
    proof = house.staff("supervisor").get("/api/audit/verify")
    (noted,) = [each for each in house.store.stream("journal") if each.kind == "journal/RecordVerified"]
    assert noted.actor == "supervisor"
    head = noted.position - 1
    digest = root([event.digest for event in house.store.read(limit=head)]).hex()
    whole = {"ok": True, "position": head, "events": head, "digest": digest, "reason": None}
    assert proof == {**whole, "sealed": 0, "since": 0}
    assert house.staff("dealer").http.get("/api/audit/verify").status_code == 403
    assert players["ann"].http.get("/api/audit/verify").status_code == 403


def test_the_record_is_handed_out_as_lines_and_as_a_table(house: Served, players: dict[str, Person]) -> None:
    inspector = house.staff("inspector")
    answer = inspector.http.get("/api/audit/export", params={"table": TABLE})
    rows: list[dict[str, Any]] = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.headers["content-disposition"] == f'attachment; filename="croupier-{TABLE}.jsonl"'
    assert [row["version"] for row in rows] == list(range(1, house.house.reception.floor.table(TABLE).version + 1))
    table = inspector.http.get("/api/audit/export", params={"format": "csv"})
    rows = [*csv.DictReader(io.StringIO(table.text))]
    assert [int(row["position"]) for row in rows] == list(range(1, len(rows) + 1))
    handed = [each for each in house.store.stream("journal") if each.kind == "journal/RecordExported"]
    assert [each.actor for each in handed] == ["inspector", "inspector"]
    assert len(rows) >= handed[-1].position - 1
    assert house.staff("supervisor").http.get("/api/audit/export").status_code == 403
    assert inspector.http.get("/api/audit/export", params={"format": "xml"}).status_code == 400
    assert inspector.http.get("/api/audit/export", params={"table": "nowhere"}).status_code == 404


def test_the_rounds_of_all_tables_are_listed_and_found_by_their_number(
    house: Served, players: dict[str, Person]
) -> None:
    house.new_table("mm-beside")
    ann, supervisor = players["ann"], house.staff("supervisor")
    ann.do("mm-beside", "Join", cents=5_000, seat=1)
    ann.do("mm-beside", "PlaceWager", area=1, bet="pair match", cents=500)
    house.play_out("mm-beside")
    everywhere = supervisor.get("/api/rounds")
    here = [(each["table"], each["round"]) for each in everywhere if each["table"] in (TABLE, "mm-beside")]
    assert here == [("mm-beside", 1), (TABLE, 3), (TABLE, 2), (TABLE, 1)]
    assert [each["last"] for each in everywhere] == sorted((each["last"] for each in everywhere), reverse=True)
    assert {**everywhere[1], "table": TABLE} in [
        {**each, "table": TABLE} for each in supervisor.get(f"/api/tables/{TABLE}/rounds")
    ]
    first = supervisor.get("/api/rounds", number=1)
    assert {each["table"] for each in first if each["round"] == 1} >= {TABLE, "mm-beside"}
    assert supervisor.get("/api/rounds", number=10**15) == []
    pages, before = list[Any](), None
    while page := supervisor.get("/api/rounds", limit=2, **({} if before is None else {"before": before})):
        pages, before = [*pages, *page], page[-1]["last"]
    assert pages == everywhere
    assert house.stranger().http.get("/api/rounds").status_code == 401
    assert ann.http.get("/api/rounds").status_code == 403


def test_evidence_is_handed_to_those_who_rule_and_that_is_on_record(house: Served, players: dict[str, Person]) -> None:
    supervisor = house.staff("supervisor")
    answer = supervisor.http.get(f"/api/tables/{TABLE}/rounds/1/evidence", timeout=60)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-disposition"] == f'inline; filename="{TABLE}-round-1.html"'
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    for said in ("Ann bets $10 on pair match at 1", "won at 11 to 1", "10♥", "No checkpoint covers"):
        assert said in answer.text, said
    rounds = supervisor.get(f"/api/tables/{TABLE}/rounds")
    ended = {each["round"]: each["ended"] for each in rounds if each["ended"]}
    days = {number: datetime.fromtimestamp(at / 1000).date().isoformat() for number, at in ended.items()}
    day = days[1]  # midnight may lie between it and the others
    of_day = house.staff("inspector").http.get(f"/api/tables/{TABLE}/days/{day}/evidence", timeout=60)
    assert of_day.status_code == 200, of_day.text
    told = [number for number in range(1, 6) if f'id="round-{number}"' in of_day.text]
    assert ended.keys() == {1, 2, 3} and told == [number for number in (1, 2, 3) if days[number] == day]
    handed = [each for each in house.store.stream("journal") if each.kind == "journal/RecordExported"]
    assert [(each.actor, json.loads(each.payload)["form"]) for each in handed][-2:] == [
        ("supervisor", "evidence"),
        ("inspector", "evidence"),
    ]
    for path in ("rounds/1", f"days/{day}"):
        assert house.stranger().http.get(f"/api/tables/{TABLE}/{path}/evidence").status_code == 401
        assert players["ann"].http.get(f"/api/tables/{TABLE}/{path}/evidence").status_code == 403
        assert house.staff("dealer").http.get(f"/api/tables/{TABLE}/{path}/evidence").status_code == 403
    for path, status in {"rounds/99": 404, "days/today": 400, "days/1999-01-01": 404}.items():
        assert supervisor.http.get(f"/api/tables/{TABLE}/{path}/evidence").status_code == status
