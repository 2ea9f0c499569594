"""The cloth as the pages draw it: its areas and bets, the casino's name, the shoe at the dealer's left, the sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import hatch_build
from tests.floor.server.serving import Served
from tests.witness import witnesses

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
AREAS = 7


@pytest.fixture(scope="module")
def table(house: Served) -> str:
    """A table of seven areas with a machine, in a casino of its own name."""
    return house.new_table("cloth", areas=AREAS, casino="Aurora", device="machine")


@pytest.fixture(scope="module")
def page(house: Served, table: str, browser: Browser) -> Iterator[Page]:
    """The table's page, as its sources are now, for someone who has only just come."""
    hatch_build.build_web(ROOT)
    with browser.new_context(viewport={"width": 1440, "height": 900}, base_url=house.address) as context:
        page = context.new_page()
        page.goto(f"/table/{table}")
        expect(page.get_by_role("region", name="Area 1", exact=True)).to_be_visible()
        yield page


@witnesses("MM 2.2", "MM 2.2.1", "MM Diagram A")
def test_the_cloth_has_an_arc_of_areas_each_with_the_three_bets(page: Page) -> None:
    areas = page.get_by_role("region", name=re.compile(r"^Area \d+$"))
    expect(areas).to_have_count(AREAS)
    places = []
    for number in range(1, AREAS + 1):
        area = page.get_by_role("region", name=f"Area {number}", exact=True)
        for bet in ("Pair Match", "Suit Match", "Miss Match"):
            expect(area.get_by_text(bet, exact=True)).to_be_visible()
        box = area.bounding_box()
        assert box is not None
        places.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    # The players face the dealer, whose left is on their right: area 1 is outermost there; the middle hangs lowest.
    assert [x for x, _ in places] == sorted((x for x, _ in places), reverse=True)
    heights = [y for _, y in places]
    assert heights.index(max(heights)) == AREAS // 2
    assert heights[: AREAS // 2 + 1] == sorted(heights[: AREAS // 2 + 1])


@witnesses("MM 2.2.2")
def test_the_cloth_bears_the_name_of_the_casino(page: Page, house: Served, table: str) -> None:
    assert house.stranger().view(table)["casino"] == "Aurora"
    expect(page.locator("svg text", has_text="Aurora")).to_be_visible()


@witnesses("MM 7.1", "MM 2.4")
def test_the_machine_stands_at_the_left_hand_of_the_dealer(page: Page) -> None:
    machine = page.get_by_text(re.compile(r"^Machine")).first.bounding_box()
    cloth = page.locator(".felt").bounding_box()
    assert machine is not None
    assert cloth is not None
    # Seen from the players' side: right of the middle, and on the dealer's half.
    assert machine["x"] > cloth["x"] + cloth["width"] / 2
    assert machine["y"] < cloth["y"] + cloth["height"] / 2


@witnesses("MM 6.1", "MM 6.1 fn1:s66(1)(c)")
def test_the_sign_tells_everyone_the_least_and_the_most_of_each_bet(page: Page) -> None:
    sign = page.get_by_role("region", name="Limit sign")
    expect(sign).to_be_visible()
    for bet in ("Pair Match", "Suit Match", "Miss Match"):
        expect(sign.get_by_role("row", name=re.compile(rf"^{bet} \$5 \$500$"))).to_be_visible()


@witnesses("MM 11.5")
def test_the_page_of_a_table_says_nothing_of_chances(page: Page) -> None:
    said = page.get_by_role("main").inner_text().lower()
    assert "pair match" in said
    assert re.findall(r"house edge|probab|chance|expected|strateg|advis|\d\s*%", said) == []
