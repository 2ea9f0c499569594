"""What the lab tells of tournaments in a real browser, away from the tables."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_what_chips_are_worth_is_told_for_any_prizes_and_chips(page: Page) -> None:
    """Ann, Bob and Cy of the hand count: $383.93, $327.50, $288.57; by chips $400, $320, $280."""
    page.goto("/odds/crown-poker")
    panel = page.locator("section", has=page.get_by_role("heading", name="What chips are worth in a tournament"))
    expect(panel.get_by_role("row", name="Entrant 1")).to_contain_text("$383.93")
    expect(panel.get_by_role("row", name="Entrant 3")).to_contain_text("$280")
    chips = panel.get_by_label("Everyone's chips")
    chips.fill("3, 1")
    chips.blur()
    expect(panel.get_by_role("alert")).to_contain_text("3 prizes for 2 entrants")
    prizes = panel.get_by_label("Prizes that are left, in dollars")
    prizes.fill("100")
    prizes.blur()
    expect(panel.get_by_role("row", name="Entrant 1")).to_contain_text("$75")


def test_push_or_fold_is_drawn_as_charts(page: Page) -> None:
    page.goto("/odds/crown-poker")
    panel = page.locator("section", has=page.get_by_role("heading", name="Push or fold, two players of Holdem left"))
    small = panel.get_by_role("group", name="The small blind, first to act")
    expect(small.get_by_role("cell", name="AA", exact=True)).to_contain_class("in")
    expect(small.get_by_role("cell")).to_have_count(169)
    big = panel.get_by_role("group", name="The big blind, the small blind being all in")
    expect(big.get_by_role("cell", name="72o never", exact=True)).to_be_visible()


def test_the_last_hands_are_told_for_any_banks(page: Page) -> None:
    page.goto("/odds/blackjack")
    panel = page.locator("section", has=page.get_by_role("heading", name="The last hands of a tournament"))
    banks = panel.get_by_label("Banks, in the order of wagers")
    banks.fill("100, 1000")
    banks.blur()
    # From 100 nobody comes to the 800 that the other keeps.
    expect(panel.get_by_role("row", name="Player 1")).to_contain_text("0.00%", timeout=60_000)
    expect(panel.get_by_role("row", name="Player 2")).to_contain_text("100.00%")
    panel.get_by_label("Step").fill("0")
    panel.get_by_label("Step").blur()
    expect(panel.get_by_role("alert")).to_contain_text("a minimum, a maximum")


def test_what_the_tournament_entry_adds_is_told_where_one_can_be_won(page: Page) -> None:
    page.goto("/odds/blackjack?sevens=1")
    panel = page.locator("section", has=page.get_by_role("heading", name="The tournament entry"))
    expect(panel).to_contain_text("407730/49", timeout=60_000)
    expect(panel).to_contain_text("$8,321.02")


@pytest.mark.parametrize(
    ("game", "heading"), [("crown-poker", "all in with"), ("blackjack", "At each bank of player 1")]
)
def test_a_phone_shows_it_without_sideways_scrolling(page: Page, game: str, heading: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/odds/{game}")
    expect(page.get_by_role("heading", name=heading).first).to_be_visible(timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
