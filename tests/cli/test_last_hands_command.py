"""The last hands of a Blackjack tournament, on the command line."""

from __future__ import annotations

import json

import pytest

from croupier.cli.last_hands import last_hands


def test_the_wagers_are_told_with_what_each_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    assert last_hands("100,1000", limits="50,500", step="50") == 0
    shown = capsys.readouterr().out
    assert "What to wager, 1 hand left" in shown
    assert "100.00%" in shown
    assert "endless shoe" in shown


def test_the_data_has_every_wager_and_every_bank(capsys: pytest.CaptureFixture[str]) -> None:
    assert last_hands("300,300", limits="100,200", step="100", hands=2, prizes="500,200", format="json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["prizes_cents"] == [500_00, 200_00]
    assert [turn["player"] for turn in said["now"]["turns"]] == [1, 2]
    assert [each["wager"] for each in said["now"]["turns"][0]["worth"]] == [100, 200]
    assert sum(said["now"]["worth"]) == pytest.approx(1)
    assert [each["bank"] for each in said["at_each_bank"]] == [100, 200, 300, 400, 500, 600]
    assert [hand["left"] for hand in said["at_each_bank"][0]["hands"]] == [1, 2]


@pytest.mark.parametrize(
    ("banks", "asked", "why"),
    [
        ("100,1000", {"limits": "50", "step": "50"}, "two limits"),
        ("100", {"limits": "50,500", "step": "50"}, "two and for three players"),
        ("100,x", {"limits": "50,500", "step": "50"}, "whole number"),
        ("100,100", {"limits": "50,500", "step": "50", "hands": 4}, "one to three hands"),
    ],
)
def test_what_cannot_be_worked_out_is_refused_in_one_line(
    banks: str, asked: dict[str, object], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert last_hands(banks, **asked) == 2  # type: ignore[arg-type]
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
