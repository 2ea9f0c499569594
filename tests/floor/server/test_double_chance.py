"""Double Chance over HTTP and WebSocket: a table with its terms, whole rounds, and who is told which faces."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection

from croupier.floor.acts.live_table import LiveTable
from croupier.games import game
from tests.floor.server.serving import Person, Served, Staffed, served

STAFF = ("dealer", "supervisor", "areamanager", "pitboss", "manager", "operator", "inspector")
SCHEDULE = {
    "royal flush": 900,
    "straight flush": 800,
    "four of a kind": 700,
    "full house": 600,
    "flush": 500,
    "straight": 400,
    "dead hand": 300,
}
JACKPOT = {"price": 100, "schedule": SCHEDULE}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("floor"), house=Staffed) as running:
        yield running


def new_table(house: Served, table: str, **terms: Any) -> str:
    body = {"id": table, "title": table, "game": "double-chance", "terms": terms}
    answer = house.staff("operator").http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    go_on(house, table)
    return table


def go_on(house: Served, table: str) -> None:
    """Do what is due for the house up to where a player is to act, or bets may be placed."""
    dealer = house.staff("dealer")
    while due := dealer.view(table)["due"]:
        if due[0]["person"] or due[0]["command"]["type"] == "AnnounceNoMoreBets":
            return
        house.act_due(dealer, table)


def sit(house: Served, table: str, player: Person, seat: int, jackpot: bool = False) -> None:
    player.do(table, "Join", seat=seat, cents=100_00)
    go_on(house, table)
    player.do(table, "PlaceWager", area=seat, bet="wager", cents=5_00)
    if jackpot:
        player.do(table, "PlaceWager", area=seat, bet="jackpot", cents=1_00)


def deal(house: Served, table: str) -> None:
    house.staff("dealer").do(table, "AnnounceNoMoreBets")
    go_on(house, table)


def _hides(kind: str | None, event: Any, player: Person) -> bool:
    return kind in HIDES and event["player"] == player.id


def _turns_up(step: dict[str, Any], area: int) -> bool:
    return bool(step["kind"] == "double-chance/HandTurnedUp" and step["event"]["area"] == area)


def plays(player: Person, table: str) -> None:
    """A player who declares whatever comes, and discards two cards if that does not comply."""
    (picked_up,) = player.do(table, "PickUpHand")["events"]
    if len(player.do(table, "DeclareHand")["events"]) > 1:
        player.do(table, "DiscardCards", cards=picked_up["event"]["cards"][:2])


def pick_up_what_does_not_comply(house: Served, table: str, player: Person, other: Person) -> tuple[str, ...]:
    """Rounds are dealt until this player's hand is one that is not declared; its faces."""
    while True:
        deal(house, table)
        (picked_up,) = player.do(table, "PickUpHand")["events"]
        cards = tuple(picked_up["event"]["cards"])
        area = next(each for each in player.view(table)["areas"] if each["player"] == player.id)
        assert tuple(area["hand"]["cards"]) == cards and len(cards) == 5
        if area["hand"]["name"] is None:
            return cards
        player.do(table, "DeclareHand")
        plays(other, table)
        go_on(house, table)
        for who, seat in ((player, 1), (other, 2)):
            who.do(table, "PlaceWager", area=seat, bet="wager", cents=5_00)


def heard_until(socket: ClientConnection, holds: Any) -> list[str]:
    """The messages of a feed up to the first of which this holds."""
    texts = [str(socket.recv(timeout=30))]
    while not holds(json.loads(texts[-1])):
        texts.append(str(socket.recv(timeout=30)))
    return texts


def test_a_table_is_put_on_the_floor_with_its_jackpot_and_its_maximum_payout(house: Served) -> None:
    terms = {"limits": {"wager": {"minimum": 1000, "maximum": 20_000}}, "maximum_payout": 5_000_00, "jackpot": JACKPOT}
    table = new_table(house, "dc-terms", **terms)
    sign = house.stranger().view(table)["sign"]
    assert sign["jackpot"] == JACKPOT
    assert sign["maximum_payout"] == 5_000_00
    assert sign["pays"]["declared"]["royal flush"] == "200 to 1"
    assert sign["pays"]["jackpot"]["dead hand"] == "300 to 1"
    line = next(each for each in house.stranger().get("/api/tables") if each["id"] == table)
    assert (line["game"], line["decks"], line["stage"], line["stage_name"]) == (
        "double-chance",
        1,
        "betting",
        "place your bets",
    )
    assert {bet: limits["minimum"] for bet, limits in line["limits"].items()} == {"wager": 1000, "jackpot": 100}


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"jackpot": {"price": 100, "schedule": {"flush": 5}}}, "DC 10.3"),
        ({"jackpot": {"price": 0, "schedule": SCHEDULE}}, "DC 10.2"),
        ({"areas": 9}, "eight hands"),
        ({"device": "machine"}, "DC 2.3.1"),
        ({"maximum_payout": 50}, "DC 9.2"),
        ({"seats": 8}, "no such terms: seats"),
    ],
)
def test_terms_that_the_book_forbids_are_turned_away_with_the_clause(
    house: Served, terms: dict[str, Any], why: str
) -> None:
    body = {"id": "dc-forbidden", "title": "No", "game": "double-chance", "terms": terms}
    answer = house.staff("operator").http.post("/api/tables", json=body)
    assert answer.status_code == 400
    assert why in answer.text


def test_the_lobby_lists_tables_game_by_game(house: Served) -> None:
    for table, name in (("a-poker", "three-card-poker"), ("a-chance", "double-chance"), ("b-match", "matchmaker")):
        body = {"id": table, "title": table, "game": name}
        assert house.staff("operator").http.post("/api/tables", json=body).status_code == 201
    listed = [each["id"] for each in house.stranger().get("/api/tables")]
    assert listed.index("b-match") < listed.index("a-chance") < listed.index("a-poker")


def disclosed_to_its_player_alone(
    records: list[dict[str, Any]], cards: tuple[str, ...], ann: Person, others: dict[str, Person]
) -> None:
    """The sealed faces of an event are shown to whom they belong, with the salt that proves them."""
    # The last one: hands before it may have been ones of rule 11.
    seen = next(record for record in reversed(records) if record["kind"].endswith("HandPickedUp"))
    path = f"/api/audit/disclosures/{seen['position']}"
    ((shown,),) = [each["disclosures"] for each in ann.get(path)]
    assert set(json.loads(urlsafe_b64decode(shown + "=" * (-len(shown) % 4)))[2]) == set(cards)
    assert urlsafe_b64encode(sha256(shown.encode()).digest()).rstrip(b"=").decode() in seen["payload"]["_sd"]
    assert {name: who.http.get(path).status_code for name, who in others.items()} == {
        name: 401 if name == "nobody" else 404 for name in others
    }


def test_faces_picked_up_and_discarded_reach_their_player_and_nobody_else_by_any_way(house: Served) -> None:
    table = new_table(house, "dc-hidden", jackpot=JACKPOT)
    ann, bob, dealer = house.guest("Ann"), house.guest("Bob"), house.staff("dealer")
    sit(house, table, ann, 1, jackpot=True)
    sit(house, table, bob, 2)
    others = {"nobody": house.stranger(), "bob": bob} | {name: house.staff(name) for name in STAFF}
    start = ann.get(f"/api/tables/{table}")["position"]
    with ExitStack() as watching:
        sockets = {name: watching.enter_context(who.watch(table)) for name, who in others.items()}
        own = watching.enter_context(ann.watch(table))
        cards = pick_up_what_does_not_comply(house, table, ann, bob)
        number = ann.view(table)["round"]
        hidden = {who: json.dumps(person.view(table)) for who, person in others.items()}
        assert not any(f'"{card}"' in view for view in hidden.values() for card in cards)
        gone, kept = cards[:3], cards[3:]
        assert [tuple(each["event"]["cards"]) for each in ann.do(table, "DiscardCards", cards=gone)["events"]] == [gone]
        plays(bob, table)
        go_on(house, table)
        end = dealer.get(f"/api/tables/{table}")["position"]
        mine = heard_until(own, lambda message: message.get("position", 0) >= end)
        told = {name: heard_until(socket, lambda m: m.get("position", 0) >= end) for name, socket in sockets.items()}
    assert any(all(f'"{card}"' in text for card in cards) for text in mine)

    rounds = f"/api/tables/{table}/rounds/{number}"
    for name, who in others.items():
        told[name].append(json.dumps(who.view(table)))
        with who.watch(table, after=start) as late:
            told[name] += heard_until(late, lambda message: message["type"] == "hello")
        if name != "nobody":
            told[name].append(json.dumps(who.get(rounds)))
            told[name].append(json.dumps(who.get(f"/api/tables/{table}/mine")))
    for name in STAFF:
        for kind in (*HIDES, "HandPickedUp", "CardsDiscarded"):
            told[name].append(json.dumps(others[name].get("/api/find", table=table, kind=kind)))
        for face in gone:
            events = others[name].get("/api/find", table=table, person=face)
            assert not {each["kind"] for each in events} & HIDES
    for name, texts in told.items():
        assert any("CardsDiscarded" in text for text in texts), name
        for message in map(json.loads, texts):
            for line in (each for each in lines_of(message) if _hides(each["kind"], each["event"], ann)):
                assert line["event"]["cards"] == [], name
                assert ":" not in line["text"], name
            view = message.get("view") if isinstance(message, dict) else None
            if view is not None and view["round"] == number:
                assert not set(faces_in(view)) & set(gone), name
    for name in ("operator", "inspector"):
        export = others[name].http.get("/api/audit/export", params={"table": table}).text.splitlines()
        redacted = [each for each in map(json.loads, export) if _hides(each.get("kind"), each.get("payload"), ann)]
        assert all(record["payload"]["_sd"] and "cards" not in record["payload"] for record in redacted)
        assert {record["kind"] for record in redacted} == HIDES
    disclosed_to_its_player_alone(redacted, cards, ann, others)

    for name, who in others.items():
        if name != "nobody":
            steps = who.get(rounds)["steps"]
            up = next(step for step in steps if _turns_up(step, 1))
            assert tuple(up["event"]["cards"]) == kept
            seen = {card for step in steps for card in faces_in(step["view"])}
            assert not seen & set(gone), name
    seen = {card for step in ann.get(rounds)["steps"] for card in faces_in(step["view"])}
    assert set(cards) <= seen


HIDES = {"double-chance/HandPickedUp", "double-chance/CardsDiscarded"}


def lines_of(message: Any) -> Iterator[dict[str, Any]]:
    """Every line of the record in an answer or a message."""
    if isinstance(message, list):
        for each in message:
            yield from lines_of(each)
    elif isinstance(message, dict):
        if {"kind", "text", "event"} <= message.keys():
            yield message
        for key in ("events", "steps"):
            yield from lines_of(message.get(key))


def faces_in(view: dict[str, Any]) -> Iterator[str]:
    for area in view["areas"]:
        yield from (card for place in ("hand", "discards") for card in area[place]["cards"] if card)
        if area["sixth"] and area["sixth"]["card"]:
            yield area["sixth"]["card"]


def test_a_real_table_is_played_with_the_dealer_entering_the_cards(house: Served) -> None:
    table = new_table(house, "dc-real", cards="real", jackpot=JACKPOT)
    ann, bob, dealer = house.guest("Ann"), house.guest("Bob"), house.staff("dealer")
    sit(house, table, ann, 1, jackpot=True)
    sit(house, table, bob, 2, jackpot=True)
    deal(house, table)
    dealer.do(table, "DeclareHand", player=ann.id)
    dealer.do(table, "DiscardCards", player=bob.id, number=4)
    dealer.do(table, "TurnUpHand", area=2, cards=["Ad"])
    turned = dealer.do(table, "TurnUpHand", area=1, cards=["2s", "3s", "4s", "5s", "2h"])
    assert turned["events"][0]["text"] == "Area 1 shows 2s 3s 4s 5s 2h, dead hand."
    dealer.do(table, "DealSixthCard")
    dealer.do(table, "TurnSixthCard", area=2, card="Kd")
    # A dead hand pays 1 to 1, and the schedule 300 to 1 on $1; the king is below Bob's ace, his Jackpot wager is lost.
    stacks = {person["id"]: person["stack"] for person in dealer.view(table)["people"]}
    assert stacks == {ann.id: 100_00 + 5_00 + 300_00, bob.id: 100_00 - 1_00 + 5_00}
    go_on(house, table)
    (mine,) = ann.get(f"/api/tables/{table}/mine")
    assert {"DC 9.1:Dead Hand", "DC 10.4.7", "ruling 23"} <= {clause["id"] for clause in mine["clauses"]}


def test_hands_are_the_players_own_and_the_house_neither_plays_nor_voids_them(house: Served) -> None:
    table = new_table(house, "dc-own")
    ann, bob, dealer = house.guest("Ann"), house.guest("Bob"), house.staff("dealer")
    sit(house, table, ann, 1)
    sit(house, table, bob, 2)
    deal(house, table)
    for who, fields in ((dealer, {"player": ann.id}), (bob, {"player": ann.id})):
        answer = who.try_to(table, "PickUpHand", **fields)
        assert answer.status_code == 409
    assert ann.try_to(table, "DeclareHand").json()["refusal"]["under"] == ["DC 8.1"]
    ann.do(table, "PickUpHand")
    for act, fields in (
        ("DiscardCards", {"player": ann.id, "number": 2}),
        ("DeclareHand", {"player": ann.id}),
        ("DeclareAbsent", {"area": 1}),
        ("DeclareAbsent", {"area": 2}),
        ("RunOutOfTime", {"player": ann.id}),
    ):
        refusal = dealer.try_to(table, act, **fields).json()["refusal"]
        assert (refusal["reason"], refusal["under"][-1]) == ("NOT_YOURS", "ruling 70"), act


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def commands() -> st.SearchStrategy[dict[str, Any]]:
    """Real command names with fields that are right, nearly right or nonsense."""

    def fields(kind: type[Any]) -> st.SearchStrategy[dict[str, Any]]:
        likely = st.sampled_from(["wager", "jackpot", "Th", "shoe", 1, 2, 5, 100, 500, ["Th", "2c"], JACKPOT, SCHEDULE])
        known = {name: JSON | likely for name in kind.__struct_fields__}
        return st.fixed_dictionaries({"type": st.just(kind.__name__)}, optional=known)

    return st.sampled_from(game("double-chance").engine.commands).flatmap(fields)


@pytest.fixture(scope="module")
def everyone(house: Served) -> dict[str, Person]:
    return {"guest": house.guest("Dot"), **{name: house.staff(name) for name in STAFF}}


@pytest.fixture(scope="module")
def anything(house: Served) -> LiveTable:
    return house.house.reception.floor.table(new_table(house, "dc-any", device="shuffling shoe", jackpot=JACKPOT))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(who=st.sampled_from(["guest", *STAFF]), command=commands(), go=st.booleans())
def test_whatever_is_sent_is_done_or_refused_and_never_fails(
    everyone: dict[str, Person], anything: LiveTable, who: str, command: dict[str, Any], go: bool
) -> None:
    before = anything.version
    body = {"id": str(uuid4()), "command": command}
    answer = everyone[who].http.post(f"/api/tables/{anything.id}/commands", json=body)
    assert answer.status_code in (200, 400, 409), answer.text
    if answer.status_code != 200:
        assert anything.version == before
    if go and (due := everyone["dealer"].view(anything.id)["due"]):
        wanted = due[0]["command"]
        assert everyone["dealer"].try_to(anything.id, wanted.pop("type"), **wanted).status_code in (200, 409)
