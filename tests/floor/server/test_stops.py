"""Stopped play over the wire: /readyz and the pit say so, and two people order a second check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from croupier.floor.opening import Opening
from croupier.floor.seal.office import Seal
from tests.floor.server.serving import FREELY, GENEROUSLY, Served, Staffed, served
from tests.floor.server.test_health import wait

SEALED = Opening(settings=FREELY, rules=GENEROUSLY, demo=False, seal=Seal())
"""A house whose record is sealed and checked, as the shipped one is."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Such a house, with two tables."""
    with served(tmp_path_factory.mktemp("floor"), SEALED, Staffed) as running:
        for table in ("mm-1", "mm-2"):
            running.new_table(table)
        yield running


@contextmanager
def stopped(house: Served, *streams: str) -> Iterator[None]:
    """As if a check had accused these streams; nothing is wrong with them."""

    async def stop() -> None:
        floor = house.house.reception.floor
        for stream in streams:
            floor.stop_play(stream, "it looked damaged")
        floor.journal.note(*floor.stops.told())
        await floor.hear_journal()

    house.run(stop())
    try:
        yield
    finally:
        house.house.reception.floor.stops.standing.clear()


def order(house: Served, who: str, stream: str) -> int:
    return house.staff(who).http.post("/api/stops/check", json={"stream": stream}).status_code


def test_a_stopped_table_is_seen_in_readyz_and_the_rest_stays_ready(house: Served) -> None:
    stranger = house.stranger()
    with stopped(house, "table:mm-1"):
        answer = stranger.http.get("/readyz")
        assert answer.status_code == 200
        reason = "play is stopped at table:mm-1: it looked damaged"
        assert answer.json() == {"ready": True, "degraded": True, "reasons": [reason]}
        passed_on = stranger.http.get("/readyz", headers={"x-forwarded-for": "203.0.113.9"})
        assert passed_on.json() == {"ready": True, "degraded": True}  # the reasons are the house's own
        assert "croupier_stopped_streams 1.0" in stranger.http.get("/metrics").text
    assert stranger.get("/readyz") == {"ready": True}


@pytest.mark.parametrize("streams", [("",), ("table:mm-1", "table:mm-2")])
def test_a_house_that_is_stopped_everywhere_is_not_ready(house: Served, streams: tuple[str, ...]) -> None:
    with stopped(house, *streams):
        answer = house.stranger().http.get("/readyz")
        assert answer.status_code == 503 and answer.json()["ready"] is False
        assert answer.json()["reasons"][0].startswith("play is stopped at every table")


def test_a_record_that_is_not_sealed_any_more_is_seen_in_readyz(house: Served) -> None:
    sealing = house.house.reception.sealing
    assert sealing is not None
    sealing.broken = "the record was rolled back"
    try:
        assert house.stranger().get("/readyz")["degraded"] is True
    finally:
        sealing.broken = None


def test_two_people_order_a_second_check_and_play_goes_on(house: Served) -> None:
    floor = house.house.reception.floor
    with stopped(house, "table:mm-1"):
        [line] = house.staff("dealer").get("/api/stops")["stops"]
        assert (line["table"], line["why"], line["orderable"]) == ("mm-1", "it looked damaged", False)
        assert house.staff("operator").get("/api/stops")["stops"][0]["orderable"] is True
        board = house.staff("supervisor").get("/api/pit")["tables"]
        [says] = [each["matters"][0]["says"] for each in board if each["id"] == "mm-1"]
        assert says == "Play is stopped: it looked damaged"
        assert house.guest().try_to("mm-1", "Join", cents=10_000).status_code == 503

        assert order(house, "supervisor", "table:mm-1") == 403
        assert order(house, "manager", "table:mm-2") == 409  # nothing is stopped there
        assert order(house, "manager", "table:mm-1") == 200
        assert order(house, "manager", "table:mm-1") == 409  # not by one person alone
        assert "table:mm-1" in floor.damaged
        assert order(house, "inspector", "table:mm-1") == 200
        wait(lambda: not floor.damaged)
        assert house.staff("operator").get("/api/stops")["stops"] == []
        assert house.guest().try_to("mm-1", "Join", cents=10_000).status_code == 200
        said = [each["text"] for each in house.staff("inspector").get("/api/find", kind="journal/CheckedAgain")]
        assert any("manager and inspector" in each and "table:mm-1 is whole" in each for each in said)


def test_stops_are_for_those_of_the_house(house: Served) -> None:
    assert house.stranger().http.get("/api/stops").status_code == 401
    assert house.guest().http.get("/api/stops").status_code == 403
    assert house.guest().http.post("/api/stops/check", json={"stream": ""}).status_code == 403
    assert house.staff("operator").http.post("/api/stops/check", json={"stream": "x" * 300}).status_code == 400
