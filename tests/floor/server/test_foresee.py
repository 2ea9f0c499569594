"""What would happen: a command is rehearsed, told in the record's own sentences, and gives no hidden card away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.floor.server.serving import Person, Served, Staffed, served
from tests.floor.server.test_double_chance import plays
from tests.floor.service.chance import FLUSH, NOTHING
from tests.floor.service.floors import Deck

STAFF = ("dealer", "supervisor", "manager", "operator", "inspector")


@pytest.fixture(scope="module")
def deck() -> Deck:
    return Deck()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, deck: Deck) -> Iterator[Served]:
    """A house whose cards come from a deck of ours."""
    with served(tmp_path_factory.mktemp("floor"), house=Staffed) as running:
        running.house.reception.floor._chance = deck
        yield running


def foresee(who: Person, table: str, kind: str, **fields: Any) -> Any:
    """What a command would lead to."""
    answer = who.http.post(f"/api/tables/{table}/foresee", json={"command": {"type": kind, **fields}})
    assert answer.status_code == 200, answer.text
    return answer.json()


def double_chance(house: Served, table: str, ann: Person, bob: Person) -> str:
    """A Double Chance table where Ann and Bob have their cards before them."""
    body = {"id": table, "title": table, "game": "double-chance"}
    assert house.staff("operator").http.post("/api/tables", json=body).status_code == 201
    go_on(house, table)
    for who, seat in ((ann, 1), (bob, 2)):
        who.do(table, "Join", seat=seat, cents=100_00)
        go_on(house, table)
        who.do(table, "PlaceWager", area=seat, bet="wager", cents=5_00)
    house.staff("dealer").do(table, "AnnounceNoMoreBets")
    go_on(house, table)
    return table


def go_on(house: Served, table: str) -> None:
    """Do what is due for the house up to where a player is to act, or bets may be placed."""
    dealer = house.staff("dealer")
    while due := dealer.view(table)["due"]:
        if due[0]["person"] or due[0]["command"]["type"] == "AnnounceNoMoreBets":
            return
        house.act_due(dealer, table)


def test_what_is_foreseen_is_what_then_happens_in_the_same_words_and_under_the_same_clauses(house: Served) -> None:
    table, ann, dealer = house.new_table("mm-same"), house.guest("Ann"), house.staff("dealer")
    dealer.do(table, "AskForRules")  # so that the table knows the dealer

    def check(who: Person, kind: str, **fields: Any) -> Any:
        told = foresee(who, table, kind, **fields)
        assert (told["accepted"], told["unforeseen"], told["refusal"]) == (True, False, None)
        events = [each for each in who.do(table, kind, **fields)["events"] if not each["kind"].startswith("floor/")]
        assert told["lines"] == [each["text"] for each in events]
        assert told["under"] == list(dict.fromkeys(clause for each in events for clause in each["under"]))
        assert told["under"]
        return told

    assert check(ann, "Join", seat=2, cents=200_00)["lines"] == [f"{ann.name} takes seat 2 with $200."]
    told = check(ann, "PlaceWager", area=2, bet="pair match", cents=5_00)
    assert told["lines"] == [f"{ann.name} bets $5 on pair match at area 2."]
    check(ann, "PlaceWager", area=2, bet="suit match", cents=5_00)
    check(ann, "WithdrawWager", area=2, bet="suit match")
    check(dealer, "AnnounceNoMoreBets")
    check(house.staff("pitboss"), "InvalidateRound", fraud=False, why="the lights went out")
    check(ann, "Leave")


def test_foreseeing_changes_nothing(house: Served) -> None:
    table, ann = house.new_table("mm-still"), house.guest("Ann")
    ann.do(table, "Join", seat=2, cents=200_00)
    live = house.house.reception.floor.table(table)
    before = (house.store.head(), house.store.balances(), live.state, live.version, live.names, live.deadlines)
    seen = ann.view(table)
    for _ in range(3):
        assert foresee(ann, table, "PlaceWager", area=2, bet="pair match", cents=5_00)["accepted"]
        assert foresee(ann, table, "Leave")["accepted"]
        assert not foresee(ann, table, "CheckCards", cards=416)["accepted"]
        assert foresee(house.staff("supervisor"), table, "RestrictBettors", players=1)["accepted"]
        assert foresee(house.guest("Bob"), table, "Join", seat=3, cents=100_00)["accepted"]
    assert (live.state, live.version, live.names, live.deadlines) == before[2:]
    assert house.store.balances(f"table:{table}") == {
        name: cents for name, cents in before[1].items() if name.startswith(f"table:{table}")
    }
    assert not [each for each in house.store.read(after=before[0][0]) if each.stream == f"table:{table}"]
    assert ann.view(table) == seen
    assert ann.get("/api/me")["wallet"] == 800_00


def test_what_would_be_refused_is_refused_in_advance_for_the_same_reason(house: Served) -> None:
    table, ann, dealer = house.new_table("mm-refused"), house.guest("Ann"), house.staff("dealer")
    ann.do(table, "Join", seat=1, cents=10_00)
    for who, kind, fields in (
        (ann, "CheckCards", {"cards": 416}),
        (ann, "PlaceWager", {"area": 1, "bet": "pair match", "cents": 20_00}),
        (ann, "PlaceWager", {"area": 99, "bet": "pair match", "cents": 5_00}),
        (dealer, "DealCard", {}),
        (dealer, "ExcludePlayer", {"player": ann.id}),
    ):
        told = foresee(who, table, kind, **fields)
        refused = who.try_to(table, kind, **fields)
        assert refused.status_code == 409
        assert (told["accepted"], told["unforeseen"], told["lines"]) == (False, False, [])
        assert told["refusal"] == refused.json()["refusal"]
        assert told["under"] == told["refusal"]["under"]


def test_a_card_that_is_drawn_cannot_be_foreseen_and_one_that_is_entered_can(house: Served) -> None:
    dealer = house.staff("dealer")
    for cards in ("virtual", "real"):
        table, ann = house.new_table(f"mm-{cards}", cards=cards), house.guest("Ann")
        ann.do(table, "Join", seat=1, cents=10_00)
        ann.do(table, "PlaceWager", area=1, bet="pair match", cents=5_00)
        dealer.do(table, "AnnounceNoMoreBets")
    drawn = foresee(dealer, "mm-virtual", "DealCard")
    assert (drawn["accepted"], drawn["unforeseen"]) == (True, True)
    assert drawn["lines"] == ["A card nobody knows yet to area 1."]
    assert foresee(dealer, "mm-virtual", "DealCard", card="Th")["refusal"]["reason"] == "CARD_DRAWN"
    entered = foresee(dealer, "mm-real", "DealCard", card="Th")
    assert entered["lines"] == [line["text"] for line in dealer.do("mm-real", "DealCard", card="Th")["events"]]
    assert "Th" in entered["lines"][0]


@pytest.fixture(scope="module")
def hands(house: Served, deck: Deck) -> tuple[Person, Person, dict[str, str]]:
    """Ann and Bob at two tables that differ only in what Ann holds: a flush at one, nothing at the other."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    tables = {"dc-flush": FLUSH, "dc-nothing": NOTHING}
    for table, cards in tables.items():
        double_chance(house, table, ann, bob)
        told = foresee(ann, table, "PickUpHand")
        assert (told["unforeseen"], told["lines"]) == (True, []), "nobody knows what will be picked up"
        deck.next(cards)
        ann.do(table, "PickUpHand")
        deck.coming.clear()
    return ann, bob, tables


def test_whoever_has_not_seen_a_hand_learns_nothing_of_it_by_foreseeing_what_it_leads_to(
    house: Served, hands: tuple[Person, Person, dict[str, str]]
) -> None:
    ann, bob, tables = hands
    faces = {face for cards in tables.values() for face in cards.split()}
    everyone = {"bob": bob, **{name: house.staff(name) for name in STAFF}}
    wanted: list[dict[str, Any]] = [
        {"type": "DeclareHand", "player": ann.id},
        {"type": "DiscardCards", "player": ann.id, "number": 2},
        {"type": "DiscardCards", "player": ann.id, "cards": ["8d", "4c"]},
        {"type": "DiscardCards", "player": ann.id, "cards": ["Ah", "3h"]},
        {"type": "TurnUpHand", "area": 1},
        {"type": "DeclareAbsent", "area": 1},
        {"type": "ReportExposedCard", "area": 1, "card": "Ah"},
        {"type": "ReportExposedCard", "area": 1, "card": "Ks"},
        {"type": "CountDeck", "cards": 52},
    ]
    for name, who in everyone.items():
        offered = [example for offer in who.view("dc-flush")["options"] for example in offer["examples"]]
        for command in (*wanted, *offered):
            answers = []
            for table in tables:
                answer = who.http.post(f"/api/tables/{table}/foresee", json={"command": command})
                assert answer.status_code in (200, 400), answer.text
                answers.append(answer.text)
            assert answers[0] == answers[1].replace("dc-nothing", "dc-flush"), (name, command)
            named = set(json.dumps(command).replace('"', " ").split())
            told = answers[0].replace(ann.id, "ann").replace(bob.id, "bob")
            assert not {face for face in faces - named if face in told}, (name, command)
    dealer = everyone["dealer"]
    for table in tables:
        told = foresee(dealer, table, "DeclareHand", player=ann.id)
        assert told["refusal"]["under"] == ["DC 14.7", "ruling 70"]


def test_one_who_has_seen_the_hand_foresees_what_the_house_cannot(
    house: Served, hands: tuple[Person, Person, dict[str, str]]
) -> None:
    ann = hands[0]
    own = {table: foresee(ann, table, "DeclareHand")["lines"] for table in ("dc-flush", "dc-nothing")}
    assert own["dc-flush"] == [f"{ann.name} declares at area 1."]
    assert len(own["dc-nothing"]) == 2 and "none of rule 11" in own["dc-nothing"][1]
    done = ann.do("dc-nothing", "DeclareHand")["events"]
    assert [each["text"] for each in done] == own["dc-nothing"]
    ann.do("dc-flush", "DeclareHand")
    plays(hands[1], "dc-flush")
    told = foresee(house.staff("dealer"), "dc-flush", "TurnUpHand", area=2)
    assert (told["unforeseen"], told["lines"]) == (True, []), "a hand that is face down is turned up unforeseen"


def test_only_who_is_signed_in_may_ask_and_only_of_tables_and_commands_that_there_are(house: Served) -> None:
    table, ann = house.new_table("mm-asked"), house.guest("Ann")
    body = {"command": {"type": "Leave"}}
    assert house.stranger().http.post(f"/api/tables/{table}/foresee", json=body).status_code == 401
    assert ann.http.post("/api/tables/nowhere/foresee", json=body).status_code == 404
    for wrong in (
        {},
        {"command": {"type": "RobTheBank"}},
        {"command": {"type": "Join", "cents": 100, "tip": 5}},
        {"command": {"type": "Join", "cents": 10**30}},
        {**body, "id": "x"},
    ):
        assert ann.http.post(f"/api/tables/{table}/foresee", json=wrong).status_code == 400
