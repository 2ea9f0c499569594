"""A run of commands in one request: in their order, each on record by itself, none twice, and ended by a refusal."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.floor.server.serving import Person, Served, Staffed, served

TABLE = "mm-run"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("floor"), house=Staffed) as running:
        body = {"id": TABLE, "title": TABLE, "game": "matchmaker", "terms": {"cards": "real", "device": "machine"}}
        assert running.staff("operator").http.post("/api/tables", json=body).status_code == 201
        dealer = running.staff("dealer")
        while due := dealer.view(TABLE)["due"]:
            command = due[0]["command"]
            assert give(running.staff("operator"), command).json()["refusal"] is None
        seated = give(dealer, sits("ann", 1), bets("ann", 1, 500), sits("bob", 2), bets("bob", 2, 500))
        assert seated.json()["refusal"] is None
        yield running


def give(who: Person, *commands: dict[str, Any], ids: list[str] | None = None) -> httpx.Response:
    names = ids or [uuid4().hex for _ in commands]
    acts = [{"id": name, "command": command} for name, command in zip(names, commands, strict=True)]
    return who.http.post(f"/api/tables/{TABLE}/run", json={"acts": acts})


def sits(name: str, seat: int) -> dict[str, Any]:
    return {"type": "Join", "player": f"patron-{name}", "name": name, "seat": seat, "cents": 50_000}


def bets(name: str, area: int, cents: int) -> dict[str, Any]:
    return {"type": "PlaceWager", "player": f"patron-{name}", "area": area, "bet": "pair match", "cents": cents}


def version(house: Served) -> int:
    return house.house.reception.floor.table(TABLE).version


def test_commands_are_carried_out_in_their_order_each_with_an_answer_of_its_own(house: Served) -> None:
    answer = give(
        house.staff("dealer"), sits("cat", 3), bets("cat", 3, 2500), sits("dan", 4), bets("dan", 4, 500)
    ).json()
    assert answer["refusal"] is None
    told = [line["text"] for done in answer["done"] for line in done["events"] if "comes before" not in line["text"]]
    assert told == [
        "cat takes seat 3 with $500.",
        "cat bets $25 on pair match at area 3.",
        "dan takes seat 4 with $500.",
        "dan bets $5 on pair match at area 4.",
    ]
    positions = [done["position"] for done in answer["done"]]
    assert positions == sorted(set(positions))


def test_the_first_refusal_ends_a_run_and_what_was_done_before_it_stands(house: Served) -> None:
    dealer, before = house.staff("dealer"), version(house)
    answer = give(dealer, bets("ann", 1, 500), bets("ann", 1, 9_999_900), bets("bob", 2, 500)).json()
    assert len(answer["done"]) == 1
    assert answer["refusal"]["reason"] == "NOT_ENOUGH_CHIPS"
    assert answer["refusal"]["under"] == ["MM 5.1"]
    assert version(house) == before + 1


def test_a_run_sent_again_is_answered_again_and_done_once(house: Served) -> None:
    dealer, ids = house.staff("dealer"), ["again-1", "again-2"]
    first = give(dealer, bets("ann", 1, 500), bets("bob", 2, 500), ids=ids)
    before = version(house)
    again = give(dealer, bets("ann", 1, 500), bets("bob", 2, 500), ids=ids)
    assert first.json() == again.json()
    assert version(house) == before


def test_a_run_is_for_those_who_deal_and_has_a_bound(house: Served) -> None:
    before = version(house)
    assert give(house.guest(), bets("ann", 1, 500)).status_code == 403
    assert give(house.stranger(), bets("ann", 1, 500)).status_code == 401
    dealer = house.staff("dealer")
    assert give(dealer).status_code == 400
    assert give(dealer, *[bets("ann", 1, 500)] * 129).status_code == 400
    assert give(dealer, bets("ann", 1, 500), {"type": "Nonsense"}).status_code == 400
    assert version(house) == before


def test_what_was_noted_says_what_takes_it_back_to_those_who_deal_alone(house: Served) -> None:
    dealer = house.staff("dealer")
    placed = give(dealer, bets("bob", 2, 2500)).json()["done"][0]["events"][-1]
    back = [{"type": each["type"], **each["fixed"]} for each in placed["undo"] if each["whole"]]
    assert [each["type"] for each in back] == ["WithdrawWager", "PlaceWager"]
    on = {"area": 2, "bet": "pair match"}
    total = next(w["cents"] for w in dealer.view(TABLE)["areas"][1]["wagers"])
    assert give(dealer, *back).json()["refusal"] is None
    assert next(w["cents"] for w in dealer.view(TABLE)["areas"][1]["wagers"]) == total - 2500
    assert back[0]["area"] == on["area"]
    guest = house.guest()
    joined = guest.do(TABLE, "Join", cents=1000, seat=7)["events"][-1]
    assert joined["undo"] == []


def test_no_machine_deals_real_cards_unless_that_is_said_in_so_many_words(house: Served) -> None:
    dealer, way = house.staff("dealer"), f"/api/tables/{TABLE}/automatic"
    assert dealer.http.post(way, json={"automatic": True}).status_code == 403
    assert not house.house.reception.floor.table(TABLE).automatic
    assert dealer.http.post(way, json={"automatic": True, "over_real_cards": True}).status_code == 200
    assert dealer.http.post(way, json={"automatic": False}).status_code == 200
