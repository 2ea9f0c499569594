"""Odds over HTTP: the same sheets as the command's, and clear answers to what no book allows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.cli import app
from tests.floor.server.serving import Served


def command(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    with pytest.raises(SystemExit) as end:
        app(["odds", *words, "--format", "json"])
    assert end.value.code == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


POKER = {
    "ante_bonus": "B",
    "pair_plus": "E",
    "jackpot": 2,
    "seed_value": 20_000,
    "meter": "84250.50",
    "price": 2,
    "ante": "7.50",
}

CHANCE = {
    "stake": "7.50",
    "maximum_payout": 1000,
    "jackpot_price": "2.50",
    "jackpot_schedule": "5000,500,200,30,20,10,100",
}


@pytest.mark.parametrize(
    ("game", "terms"),
    [
        ("matchmaker", {}),
        ("matchmaker", {"decks": 5, "device": "machine", "miss_match_on_opposite_pairs": True}),
        ("three-card-poker", {}),
        ("three-card-poker", POKER),
        ("double-chance", {}),
        ("double-chance", CHANCE),
    ],
)
def test_the_answer_is_what_the_command_writes(
    house: Served, capsys: pytest.CaptureFixture[str], game: str, terms: dict[str, Any]
) -> None:
    words = [f"--{name.replace('_', '-')}={value}" for name, value in terms.items() if value is not True]
    words += [f"--{name.replace('_', '-')}" for name, value in terms.items() if value is True]
    found = house.stranger().get(f"/api/odds/{game}", **terms)
    asked = command(capsys, game, *(word.replace("=machine", "=MACHINE") for word in words))
    assert {**found, "seconds": 0} == {**asked, "seconds": 0}


def test_the_jackpot_is_there_only_when_its_option_is_named(house: Served) -> None:
    def names(**terms: Any) -> list[str]:
        sheet = house.stranger().get("/api/odds/three-card-poker", **terms)
        return [wager["name"] for wager in sheet["wagers"]]

    assert names() == ["ante and play", "pair plus"]
    assert names(jackpot=1)[2:] == ["jackpot", "ante and play, jackpot riding", "jackpot, best fold rule"]


@pytest.mark.parametrize(
    ("game", "terms", "reason"),
    [
        ("matchmaker", {"decks": 3}, "MM 3.1"),
        ("matchmaker", {"decks": "many"}, "decks"),
        ("three-card-poker", {"ante_bonus": "D"}, "ante_bonus"),
        ("three-card-poker", {"jackpot": 3}, "jackpot"),
        ("three-card-poker", {"jackpot": 1, "seed_value": 15_000}, "TCP 6.3 has no seed of 15,000"),
        ("three-card-poker", {"jackpot": 1, "price": 0}, "TCP 6.2.3"),
        ("three-card-poker", {"jackpot": 1, "price": 10**400}, "less than a billion"),
        ("three-card-poker", {"jackpot": 1, "meter": "9999.99"}, "TCP 6.3.1"),
        ("three-card-poker", {"meter": "84250"}, "jackpot 1 or jackpot 2"),
        ("three-card-poker", {"ante": "0"}, "TCP 5.5.1(a)"),
        ("three-card-poker", {"ante": "NaN"}, "less than a billion"),
        ("three-card-poker", {"ante": "1e-99999999"}, "dollars and cents"),
        ("three-card-poker", {"ante": "1e999999"}, "less than a billion"),
        ("three-card-poker", {"ante": "ten"}, "ante"),
        ("double-chance", {"stake": "0"}, "DC 5.2.1"),
        ("double-chance", {"stake": "ten"}, "stake"),
        ("double-chance", {"maximum_payout": "1e999999"}, "less than a billion"),
        ("double-chance", {"jackpot_price": "1"}, "ruling 23"),
        ("double-chance", {**CHANCE, "jackpot_price": "0"}, "DC 10.2"),
        ("double-chance", {**CHANCE, "jackpot_schedule": "1,2,3"}, "DC 10.4"),
        ("double-chance", {**CHANCE, "jackpot_schedule": "1,2,3,4,5,6," + 400 * "9"}, "less than a billion"),
        ("double-chance/hands/KhJc8c9d", {}, "five different cards"),
        ("double-chance/hands/KhKh8c9d4s", {}, "five different cards"),
        ("double-chance/hands/KhJc8c9d4", {}, "4"),
        ("double-chance/hands/KhJc8c9d1s", {}, "1s"),
        ("matchmaker", {"desks": 8}, "there is no setting desks"),
        ("matchmaker", {"decks": [7, 8]}, "only once"),
        ("matchmaker", {"device": "hand"}, "device: hand is none of shoe, machine"),
        ("matchmaker", {"device": "shuffling shoe"}, "MM 2.3"),
        ("matchmaker", {"miss_match_on_opposite_pairs": "perhaps"}, "miss_match_on_opposite_pairs"),
        ("matchmaker", {"areas": 4}, "there is no setting areas"),
        ("three-card-poker", {"jackpot": 1, "seed_value": 10**400}, "less than a billion"),
        ("double-chance", {**CHANCE, "jackpot_schedule": "1,2,3,4,5,6,seven"}, "whole numbers"),
    ],
)
def test_what_no_book_allows_is_refused_with_a_reason(
    house: Served, game: str, terms: dict[str, Any], reason: str
) -> None:
    answer = house.stranger().http.get(f"/api/odds/{game}", params=terms)
    assert answer.status_code == 400, answer.text
    assert reason in answer.text


def test_a_hand_of_double_chance_tells_every_way_to_keep_cards_and_the_sixth_cards_that_win(house: Served) -> None:
    found = house.stranger().get("/api/odds/double-chance/hands/KhJc8c9d4s")
    assert found["declared"] is None
    assert len(found["ways"]) == 25
    # Eleven hearts under the king, nine clubs under the jack less the 8 held, seven diamonds under the 9.
    assert found["ways"][0]["kept"] == ["Kh", "Jc", "9d"]
    assert found["ways"][0]["chance"]["exact"] == "26/47"
    assert house.stranger().get("/api/odds/double-chance/hands/2h3h4h5h2c") == {
        "declared": "dead hand",
        "under": ["DC 8.3", "ruling 21"],
        "ways": [],
    }


def test_the_settings_of_every_game_can_be_asked_for(house: Served) -> None:
    listed = house.stranger().get("/api/odds")
    games = [each["game"] for each in listed]
    assert games == ["matchmaker", "double-chance", "three-card-poker", "blackjack", "crown-poker"]
    by_name = {each["game"]: {setting["name"]: setting for setting in each["settings"]} for each in listed}
    assert list(by_name["matchmaker"]) == ["decks", "device", "miss_match_on_opposite_pairs"]
    decks = by_name["matchmaker"]["decks"]
    assert (decks["kind"], decks["default"], decks["under"]) == ("choice", 8, ["MM 3.1"])
    assert [each["value"] for each in decks["choices"]] == [4, 5, 6, 7, 8]
    schedule = by_name["double-chance"]["jackpot_schedule"]
    assert (schedule["kind"], schedule["default"], schedule["needs"]) == ("numbers", None, "jackpot_price")
    assert len(schedule["parts"]) == len(schedule["example"].split(",")) == 7
    jackpot = by_name["three-card-poker"]["jackpot"]
    assert (jackpot["optional"], [each["value"] for each in jackpot["choices"]]) == (True, [None, 1, 2])
    ante = by_name["three-card-poker"]["ante"]
    assert (ante["kind"], ante["unit"], ante["default"], ante["low"]) == ("amount", "dollars", 10, "0.01")


@pytest.mark.timeout(900)
def test_every_value_that_a_form_offers_is_accepted(house: Served) -> None:
    stranger = house.stranger()
    # What a first sheet of the Blackjack family needs may have to be compiled, which takes its time once.
    stranger.http.timeout = 180
    for line in stranger.get("/api/odds"):
        address, settings = f"/api/odds/{line['game']}", line["settings"]
        begin = {each["name"]: each["example"] for each in settings if each["example"] is not None}
        alone = {each["name"] for each in settings if each["needs"] not in (None, *begin)}
        sheet = stranger.get(address, **{name: value for name, value in begin.items() if name not in alone})
        assert set(line["under"]) <= set(sheet)
        assert stranger.get(address)["wagers"]  # of every setting the value that it has by itself
        for setting in settings:
            for value in {each["value"] for each in setting["choices"]} - {None, setting["default"]}:
                assert stranger.get(address, **{setting["name"]: value})["wagers"]


def test_what_a_game_lets_be_explored_is_listed(house: Served) -> None:
    listed = {each["game"]: each["explorers"] for each in house.stranger().get("/api/odds")}
    assert [each["name"] for each in listed["double-chance"]] == ["hands"]
    for address in ("double-chance/dice/66", "matchmaker/hands/KhJc8c9d4s", "chess/hands/KhJc8c9d4s"):
        assert house.stranger().http.get(f"/api/odds/{address}").status_code == 404


def test_a_game_that_is_not_played_here_has_no_odds(house: Served) -> None:
    answer = house.stranger().http.get("/api/odds/chess")
    assert answer.status_code == 404
    assert answer.json()["error"] == "there is no such thing here"


@pytest.mark.parametrize(
    ("game", "clause", "asked"),
    [
        ("matchmaker", "MM 11.1", ["/api/odds/matchmaker", "/api/odds/matchmaker?decks=6"]),
        ("double-chance", "DC 14.1", ["/api/odds/double-chance", "/api/odds/double-chance/hands/KhJc8c9d4s"]),
        ("three-card-poker", "TCP 13.1", ["/api/odds/three-card-poker"]),
    ],
)
def test_nobody_at_a_table_has_its_odds_worked_out(house: Served, game: str, clause: str, asked: list[str]) -> None:
    table = f"odds-{game}"
    body = {"id": table, "title": f"The {game} table", "game": game}
    assert house.staff("operator").http.post("/api/tables", json=body).status_code == 201
    supervisor = house.staff("supervisor")
    ann, bob = house.guest("Ann"), house.guest("Bob")
    while supervisor.view(table)["due"]:
        house.act_due(supervisor, table)
    assert ann.http.get(asked[0]).status_code == 200
    ann.do(table, "Join", cents=30_000)
    for path in asked:
        refused = ann.http.get(path)
        assert refused.status_code == 403
        assert f"({clause})" in refused.json()["error"]
        assert refused.json()["detail"] == f"leave The {game} table first, and they are shown to you again"
        assert bob.http.get(path).status_code == 200, "whoever is not at such a table may look"
        assert house.stranger().http.get(path).status_code == 200
    other = "/api/odds/matchmaker" if game != "matchmaker" else "/api/odds/three-card-poker"
    assert ann.http.get(other).status_code == 200, "another game's odds are no help here"
    assert ann.http.get("/api/odds").status_code == 200
    ann.do(table, "Leave")
    assert ann.http.get(asked[0]).status_code == 200
