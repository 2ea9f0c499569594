"""Exact stays exact: fractions in every file, digests instead of timings, no number rounded to nothing."""

import csv
import io
import json
import re
from fractions import Fraction
from itertools import pairwise

import pytest

from croupier.books import digest
from croupier.floor.server.sums import sheet_of
from croupier.odds import analysis
from croupier.odds.double_chance.settings import Settings
from croupier.odds.setting import read
from croupier.odds.svg import grouped_bars
from croupier.odds.words import percent
from tests.odds.reading import adds_up, croupier

CAPPED = Fraction(1457203, 30537780)
"""The edge of $30 under a maximum payout of $100: what pays more than 10 to 3 pays 10 to 3."""


def test_a_maximum_payout_that_is_no_whole_number_of_stakes_stays_exact():
    data = analysis("double-chance").data(analysis("double-chance").sheet(Settings(stake=30, maximum_payout=100)))
    [wager] = data["wagers"]
    assert Fraction(wager["edge"]["exact"]) == CAPPED
    assert {line["pays"]["exact"] for line in wager["outcomes"]} >= {"10/3", "-1/1"}
    assert adds_up(wager)


def test_a_setting_that_is_no_exact_amount_is_refused():
    with pytest.raises(TypeError, match="stake"):
        Settings(stake=0.1)


def test_so_it_does_on_its_way_to_the_lab():
    settings = read(analysis("double-chance").settings, {"stake": "30", "maximum_payout": "100"})
    [wager] = json.loads(sheet_of("double-chance", settings))["wagers"]
    assert Fraction(wager["edge"]["exact"]) == CAPPED
    assert adds_up(wager)


def test_so_it_does_in_a_table(capsys):
    words = ("odds", "double-chance", "--stake", "30", "--maximum-payout", "100", "--format", "csv")
    assert croupier(*words) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert sum(Fraction(row["probability_exact"]) * -Fraction(row["pays_exact"]) for row in rows) == CAPPED
    assert {row["book_digest"] for row in rows} == {digest("double-chance")}


GAMES = {
    "matchmaker": ("--decks", "6"),
    "double-chance": (
        *("--stake", "12.50", "--maximum-payout", "99.99"),
        *("--jackpot-price", "2.50", "--jackpot-schedule", "5000,500,200,30,20,10,100"),
    ),
    "three-card-poker": ("--jackpot", "2", "--meter", "50000.01", "--ante", "7.50"),
}


def files(game, tmp_path, name):
    for form in ("json", "csv", "html", "text"):
        assert croupier("odds", game, *GAMES[game], "--format", form, "--out", str(tmp_path / f"{name}.{form}")) == 0
    sizes = ("--rounds", "3000", "--seed", "5")
    for form in ("json", "csv", "text"):
        out = str(tmp_path / f"{name}.simulated.{form}")
        assert croupier("simulate", game, *GAMES[game], *sizes, "--format", form, "--out", out) == 0
    return {path.name.partition(".")[2]: path.read_bytes() for path in sorted(tmp_path.glob(f"{name}.*"))}


@pytest.mark.parametrize("game", GAMES)
def test_two_runs_write_the_same_bytes_and_say_where_they_come_from(game, tmp_path):
    first = files(game, tmp_path, "first")
    assert first == files(game, tmp_path, "second")
    data = json.loads(first["json"])
    assert data["software"].startswith("croupier ")
    assert data["book"]["digest"] == digest(game)
    assert re.fullmatch(r"[0-9a-f]{64}", data["terms_digest"])
    for form in ("text", "html", "simulated.text"):
        text = first[form].decode()
        assert data["terms_digest"][:12] in text
        assert data["book"]["digest"][:12] in text
        assert not re.search(r"\d m?s\b", text), "a timing is in it"
    assert all(adds_up(wager) for wager in data["wagers"])


def test_other_terms_have_another_digest():
    made = [analysis("matchmaker").sheet(read(analysis("matchmaker").settings, {"decks": decks})) for decks in "678"]
    told = [analysis("matchmaker").data(sheet)["terms_digest"] for sheet in made]
    assert len(set(told)) == 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["text", "html"])
def test_nothing_small_is_shown_as_nothing(game, form, tmp_path):
    out = tmp_path / "sheet"
    assert croupier("odds", game, *GAMES[game], "--format", form, "--out", str(out)) == 0
    text = out.read_text()
    assert not re.search(r"(?<![\d.])-?0\.0+ %", text)
    assert not re.search(r"\de-\d+ ?%", text)
    assert "…" not in text


def test_shares_have_as_many_places_as_show_them():
    assert [percent(share) for share in (Fraction(1, 649740), Fraction(-1, 10**7), Fraction(5, 10**6), 0, 1e-12)] == [
        "0.00015 %",
        "-0.000010 %",
        "0.001 %",
        "0 %",
        "0.00000000010 %",
    ]


@pytest.mark.parametrize(
    "values", [(-0.00241, 0.1036), (-0.3, 0.7), (1e-7, -2e-7), (0.07, 0.07), (-0.1, -0.2), (0.0, 0.0), (3.0, -40.0)]
)
def test_the_lines_of_a_chart_are_round_and_nought_is_nought(values):
    svg = grouped_bars("edges", ["a", "b"], {"x": values})
    ticks = re.findall(r'text-anchor="end">([^<]*)</text>', svg)
    assert "0 %" in ticks
    assert all(re.fullmatch(r"-?\d+(\.\d+)? %", tick) for tick in ticks), ticks
    shown = [Fraction(tick.removesuffix(" %")) for tick in ticks]
    assert len({after - before for before, after in pairwise(shown)}) <= 1
    assert shown[0] <= 100 * Fraction(min(*values, 0)) + Fraction(1, 10**9)
    assert shown[-1] >= 100 * Fraction(max(*values, 0)) - Fraction(1, 10**9)


@pytest.mark.parametrize("width", [60, 80, 200])
def test_no_clause_is_cut_off_however_narrow_the_terminal(width):
    from rich.console import Console

    room = analysis("three-card-poker")
    settings = read(room.settings, {"jackpot": "2", "meter": "84250"})
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    console.print(room.text(room.sheet(settings), room.comparisons(settings)))
    assert "…" not in console.file.getvalue()
