"""What chips are worth, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli.tournament import check, draft, sheet, worth


def test_chips_and_prizes_are_named_on_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert worth("500,300,200", stacks="5000,3000,2000") == 0
    shown = capsys.readouterr().out
    for figure in ("$383.93", "$327.50", "$288.57", "$400", "50.00%", "33.93%"):
        assert figure in shown


def test_a_file_names_the_entrants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "final table.csv"
    file.write_text("Ann Lee, 1\n\nBob, 3\n", encoding="utf-8")
    assert worth("$1,000".replace(",", "") + ".50", entrants=file, format="json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["prizes_cents"] == [1000_50]
    assert [each["name"] for each in said["entrants"]] == ["Ann Lee", "Bob"]
    assert [each["part"]["exact"] for each in said["entrants"]] == ["1/4", "3/4"]
    assert [each["deal_cents"] for each in said["entrants"]] == [250_12, 750_38]  # 250.125 and 750.375


def test_a_leader_who_would_have_more_than_the_first_prize_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    # By chips the leader has 200 and nine tenths of the other 400.
    assert worth("500,300,200", stacks="18000,1000,1000") == 0
    assert "Entrant 1 would have more than the first prize" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("prizes", "stacks", "why"),
    [
        ("500", None, "--stacks"),
        ("500", "5,x", "chips are a whole number"),
        ("five", "5", "is not an amount"),
        ("500", "5,0", "Entrant 2 has no chips"),
    ],
)
def test_what_cannot_be_said_is_said_in_one_line(
    prizes: str, stacks: str | None, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert worth(prizes, stacks=stacks) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1


def test_conditions_of_a_tournament_whose_entries_are_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sevens.toml"
    assert draft("blackjack", won=True, out=file) == 0
    assert check(file) == 0
    assert sheet(file) == 0
    shown = capsys.readouterr().out
    for words in ("100 days after the last tournament", "The final has 3 shoes.", "names another person for each"):
        assert words in shown
    assert draft("matchmaker", won=True) == 2
    assert "knows no entries that are won in play" in capsys.readouterr().err


def test_conditions_are_drafted_checked_and_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "heats.toml"
    assert draft("matchmaker", out=file) == 0
    assert check(file) == 0
    whole = capsys.readouterr().out
    assert whole.startswith("Matchmaker heats: whole, text ")
    assert sheet(file) == 0
    printed = capsys.readouterr().out
    assert "Prizes (MM 10.2.1(k))\n  1. $500\n  2. $250\n  3. $150\n" in printed
    assert (
        "Structure (MM 10.2.1(d))\n  Heats: 1 session, 30 hands, 2 of each table and the next 3 of all go on\n"
        in printed
    )
    assert whole.split()[-1] in printed
    assert sheet(file, format="html") == 0
    assert "<h2>Prizes <small>MM 10.2.1(k)</small></h2><p>1. $500</p>" in capsys.readouterr().out


def test_what_is_left_out_and_what_is_refused_is_listed_with_its_clause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "heats.toml"
    draft("matchmaker", out=file)
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("secret = false\n", "").replace("jackpots = false", "jackpots = true"), encoding="utf-8"
    )
    assert check(file) == 1
    assert capsys.readouterr().out.splitlines() == [
        "left out  MM 10.2.1(e): Secret wagers",
        "refused   MM 10.2.1(l), ruling 114: jackpot wagers are not offered in a tournament",
    ]
    assert check(file, format="json") == 1
    said = json.loads(capsys.readouterr().out)
    assert said["left_out"] == [{"clause": "MM 10.2.1(e)", "name": "Secret wagers"}]
    assert said["complete"] is False


def test_one_of_something_is_a_number_and_not_a_yes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "heats.toml"
    draft("matchmaker", out=file)
    secret = 'secret = { many = 1, each = "session", how = "On a slip" }'
    file.write_text(file.read_text(encoding="utf-8").replace("secret = false", secret), encoding="utf-8")
    assert sheet(file) == 0
    assert "Secret wagers (MM 10.2.1(e))\n  How many: 1\n  In each: session\n" in capsys.readouterr().out


def test_another_word_is_another_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "heats.toml"
    digests = set()
    draft("matchmaker", out=file)
    for change in ("", "again", "$50", "$51"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("in person", f"in person {change}") if change else text, encoding="utf-8")
        assert check(file) == 0
        digests.add(capsys.readouterr().out.split()[-1])
    assert len(digests) == 4


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title", "not TOML"),
        ('title = "A"\nbook = "double-chance"\n', "knows no tournaments"),
        ('title = "A"\nbook = "matchmaker"\n[details]\nfee = "fifty"\n', "details.fee: an amount is written like"),
        ('title = "A"\nbook = "matchmaker"\n[details]\nfees = "$5"\n', "unknown field"),
        ('title = "A"\nbook = "matchmaker"\n[details]\nleast = 0\n', "details.least"),
    ],
)
def test_what_is_no_conditions_is_said_in_one_line(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    assert check(file) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
