"""The cloth of Double Chance as the pages draw it: areas, legends, the discard line, the rack, and the sign."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import hatch_build
from tests.floor.server.serving import Served, served
from tests.witness import witnesses
from tests.witnesses.cloth import AREAS, ClothHouse, area, box, hang_in_an_arc, middle

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
SCHEDULE = {
    "royal flush": 1000,
    "straight flush": 200,
    "four of a kind": 50,
    "full house": 20,
    "flush": 15,
    "straight": 10,
    "dead hand": 5,
}


class House(ClothHouse):
    """A house with a table without a jackpot, and one with."""

    game = "double-chance"

    def __init__(self, running: Served) -> None:
        super().__init__(running)
        self.table("plain", casino="Aurora", device="shuffling shoe")
        self.table("jackpot", jackpot={"price": 500, "schedule": SCHEDULE})
        self.table("real", cards="real")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    hatch_build.build_web(ROOT)
    with served(tmp_path_factory.mktemp("floor")) as running:
        yield House(running)


@witnesses("DC Diagram A", "DC 2.1", "DC 2.2", "DC 2.2.1")
def test_the_cloth_has_an_arc_of_areas_across_from_the_dealer(visit: Callable[[str], Page]) -> None:
    page = visit("/table/plain")
    expect(area(page, 1)).to_be_visible()
    expect(page.get_by_role("region", name=re.compile(r"^Area \d+$"))).to_have_count(AREAS)
    for number in range(1, AREAS + 1):
        expect(area(page, number).get_by_text("Wager", exact=True)).to_be_visible()
        expect(area(page, number).get_by_text("Jackpot", exact=True)).to_have_count(0)
    assert hang_in_an_arc(page)
    # The dealer, with the device and the rack, is on the other side.
    dealers = middle(page.get_by_role("region", name="Discard rack"))[1]
    assert all(dealers < middle(area(page, number))[1] for number in range(1, AREAS + 1))
    expect(page.locator("svg text", has_text="Aurora")).to_be_visible()


@witnesses("DC 2.2.3", "DC 10.2")
def test_where_a_jackpot_is_offered_each_area_has_a_spot_for_it(visit: Callable[[str], Page]) -> None:
    page = visit("/table/jackpot")
    expect(area(page, 1)).to_be_visible()
    for number in range(1, AREAS + 1):
        for bet in ("Wager", "Jackpot"):
            expect(area(page, number).get_by_text(bet, exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Jackpot", exact=True)).to_contain_text("$5")


@witnesses("DC 2.2.4", "DC 1.1:discard line")
def test_the_cloth_says_which_hands_to_declare_and_names_the_discard_line(visit: Callable[[str], Page]) -> None:
    page = visit("/table/plain")
    expect(area(page, 1)).to_be_visible()
    legends = [text.lower() for text in page.locator(".felt svg text").all_text_contents()]
    assert any("declare" in text and "dead hand" in text and "two pair" in text for text in legends)
    assert any(text.strip() == "discard line" for text in legends)


@witnesses("DC 2.2.2", "DC 1.1:discard line", "DC 2.3.2", "DC 8.6.2")
def test_cards_kept_and_given_up_lie_in_their_places_and_end_in_the_rack(
    floor: House, visit: Callable[[str], Page]
) -> None:
    ann = floor.player("real", 2, ("wager", 10_00))
    floor.running.act_due(floor.operator, "real")
    floor.go_on("real")
    page = visit("/table/real")
    place, rack = area(page, 2), page.get_by_role("region", name="Discard rack")
    expect(place).to_contain_text("5 cards face down")
    expect(rack).to_contain_text("empty")
    floor.operator.do("real", "DiscardCards", number=3, player=ann.id)
    expect(place).to_contain_text("2 cards face down")
    expect(place).to_contain_text("Discard line, area 2: 3 cards face down")
    # Beyond the line, nearer to the dealer than the cards kept.
    assert middle(place.locator(".discards"))[1] < middle(place.locator(".lying"))[1]
    floor.operator.do("real", "TurnUpHand", area=2, cards=["Ah", "Kd"])
    expect(rack).to_contain_text("3 cards")
    floor.operator.do("real", "DealSixthCard")
    floor.operator.do("real", "TurnSixthCard", area=2, card="Qh")
    expect(place.locator(".lying").get_by_label("queen of hearts")).to_be_visible()
    # The rack stands at the dealer's right, which is the players' left, and across from the device.
    felt = box(page.locator(".felt"))
    assert middle(rack)[0] < (felt[0] + felt[2]) / 2


@witnesses("DC 6.1", "DC 6.4")
def test_the_sign_tells_everyone_the_least_and_the_most(visit: Callable[[str], Page]) -> None:
    page = visit("/table/plain")
    sign = page.get_by_role("region", name="Limit sign")
    expect(sign.get_by_role("row", name=re.compile(r"^Wager \$5 \$500$"))).to_be_visible()
    for hand, pays in (
        ("Dead hand (what is that?)", "1 to 1"),
        ("Straight flush", "50 to 1"),
        ("Royal flush", "200 to 1"),
    ):
        expect(sign.get_by_role("row", name=f"{hand} {pays}", exact=True)).to_be_visible()


@witnesses("DC 14.6")
def test_the_page_of_a_table_says_nothing_of_chances(visit: Callable[[str], Page]) -> None:
    page = visit("/table/plain")
    expect(area(page, 1)).to_be_visible()
    said = page.get_by_role("main").inner_text().lower().replace("double chance", "")
    assert "wager" in said
    assert re.findall(r"house edge|probab|chance|expected|strateg|advis|\d\s*%", said) == []
