"""`croupier script`: exit codes, transcript and JSON."""

import json
from pathlib import Path

import pytest

from croupier.cli.script import script

GOOD = "# A pair wins.\ntable matchmaker\nAnn sits at 1 with $100\nAnn bets $5 on pair match\ndeal Th Ts\nsettle\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "good.table").write_text(f"{GOOD}expect Ann +$55 under MM 8.1:Pair Match\n")
    (tmp_path / "broken.table").write_text(f"{GOOD}expect Ann +$5\n")
    (tmp_path / "unreadable.table").write_text("# A rule.\ntable matchmaker\nAnn bts\n")
    (tmp_path / "notes.txt").write_text("not a script")
    return tmp_path


def test_scripts_that_hold_exit_with_0(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "deep" / "good.table"
    assert script(path) == 0
    shown = capsys.readouterr()
    assert shown.out == f"holds   A pair wins.  ({path})\n"
    assert shown.err == ""


def test_a_broken_expectation_exits_with_1_and_shows_the_difference(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "broken.table"
    assert script(path, folder / "deep" / "good.table") == 1
    shown = capsys.readouterr()
    assert shown.out.splitlines()[0] == f"BROKEN  A pair wins.  ({path})"
    assert shown.err == f"{path}:7:1: expected Ann +$5, was +$55\n    expect Ann +$5\n    ^\n"


def test_what_cannot_be_read_exits_with_2_and_the_others_still_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script(folder) == 2
    shown = capsys.readouterr()
    assert f"{folder / 'unreadable.table'}:3:5: expected “bets”" in shown.err
    assert "holds   A pair wins." in shown.out
    assert "BROKEN  A pair wins." in shown.out
    assert "notes" not in shown.out + shown.err


def test_a_missing_file_and_no_file_at_all_exit_with_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert script(folder / "none.table") == 2
    assert script() == 2
    assert "none.table" in capsys.readouterr().err


def test_explain_shows_what_came_of_every_line_and_what_the_clauses_ask(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script(folder / "deep" / "good.table", explain=True) == 0
    shown = capsys.readouterr().out
    assert "   4  Ann bets $5 on pair match\n        Ann bets $5 on pair match at area 1.  [MM 5.2]\n" in shown
    assert "Ann's $5 on pair match at area 1 wins $55 at 11 to 1.  [MM 5.10.2, MM 5.5.1(a), MM 8.1:Pair Match" in shown
    assert "  MM 8.1:Pair Match: An opening pair earns eleven times the stake." in shown


def test_json_holds_the_turns_and_the_faults(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert script(folder, format="json") == 2
    shown = json.loads(capsys.readouterr().out)["scripts"]
    broken, good, unreadable = sorted(shown, key=lambda each: Path(each["file"]).name)
    assert broken["fault"] == {
        "line": 7,
        "column": 1,
        "message": "expected Ann +$5, was +$55",
        "text": "expect Ann +$5",
    }
    assert good["holds"] is True
    assert good["fault"] is None
    assert good["turns"][2]["events"][0]["under"] == ["MM 5.2"]
    assert (unreadable["fault"]["line"], unreadable["fault"]["column"]) == (3, 5)


def test_the_grammar_is_printed_for_a_game_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert script(grammar="matchmaker") == 0
    assert "`<player> bets <amount> on <bet> [at <area>]`" in capsys.readouterr().out
    assert script(grammar="pontoon") == 2
    assert "there is matchmaker" in capsys.readouterr().err
