"""The cloths of the Blackjack family as the pages draw them: plain, with side bets, Pontoon's, Pandemonium's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import hatch_build
from tests.floor.server.serving import Served, served
from tests.witness import witnesses
from tests.witnesses.cloth import AREAS, ClothHouse, area, hang_in_an_arc

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]


class House(ClothHouse):
    """A house with a table for each of the book's diagrams."""

    game = "blackjack"

    def __init__(self, running: Served) -> None:
        super().__init__(running)
        self.table("plain", casino="Aurora")
        self.table("beside", sevens=1, pairs=True)
        self.table("pontoon", variant="pontoon")
        self.table("pandemonium", variant="pandemonium")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    hatch_build.build_web(ROOT)
    with served(tmp_path_factory.mktemp("floor")) as running:
        yield House(running)


def cloth(visit: Callable[[str], Page], table: str) -> Page:
    page = visit(f"/table/{table}")
    expect(area(page, 1)).to_be_visible()
    expect(page.get_by_role("region", name=re.compile(r"^Area \d+$"))).to_have_count(AREAS)
    assert hang_in_an_arc(page)
    return page


@witnesses("BJ 2.2", "BJ 2.2.2", "BJ Diagram A")
def test_the_cloth_of_blackjack_has_an_arc_of_areas_and_the_name_of_the_casino(visit: Callable[[str], Page]) -> None:
    page = cloth(visit, "plain")
    expect(page.locator("svg text", has_text="Aurora").first).to_be_visible()
    expect(page.get_by_text(re.compile("insurance", re.I)).first).to_be_visible()
    for number in range(1, AREAS + 1):
        expect(area(page, number)).to_contain_text("Blackjack")
        expect(area(page, number)).not_to_contain_text(re.compile("sevens|pairs|pontoon|pandemonium", re.I))


@witnesses("BJ Diagram B")
def test_with_side_bets_every_area_has_their_places_beside_the_wager(visit: Callable[[str], Page]) -> None:
    page = cloth(visit, "beside")
    for number in range(1, AREAS + 1):
        for bet in ("Blackjack", "Sevens", "Pairs"):
            expect(area(page, number)).to_contain_text(re.compile(bet, re.I))


@witnesses("BJ Diagram C")
def test_crown_pontoon_has_a_cloth_of_its_own(visit: Callable[[str], Page]) -> None:
    page = cloth(visit, "pontoon")
    for number in range(1, AREAS + 1):
        expect(area(page, number)).to_contain_text("Pontoon")
        expect(area(page, number)).not_to_contain_text(re.compile("blackjack|pandemonium", re.I))


@witnesses("BJ Diagram D")
def test_pontoon_pandemonium_has_a_place_for_its_wager_on_every_area(visit: Callable[[str], Page]) -> None:
    page = cloth(visit, "pandemonium")
    for number in range(1, AREAS + 1):
        expect(area(page, number)).to_contain_text("Pontoon")
        expect(area(page, number)).to_contain_text(re.compile("pandemonium", re.I))
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"\$250,000"))
