"""Double Chance on a busy night: a full table, long names, large amounts, players who dawdle, desks handed over."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.chance import JACKPOT, hand, put, sit
from tests.web.conftest import PHONE
from tests.web.house import ChanceTable, Staff, power
from tests.web.test_consoles import closed, seat, wager
from tests.web.test_player import box
from tests.web.test_player import sit as take_a_seat

pytestmark = pytest.mark.browser

LIMITS = {"wager": {"minimum": 500, "maximum": 5_000_000, "step": 100}}
NAMES = (
    "Bartholomew Featherstone",
    "Maximiliana Oberhausen",
    "Stranger",
    "Anna-Katharina",
    "Christopherson",
    "Jean-Baptiste",
    "Ng",
    "Theodora Papadopoulos",
)
FOUR_OF_A_KIND = ["9c", "9d", "9h", "9s", "4d"]
STAKE = 1_234_500
PATIENCE_MS = 30_000
"""Longer than the automatic dealer waits for a choice."""


@pytest.fixture
def crowded(operator: Staff) -> ChanceTable:
    """A table of eight areas, all of them taken."""
    table = operator.open_chance("A crowd", cards="real", areas=8, limits=LIMITS, jackpot=JACKPOT)
    for place, name in enumerate(NAMES, start=1):
        table.do("Join", player=f"patron-{place}-{table.id}", name=name, cents=9_000_000, seat=place)
    table.deal()
    for place in range(1, 9):
        table.do("PlaceWager", player=f"patron-{place}-{table.id}", area=place, bet="wager", cents=STAKE)
        table.do("PlaceWager", player=f"patron-{place}-{table.id}", area=place, bet="jackpot", cents=100)
    return table


def finish(table: ChanceTable) -> None:
    """Deal the round: area 3 declares four nines, every other hand keeps two cards and loses."""
    table.no_more_bets()
    for place in range(1, 9):
        if place == 3:
            table.do("DeclareHand", player=f"patron-3-{table.id}")
        else:
            table.do("DiscardCards", player=f"patron-{place}-{table.id}", number=3)
    others = (1, 2, 4, 5, 6, 7, 8)
    low = iter([f"{rank}{suit}" for rank in "2356" for suit in "cdhs"])
    high = iter([f"{rank}{suit}" for rank in "AK" for suit in "cdhs"])
    kept = {f"area_{place}": [next(low), next(low)] for place in others}
    sixth = {f"sixth_{place}": [next(high)] for place in others}
    table.deal(until="settled", area_3=FOUR_OF_A_KIND, **kept, **sixth)


def all_fit(page: Page, places: str) -> None:
    """Wait until no content of those places is wider than they are: a page may still be drawing itself."""
    page.wait_for_function(
        "places => [...document.querySelectorAll(places)].every(one => one.scrollWidth <= one.clientWidth)", arg=places
    )


def test_long_names_and_large_amounts_keep_to_their_areas(
    page: Page, phone: Page, dealer: Page, crowded: ChanceTable
) -> None:
    dealer.goto(f"/table/{crowded.id}/deal")
    for viewer in (page, phone):
        viewer.goto(f"/table/{crowded.id}")
    circle = page.get_by_role("region", name="Area 3").get_by_role("button", name=re.compile("^Wager"))
    before = circle.evaluate("one => [one.offsetWidth, one.offsetHeight]")
    finish(crowded)
    # DC 9.1: 20 to 1; DC 10.3: 200 to 1 on the $1 beside it.
    assert crowded.stack("Stranger") == 9_000_000 + 20 * STAKE + 200 * 100
    for viewer in (page, phone, dealer):
        expect(viewer.get_by_test_id("stage")).to_have_text("Settled")
    expect(circle).to_contain_text("+$246,900")
    assert circle.evaluate("one => [one.offsetWidth, one.offsetHeight]") == before
    expect(dealer.get_by_role("region", name="Area 3")).to_contain_text("Four of a kind, 20 to 1")
    all_fit(dealer, "section[aria-label^=Area]")
    expect(phone.get_by_role("button", name=re.compile(r"^\+\$247,100 at area 3"))).to_be_visible()
    all_fit(phone, "section[aria-label^=Area]")
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    expect(phone.get_by_text("Every seat is taken.")).to_be_visible()


def test_whoever_takes_over_the_desk_sees_what_just_happened(dealer: Page, crowded: ChanceTable) -> None:
    dealer.goto(f"/table/{crowded.id}/deal")
    expect(dealer.get_by_text("Theodora Papadopoulos bets $1 on jackpot at area 8.")).to_be_visible()


def test_a_refusal_speaks_of_dollars(dealer: Page, operator: Staff) -> None:
    table = operator.open_chance("Short of chips", cards="real")
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    table.deal()
    wager(dealer, "Ann", "Wager", "250")
    expect(dealer.get_by_role("alert")).to_contain_text("Not enough chips · has: $100")


def test_limits_are_changed_from_what_the_sign_says(pit_boss: Page, operator: Staff) -> None:
    table = operator.open_chance("A sign to change", limits={"wager": {"minimum": 1000, "maximum": 80000, "step": 500}})
    pit_boss.goto(f"/table/{table.id}/supervise")
    power(pit_boss, "Change the limits").click()
    dialog = pit_boss.get_by_role("dialog")
    for label, dollars in (("Minimum, $", "10"), ("Maximum, $", "800"), ("In steps of, $", "5")):
        expect(dialog.get_by_label(label)).to_have_value(dollars)
    dialog.get_by_label("Maximum, $").fill("900")
    dialog.get_by_role("button", name="Change the limits").click()
    sign = pit_boss.get_by_role("region", name="Limit sign")
    expect(sign.get_by_role("row", name="Wager")).to_contain_text("$10$900")
    # DC 10.2: the price of a Jackpot wager is not a supervisor's to set.
    closed(pit_boss, "Set the jackpot", "Signs and closing")


def test_a_ruling_is_upheld_and_the_last_word_tells_of_the_right_to_complain(
    page: Page, pit_boss: Page, operator: Staff
) -> None:
    table = operator.open_chance("A quarrel", jackpot=JACKPOT)
    sit(page, table)
    me = table.view["people"][0]["id"]
    table.do("RaiseDispute", about="My chips were moved.", player=me)
    table.do("RuleOnDispute", dispute=1, ruling="They were not.", award=0)
    page.get_by_role("button", name="Ask for a review", exact=True).click()
    pit_boss.goto(f"/table/{table.id}/supervise")
    pit_boss.get_by_role("button", name="Review the ruling").click()
    pit_boss.get_by_role("combobox", name="The ruling").select_option(label="is upheld")
    pit_boss.get_by_label("Finding").fill("Nobody touched them.")
    pit_boss.get_by_role("region", name="Dispute 1").get_by_role("button", name="Review the ruling").click()
    expect(
        pit_boss.get_by_text("A casino supervisor upholds the ruling on dispute 1: Nobody touched them.", exact=False)
    ).to_be_visible()
    asked = page.get_by_role("region", name="Ask the house")
    expect(asked).to_contain_text("Review: Upheld: Nobody touched them.")
    expect(asked).not_to_contain_text("complain to an inspector")
    table.do("DecideDispute", dispute=1, decision="So it stays.", award=0)
    # DC 14.13
    expect(asked).to_contain_text("Decision: So it stays.")
    expect(asked).to_contain_text("You have the right to complain to an inspector. DC 14.13")


def test_a_hand_left_lying_at_an_automatic_table_is_void_as_its_player_was_told(
    operator: Staff, new_context: Callable[..., BrowserContext]
) -> None:
    table = ChanceTable(operator, f"t-{uuid4().hex[:8]}")
    terms = {"device": "shuffling shoe"}
    body = {"id": table.id, "title": "No dawdling", "game": "double-chance", "terms": terms, "automatic": True}
    assert operator.http.post("/api/tables", json=body).is_success
    phone = new_context(viewport=PHONE).new_page()
    phone.goto(f"/table/{table.id}")
    expect(phone.get_by_test_id("stage")).to_have_text("Place your bets", timeout=PATIENCE_MS)
    own = take_a_seat(phone, table)
    expect(box(own, "Wager")).to_be_enabled()
    put(own, "Wager")
    expect(hand(phone).get_by_role("timer")).to_have_text(
        re.compile(r"Your turn: \d+ s\s+then: your hand is void and its wagers go back"), timeout=PATIENCE_MS
    )
    expect(hand(phone).get_by_role("link", name="DC 12.12")).to_be_visible()
    # DC 12.12: the wager goes back.
    expect(hand(phone)).to_contain_text("Your hand is void.", timeout=PATIENCE_MS)
    assert table.stack("Stranger") == 10000


SECOND_TAP = """() => new MutationObserver((_, watching) => {
  const declare = [...document.querySelectorAll("button")].find((each) => each.innerText.startsWith("Declare"));
  if (!declare) return;
  watching.disconnect();
  declare.click();
  document.title = "tapped";
}).observe(document.body, { childList: true, subtree: true })"""


def test_a_second_tap_on_pick_up_declares_nothing(phone: Page, operator: Staff) -> None:
    table = operator.open_chance("A nervous thumb", device="shuffling shoe")
    own = sit(phone, table)
    put(own, "Wager")
    table.no_more_bets()
    expect(phone.get_by_role("button", name="Pick up")).to_be_visible()
    phone.evaluate(SECOND_TAP)
    phone.get_by_role("button", name="Pick up").click()
    expect(phone).to_have_title("tapped")
    expect(phone.get_by_role("button", name=re.compile("^Declare"))).to_be_enabled()
    assert table.view["areas"][2]["choice"] is None
