"""The record of a tournament over HTTP: its steps, one entrant's own, how it stood, and who may look."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.floor.server.evenings import announced, entered
from tests.floor.server.serving import Served, Staffed, served

CUP = "recorded"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with a tournament that Ann and Bob have entered."""
    with served(tmp_path_factory.mktemp("floor"), house=Staffed) as running:
        announced(running, CUP)
        entered(running, CUP, "Ann", "Bob")
        yield running


def test_the_inspector_goes_through_it_step_by_step(house: Served) -> None:
    inspector = house.staff("inspector")
    found = inspector.get(f"/api/tournaments/{CUP}/steps")
    assert [each["version"] for each in found["steps"]] == list(range(1, len(found["steps"]) + 1))
    assert not found["more"]
    assert found["steps"][0]["text"] == "The conditions of A small evening are down in writing."
    part = inspector.get(f"/api/tournaments/{CUP}/steps", after=1, limit=2)
    assert ([each["version"] for each in part["steps"]], part["more"]) == ([2, 3], True)


def test_the_steps_of_one_entrant_are_theirs_alone(house: Served) -> None:
    found = house.staff("dealer").get(f"/api/tournaments/{CUP}/steps", entrant=2)
    assert found["steps"] and all(2 in each["entrants"] for each in found["steps"])
    assert found["steps"][0]["text"].startswith("Bob is entrant 2")
    assert not [each for each in found["steps"] if each["text"].startswith("Ann is entrant 1")]


def test_it_is_shown_as_it_stood_after_each_step(house: Served) -> None:
    inspector = house.staff("inspector")
    steps = inspector.get(f"/api/tournaments/{CUP}/steps")["steps"]
    bob = next(each["version"] for each in steps if each["entrants"] == [2])
    before = inspector.get(f"/api/tournaments/{CUP}/steps/{bob - 1}")
    after = inspector.get(f"/api/tournaments/{CUP}/steps/{bob}")
    assert [each["name"] for each in before["standings"]] == ["Ann"]
    assert [each["name"] for each in after["standings"]] == ["Ann", "Bob"]


def test_nobody_is_told_the_seed_by_it_and_the_public_nothing(house: Served) -> None:
    seed = house.house.reception.floor.tournament(CUP).state.seed
    assert seed and seed not in json.dumps(house.staff("inspector").get(f"/api/tournaments/{CUP}/steps"))
    for path in ("steps", "steps/1"):
        assert house.guest().http.get(f"/api/tournaments/{CUP}/{path}").status_code == 403
        assert house.stranger().http.get(f"/api/tournaments/{CUP}/{path}").status_code == 401


def test_what_is_not_on_record_is_not_found(house: Served) -> None:
    http = house.staff("inspector").http
    for path in (
        "nothing/steps",
        f"{CUP}/steps/0",
        f"{CUP}/steps/-1",
        f"{CUP}/steps/9999",
        "nothing/steps/1",
        "%00/steps",
    ):
        assert http.get(f"/api/tournaments/{path}").status_code == 404
