"""The cloth of Crown Poker as the page draws it: seats around an oval, the board in the middle, and side wagers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import atan2, pi
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import hatch_build
from tests.floor.server.serving import Served, served
from tests.witness import witnesses
from tests.witnesses.cloth import ClothHouse, box, middle

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
SEATS = 9
SEAT = re.compile(r"^Seat \d+")


LIMITS = {bet: {"minimum": 5_00, "maximum": 100_00, "step": 5_00} for bet in ("red", "black")}


class House(ClothHouse):
    """A house with a table of nine seats, and one where side wagers are offered."""

    game = "crown-poker"

    def __init__(self, running: Served) -> None:
        super().__init__(running)
        self.open("nine", casino="Aurora")
        self.open("chase", limits=LIMITS)

    def open(self, table: str, **terms: Any) -> None:
        """A table between hands."""
        body = {"id": table, "title": table, "game": self.game, "terms": {"seats": SEATS, **terms}}
        answer = self.operator.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        self.go_on(table)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A floor with that table."""
    hatch_build.build_web(ROOT)
    with served(tmp_path_factory.mktemp("floor")) as running:
        yield House(running)


@witnesses("CP 2.2", "CP 2.1")
def test_the_seats_lie_around_an_oval_with_the_board_in_its_middle(visit: Callable[[str], Page]) -> None:
    page = visit("/table/nine")
    seats = page.get_by_label(SEAT)
    expect(seats).to_have_count(SEATS)
    board = page.get_by_role("group", name="The board")
    expect(board).to_be_visible()
    expect(page.locator(".casino")).to_contain_text("Aurora")
    x, y = middle(board)
    angles = [
        atan2(v - y, u - x) for u, v in (middle(page.get_by_label(f"Seat {nth}", exact=True)) for nth in range(1, 10))
    ]
    turns = [(angles[(nth + 1) % SEATS] - angles[nth]) % (2 * pi) for nth in range(SEATS)]
    assert sum(turns) == pytest.approx(2 * pi), "clockwise, once around"
    left, top, right, bottom = box(board)
    for nth in range(1, SEATS + 1):
        u, v = middle(page.get_by_label(f"Seat {nth}", exact=True))
        assert not (left <= u <= right and top <= v <= bottom)


@witnesses("CP 2.3")
def test_where_side_wagers_are_offered_every_seat_has_a_red_and_a_black_spot(visit: Callable[[str], Page]) -> None:
    page = visit("/table/chase")
    for nth in range(1, SEATS + 1):
        spots = page.get_by_label(f"Seat {nth}", exact=True).get_by_role("group", name=f"Side wagers of seat {nth}")
        expect(spots).to_be_visible()
        expect(spots.get_by_title("Red")).to_be_visible()
        expect(spots.get_by_title("Black")).to_be_visible()
    page = visit("/table/nine")
    expect(page.get_by_label(SEAT)).to_have_count(SEATS)
    expect(page.get_by_role("group", name=re.compile("^Side wagers"))).to_have_count(0)
