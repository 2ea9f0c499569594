"""Meters and hidden hands over HTTP and WebSocket: who sees what, who may do what."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.floor.server.serving import Person, Served, Staffed, served

STAFF = ("dealer", "supervisor", "areamanager", "pitboss", "manager", "operator", "inspector")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("floor"), house=Staffed) as running:
        yield running


def new_table(house: Served, table: str, **terms: Any) -> str:
    body = {"id": table, "title": table, "game": "three-card-poker", "terms": terms}
    answer = house.staff("operator").http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    go_on(house.staff("supervisor"), table)
    return table


def go_on(supervisor: Person, table: str) -> None:
    """Do what is due for the house up to where someone else is to act, or bets may be placed."""
    while due := supervisor.view(table)["due"]:
        command = due[0]["command"]
        if (
            due[0]["person"]
            or due[0]["rank"] == "tg-assistant-casino-manager"
            or command["type"] == "AnnounceNoMoreBets"
        ):
            return
        supervisor.do(table, command.pop("type"), **command)


def ask_meter(who: Person, meter: str, kind: str, **fields: Any) -> httpx.Response:
    body = {"id": str(uuid4()), "command": {"type": kind, **fields}}
    return who.http.post(f"/api/meters/{meter}/commands", json=body)


def watch_meters(who: Person) -> ClientConnection:
    return connect(f"{who.address.replace('http:', 'ws:')}/api/meters/feed", compression=None)


def heard_until(socket: ClientConnection, holds: Any) -> list[str]:
    """The messages of a feed up to the first of which this holds."""
    texts = [str(socket.recv(timeout=30))]
    while not holds(json.loads(texts[-1])):
        texts.append(str(socket.recv(timeout=30)))
    return texts


def test_the_faces_of_a_hand_reach_its_player_and_nobody_else_by_any_way(house: Served) -> None:
    table = new_table(house, "hidden", jackpot_price=None)
    ann, bob, supervisor = house.guest("Ann"), house.guest("Bob"), house.staff("supervisor")
    for player, seat in ((ann, 1), (bob, 2)):
        player.do(table, "Join", seat=seat, cents=100_00)
        player.do(table, "PlaceWager", area=seat, bet="ante", cents=5_00)
    others = {"nobody": house.stranger(), "bob": bob} | {name: house.staff(name) for name in STAFF}
    start = ann.get(f"/api/tables/{table}")["position"]
    with ExitStack() as watching:
        sockets = {name: watching.enter_context(who.watch(table)) for name, who in others.items()}
        own = watching.enter_context(ann.watch(table))
        supervisor.do(table, "AnnounceNoMoreBets")
        go_on(supervisor, table)
        (seen,) = ann.do(table, "LookAtHand")["events"]
        faces = [f'"{card}"' for card in seen["event"]["cards"]]
        assert len(faces) == 3
        assert all(card.strip('"') in seen["text"] for card in faces)
        assert ann.view(table)["areas"][0]["hand"]["cards"] == seen["event"]["cards"]
        ann.do(table, "FoldHand", area=1)
        bob.do(table, "PlayHand", area=2)
        supervisor.do(table, "ShowDealerHand")
        go_on(supervisor, table)
        end = supervisor.get(f"/api/tables/{table}")["position"]
        mine = heard_until(own, lambda message: message.get("position", 0) >= end)
        told = {name: heard_until(socket, lambda m: m.get("position", 0) >= end) for name, socket in sockets.items()}
    assert any(all(face in text for face in faces) for text in mine)
    for name, who in others.items():
        told[name].append(json.dumps(who.view(table)))
        with who.watch(table, after=start) as late:
            told[name] += heard_until(late, lambda message: message["type"] == "hello")
        if name != "nobody":
            told[name].append(json.dumps(who.get(f"/api/tables/{table}/rounds/1")))
            told[name].append(json.dumps(who.get(f"/api/tables/{table}/mine")))
    for name in STAFF:
        told[name].append(json.dumps(others[name].get("/api/find", table=table, limit=500)))
        told[name].append(json.dumps(others[name].get("/api/find", kind="HandSeen")))
        for face in faces:
            by_face = others[name].get("/api/find", person=face.strip('"')) + others[name].get(
                "/api/find", clause=face.strip('"')
            )
            assert by_face == [], "a search for a face does not tell where it is hidden"
    for name in ("operator", "inspector"):
        for kind in ("jsonl", "csv"):
            told[name].append(others[name].http.get("/api/audit/export", params={"format": kind}).text)
    for name, texts in told.items():
        assert any("HandSeen" in text for text in texts), name
        for text in texts:
            plain = text.replace('""', '"').replace("\\", "")
            assert not any(face in plain for face in faces), name
            assert not any(re.search(rf" {face.strip(chr(34))}\b", plain) for face in faces), name

    export = others["inspector"].http.get("/api/audit/export", params={"table": table}).text.splitlines()
    records = [json.loads(line) for line in export]
    assert {record["kind"] for record in records if "_sd" in record.get("payload", ())} == {"three-card-poker/HandSeen"}
    assert all(face in json.dumps(ann.get(f"/api/tables/{table}/rounds/1")) for face in faces)


def test_a_jackpot_shows_as_pending_at_every_linked_table_until_the_right_rank_confirms_it(house: Served) -> None:
    one = new_table(house, "one", cards="real", jackpot_price=100, jackpot_option=2)
    two = new_table(house, "two", jackpot_price=100, jackpot_option=2)
    operator, manager, dealer = house.staff("operator"), house.staff("manager"), house.staff("dealer")
    supervisor, ann = house.staff("supervisor"), house.guest("Ann")
    opening = {"option": 2, "seed": 10_000, "price": 100, "tables": [one, two]}
    assert ask_meter(manager, "main", "OpenMeter", **opening).json()["refusal"]["reason"] == "RANK"
    assert ask_meter(operator, "main", "OpenMeter", **opening).status_code == 200
    (line,) = ann.get("/api/meters")
    assert (line["id"], line["value"], line["rounded"], line["open"]) == ("main", 10_000_00, 10_000_00, True)

    ann.do(one, "Join", seat=1, cents=100_00)
    ann.do(one, "PlaceWager", area=1, bet="ante", cents=5_00)
    ann.do(one, "PlaceWager", area=1, bet="jackpot", cents=1_00)
    with house.stranger().watch(two) as far, watch_meters(house.stranger()) as wall:
        supervisor.do(one, "AnnounceNoMoreBets")
        go_on(supervisor, one)
        # One wager of $1 adds 0.3102 dollars (TCP Table 2): $10,000.3102, at the table next door too.
        ticked = heard_until(far, lambda message: (message.get("meter") or {}).get("value_mites") == 10_000_310_200)
        assert json.loads(ticked[-1])["view"]["table"] == two
        dealer.do(one, "PlayHand", area=1, player=ann.id)
        dealer.do(one, "ShowDealerHand", cards=["2c", "4d", "7h"])
        dealer.do(one, "ShowJackpotCards", cards=["Js", "Ts"])
        dealer.do(one, "PayAntes")
        dealer.do(one, "SettleArea", area=1, cards=["As", "Ks", "Qs"])
        dealer.do(one, "RecordJackpotOutcome")
        for socket in (far, wall):
            message = json.loads(heard_until(socket, lambda message: _pending(message) == [one])[-1])
            meter = message["meter"] if "meter" in message else message["meters"][0]
            assert meter["pending"][0]["prizes"] == [[1, 10_001_00]]
            assert meter["pending"][0]["hands"] == [[1, "royal flush"]]
        assert _pending(ann.get(f"/api/tables/{one}")) == [one]

        body = {"table": one, "confirmed": True}
        assert house.stranger().http.post("/api/meters/main/confirm", json=body).status_code == 401
        for who in (
            ann,
            *(house.staff(name) for name in ("dealer", "supervisor", "areamanager", "pitboss", "inspector")),
        ):
            answer = who.http.post("/api/meters/main/confirm", json=body)
            assert (answer.status_code, answer.json()["refusal"]["reason"]) == (409, "RANK")
        before = ann.view(one)["you"]["stack"]
        answer = manager.http.post("/api/meters/main/confirm", json={**body, "id": "once"})
        assert answer.status_code == 200, answer.text
        assert manager.http.post("/api/meters/main/confirm", json={**body, "id": "once"}).json() == answer.json()
        assert ann.view(one)["you"]["stack"] == before + 10_001_00
        for socket in (far, wall):
            message = json.loads(heard_until(socket, lambda message: _pending(message) == [])[-1])
            meter = message["meter"] if "meter" in message else message["meters"][0]
            assert meter["value"] == 10_000_00
    sums = house.staff("inspector").get("/api/meters/main/reconciliation")
    assert (
        sums["contributed"] + sums["topped_up"] + sums["transferred"] == sums["paid"] + sums["displayed"] + sums["held"]
    )
    assert (sums["paid"], sums["difference"]) == (10_001_00 * 10_000, 0)
    assert ann.http.get("/api/meters/main/reconciliation").status_code == 403


def _pending(message: dict[str, Any]) -> list[str] | None:
    meters = message.get("meters") or [message.get("meter")]
    return None if meters[0] is None else [each["table"] for each in meters[0]["pending"]]


@pytest.mark.parametrize(
    ("meter", "command", "status"),
    [
        ("nowhere", {"type": "CloseMeter"}, 404),
        ("Not An Id", {"type": "OpenMeter", "option": 2, "seed": 10_000, "price": 200, "tables": ["one"]}, 400),
        ("new", {"type": "OpenMeter", "option": 2}, 400),
        ("new", {"type": "RegisterWagers", "table": "one", "wagers": 1}, 400),
        ("new", {"type": "OpenMeter", "option": 2, "seed": 1, "price": 200, "tables": ["one"]}, 409),
        ("new", {"type": "OpenMeter", "option": 2, "seed": 10_000, "price": 200, "tables": ["one"], "more": 1}, 400),
    ],
)
def test_a_meter_command_that_makes_no_sense_changes_nothing(
    house: Served, meter: str, command: dict[str, Any], status: int
) -> None:
    operator, head = house.staff("operator"), house.store.head()
    fields = {name: value for name, value in command.items() if name != "type"}
    assert ask_meter(operator, meter, command["type"], **fields).status_code == status
    streams = house.store.streams("meter")
    assert "meter:new" not in streams and "meter:Not An Id" not in streams
    assert head[0] <= house.store.head()[0]


def test_everyone_is_told_the_rank_they_hold_at_each_game(house: Served) -> None:
    assert house.staff("manager").get("/api/me")["ranks"] == {
        "matchmaker": "pit-boss",
        "double-chance": "casino-supervisor",
        "blackjack": "table-games-operations-manager",
        "three-card-poker": "tg-assistant-casino-manager",
        "crown-poker": "tg-assistant-casino-manager",
    }
    assert house.staff("supervisor").get("/api/me")["rank"] == "game-supervisor"


def test_the_house_s_own_at_a_table_lets_the_automatic_dealer_take_over(house: Served) -> None:
    table = new_table(house, "automatic", jackpot_price=None)
    guest = house.guest().http.post(f"/api/tables/{table}/automatic", json={"automatic": True})
    assert guest.status_code == 403
    answer = house.staff("supervisor").http.post(f"/api/tables/{table}/automatic", json={"automatic": True})
    assert answer.status_code == 200, answer.text
