"""The cloth of Three Card Poker as the pages draw it, with and without Jackpot wagers, and the meters on the wall."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

import hatch_build
from tests.floor.server.serving import Served, served
from tests.witness import witnesses
from tests.witnesses.cloth import AREAS, ClothHouse, area, box, hang_in_an_arc

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]


class House(ClothHouse):
    """A house with a table without Jackpot wagers, and two with, each on a meter of its own."""

    game = "three-card-poker"

    def __init__(self, running: Served) -> None:
        super().__init__(running)
        self.table("plain", casino="Aurora")
        for table, price in (("one-dollar", 100), ("five-dollar", 500)):
            self.table(table, jackpot_price=price, jackpot_option=2)
            opened = {"type": "OpenMeter", "option": 2, "seed": 10_000, "price": price, "tables": [table]}
            answer = self.operator.http.post(
                f"/api/meters/at-{table}/commands", json={"id": str(uuid4()), "command": opened}
            )
            assert answer.status_code == 200, answer.text


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    hatch_build.build_web(ROOT)
    with served(tmp_path_factory.mktemp("floor")) as running:
        yield House(running)


def apart(one: Locator, other: Locator) -> bool:
    left, top, right, bottom = box(one)
    left2, top2, right2, bottom2 = box(other)
    return right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top


@witnesses("TCP Diagram A", "TCP 2.2.1")
def test_a_cloth_without_jackpot_has_an_arc_of_areas_for_ante_play_and_pair_plus(visit: Callable[[str], Page]) -> None:
    page = visit("/table/plain")
    expect(area(page, 1)).to_be_visible()
    expect(page.get_by_role("region", name=re.compile(r"^Area \d+$"))).to_have_count(AREAS)
    for number in range(1, AREAS + 1):
        for bet in ("Ante", "Play", "Pair Plus"):
            expect(area(page, number).get_by_text(bet, exact=True)).to_be_visible()
        expect(area(page, number).get_by_text("Jackpot", exact=True)).to_have_count(0)
    assert hang_in_an_arc(page)
    expect(page.get_by_role("region", name="Jackpot Cards")).to_have_count(0)


@witnesses("TCP 1.1:Crown")
def test_the_cloth_bears_the_name_of_the_operator_whose_table_it_is(visit: Callable[[str], Page]) -> None:
    expect(visit("/table/plain").get_by_text("Aurora", exact=True).first).to_be_visible()
    page = visit("/table/five-dollar")
    expect(page.get_by_text("Croupier", exact=True).first).to_be_visible()
    expect(page.get_by_text("Aurora")).to_have_count(0)


@witnesses("TCP Diagram B", "TCP 2.2.2", "TCP 6.1.1(k)")
def test_a_cloth_with_jackpot_has_its_spots_its_cards_and_its_meter(visit: Callable[[str], Page]) -> None:
    page = visit("/table/five-dollar")
    expect(area(page, 1)).to_be_visible()
    for number in range(1, AREAS + 1):
        for bet in ("Ante", "Play", "Pair Plus", "Jackpot"):
            expect(area(page, number).get_by_text(bet, exact=True)).to_be_visible()
    for place in ("Jackpot Cards", "Dealer's hand", "Limit sign"):
        expect(page.get_by_role("region", name=place)).to_be_visible()
    # 10,000 x $5.
    expect(page.get_by_role("region", name="Jackpot meter")).to_contain_text("$50,000")


@witnesses("TCP 2.2.3")
def test_what_the_page_adds_takes_no_bets_and_covers_no_area(visit: Callable[[str], Page]) -> None:
    page = visit("/table/five-dollar")
    expect(area(page, 1)).to_be_visible()
    areas = [area(page, number) for number in range(1, AREAS + 1)]
    for one in areas:
        names = {label.split(",")[0] for label in one.get_by_role("button").evaluate_all(_LABELS) if ", area " in label}
        assert names == {"Ante", "Play", "Pair Plus", "Jackpot"}
        for place in ("Jackpot meter", "Jackpot Cards", "Dealer's hand", "Limit sign"):
            assert apart(one, page.get_by_role("region", name=place)), place
    outside = page.locator("button").evaluate_all(_LABELS)
    assert sum(", area " in label for label in outside) == 4 * AREAS


_LABELS = "buttons => buttons.map(button => button.querySelector('.unseen')?.textContent ?? '')"


@witnesses("TCP 9.5.2(c)(ii)")
def test_a_hand_that_plays_lies_face_down_within_its_area_beside_the_play_wager(
    floor: House, visit: Callable[[str], Page]
) -> None:
    ann = floor.player("plain", 2, ("ante", 10_00))
    floor.running.act_due(floor.operator, "plain")
    floor.go_on("plain")
    ann.do("plain", "LookAtHand")
    ann.do("plain", "PlayHand", area=2)
    page = visit("/table/plain")
    place = area(page, 2)
    expect(place).to_contain_text("Plays")
    expect(place).to_contain_text("3 cards face down")
    expect(place.get_by_role("button", name=re.compile(r"^Play, area 2.*\$10"))).to_be_visible()


@witnesses("TCP 6.1.1(l)", "TCP 6.1.1(k)")
def test_the_wall_and_the_table_show_the_meter_as_it_grows(floor: House, visit: Callable[[str], Page]) -> None:
    wall, table = visit("/meters"), visit("/table/one-dollar")
    expect(wall.get_by_test_id("value of at-one-dollar")).to_contain_text("$10,000.00")
    expect(wall.get_by_test_id("value of at-five-dollar")).to_contain_text("$50,000.00")
    expect(table.get_by_role("region", name="Jackpot meter")).to_contain_text("$10,000.00")
    floor.player("one-dollar", 1, ("ante", 10_00), ("jackpot", 1_00))
    floor.running.act_due(floor.operator, "one-dollar")
    floor.go_on("one-dollar")
    # $1 x 31.02%, shown to the cent.
    expect(wall.get_by_test_id("value of at-one-dollar")).to_contain_text("$10,000.31")
    expect(wall.get_by_test_id("value of at-five-dollar")).to_contain_text("$50,000.00")
    expect(table.get_by_role("region", name="Jackpot meter")).to_contain_text("$10,000.31")
