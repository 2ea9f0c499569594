"""What the record of a Double Chance table keeps of its staff, and who may read it."""

from __future__ import annotations

import time

import pytest

from tests.floor.server.serving import Served
from tests.witness import witnesses

TABLE = "double-chance-record"


@pytest.fixture(scope="module")
def table(house: Served) -> str:
    """A table whose deck a supervisor checked and a dealer shuffled and cut."""
    body = {"id": TABLE, "title": TABLE, "game": "double-chance", "terms": {}}
    assert house.staff("operator").http.post("/api/tables", json=body).status_code == 201
    dealer, supervisor = house.staff("dealer"), house.staff("supervisor")
    refused = supervisor.try_to(TABLE, "CheckCards", cards=51).json()["refusal"]
    assert (refused["reason"], refused["under"]) == ("CARDS_DIFFER", ["DC 3.4"])
    supervisor.do(TABLE, "CheckCards", cards=52)
    while dealer.view(TABLE)["due"]:
        house.act_due(dealer, TABLE)
    return TABLE


@witnesses("DC 1.1:deck-checking device", "DC 3.4", "DC 1.1:dealer")
def test_a_check_is_kept_with_its_number_and_whoever_ran_it(house: Served, table: str) -> None:
    inspector = house.staff("inspector")
    (checked,) = inspector.get("/api/find", table=table, kind="CardsChecked")
    assert (checked["event"]["cards"], checked["actor"]) == (52, "supervisor")
    assert checked["at"] <= time.time() * 1000 + 1000
    (cut,) = inspector.get("/api/find", table=table, kind="DeckCut")
    assert cut["actor"] == "dealer"
    introduced = inspector.get("/api/find", table=table, kind="PersonIntroduced")
    ranks = {each["actor"]: each["event"]["rank"] for each in introduced}
    assert (ranks["dealer"], ranks["supervisor"]) == ("dealer", "game-supervisor")


@witnesses("DC 14.2")
def test_the_record_of_the_whole_table_is_for_staff_and_inspectors_alone(house: Served, table: str) -> None:
    for staff in ("dealer", "supervisor", "inspector"):
        assert house.staff(staff).http.get("/api/find", params={"table": table}).status_code == 200
    for outside in (house.guest("Ann"), house.stranger()):
        assert outside.http.get("/api/find", params={"table": table}).status_code in (401, 403)
