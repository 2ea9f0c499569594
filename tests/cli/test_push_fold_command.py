"""Push or fold on the command line, and the shelf on which its showdowns are kept."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from croupier.cli.push_fold import push_fold
from croupier.cli.shelf import folder, laid_up, taken_down


@pytest.fixture(autouse=True)
def own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf that is empty when a test begins."""
    shelf = tmp_path / "shelf"
    monkeypatch.setenv("XDG_CACHE_HOME", str(shelf))
    monkeypatch.setenv("LOCALAPPDATA", str(shelf))
    monkeypatch.setattr(Path, "home", lambda: shelf)
    return shelf


def test_two_players_of_holdem_are_told_hand_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert push_fold("1000,1000", blinds="50,100") == 0
    shown = capsys.readouterr().out
    assert "Small blind, first to act: all in with" in shown
    assert "Every showdown of every two hands over every board is counted" in shown


def test_the_data_has_every_frequency_and_what_a_best_answer_gains(capsys: pytest.CaptureFixture[str]) -> None:
    assert push_fold("1000,1000", blinds="50,100", format="json", hand="AhAs") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["exact"] is True
    assert all(0 <= each["best_answer_gains"] <= 0.001 for each in said["players"])
    assert sum(each["dealt"] for each in said["groups"]) == pytest.approx(1)
    names = [each["hand"] for each in said["groups"]]
    assert names[said["hand"]["group"]] == "AA"
    small, big = said["decisions"]
    assert (small["seat"], big["seat"], big["all_in_before"]) == ("small blind", "big blind", ["small blind"])
    assert small["by_group"][names.index("AA")] == pytest.approx(1)
    # Who is asked for nine more to play for twenty needs 9/20 of them: seven-deuce has less against any hands above it.
    assert big["by_group"][names.index("72o")] == pytest.approx(0, abs=0.01)


def test_prizes_between_two_are_as_if_chips_alone_counted(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for prizes in (None, "100,60"):
        assert push_fold("1000,800", blinds="50,100", prizes=prizes, format="json") == 0
        found.append(json.loads(capsys.readouterr().out))
    chips, prizes_said = found
    assert prizes_said["prizes_cents"] == [100_00, 60_00]
    for one, other in zip(chips["decisions"], prizes_said["decisions"], strict=True):
        assert one["often"] == pytest.approx(other["often"], abs=0.02)
    assert any("as if chips alone counted" in each for each in prizes_said["notes"])


def test_three_players_of_another_game_are_told_by_strength_and_their_showdowns_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def asked(form: str) -> str:
        assert push_fold("900,1000,1100", blinds="50,100", game="omaha", boards=2_000, format=form) == 0  # type: ignore[arg-type]
        return capsys.readouterr().out

    shown = asked("text")
    assert "big blind, the button and the small blind being all in" in " ".join(shown.split())
    assert "2,000 boards dealt from seed 1" in shown
    kept = list(folder().glob("push-fold-omaha-3-2000-1.npz"))
    assert len(kept) == 1
    assert asked("text") == shown
    kept[0].write_bytes(b"torn")
    assert asked("text") == shown  # dealt again
    said = json.loads(asked("json"))
    assert said["exact"] is False
    assert len(said["decisions"]) == 6
    assert all(each["best_answer_gains"] <= 0.001 for each in said["players"])


@pytest.mark.parametrize(
    ("stacks", "asked", "why"),
    [
        ("1000,1000", {"blinds": "50"}, "two blinds"),
        ("1000,1000", {"blinds": "50,x"}, "whole number"),
        ("1000", {"blinds": "50,100"}, "for two and for three players"),
        ("1000,90", {"blinds": "50,100"}, "more than the big blind"),
        ("1000,1000", {"blinds": "50,100", "prizes": "5,3,2"}, "no more of them than players"),
        ("1000,1000", {"blinds": "50,100", "hand": "AsAs"}, "CP 8.16.1(a)"),
        ("1000,1000", {"blinds": "50,100", "hand": "AsAhKd"}, "CP 8.16.1(a)"),
        ("1000,1000", {"blinds": "50,100", "boards": 5}, "boards can be dealt"),
        ("1000,1000", {"blinds": "50,100", "seed": -1}, "a seed is not less than nothing"),
    ],
)
def test_what_cannot_be_worked_out_is_refused_in_one_line(
    stacks: str, asked: dict[str, object], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert push_fold(stacks, **asked) == 2  # type: ignore[arg-type]
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1


def test_what_is_laid_up_is_taken_down_again_or_is_not_there() -> None:
    assert taken_down("nothing") is None
    laid_up("something", {"a": np.arange(3)})
    found = taken_down("something")
    assert found is not None
    assert found["a"].tolist() == [0, 1, 2]
    assert [each.name for each in folder().iterdir()] == ["something.npz"]


def test_where_there_is_no_room_for_a_shelf_nothing_is_kept_and_nothing_fails(own_shelf: Path) -> None:
    own_shelf.write_text("a file where a folder should be")
    laid_up("something", {"a": np.arange(3)})
    assert taken_down("something") is None
