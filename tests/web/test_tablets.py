"""Tablets, lying and standing: the whole table and not the strip of a phone, with one's own seat in front of one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.web.house import Staff
from tests.web.test_crown_poker import opened_by
from tests.web.test_phone import BEYOND, DRAWN, SMALL_TEXT
from tests.web.test_player import sit as sit_at_three

pytestmark = pytest.mark.browser

TABLETS = {"lying": {"width": 1024, "height": 768}, "standing": {"width": 768, "height": 1024}}
SCREENS = {**TABLETS, "desk": {"width": 1440, "height": 900}}


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def whole_table(page: Page, own: Locator, others: Locator, *acts: Locator) -> None:
    """On every such screen: the table, one's own seat in the middle below all others, and one's acts in sight."""
    felt = page.locator(".felt")
    for name, size in SCREENS.items():
        page.set_viewport_size(size)
        assert page.evaluate(DRAWN)
        expect(felt).to_be_visible()
        expect(page.locator(".dock")).to_have_count(0)
        across, down = middle(own)
        assert abs(across - middle(felt)[0]) < 12, name
        assert all(middle(each)[1] < down for each in others.all()), name
        for act in acts:
            expect(act).to_be_in_viewport(ratio=0.95)
        assert page.evaluate(BEYOND) == [], name
        assert page.evaluate(SMALL_TEXT) == [], name


@pytest.mark.parametrize("seat", [1, 6])
def test_whoever_sits_anywhere_at_a_half_round_table_has_the_own_area_in_front(
    new_context: Callable[..., BrowserContext], operator: Staff, seat: int
) -> None:
    table = operator.open_poker("In front", jackpot_price=None, areas=6)
    page = new_context().new_page()
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name=f"Sit at area {seat}").click()
    page.get_by_label("Your name at the table").fill(f"Ida {seat}")
    page.get_by_role("button", name="Take the seat").click()
    own = page.get_by_role("region", name=f"Area {seat}, yours")
    expect(own).to_be_visible()
    others = page.locator(".felt").get_by_role("region", name="Area").filter(has_not_text="You")
    expect(others).to_have_count(5)
    whole_table(page, own, others, own.get_by_role("button").first, page.get_by_role("button", name="Buy chips"))
    # The next to be served after one's own is at one's left, as at any table.
    following = page.get_by_role("region", name=f"Area {seat % 6 + 1}", exact=True)
    assert middle(following)[0] < middle(own)[0]


def test_a_tablet_has_the_cloth_of_every_seat_at_a_table_of_nine(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = operator.open_table("Nine areas", device="machine")
    page = new_context().new_page()
    own = sit_at_three(page, table, "Nina")
    table.work()
    others = page.locator(".felt").get_by_role("region", name="Area").filter(has_not_text="You")
    expect(others).to_have_count(8)
    whole_table(page, own, others, own.get_by_role("button").first, page.get_by_role("radio", name="$5", exact=True))


def test_the_oval_stands_or_lies_with_its_player_in_front(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "An oval in front", seats=9, setting={"minimum_buy_in": 400_00})
    page = new_context().new_page()
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name="Sit at area 7").click()
    page.get_by_label("Your name at the table").fill("Otto")
    page.get_by_role("button", name="Take the seat").click()
    own = page.get_by_role("region", name="Seat 7, yours")
    expect(own).to_be_visible()
    others = page.locator(".felt").get_by_role("region", name="Seat").filter(has_not_text="You")
    expect(others).to_have_count(8)
    whole_table(page, own, others, page.get_by_role("button", name="Top up"))
