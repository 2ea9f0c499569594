"""Hands of Crown Poker that are over, as those who were dealt in may read them again over HTTP."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.floor.server.serving import Person, Served, served

TABLE = "cp-h"
SEATS = 4
PATIENCE = 40.0


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("hands")
    with served(folder) as running:
        body = {"id": TABLE, "title": TABLE, "game": "crown-poker", "terms": {"seats": SEATS}}
        answer = running.staff("operator").http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        yield running


@pytest.fixture(scope="module")
def players(house: Served) -> dict[str, Person]:
    """Three who were dealt a hand: the first to act folded, the next raised, and the last folded to that."""
    operator = house.staff("operator")
    go_on(house, operator)
    guests = {guest.id: guest for guest in (house.guest(name) for name in ("Ann", "Bob", "Cy"))}
    for seat, guest in enumerate(guests.values(), 1):
        guest.do(TABLE, "Join", seat=seat, cents=400_00)
    operator.do(TABLE, "BeginHand")
    go_on(house, operator)
    for guest in guests.values():
        guest.do(TABLE, "LookAtCards")
    acted = {}
    for part, kind, fields in (("folds", "Fold", {}), ("raises", "Raise", {"to": 30_00}), ("gives up", "Fold", {})):
        acted[part] = guests[operator.view(TABLE)["turns"][0]["player"]]
        acted[part].do(TABLE, kind, **fields)
    go_on(house, operator)
    assert operator.view(TABLE)["stage"] == "betting"
    return acted


def go_on(house: Served, operator: Person) -> None:
    """Do what is due for the house; no further hand begins."""
    while (due := operator.view(TABLE)["due"]) and due[0]["person"] is None:
        if due[0]["command"]["type"] == "BeginHand":
            return
        house.act_due(operator, TABLE)


def seen(steps: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Whose hole cards a reader is shown, and which."""
    looks = (step["event"] for step in steps if step["kind"] == "crown-poker/CardsSeen")
    return [(event["player"], event["cards"]) for event in looks if event["cards"]]


def test_everyone_dealt_in_has_played_the_hand_whether_or_not_they_put_anything_in(
    house: Served, players: dict[str, Person]
) -> None:
    (hand,) = house.stranger().get(f"/api/tables/{TABLE}/rounds")
    assert set(hand["players"]) == {each.id for each in players.values()}
    # The blinds of $5 and $10, and $25 more of a raise.
    assert hand["staked"] == 20_00, "what nobody called is no stake"
    for who in players.values():
        steps = who.get(f"/api/tables/{TABLE}/rounds/1", views=False)["steps"]
        assert [player for player, _ in seen(steps)] == [who.id]


def test_what_was_taken_of_the_pot_is_on_the_wall(house: Served, players: dict[str, Person]) -> None:
    until = time.monotonic() + PATIENCE
    while not (found := [each for each in house.stranger().get("/api/results") if each["table"] == TABLE]):
        assert time.monotonic() < until
        time.sleep(0.1)
    (result,) = found
    assert (result["winners"], result["wins"]) == (1, [{"bet": "pot", "odds": "", "cents": 20_00}])


def test_nobody_reads_cards_of_others_that_were_not_shown(house: Served, players: dict[str, Person]) -> None:
    hidden = {player: cards for who in players.values() for player, cards in seen(full(who))}
    assert len(hidden) == len(players)
    for who in players.values():
        told = json.dumps(full(who))
        others = [card for player, cards in hidden.items() if player != who.id for card in cards]
        assert not [card for card in others if re.search(rf'[" ]{card}(?!\w)', told)]
    late = house.guest("Dee")
    assert late.http.get(f"/api/tables/{TABLE}/rounds/1").status_code == 403


def full(who: Person) -> list[dict[str, Any]]:
    """The hand as someone may read it again, with the table after each step."""
    steps: list[dict[str, Any]] = who.get(f"/api/tables/{TABLE}/rounds/1")["steps"]
    return steps
