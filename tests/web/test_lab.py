"""The odds lab in a real browser: what it shows is what counting the cards gives."""

import csv
import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

SUITED_PAIR_AT_8 = Fraction(7, 415)
"""Of the 415 cards that can follow the first of 416, seven are its copies."""


def edges(decks: int, *, opposite_pairs_win: bool = False) -> dict[str, Fraction]:
    """The house's edges by counting second cards: those that win, times what a unit comes back as."""
    others = 52 * decks - 1
    copies = decks - 1
    same_rank = 4 * decks - 1
    same_suit_other_rank = 12 * decks
    other_colour = (26 if opposite_pairs_win else 24) * decks
    back = {
        "pair match": 12 * same_rank,
        "suit match": 12 * copies + 3 * same_suit_other_rank,
        "miss match": 2 * other_colour,
    }
    return {bet: 1 - Fraction(units, others) for bet, units in back.items()}


def shown(edge: Fraction) -> re.Pattern[str]:
    """An edge as the lab writes it: in per cent to three places, then exactly."""
    percent = Decimal(100 * edge.numerator) / Decimal(edge.denominator)
    rounded = str(percent.quantize(Decimal("0.001"), ROUND_HALF_UP))
    return re.compile(rf"^\s*{re.escape(f'{rounded}% {edge}'.replace('-', '−'))}(\s|$)")  # noqa: RUF001


@pytest.fixture
def lab(page: Page) -> Page:
    """The lab once its sheets are there."""
    page.goto("/odds")
    expect(page.get_by_test_id("par pair match")).to_be_visible()
    return page


def test_the_hand_count_agrees_with_the_fractions_known_for_eight_decks() -> None:
    assert edges(8) == {
        "pair match": Fraction(43, 415),
        "suit match": Fraction(43, 415),
        "miss match": Fraction(31, 415),
    }
    assert edges(8, opposite_pairs_win=True)["miss match"] == Fraction(-1, 415)


def test_every_deck_count_shows_the_edges_that_counting_gives(lab: Page) -> None:
    for decks in (4, 5, 6, 7, 8):
        lab.get_by_label(str(decks), exact=True).check()
        for bet, edge in edges(decks).items():
            expect(lab.get_by_test_id(f"par {bet}")).to_have_text(shown(edge))


def test_the_other_reading_of_miss_match_gives_the_player_the_better_of_it(lab: Page) -> None:
    lab.get_by_label("wins", exact=True).check()
    expect(lab.get_by_test_id("par miss match")).to_have_text(shown(edges(8, opposite_pairs_win=True)["miss match"]))
    expect(lab.get_by_role("region", name="Miss Match")).to_contain_text("the player has the better of it")
    expect(lab.get_by_test_id("par pair match")).to_have_text(shown(edges(8)["pair match"]))


def test_a_link_opens_the_lab_at_its_decks_and_reading(page: Page) -> None:
    page.goto("/odds?decks=5&opposite=wins")
    expect(page.get_by_test_id("par miss match")).to_have_text(shown(edges(5, opposite_pairs_win=True)["miss match"]))


def test_another_pay_table_changes_the_edge_exactly(lab: Page) -> None:
    edge = lab.get_by_test_id("edge of pair match")
    pays = lab.get_by_label("Pair Match pays on suited pair")
    pays.fill("12 to 1")
    expect(edge).to_have_text(shown(edges(8)["pair match"] - SUITED_PAIR_AT_8))
    pays.fill("23/2")
    expect(edge).to_have_text(shown(edges(8)["pair match"] - SUITED_PAIR_AT_8 / 2))
    pays.fill("loses")
    expect(edge).to_have_text(shown(edges(8)["pair match"] + 12 * SUITED_PAIR_AT_8))
    expect(lab.get_by_test_id("edge of suit match")).to_have_text(shown(edges(8)["suit match"]))
    lab.get_by_role("button", name="Back to the pay table").click()
    expect(edge).to_have_text(shown(edges(8)["pair match"]))
    expect(pays).to_have_value("11 to 1")


def test_odds_that_are_none_are_refused_and_change_nothing(lab: Page) -> None:
    pays = lab.get_by_label("Miss Match pays on opposite colours, no pair")
    for nonsense in ("eleven", "1 to 0", "-3 to 1", ""):
        pays.fill("1 to 1")
        expect(pays).to_have_attribute("aria-invalid", "false")
        pays.fill(nonsense)
        expect(pays).to_have_attribute("aria-invalid", "true")
        expect(lab.get_by_text("Write odds such as")).to_be_visible()
        expect(lab.get_by_test_id("edge of miss match")).to_have_text(shown(edges(8)["miss match"]))


def test_the_sheet_downloads_as_csv_whose_chances_add_up_to_one(lab: Page) -> None:
    with lab.expect_download() as downloading:
        lab.get_by_role("button", name="This sheet as CSV").click()
    with downloading.value.path().open(newline="") as file:
        rows = list(csv.DictReader(file))
    for bet, edge in edges(8).items():
        lines = [row for row in rows if row["wager"] == bet]
        assert sum(Fraction(row["chance_exact"]) for row in lines) == 1
        assert -sum(Fraction(row["chance_exact"]) * Fraction(row["pays"]) for row in lines) == edge


def test_the_lab_says_that_live_tables_give_no_such_help(lab: Page) -> None:
    expect(lab.get_by_text("The live tables give no such help")).to_be_visible()


def test_a_phone_shows_the_lab_without_sideways_scrolling(lab: Page) -> None:
    lab.set_viewport_size({"width": 390, "height": 844})
    assert lab.evaluate("document.documentElement.scrollWidth") <= 390
