"""`croupier script`: exit codes, transcript and JSON."""

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from croupier.cli import app
from croupier.cli.script import script
from croupier.games import games

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


def test_what_is_not_there_is_told_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = folder / "bare"
    bare.mkdir()
    (folder / "photo.table").write_bytes(b"# A rule.\n\xff\xd8")
    assert script(folder / "none.table", bare, folder / "photo.table") == 2
    assert capsys.readouterr().err.splitlines() == [
        f"croupier script: {folder / 'none.table'}: there is no such file",
        f"croupier script: {bare}: there are no scripts in this folder; their names end in .table",
        f"croupier script: {folder / 'photo.table'}: this is not text in UTF-8 (at byte 11)",
    ]
    assert script() == 2
    assert "name the scripts to run" in capsys.readouterr().err


def test_an_empty_folder_is_an_error_in_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert script(tmp_path, format="json") == 2
    (shown,) = json.loads(capsys.readouterr().out)["scripts"]
    assert (shown["holds"], shown["file"]) == (False, str(tmp_path))
    assert shown["fault"]["message"].startswith("there are no scripts in this folder")


def test_a_hyphen_reads_standard_input_with_or_without_a_byte_order_mark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for mark in ("", "\ufeff"):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(f"{mark}{GOOD}expect Ann +$5".encode())))
        with pytest.raises(SystemExit, match="1"):
            app(["script", "-"])
        shown = capsys.readouterr()
        assert shown.out == "BROKEN  A pair wins.  (standard input)\n"
        assert shown.err.startswith("standard input:7:1: expected Ann +$5, was +$55")


def test_an_option_that_is_not_there_is_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        app(["script", "--explian", "x.table"])
    assert capsys.readouterr().err == "croupier script: there is no option --explian; perhaps --explain\n"


def test_every_scenario_of_a_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.table"
    path.write_text(f"{GOOD}## It pays eleven to one.\nexpect Ann +$55\n## It pays ten to one.\nexpect Ann +$50\n")
    assert script(path) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"holds   A pair wins. It pays eleven to one.  ({path})",
        f"BROKEN  A pair wins. It pays ten to one.  ({path})",
    ]
    assert script(path, format="json") == 1
    shown = json.loads(capsys.readouterr().out)["scripts"]
    assert [(each["heading"], each["title"], each["holds"]) for each in shown] == [
        ("A pair wins.", "It pays eleven to one.", True),
        ("A pair wins.", "It pays ten to one.", False),
    ]


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
    assert script(Path("matchmaker"), grammar=True) == 0
    alone = capsys.readouterr().out
    assert "`<player> bets <amount> on <bet> [at <area>]`" in alone
    assert script(Path("pontoon"), grammar=True) == 2
    assert "there is matchmaker" in capsys.readouterr().err
    assert script(Path("double chanse"), grammar=True) == 2
    assert "perhaps double-chance" in capsys.readouterr().err


def test_the_grammar_of_every_game_is_printed_with_its_stages_reasons_and_events(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert script(grammar=True) == 0
    shown = capsys.readouterr().out.split("\n## ")
    assert [page.removeprefix("## ").partition("\n")[0] for page in shown] == list(games())
    for page in shown:
        assert all(f"### {title}\n" in page for title in ("Stages", "Reasons of a refusal", "Events"))
