"""What people and programs read of a Double Chance sheet, and the commands that write it."""

import csv
import io
import json
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from rich.console import Console

from croupier.odds import analysis
from croupier.odds.double_chance.charts import edge_by_stake, keep_picture, winning_cards_chart
from croupier.odds.double_chance.rule import EXAMPLES, RULE
from croupier.odds.double_chance.settings import Settings
from croupier.odds.export import as_json
from tests.odds.reading import adds_up, cells, croupier, opened, refused

CHANCE = analysis("double-chance")
SETTING = Settings(
    stake=Fraction(100),
    maximum_payout=Fraction(10_000),
    jackpot_price=Fraction("2.50"),
    jackpot_schedule=(5000, 500, 200, 30, 20, 10, 100),
)
OPTIONS = ("--stake", "100", "--maximum-payout", "10000", "--jackpot-price", "2.50")
SCHEDULE = ("--jackpot-schedule", "5000,500,200,30,20,10,100")


@pytest.fixture(scope="module")
def sheet():
    return CHANCE.sheet(SETTING)


@pytest.fixture(scope="module")
def comparisons():
    return CHANCE.comparisons(SETTING)


def test_json_has_the_fixed_shape_and_this_games_own_part(sheet):
    data = json.loads(as_json(CHANCE.data(sheet)))
    assert {"game", "software", "book", "terms_digest", "terms", "wagers"} <= set(data)
    assert data["game"] == "double-chance"
    assert data["terms"] == {
        "stake": 100,
        "maximum_payout": 10_000,
        "jackpot_price": "2.50",
        "jackpot_schedule": "5000,500,200,30,20,10,100",
    }
    assert [wager["name"] for wager in data["wagers"]] == ["wager", "jackpot"]
    assert data["wagers"][0]["strategy"] == data["rule"] == list(RULE)
    assert data["habits"][1]["costs"] == {"exact": "0/1", "value": 0.0}
    assert data["habits"][2]["errs"] == 17_160
    assert (
        sum(row["hands"] for row in data["discarding"]["by_winning_cards"]) == data["discarding"]["hands"] == 2_400_768
    )
    assert sum(row["hands"] for row in data["discarding"]["by_cards_needed"]) == 2_400_768
    assert data["maximum_payout"][0] == {
        "stake": {"exact": "50/1", "value": 50.0},
        "hands": ["royal flush"],
        "edge": {"exact": "229739/6107556", "value": pytest.approx(0.0376155, abs=1e-7)},
    }
    assert Fraction(data["jackpot"]["round_costs"]["exact"]) == sheet.jackpot.round_costs
    assert data["examples"][3]["kept"] == ["Ah", "Qd", "9s"]
    assert len(data["examples"][3]["wins"]) == 29


def test_each_wagers_json_adds_up(sheet):
    for wager in json.loads(as_json(CHANCE.data(sheet)))["wagers"]:
        assert adds_up(wager)


def test_a_plain_sheet_says_nothing_of_a_jackpot_or_a_maximum_payout():
    plain = CHANCE.sheet(Settings())
    data = json.loads(as_json(CHANCE.data(plain)))
    assert data["terms"] == {"stake": 10, "maximum_payout": "none"}
    assert (data["maximum_payout"], data["jackpot"], data["together"]) == ([], None, None)
    page = CHANCE.page(plain, CHANCE.comparisons(Settings()))
    assert "The best play" in page
    assert "House edge by stake" not in page
    assert "The Jackpot" not in page


def test_a_hand_tells_all_25_ways_the_best_first():
    found = CHANCE.explore("hands", "KhJc8c9d4s")
    assert found["declared"] is None
    assert len(found["ways"]) == 25
    assert found["ways"][0]["kept"] == ["Kh", "Jc", "9d"]
    assert found["ways"][0]["chance"]["exact"] == "26/47"
    wins = [len(way["wins"]) for way in found["ways"]]
    assert wins == sorted(wins, reverse=True)
    # The 4 of spades alone: the 3 and the 2 of spades.
    assert found["ways"][-1] == {"kept": ["4s"], "wins": ["2s", "3s"], "chance": {"exact": "2/47", "value": 2 / 47}}


def test_a_hand_that_is_declared_has_no_ways():
    found = CHANCE.explore("hands", "2h3h4h5h2c")
    assert found == {"declared": "dead hand", "under": ["DC 8.3", "ruling 21"], "ways": []}


@pytest.mark.parametrize("text", ["KhJc8c9d", "KhKh8c9d4s", "KhJc8c9d4s2s"])
def test_a_hand_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="five different cards"):
        CHANCE.explore("hands", text)


def test_the_picture_shows_every_card_of_the_deck_once_for_each_example():
    svg = keep_picture(EXAMPLES)
    assert len(cells(svg, "s0")) == 2 + 3 + 3 + 3
    assert len(cells(svg, "s1")) == 3 + 2 + 2 + 2
    assert len(cells(svg, "wins")) == 17 + 24 + 26 + 29
    assert sum(len(cells(svg, kind)) for kind in ("s0", "s1", "wins", "loses")) == 4 * 52
    assert {"Ah: keep", "9c: discard", "9s: keep"} <= {
        rect[0].text for kind in ("s0", "s1") for rect in cells(svg, kind)
    }


@pytest.mark.parametrize(
    "svg",
    [
        keep_picture(EXAMPLES),
        winning_cards_chart({1: 5, 24: 9, 35: 2}),
        edge_by_stake(lambda stake: 0.04 + stake / 10**5, {50.0: "royal flush", 200.0: "straight flush"}, 100.0),
    ],
)
def test_drawings_stay_inside_and_do_not_overlap(svg):
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.get("viewBox").split())
    rects = [tuple(float(rect.get(name)) for name in ("x", "y", "width", "height")) for rect in root.iter("rect")]
    assert len({rect[:2] for rect in rects}) == len(rects)
    assert all(x >= 0 and x + wide <= width and y >= 0 and y + tall <= height for x, y, wide, tall in rects)
    dots = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in root.iter("circle")]
    assert all(0 <= x <= width and 0 <= y <= height for x, y in dots)


def test_the_chart_of_winning_cards_tells_good_hands_from_bad():
    svg = winning_cards_chart({23: 30, 24: 60, 35: 10})
    assert [rect[0].text for rect in cells(svg, "loses")] == ["23 of 47 sixth cards win: 30 hands, 30.00 %"]
    assert len(cells(svg, "wins")) == 2
    assert "likelier to win than to lose, 70.0% of hands" in svg
    tall = [float(rect.get("height")) for rect in (*cells(svg, "loses"), *cells(svg, "wins"))]
    assert tall[1] == pytest.approx(2 * tall[0])


def test_the_page_needs_nothing_but_itself_and_shows_it_all(sheet, comparisons):
    text = CHANCE.page(sheet, comparisons)
    assert not re.search(r"https?:|//|url\(|@import|<script|<img|<link", text)
    assert text.count("<svg") == len(sheet.wagers) + len(comparisons) + 3
    assert text.index("The best play") < text.index("How each wager ends")
    for expected in ("Double Chance", "229739/6107556", "17,160", "2,400,768", "DC 9.1:Royal Flush", "ruling 20"):
        assert expected in text


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_fits_the_screen(browser, tmp_path, sheet, comparisons, width):
    path = tmp_path / "par.html"
    path.write_text(CHANCE.page(sheet, comparisons), encoding="utf-8")
    with opened(browser, path, width) as page:
        assert page.get_by_role("heading", level=1).inner_text() == "Double Chance: PAR sheet"
        for name in ("Which cards to keep", "How many sixth cards win", "House edge by stake"):
            assert page.get_by_role("img", name=name).bounding_box()["height"] > 100


def test_the_terminal_sheet_says_what_the_page_says(sheet, comparisons):
    console = Console(file=io.StringIO(), width=140)
    console.print(CHANCE.text(sheet, comparisons))
    text = console.file.getvalue()
    for expected in ("Double Chance", "229739/6107556", "17,160", *RULE, "cut short above", "fair odds", "Ruling 21"):
        assert expected in text


def test_odds_as_json_by_command(capsys):
    assert croupier("odds", "double-chance", *OPTIONS, *SCHEDULE, "--format", "json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data == json.loads(as_json(CHANCE.data(CHANCE.sheet(SETTING))))


def test_odds_as_csv_by_command(capsys):
    assert croupier("odds", "double-chance", *OPTIONS, *SCHEDULE, "--format", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 11 + 8
    (royal,) = [row for row in rows if (row["wager"], row["outcome"]) == ("wager", "royal flush")]
    # $10,000 for $100.
    assert (royal["probability_exact"], royal["pays"]) == ("1/649740", "100")


@pytest.mark.parametrize(("form", "start"), [("html", "<!doctype html>"), ("text", "Double Chance: PAR sheet")])
def test_a_sheet_can_be_written_to_a_file(form, start, tmp_path, capsys):
    path = tmp_path / "sheet"
    assert croupier("odds", "double-chance", "--format", form, "--out", str(path)) == 0
    assert path.read_text(encoding="utf-8").startswith(start)
    assert capsys.readouterr().out == ""


def test_simulation_by_command(capsys):
    words = (*OPTIONS, *SCHEDULE, "--rounds", "100000", "--seed", "5", "--format", "json")
    assert croupier("simulate", "double-chance", *words) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["terms"]["jackpot_price"] == "2.50"
    assert [wager["trials"] for wager in data["wagers"]] == [100_000] * 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--stake", "0"), "DC 5.2.1"),
        (("--stake", "nan"), "less than a billion"),
        (("--stake", "2.505"), "dollars and cents"),
        (("--maximum-payout", "-5"), "DC 9.2"),
        (("--maximum-payout", "1e999999"), "less than a billion"),
        (("--jackpot-price", "1"), "ruling 23"),
        (SCHEDULE, "ruling 23"),
        (("--jackpot-price", "0", *SCHEDULE), "DC 10.2"),
        (("--jackpot-price", "1", "--jackpot-schedule", "1,2,3"), "DC 10.4"),
        (("--jackpot-price", "1", "--jackpot-schedule", "1,2,3,4,5,6,0"), "DC 10.3"),
        (("--jackpot-price", "1", "--jackpot-schedule", "1,2,3,4,5,6," + 400 * "9"), "less than a billion"),
    ],
)
def test_what_the_book_does_not_allow_is_refused_with_a_reason(words, reason, capsys):
    assert reason in refused(capsys, "odds", "double-chance", *words)
