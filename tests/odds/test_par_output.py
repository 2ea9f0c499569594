"""What other programs and people read: JSON, CSV, the page and the terminal."""

import csv
import io
import json
import re
from fractions import Fraction
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console

from croupier import __file__ as PACKAGE
from croupier import __version__
from croupier.odds import OutcomeLine, ParSheet, WagerAnalysis, analysis
from croupier.odds.export import as_json, number, sheet_csv, sheet_data, simulation_csv, simulation_data
from croupier.odds.matchmaker.settings import Settings, Simulated
from croupier.odds.page import sheet_page
from croupier.odds.par import sheet_text, simulation_text
from croupier.odds.simulate import simulate
from croupier.odds.svg import grouped_bars, share_bars
from tests.odds.reading import adds_up

MATCHMAKER = analysis("matchmaker")
SHEET = MATCHMAKER.sheet(Settings(decks=8))
COMPARISONS = MATCHMAKER.comparisons(Settings(decks=8))
BOOKS = Path(PACKAGE).parent / "books"
VOID = {"meta", "br", "link", "img", "hr", "input"}


@pytest.fixture(scope="module")
def simulation():
    return simulate(SHEET, MATCHMAKER.chunk(Simulated(decks=8)), rounds=2000, seed=4)


class Page(HTMLParser):
    """Reads a page, minding that every tag is closed and noting every attribute and text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def rendered(shown):
    console = Console(file=io.StringIO(), width=140)
    console.print(shown)
    return console.file.getvalue()


def test_json_has_the_fixed_shape():
    data = json.loads(as_json(sheet_data(SHEET)))
    assert {"game", "software", "book", "terms_digest", "terms", "wagers"} <= set(data)
    assert data["game"] == "matchmaker"
    assert data["terms"] == {"decks": 8, "device": "shoe", "miss_match_on_opposite_pairs": False}
    assert data["software"] == f"croupier {__version__}"
    assert data["book"]["digest"] == sha256((BOOKS / "matchmaker.toml").read_bytes()).hexdigest()
    assert "seconds" not in data
    assert [wager["name"] for wager in data["wagers"]] == ["pair match", "suit match", "miss match"]
    for wager in data["wagers"]:
        assert {"name", "edge", "variance", "hit_rate", "outcomes", "strategy"} == set(wager)
        assert wager["strategy"] is None
        for line in wager["outcomes"]:
            assert {"name", "probability", "pays"} <= set(line)


def test_json_numbers_are_exact_and_agree_with_each_other():
    for wager in json.loads(as_json(sheet_data(SHEET)))["wagers"]:
        assert adds_up(wager)
        for value in (wager["edge"], wager["variance"], wager["hit_rate"]):
            assert value["value"] == float(Fraction(value["exact"]))
    assert Fraction(wager["edge"]["exact"]) == Fraction(31, 415)


@given(st.fractions())
def test_an_exact_number_survives_json(value):
    assert Fraction(number(value)["exact"]) == value
    assert number(value)["value"] == float(value)


def test_a_value_that_is_not_exact_says_so():
    assert number(0.25) == {"exact": None, "value": 0.25}


def test_csv_has_a_row_for_each_outcome_of_each_wager():
    rows = list(csv.DictReader(io.StringIO(sheet_csv(SHEET))))
    assert len(rows) == 3 * 6
    for wager in ("pair match", "suit match", "miss match"):
        mine = [row for row in rows if row["wager"] == wager]
        assert sum(Fraction(row["probability_exact"]) for row in mine) == 1
        assert {row["decks"] for row in mine} == {"8"}
    (suited,) = [row for row in rows if row["wager"] == "suit match" and row["outcome"] == "suited, no pair"]
    assert (suited["probability_exact"], suited["pays"], suited["edge_exact"]) == ("96/415", "2", "43/415")
    assert suited["clauses"] == "MM 5.5.2(a)(i); MM 8.1:Suit Match (Suited non pair)"


def test_the_page_needs_nothing_but_itself():
    text = sheet_page(SHEET, COMPARISONS)
    page = Page(text)
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert not {"src", "href", "xlink:href", "srcset"} & {name for name, _ in page.attributes}
    assert not re.search(r"https?:|//|url\(|@import", text)


def test_the_page_shows_charts_and_clauses_for_every_wager():
    page = Page(sheet_page(SHEET, COMPARISONS))
    words = " ".join(page.text)
    assert page.tags.count("svg") == len(SHEET.wagers) + len(COMPARISONS)
    for expected in ("43/415", "31/415", "-1/415", "3/23", "MM 8.1:Miss Match", "ruling 11", "wins", "the three bets"):
        assert expected.lower() in words.lower()


def test_names_on_the_page_are_escaped():
    nasty = '<script>"&'
    wager = WagerAnalysis(nasty, (OutcomeLine(nasty, Fraction(1), Fraction(-1), (nasty,)),), strategy=(nasty,))
    page = Page(sheet_page(ParSheet(nasty, {nasty: nasty}, (wager,), notes=(nasty,))))
    assert "script" not in page.tags
    assert nasty in page.text


@given(
    st.lists(st.floats(-2, 2), min_size=1, max_size=8),
    st.lists(st.floats(0, 1), min_size=1, max_size=8).filter(any),
)
@example([1.1125369292536007e-308], [1.0])
def test_charts_are_well_formed_and_stay_inside_their_frame(edges, shares):
    groups = [f"g<{place}>" for place in range(len(edges))]
    for drawn in (
        grouped_bars("a & b", groups, {"one": edges, "two": edges[::-1]}),
        share_bars("shares", [("n", share, "&", share > 0.5) for share in shares]),
    ):
        svg = ElementTree.fromstring(drawn)
        _, _, width, height = map(float, svg.get("viewBox").split())
        for bar in svg.iter("rect"):
            x, y, w, h = (float(bar.get(name)) for name in ("x", "y", "width", "height"))
            assert x >= 0
            assert x + w <= width + 0.1
            assert y >= 0
            assert y + h <= height + 1


def test_a_bar_above_nought_rises_and_one_below_hangs():
    svg = ElementTree.fromstring(grouped_bars("edge", ["a", "b"], {"s": [0.10, -0.05]}))
    (axis,) = [float(line.get("y1")) for line in svg.iter("line") if line.get("class") == "axis"]
    up, down = [bar for bar in svg.iter("rect") if bar.get("height") != "9"]
    assert float(up.get("y")) + float(up.get("height")) == pytest.approx(axis, abs=0.11)
    assert float(down.get("y")) == pytest.approx(axis, abs=0.11)
    assert float(up.get("height")) == pytest.approx(2 * float(down.get("height")), abs=0.2)


def test_the_terminal_sheet_says_what_the_page_says():
    text = rendered(sheet_text(SHEET, COMPARISONS))
    for expected in ("43/415", "31/415", "-1/415", "3/23", "MM 8.1:Miss Match", "ruling 11", "192/415", "+11"):
        assert expected in text


def test_a_strategy_is_shown_where_there_is_one():
    wager = WagerAnalysis("play", (OutcomeLine("any", Fraction(1), Fraction(-1)),), strategy=("Raise on Q-6-4",))
    sheet = ParSheet("three_card_poker", {}, (wager,))
    assert "Raise on Q-6-4" in rendered(sheet_text(sheet))
    assert "Raise on Q-6-4" in Page(sheet_page(sheet)).text


def test_simulations_are_written_with_counts_interval_and_z(simulation):
    data = json.loads(as_json(simulation_data(simulation)))
    assert (data["rounds"], data["seed"]) == (2000, 4)
    for wager, estimate in zip(data["wagers"], simulation.estimates, strict=True):
        assert wager["trials"] == sum(line["count"] for line in wager["outcomes"]) == 18_000
        assert wager["interval"]["low"] < wager["edge"]["value"] < wager["interval"]["high"]
        assert wager["expected"]["exact"] == str(estimate.exact.edge)
        lost = -sum(line["count"] * Fraction(line["pays"]["exact"]) for line in wager["outcomes"])
        assert Fraction(wager["edge"]["exact"]) == Fraction(lost, 18_000)
        assert wager["edge"]["value"] == pytest.approx(float(lost / 18_000))
    rows = list(csv.DictReader(io.StringIO(simulation_csv(simulation))))
    assert sum(int(row["count"]) for row in rows) == 3 * 18_000
    assert "18,000" in rendered(simulation_text(simulation))
