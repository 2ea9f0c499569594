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


@pytest.mark.parametrize(
    ("game", "terms"),
    [
        ("matchmaker", {}),
        ("matchmaker", {"decks": 5, "device": "machine", "miss_match_on_opposite_pairs": True}),
        ("three-card-poker", {}),
        ("three-card-poker", POKER),
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
    ],
)
def test_what_no_book_allows_is_refused_with_a_reason(
    house: Served, game: str, terms: dict[str, Any], reason: str
) -> None:
    answer = house.stranger().http.get(f"/api/odds/{game}", params=terms)
    assert answer.status_code == 400, answer.text
    assert reason in answer.text


def test_a_game_that_is_not_played_here_has_no_odds(house: Served) -> None:
    answer = house.stranger().http.get("/api/odds/chess")
    assert answer.status_code == 404
    assert answer.json()["error"] == "there is no such thing here"
