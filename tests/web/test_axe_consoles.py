"""What axe-core finds on the dealer's console of a real table of each game, in play: nothing, target sizes too."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.web.house import Staff
from tests.web.test_axe import Axe, axe
from tests.web.test_typing import GAMES, in_play

__all__ = ["axe"]
pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.mark.parametrize("game", GAMES)
def test_a_real_console_in_play(
    axe: Callable[..., Axe],
    dealers_account: Staff,
    operator: Staff,
    game: str,
) -> None:
    kind, terms = GAMES[game]
    table = kind(operator, f"t-{uuid4().hex[:8]}")
    opening = {"id": table.id, "title": f"Seen at {game}", "game": game, "terms": {"cards": "real", **terms}}
    operator._post("/api/tables", **opening)
    looking = axe(dealers_account)
    page = looking.page
    page.goto(f"/table/{table.id}/deal")
    act = page.get_by_role("region", name="Next act").get_by_role("button").first
    expect(act).to_be_enabled()
    page.keyboard.press("Space")
    expect(page.get_by_text("Enter puts it on record.")).to_be_visible()
    looking.look("closed")
    (getattr(table, "deal", None) or table.work)()
    in_play(table, game)
    expect(page.get_by_role("list", name="Patrons")).to_contain_text("Bob")
    expect(page.get_by_test_id("stage")).not_to_have_text("Place your bets")
    looking.look("in play")
    # Cards on the cloth, and one of them looked at to be put right.
    if game in ("matchmaker", "blackjack"):
        page.keyboard.type("9h")
        page.get_by_role("img", name="nine of hearts").first.click()
        expect(page.get_by_role("dialog", name="Correct a card")).to_be_visible()
        looking.look("correcting")
