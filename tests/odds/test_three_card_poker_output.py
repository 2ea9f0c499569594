"""What people and programs read of a Three Card Poker sheet, and the commands that write it."""

import csv
import io
import json
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from rich.console import Console

from croupier.odds import analysis
from croupier.odds.export import as_json
from croupier.odds.three_card_poker.charts import return_against_meter, strategy_picture
from croupier.odds.three_card_poker.settings import Settings
from tests.odds.reading import adds_up, cells, croupier, opened, refused

POKER = analysis("three-card-poker")
SETTING = Settings(pair_plus="E", jackpot=2, meter=Fraction(84_250), ante=Fraction(5))
OPTIONS = ("--pair-plus", "E", "--jackpot", "2", "--seed-value", "10000", "--meter", "84250", "--price", "1")


@pytest.fixture(scope="module")
def sheet():
    return POKER.sheet(SETTING)


@pytest.fixture(scope="module")
def comparisons():
    return POKER.comparisons(SETTING)


def test_json_has_the_fixed_shape_and_this_games_own_part(sheet):
    data = json.loads(as_json(POKER.data(sheet)))
    assert {"game", "software", "book", "terms_digest", "terms", "wagers"} <= set(data)
    assert data["game"] == "three-card-poker"
    assert data["terms"]["meter"] == 84_250
    assert [wager["name"] for wager in data["wagers"]] == [
        "ante and play",
        "pair plus",
        "jackpot",
        "ante and play, jackpot riding",
        "jackpot, best fold rule",
    ]
    assert data["wagers"][0]["strategy"] == ["Play Q-6-4 or better."]
    assert len(data["wagers"][3]["strategy"]) == 2
    assert Fraction(data["element_of_risk"]["exact"]) == sheet.element_of_risk
    assert [other["name"] for other in data["alternatives"]] == ["play every hand", "play queen high or better"]
    assert Fraction(data["jackpot"]["break_even"]["exact"]) == sheet.jackpot.break_even
    assert len(data["long_run"]) == 14
    assert all(row["return"]["low"] < row["return"]["value"] < row["return"]["high"] < 1 for row in data["long_run"])


def test_each_wagers_json_adds_up(sheet):
    for wager in json.loads(as_json(POKER.data(sheet)))["wagers"]:
        assert adds_up(wager)


def test_a_sheet_without_a_jackpot_says_nothing_of_one():
    sheet = POKER.sheet(Settings())
    data = json.loads(as_json(POKER.data(sheet)))
    assert [wager["name"] for wager in data["wagers"]] == ["ante and play", "pair plus"]
    assert data["jackpot"] is None
    assert data["long_run"] == []
    page = POKER.page(sheet, POKER.comparisons(Settings()))
    assert "The best play" in page
    assert "The meter" not in page


def test_the_picture_shows_every_hand_of_three_odd_cards_once(sheet):
    # Ace high: 66 pairs below it less A-K-Q and A-3-2; king high 55 less one; queen high 45 less one, 8 of which fold.
    alone = strategy_picture(sheet.rule)
    assert len(cells(alone, "wins")) == 64 + 54 + 36
    assert len(cells(alone, "loses")) == 274 - 154
    both = strategy_picture(sheet.rule, sheet.riding)
    assert len(cells(both, "wins")) == 154
    # Two straights are open where three ranks span four: two hands for each top card from jack down to five.
    assert len(cells(both, "s1")) == 2 * 7
    titles = {rect[0].text for rect in cells(both, "s1")}
    assert "J-T-8: play with Jackpot" in titles


def test_the_picture_shows_where_suits_decide():
    riding = POKER.sheet(Settings(jackpot=2, ante=Fraction("7.70")))
    titles = {rect[0].text for rect in cells(strategy_picture(riding.rule, riding.riding), "s3")}
    assert titles == {"J-T-8: by suits", "5-3-2: by suits"}


def test_cells_of_the_picture_do_not_overlap_and_stay_inside(sheet):
    svg = ElementTree.fromstring(strategy_picture(sheet.rule, sheet.riding))
    _, _, width, height = map(float, svg.get("viewBox").split())
    corners = [(float(rect.get("x")), float(rect.get("y"))) for rect in svg.iter("rect")]
    assert len(set(corners)) == len(corners)
    assert all(0 <= x <= width - 9 and 0 <= y <= height - 9 for x, y in corners)


def test_the_chart_crosses_the_whole_where_the_wager_breaks_even():
    drawn = return_against_meter({"main": (0.5, 0.00001)}, 10_000, 100_000, {"break-even": 50_000}, 0.8)
    svg = ElementTree.fromstring(drawn)
    (mark,) = svg.iter("circle")
    _, whole = sorted((float(line.get("y1")) for line in svg.iter("line") if line.get("class") == "axis"), reverse=True)
    assert float(mark.get("cy")) == pytest.approx(whole, abs=0.1)
    (line,) = [line for line in svg.iter("line") if "stroke-width" in (line.get("style") or "")]
    x1, y1, x2, y2 = (float(line.get(name)) for name in ("x1", "y1", "x2", "y2"))
    there = (float(mark.get("cx")) - x1) / (x2 - x1)
    assert y1 + there * (y2 - y1) == pytest.approx(whole, abs=0.2)


def test_the_page_needs_nothing_but_itself_and_shows_it_all(sheet, comparisons):
    text = POKER.page(sheet, comparisons)
    assert not re.search(r"https?:|//|url\(|@import|<script|<img|<link", text)
    assert text.count("<svg") == len(sheet.wagers) + len(comparisons) + 2
    assert text.index("The best play") < text.index("The meter") < text.index("How each wager ends")
    for expected in ("Three Card Poker", "686689/20358520", "172,673.68", "75,000", "Q-6-4", "TCP Table 4:Straight"):
        assert expected in text


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_fits_the_screen(browser, tmp_path, sheet, comparisons, width):
    path = tmp_path / "par.html"
    path.write_text(POKER.page(sheet, comparisons), encoding="utf-8")
    with opened(browser, path, width) as page:
        assert page.get_by_role("heading", level=1).inner_text() == "Three Card Poker: PAR sheet"
        for name in ("Which hands of three odd cards to play", "Return of the Jackpot wager against the meter"):
            assert page.get_by_role("img", name=name).bounding_box()["height"] > 100


def test_the_terminal_sheet_says_what_the_page_says(sheet, comparisons):
    console = Console(file=io.StringIO(), width=140)
    console.print(POKER.text(sheet, comparisons))
    text = console.file.getvalue()
    for expected in (
        "Three Card Poker",
        "686689/20358520",
        "172,673.68",
        "75,000",
        "Play Q-6-4",
        "6016/741",
        "Ruling 52",
    ):
        assert expected in text


def test_odds_as_json_by_command(capsys):
    assert croupier("odds", "three-card-poker", "--ante-bonus", "A", *OPTIONS, "--format", "json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["terms"]["ante"] == 10
    assert data["terms"]["increment"] == "31.02%"
    assert Fraction(data["wagers"][1]["edge"]["exact"]) == Fraction(253, 5525)


def test_odds_as_csv_by_command(capsys):
    assert croupier("odds", "three-card-poker", *OPTIONS, "--format", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 17 + 6 + 8 + 17 + 8
    (royal,) = [row for row in rows if (row["wager"], row["outcome"]) == ("jackpot", "royal flush")]
    assert (royal["probability_exact"], royal["pays"]) == ("1/649740", "84249")


@pytest.mark.parametrize(("form", "start"), [("html", "<!doctype html>"), ("text", "Three Card Poker: PAR sheet")])
def test_a_sheet_can_be_written_to_a_file(form, start, tmp_path, capsys):
    path = tmp_path / "sheet"
    assert croupier("odds", "three-card-poker", "--format", form, "--out", str(path)) == 0
    assert path.read_text(encoding="utf-8").startswith(start)
    assert capsys.readouterr().out == ""


def test_simulation_by_command(capsys):
    words = (*OPTIONS, "--ante", "2.50", "--rounds", "100000", "--seed", "5", "--format", "json")
    assert croupier("simulate", "three-card-poker", *words) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["terms"]["ante"] == "2.50"
    assert [wager["trials"] for wager in data["wagers"]] == [100_000] * 5


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--jackpot", "2", "--seed-value", "15000"), "TCP 6.3 has no seed of 15,000"),
        (("--jackpot", "1", "--meter", "9999.99"), "TCP 6.3.1"),
        (("--jackpot", "1", "--price", "0"), "TCP 6.2.3"),
        (("--jackpot", "1", "--ante", "-5"), "TCP 5.5.1(a)"),
        (("--jackpot", "1", "--meter", "inf"), "less than a billion"),
        (("--jackpot", "1", "--ante", "nan"), "less than a billion"),
        (("--jackpot", "1", "--ante", "7.705"), "dollars and cents"),
        (("--jackpot", "1", "--ante", "1e-99999999"), "dollars and cents"),
        (("--jackpot", "1", "--meter", "1e999999"), "less than a billion"),
        (("--jackpot", "1", "--price", "1" + 400 * "0"), "less than a billion"),
        (("--meter", "84250"), "jackpot 1 or jackpot 2"),
        (("--ante-bonus", "D"), "D"),
        (("--pair-plus", "G"), "G"),
        (("--jackpot", "3"), "3"),
    ],
)
def test_what_the_book_does_not_allow_is_refused_with_a_reason(words, reason, capsys):
    assert reason in refused(capsys, "odds", "three-card-poker", *words)
