"""What lies under the pointer on a dealer's console stays there: the next act keeps its place through a whole round."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import Staff, Table
from tests.web.test_consoles import tap
from tests.web.test_typing import BETS, GAMES, in_play

pytestmark = pytest.mark.browser

SLACK = 2
"""Pixels by which borders may differ."""
TOP = "() => document.querySelector('[aria-label=\"Next act\"]').getBoundingClientRect().top + scrollY"


@pytest.mark.parametrize("game", GAMES)
def test_the_next_act_keeps_its_place(dealer: Page, operator: Staff, game: str) -> None:
    kind, terms = GAMES[game]
    table = kind(operator, f"t-{uuid4().hex[:8]}")
    opening = {"id": table.id, "title": f"Steady at {game}", "game": game, "terms": {"cards": "real", **terms}}
    operator._post("/api/tables", **opening)
    (getattr(table, "deal", None) or table.work)()
    dealer.goto(f"/table/{table.id}/deal")
    expect(dealer.get_by_label("Type").first).to_be_visible()
    places = [dealer.evaluate(TOP)]
    in_play(table, game)
    expect(dealer.get_by_test_id("stage")).not_to_have_text("Place your bets")
    places.append(dealer.evaluate(TOP))
    if game in BETS:
        (table.work if game == "matchmaker" else table.deal)(*(["9h"] if game in ("matchmaker", "blackjack") else []))  # type: ignore[attr-defined]
        expect(dealer.get_by_role("region", name="Area 1").locator("svg").first).to_be_visible()
        places.append(dealer.evaluate(TOP))
    assert max(places) - min(places) <= SLACK, places


def test_the_button_stays_when_what_a_hand_comes_to_is_told(dealer: Page, operator: Staff) -> None:
    table = operator.open_poker("Steady hands", cards="real")
    table.do("Join", player="ann", name="Ann", cents=20_000, seat=1)
    table.do("PlaceWager", player="ann", area=1, bet="ante", cents=1_000)
    table.no_more_bets()
    table.do("PlayHand", player="ann", area=1)
    table.deal(dealer=["Qs", "9h", "4d"])
    dealer.goto(f"/table/{table.id}/deal")
    give = dealer.get_by_role("button", name="Turn up and settle area 1")
    expect(give).to_be_disabled()
    tap(dealer, "king", "spades")
    tap(dealer, "king", "clubs")
    where = give.bounding_box()
    tap(dealer, "two", "hearts")
    expect(dealer.get_by_role("table", name="To take and to pay")).to_be_visible()
    assert give.bounding_box() == where


def test_rows_of_the_pit_board_keep_their_height_as_stages_change(supervisor: Page, table: Table) -> None:
    supervisor.goto("/pit")
    row = supervisor.locator(f'tr[data-table="{table.id}"]')
    heights = []
    for stage, act in (("The cards are made ready", None), ("Place your bets", "work"), ("No more bets", "close")):
        if act == "work":
            table.work()
        elif act == "close":
            table.do("Join", player="ann", name="Ann", cents=10_000, seat=1)
            table.do("PlaceWager", player="ann", area=1, bet="pair match", cents=1_000)
            table.do("AnnounceNoMoreBets")
        expect(row).to_contain_text(stage)
        box = row.bounding_box()
        assert box is not None
        heights.append(box["height"])
    assert max(heights) - min(heights) <= SLACK, heights
