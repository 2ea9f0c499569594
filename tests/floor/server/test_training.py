"""The school over the wire: lessons, and practice tables that leave no trace on record."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.floor.opening import Opening
from croupier.floor.server.gate import class_of
from croupier.floor.server.limits import Class
from croupier.floor.tempo import FAST
from croupier.games import games
from tests.floor.server.serving import FREELY, GENEROUSLY, Person, Served, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose dealers and players do not dawdle."""
    with served(
        tmp_path_factory.mktemp("floor"), Opening(settings=FREELY, rules=GENEROUSLY, demo=False, tempo=FAST)
    ) as running:
        yield running


def practise(who: Person, game: str = "matchmaker", **more: Any) -> str:
    answer = who.http.post("/api/practice", json={"game": game, **more})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def give(who: Person, table: str, kind: str, **fields: Any) -> httpx.Response:
    body = {"id": str(uuid4()), "command": {"type": kind, **fields}}
    return who.http.post(f"/api/practice/{table}/commands", json=body)


def look(who: Person, table: str) -> Any:
    return who.get(f"/api/practice/{table}")["view"]


def watch(who: Person, table: str) -> ClientConnection:
    headers = {"cookie": f"croupier_session={who.http.cookies.get('croupier_session')}"}
    return connect(f"{who.address.replace('http:', 'ws:')}/api/practice/{table}/feed", additional_headers=headers)


def until(true: Callable[[], bool]) -> None:
    patience = time.monotonic() + 60
    while not true():
        assert time.monotonic() < patience, "it never came to that"
        time.sleep(0.1)


def test_every_game_is_taught(house: Served) -> None:
    courses = house.stranger().get("/api/training")
    assert [each["game"] for each in courses] == list(games())
    assert all(each["lessons"] > 100 for each in courses)


def test_a_lesson_of_the_library_is_open_to_everyone(house: Served) -> None:
    anyone = house.stranger()
    chapters = anyone.get("/api/training/matchmaker")["chapters"]
    first = chapters[0]["lessons"][0]
    lesson = anyone.get(f"/api/training/matchmaker/lessons/{first['id']}")
    assert lesson["title"] == first["title"]
    assert lesson["fault"] is None
    assert lesson["steps"][0]["view"]["game"] == "matchmaker"


@pytest.mark.parametrize(
    "path",
    [
        "no-such-game",
        "matchmaker/lessons/none",
        "matchmaker/lessons/..%2f..%2fx",
        "matchmaker/lessons/2.2.1-no-areas?number=9",
    ],
)
def test_what_is_not_taught_is_not_found(house: Served, path: str) -> None:
    assert house.stranger().http.get(f"/api/training/{path}").status_code == 404


def test_one_s_own_script_is_a_lesson_for_whoever_has_come_in(house: Served) -> None:
    script = {"text": "# Ann sits.\ntable matchmaker\nAnn sits at 1 with $50\nexpect seat 1 Ann\n"}
    assert house.stranger().http.post("/api/training/lessons", json=script).status_code == 401
    ann = house.guest()
    found = ann.http.post("/api/training/lessons", json=script).json()
    # the expectation may be none of the language's: then the trouble is told at its line
    if found["lessons"]:
        assert found["lessons"][0]["title"] == "Ann sits."
    else:
        assert found["line"] == 4
    wrong = ann.http.post("/api/training/lessons", json={"text": "# A.\ntable matchmaker\nAnn flies\n"}).json()
    assert wrong["lessons"] == [] and wrong["line"] == 3 and wrong["trouble"]
    long = ann.http.post("/api/training/lessons", json={"text": "#" * 30_000})
    assert long.status_code == 400


@pytest.mark.parametrize(
    ("method", "path", "wanted"),
    [
        ("GET", "/api/training/matchmaker/lessons/x", Class.HEAVY),
        ("POST", "/api/training/lessons", Class.HEAVY),
        ("GET", "/api/training/matchmaker", Class.READING),
        ("POST", "/api/practice", Class.PLAY),
        ("POST", "/api/practice/practice-1/commands", Class.PLAY),
        ("POST", "/api/practice/practice-1/foresee", Class.READING),
    ],
)
def test_the_school_is_limited_as_the_rest_is(method: str, path: str, wanted: Class) -> None:
    assert class_of(method, path) is wanted


@pytest.mark.parametrize("game", games())
def test_a_practice_round_leaves_nothing_on_record_and_the_wallet_alone(house: Served, game: str) -> None:
    ann = house.guest()
    house.new_table(f"mm-beside-{game}")
    position, wallet = house.store.head(), ann.get("/api/me")["wallet"]
    listed = [each["id"] for each in ann.get("/api/tables")]
    table = practise(ann, game)
    view = look(ann, table)
    seat = view["you"]["seat"]
    for bet in [*view["sign"]["limits"]][:1]:
        cents = view["sign"]["limits"][bet]["minimum"]
        placed = give(ann, table, "PlaceWager", area=seat, bet=bet, cents=cents)
        assert placed.status_code == 200, placed.text
    until(lambda: any(turn["player"] is None for turn in look(ann, table)["turns"]))  # those who play along come first
    ready = ann.http.post(f"/api/practice/{table}/ready", json={"id": str(uuid4())})
    assert ready.status_code == 200, ready.text
    begun = False
    for _ in range(600):
        view = look(ann, table)
        begun = begun or view["stage"] in ("choosing", "interim settlement", "settled")
        if begun and view["stage"] in ("settled", "betting"):
            break
        mine = [each for each in view["options"] if each["type"] in CHOICES]
        if mine and any(turn["player"] == ann.id for turn in view["turns"]):
            chosen = min(mine, key=lambda each: CHOICES.index(each["type"]))["examples"][0]
            give(ann, table, chosen.pop("type"), **chosen)
        time.sleep(0.05)
    assert begun
    assert [each["player"] for each in look(ann, table)["results"]] or view["stage"] == "settled"
    assert house.store.head() == position
    assert ann.get("/api/me")["wallet"] == wallet
    assert [each["id"] for each in ann.get("/api/tables")] == listed
    assert ann.http.get(f"/api/tables/{table}").status_code == 404
    assert ann.try_to(table, "Leave").status_code == 404
    inspector = house.staff("inspector")
    assert inspector.http.get(f"/api/tables/{table}/rounds").status_code == 404


CHOICES = [
    *("PlayHand", "PickUpHand", "DeclareHand", "DiscardCards", "GoOn", "Stand"),
    *("DeclineStraddle", "Check", "CallBet", "ShowHand"),
]


def test_it_is_its_learner_s_alone_and_shows_no_more_than_a_player_sees(house: Served) -> None:
    ann, bob, inspector = house.guest("Ann"), house.guest("Bob"), house.staff("inspector")
    table = practise(ann, "three-card-poker")
    for other in (bob, inspector, house.staff("operator")):
        assert other.http.get(f"/api/practice/{table}").status_code == 404
        assert give(other, table, "Leave").status_code == 404
        with watch(other, table) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=30)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
    assert house.stranger().http.get(f"/api/practice/{table}").status_code == 401
    assert look(ann, table)["house"] is None
    assert give(ann, table, "ShuffleCards").status_code == 409  # a player is no dealer here either


def test_staff_practise_as_players(house: Served) -> None:
    boss = house.staff("operator")
    table = practise(boss)
    assert look(boss, table)["you"]["name"]
    assert look(boss, table)["house"] is None


def test_a_practice_table_may_be_like_one_of_the_floor_s_and_goes_on_until_it_is_begun_anew(house: Served) -> None:
    ann = house.guest()
    limits = {bet: {"minimum": 2500, "maximum": 5000} for bet in ("pair match", "suit match", "miss match")}
    like = house.new_table("mm-like", open=False, areas=3, cards="real", limits=limits)
    table = practise(ann, like=like)
    view = look(ann, table)
    assert len(view["areas"]) == 3 and view["cards"]["source"] == "virtual"
    assert view["sign"]["limits"]["pair match"]["minimum"] == 2500
    assert practise(ann, like=like) == table
    assert practise(ann, like=like, anew=True) != table
    assert ann.http.post("/api/practice", json={"game": "double-chance", "like": like}).status_code == 400
    assert ann.http.post("/api/practice", json={"game": "matchmaker", "like": "none"}).status_code == 404
    assert ann.http.post("/api/practice", json={"game": "none"}).status_code == 404


def test_its_feed_is_that_of_any_table(house: Served) -> None:
    ann = house.guest()
    table = practise(ann)
    with watch(ann, table) as socket:
        hello = json.loads(socket.recv(timeout=30))
        assert hello["type"] == "hello" and hello["view"]["you"]["id"] == ann.id and hello["meter"] is None
        seat = hello["view"]["you"]["seat"]
        assert give(ann, table, "PlaceWager", area=seat, bet="pair match", cents=500).status_code == 200
        change = json.loads(socket.recv(timeout=30))
        assert change["type"] == "events"
        assert any("Pair Match" in each["text"] or "pair match" in each["text"] for each in change["events"])


def test_no_table_of_the_floor_has_the_id_of_a_practice_table(house: Served) -> None:
    body = {"id": "practice-1", "title": "A table", "game": "matchmaker"}
    assert house.staff("operator").http.post("/api/tables", json=body).status_code == 400


def test_practice_is_counted_nowhere(house: Served) -> None:
    ann = house.guest()
    table = practise(ann)
    before = house.stranger().http.get("/metrics").text
    give(ann, table, "PlaceWager", area=1, bet="pair match", cents=500)
    after = house.stranger().http.get("/metrics").text

    def commands(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.startswith("croupier_commands")]

    assert commands(before) and commands(before) == commands(after)
