"""Words typed beside every field do nothing: at each game's real table, closed, open, and in the middle of a round."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import LIMITS, BlackjackTable, ChanceTable, PokerTable, Staff, Table
from tests.web.test_consoles import due
from tests.web.test_crown_poker import CrownTable

pytestmark = pytest.mark.browser

GAMES: dict[str, tuple[type[Table], dict[str, Any]]] = {
    "matchmaker": (Table, {"limits": LIMITS, "device": "machine"}),
    "three-card-poker": (PokerTable, {}),
    "double-chance": (ChanceTable, {}),
    "blackjack": (BlackjackTable, {"device": "machine", "areas": 7}),
    "crown-poker": (CrownTable, {}),
}
BETS = {"matchmaker": "pair match", "three-card-poker": "ante", "double-chance": "wager", "blackjack": "blackjack"}
WORDS = (
    "Mary Ann Smith",
    "Jack 52 cards are right",
    "the fold, please",
    "car for Daisy ",
    "Ted\bd",
    "hello\nthere\n",
)
NOBODYS = "bloywz"
"""Letters that no console takes: a word with one of them near its beginning is meant for a field."""


def words_of(random: Random) -> str:
    """A word of letters, with Space, Enter, Backspace and digits among them."""
    begin = [random.choice("abcdefghijklmnopqrstuvwxyz"), random.choice(NOBODYS)]
    random.shuffle(begin)
    rest = random.choices("abcdefghijklmnopqrstuvwxyz0123456789 \n\b,.+=?n", k=random.randrange(4, 9))
    return "".join(begin + rest)


def typed(page: Page, words: str, random: Random) -> None:
    """Type at a person's pace, now faster, now slower."""
    for each in words:
        page.keyboard.press({" ": "Space", "\n": "Enter", "\b": "Backspace"}.get(each, each))
        page.wait_for_timeout(random.choice((0, 0, 30, 90, 160)))


def on_record(table: Table) -> list[Any]:
    return [each["text"] for each in table.history()]


def nothing_happens(page: Page, table: Table, random: Random) -> None:
    """Names, sentences and letters at random leave the record as it is, wherever the focus lies."""
    before = on_record(table)
    for words in (*random.sample(WORDS, 3), words_of(random), words_of(random)):
        typed(page, words, random)
        page.keyboard.press("Escape")
        assert on_record(table) == before, words
    act = page.get_by_role("region", name="Next act").get_by_role("button").first
    if act.is_visible():
        act.focus()
        typed(page, "Mary Ann", random)
        page.keyboard.press("Escape")
        act.blur()
    page.wait_for_timeout(700)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert on_record(table) == before


def in_play(table: Table, game: str) -> None:
    """Ann and Bob have wagers, and the dealer or one of them is asked for something."""
    for name, area in (("Ann", 1), ("Bob", 2)):
        table.do("Join", player=name.lower(), name=name, cents=20_000, seat=area)
        if game in BETS:
            table.do("PlaceWager", player=name.lower(), area=area, bet=BETS[game], cents=2_500)
    if isinstance(table, CrownTable):
        table.begin()
    else:
        table.do("AnnounceNoMoreBets")


@pytest.mark.parametrize("game", GAMES)
def test_words_typed_beside_every_field_do_nothing(dealer: Page, operator: Staff, game: str) -> None:
    kind, terms = GAMES[game]
    random = Random(f"typed at {game}")
    table = kind(operator, f"t-{uuid4().hex[:8]}")
    opening = {"id": table.id, "title": f"Typed at {game}", "game": game, "terms": {"cards": "real", **terms}}
    operator._post("/api/tables", **opening)
    page = dealer
    page.goto(f"/table/{table.id}/deal")
    act = page.get_by_role("region", name="Next act").get_by_role("button").first
    expect(act).to_be_enabled()
    nothing_happens(page, table, random)

    # A closed table is begun by a click, or by a key that another one confirms.
    before = on_record(table)
    page.keyboard.press("Space")
    expect(page.get_by_text("Enter puts it on record.")).to_be_visible()
    assert on_record(table) == before
    asked = page.get_by_test_id("due").inner_text()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("due")).not_to_have_text(asked)
    assert len(on_record(table)) > len(before)
    # From then on this console is at work there.
    asked = page.get_by_test_id("due").inner_text()
    expect(act).to_be_enabled()
    page.keyboard.press("Space")
    expect(page.get_by_text(asked, exact=True)).to_have_count(0)

    (table.deal if isinstance(table, (PokerTable, ChanceTable, BlackjackTable, CrownTable)) else table.work)()
    expect(page.get_by_label("Type")).to_be_visible()
    nothing_happens(page, table, random)
    in_play(table, game)
    expect(page.get_by_text("Ann").first).to_be_visible()
    nothing_happens(page, table, random)


def test_a_word_begun_in_a_field_that_goes_away_ends_there(dealer: Page, table: Table) -> None:
    page = dealer
    page.goto(f"/table/{table.id}/deal")
    table.work()
    name = page.get_by_label("Name", exact=True)
    name.focus()
    page.keyboard.type("Mar")
    before = on_record(table)
    name.evaluate("each => each.blur()")
    page.keyboard.type(" ==\b")
    page.wait_for_timeout(500)
    assert on_record(table) == before
    expect(due(page, "No more bets")).to_have_count(0)


def test_what_was_typed_beside_every_field_is_named(dealer: Page, table: Table) -> None:
    page = dealer
    page.goto(f"/table/{table.id}/deal")
    expect(page.get_by_label("Type wagers")).to_be_visible()
    page.keyboard.type("Mary Ann")
    notice = page.get_by_role("alert").or_(page.get_by_role("status")).filter(has_text="Nothing was done")
    expect(notice).to_contain_text("“Mary Ann”")
