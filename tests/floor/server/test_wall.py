"""The wall's results: those of all tables, bounded, and nobody named."""

from __future__ import annotations

import time
from typing import Any

from tests.floor.server.serving import Person, Served

PATIENCE = 40.0
BETS = ("pair match", "suit match", "miss match")


def result_of(house: Served, table: str, last: int = 0) -> list[dict[str, Any]]:
    """What the wall says of a table, which is looked at once in a while: from when it tells of a last round."""
    until = time.monotonic() + PATIENCE
    while True:
        found = [each for each in house.stranger().get("/api/results") if each["table"] == table]
        if last in (0, *[each["round"] for each in found]) or time.monotonic() > until:
            return found
        time.sleep(0.1)


def play(house: Served, table: str, ann: Person) -> None:
    for bet in BETS:
        ann.do(table, "PlaceWager", area=1, bet=bet, cents=10_00)
    house.play_out(table)


def test_what_a_round_came_to_is_on_the_wall_without_a_name(house: Served) -> None:
    table, ann = house.new_table("walled"), house.guest("Anonymous Ann")
    ann.do(table, "Join", cents=500_00, seat=1)
    assert result_of(house, table) == []
    play(house, table, ann)
    (result,) = result_of(house, table, last=1)
    assert (result["round"], result["outcome"], result["staked"]) == (1, "settled", 30_00)
    (own,) = ann.get(f"/api/tables/{table}/mine")
    won = [each for each in own["settled"] if each["ending"] == "won"]
    told = [{"bet": each["bet"], "odds": each["odds"], "cents": each["paid"]} for each in won]
    assert sorted(result["wins"], key=str) == sorted(told, key=str)
    assert (result["winners"], result["paid"]) == (len(won), sum(each["paid"] for each in won))
    said = house.stranger().http.get("/api/results").text
    assert ann.name not in said
    assert ann.id not in said


def test_the_wall_shows_so_many_and_no_more(house: Served) -> None:
    table, ann = house.new_table("busy"), house.guest("Busy Ben")
    ann.do(table, "Join", cents=900_00, seat=1)
    supervisor = house.staff("supervisor")
    for _ in range(10):
        ann.do(table, "PlaceWager", area=1, bet="pair match", cents=5_00)
        while supervisor.view(table)["due"]:
            house.act_due(supervisor, table)
    rounds = [each["round"] for each in result_of(house, table, last=10)]
    assert rounds == sorted(rounds, reverse=True)
    assert rounds == list(range(10, 2, -1))
    assert len(house.stranger().get("/api/results")) <= 24
