"""What lies under the pointer stays there: nothing that the table does by itself moves a button or takes a press."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.house import Staff
from tests.web.test_crown_poker import opened_by
from tests.web.test_crown_poker_keys import SETTING, Company
from tests.web.test_player import box
from tests.web.test_player import sit as sit_at_three

pytestmark = pytest.mark.browser

SCREENS = {
    "desk": {"width": 1440, "height": 900},
    "tablet": {"width": 1024, "height": 768},
    "standing": {"width": 768, "height": 1024},
    "phone": {"width": 390, "height": 664},
}

PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll(".rail button, .rail label, .own .press, .felt .mine .press")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.closest("[data-bet]")?.dataset.bet ?? (one.innerText || one.textContent).trim(), one])
    .map(([name, one]) => [name, one.getBoundingClientRect()])
    .map(([name, at]) => [name, [Math.round(at.left), Math.round(at.top)]]))"""


def moved(before: dict[str, list[int]], after: dict[str, list[int]]) -> list[str]:
    return [
        f"{name}: {place} to {after[name]}"
        for name, place in before.items()
        if name in after and max(abs(one - other) for one, other in zip(place, after[name], strict=True)) > 1
    ]


@pytest.mark.parametrize("screen", SCREENS)
def test_no_button_moves_when_others_bet_time_begins_to_run_or_something_is_said(
    new_context: Callable[..., BrowserContext], operator: Staff, screen: str
) -> None:
    table = operator.open_table("Stillness", device="machine")
    page = new_context(viewport=SCREENS[screen]).new_page()
    own = sit_at_three(page, table, "Still")
    table.work()
    page.get_by_role("radio", name="$1", exact=True).check()
    box(own, "Pair Match").click()
    expect(box(own, "Pair Match")).to_have_accessible_name(re.compile(r"Your wager \$1\."))
    expect(page.get_by_test_id("too-low")).to_be_visible()
    low = page.evaluate(PLACES)
    assert {"Clear", "pair match"} <= set(low)
    # One press more, and nothing is too low any longer.
    page.get_by_role("radio", name="$5", exact=True).check()
    box(own, "Pair Match").click()
    expect(page.get_by_test_id("too-low")).to_have_count(0)
    enough = page.evaluate(PLACES)
    assert moved(low, enough) == []
    operator._post(f"/api/tables/{table.id}/automatic", automatic=True)
    expect(page.get_by_role("timer")).to_be_visible()
    assert moved(enough, page.evaluate(PLACES)) == []


def test_a_press_meant_for_a_hand_that_is_looked_at_does_not_fold_it(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = operator.open_poker("Pressed twice", jackpot_price=None)
    page = new_context().new_page()
    page.goto(f"/table/{table.id}")
    page.get_by_role("button", name="Sit at area 3").click()
    page.get_by_label("Your name at the table").fill("Twice")
    page.get_by_role("button", name="Take the seat").click()
    own = page.get_by_role("region", name="Area 3, yours")
    box(own, "Ante").click()
    expect(box(own, "Ante")).to_have_accessible_name(re.compile("Your wager"))
    table.no_more_bets()
    at = page.get_by_role("button", name=re.compile("^Reveal")).bounding_box()
    assert at is not None
    for _ in range(2):
        page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        expect(page.get_by_role("region", name="Your hand").get_by_role("img", name=re.compile(" of "))).to_have_count(
            3
        )
    expect(page.get_by_role("button", name=re.compile("^Fold"))).to_be_enabled()
    assert table.view["areas"][2]["choice"] != "fold"


WATCH = """() => {
  window.came = [];
  new MutationObserver(() => {
    const act = document.querySelector(".betting .acts button");
    if (act && !window.came.length) window.came.push(act.disabled);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_press_meant_for_what_was_chosen_beforehand_is_no_act_when_the_turn_comes(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "The turn comes", seats=4, setting=SETTING)
    here = Company(new_context, table, ("Bob",))
    table.begin()
    if table.asked == "Ann":
        here.act("Ann", "CallBet")
        here.act("Bob", "Check")
        table.deal()
    mine = here.page.get_by_role("region", name="Your hand")
    if table.asked == "Ann":
        here.act("Ann", "Check")
    expect(mine.get_by_role("group", name="When it is my turn")).to_be_visible()
    watch(here.page)
    level = table.view["betting"]["level"]
    here.act("Bob", "Raise", to=level + 20_00)
    fold = mine.get_by_role("button", name=re.compile("^Fold"))
    expect(fold).to_be_enabled()
    assert here.page.evaluate("window.came") == [True], "shut when it came, where the choices made beforehand had been"


def watch(page: Page) -> None:
    """Remember whether the acts can be pressed at the moment they appear."""
    page.evaluate(WATCH)
