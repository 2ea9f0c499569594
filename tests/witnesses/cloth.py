"""A house whose cloths are looked at in a real browser, and how to find and measure what is drawn on them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.floor.server.serving import Person, Served

AREAS = 7


class ClothHouse:
    """A house of one game's tables, each of seven areas, dealt by the operator's own hand."""

    game: str

    def __init__(self, running: Served) -> None:
        self.running = running
        self.operator = running.staff("operator")

    def table(self, table: str, **terms: Any) -> None:
        """A table that is open for bets."""
        body = {"id": table, "title": table, "game": self.game, "terms": {"areas": AREAS, **terms}}
        answer = self.operator.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        self.go_on(table)

    def go_on(self, table: str) -> None:
        """Do what is due for the house until a player is to act, or everyone may."""
        while (due := self.operator.view(table)["due"]) and due[0]["person"] is None:
            self.running.act_due(self.operator, table)

    def player(self, table: str, seat: int, *bets: tuple[str, int]) -> Person:
        """A guest who has sat down and wagered."""
        guest = self.running.guest()
        guest.do(table, "Join", cents=100_00, seat=seat)
        for bet, cents in bets:
            guest.do(table, "PlaceWager", area=seat, bet=bet, cents=cents)
        return guest


def area(page: Page, number: int) -> Locator:
    """A playing area as it is drawn."""
    return page.get_by_role("region", name=f"Area {number}", exact=True)


def box(found: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is drawn."""
    drawn = found.bounding_box()
    assert drawn is not None
    return drawn["x"], drawn["y"], drawn["x"] + drawn["width"], drawn["y"] + drawn["height"]


def middle(found: Locator) -> tuple[float, float]:
    """The middle of what is drawn."""
    left, top, right, bottom = box(found)
    return (left + right) / 2, (top + bottom) / 2


def hang_in_an_arc(page: Page) -> bool:
    """Whether area 1 is at the dealer's left, the players' right, and the middle of the arc hangs lowest."""
    across, heights = zip(*(middle(area(page, number)) for number in range(1, AREAS + 1)), strict=True)
    return list(across) == sorted(across, reverse=True) and heights.index(max(heights)) == AREAS // 2
