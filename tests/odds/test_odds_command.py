"""`croupier odds` and `croupier simulate` as people type them."""

import json
import subprocess
import sys

import pytest

from tests.odds.reading import croupier, refused


def test_odds_as_json(capsys):
    assert croupier("odds", "matchmaker", "--decks", "4", "--format", "json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["terms"]["decks"] == 4
    assert data["wagers"][0]["edge"]["value"] == pytest.approx(27 / 207)


def test_the_reading_of_miss_match_is_an_option(capsys):
    assert croupier("odds", "matchmaker", "--miss-match-on-opposite-pairs", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["wagers"][2]["edge"]["exact"] == "-1/415"


@pytest.mark.parametrize("decks", ["3", "9", "0", "-8"])
def test_a_deck_count_outside_the_rules_is_refused_with_the_clause(decks, capsys):
    assert croupier("odds", "matchmaker", "--decks", decks) == 2
    assert capsys.readouterr() == ("", "croupier odds matchmaker: MM 3.1 allows four to eight decks\n")


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "chess"),
        ("odds", "matchmaker", "--decks", "many"),
        ("odds", "matchmaker", "--format", "xml"),
        ("simulate", "matchmaker", "--rounds", "0"),
        ("simulate", "matchmaker", "--areas", "10"),
        ("simulate", "matchmaker", "--seed", "-1"),
    ],
)
def test_bad_usage_is_refused_with_a_reason(words, capsys):
    assert refused(capsys, *words)


def test_a_file_that_cannot_be_written_is_refused(tmp_path, capsys):
    assert croupier("odds", "matchmaker", "--out", str(tmp_path / "none" / "par.html")) == 2
    assert "par.html: no such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize(("form", "start"), [("html", "<!doctype html>"), ("csv", "game,"), ("text", "Matchmaker")])
def test_a_sheet_can_be_written_to_a_file(form, start, tmp_path, capsys):
    path = tmp_path / "sheet"
    assert croupier("odds", "matchmaker", "--format", form, "--out", str(path)) == 0
    assert path.read_text(encoding="utf-8").startswith(start)
    assert capsys.readouterr().out == ""


def test_the_same_seed_simulates_the_same(capsys):
    seen = []
    for workers in ("1", "2"):
        words = ("--rounds", "150000", "--seed", "5", "--areas", "2", "--workers", workers, "--format", "json")
        assert croupier("simulate", "matchmaker", *words) == 0
        seen.append(json.loads(capsys.readouterr().out))
    assert seen[0]["wagers"] == seen[1]["wagers"]
    assert seen[0]["wagers"][0]["trials"] == 300_000


def test_exact_odds_load_no_number_crunching_library():
    code = (
        "import sys, contextlib\n"
        "from croupier.cli import app\n"
        "with contextlib.suppress(SystemExit): app(['odds', 'matchmaker'])\n"
        "sys.exit(bool({'numpy', 'numba', 'distributed'} & set(sys.modules)))\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, stdout=subprocess.DEVNULL).returncode == 0
