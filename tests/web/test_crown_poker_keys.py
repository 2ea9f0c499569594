"""Crown Poker by the keyboard: amounts typed from anywhere, raises, the showdown, discards, and coming back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import APIRequestContext, BrowserContext, Locator, Page, expect

from tests.web.house import Staff
from tests.web.staged import Change, Stage, asked, offered
from tests.web.test_axe import Axe
from tests.web.test_crown_poker import CrownTable, opened_by, sit
from tests.web.test_phone import DRAWN

pytestmark = pytest.mark.browser

SETTING = {"minimum_buy_in": 400_00, "seconds_to_act": 300}


class Company:
    """Ann at a page, the others by themselves."""

    def __init__(self, new_context: Callable[..., BrowserContext], table: CrownTable, others: tuple[str, ...]) -> None:
        self.table = table
        self.page: Page = new_context().new_page()
        sit(self.page, table, 1, "Ann")
        self.lines: dict[str, APIRequestContext] = {"Ann": self.page.request}
        for seat, name in enumerate(others, 2):
            line = self.lines[name] = new_context().request
            assert line.post("/api/sign-in/guest", data={"name": name}).ok
            self.act(name, "Join", seat=seat, cents=400_00)

    def act(self, name: str, kind: str, **fields: Any) -> None:
        body = {"id": uuid4().hex, "command": {"type": kind, **fields}}
        answer = self.lines[name].post(f"/api/tables/{self.table.id}/commands", data=body)
        assert answer.json()["accepted"], answer.text()

    def until_ann(self) -> None:
        """The others check or call until Ann is asked; the table deals on."""
        while self.table.asked != "Ann":
            self.act(self.table.asked, "CallBet" if self.table.view["betting"]["to_call"] else "Check")
            self.table.deal()

    def pressed(self, key: str) -> None:
        """A key that must have given a command."""
        with self.page.expect_response("**/commands"):
            self.page.keyboard.press(key)


def test_an_amount_is_typed_from_anywhere_and_r_or_enter_raise_to_it(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "By key", seats=4, setting=SETTING)
    here = Company(new_context, table, ("Bob",))
    page = here.page
    table.begin()
    here.until_ann()
    mine = page.get_by_role("region", name="Your hand")
    box = mine.get_by_label(re.compile("in dollars"))
    expect(mine.get_by_role("button", name=re.compile("^Fold"))).to_be_enabled()

    # What is typed into a field of another matter is no amount and no act.
    page.get_by_role("button", name="Raise a dispute").click()
    about = page.get_by_role("dialog").get_by_label("What is it about?")
    about.press_sequentially("40 r f c")
    expect(about).to_have_value("40 r f c")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(box).to_have_value("20")

    page.keyboard.type("45")
    expect(box).to_have_value("45")
    page.keyboard.press("Escape")
    expect(box).to_have_value("20")
    page.keyboard.type("40")
    here.pressed("r")
    assert table.view["betting"]["level"] == 40_00
    here.act("Bob", "Raise", to=80_00)
    expect(box).to_have_value("120")
    expect(mine.get_by_role("button", name=re.compile("^Raise"))).to_be_enabled()
    # The amount that is shown, without a digit typed.
    mine.get_by_role("group", name="Parts of the pot").get_by_role("button", name="Pot", exact=True).click()
    expect(box).to_have_value("240")
    here.pressed("Enter")
    assert table.view["betting"]["level"] == 240_00
    here.act("Bob", "CallBet")
    table.deal()
    here.until_ann()
    expect(mine.get_by_role("button", name="Check or fold")).to_have_count(0)  # which could be chosen beforehand
    expect(mine.get_by_role("button", name=re.compile("^Check"))).to_be_enabled()
    here.pressed("c")


def to_show(unbeaten: bool) -> Change:
    """Ann is asked to show, on a full board."""

    def change(view: dict[str, Any]) -> None:
        own = view["areas"][0]
        own |= {"in_hand": True, "to_act": True}
        own["hand"] |= {"cards": ["Ah", "Kd"], "up": False, "yours": True, "name": "pair of aces with K-Q-9"}
        view["board"]["cards"] = ["As", "Qc", "9d", "4h", "2s"]
        view |= {"stage": "settling", "unbeaten": unbeaten, "turns": [asked(view, 1, "Show", "Muck")]}
        show = offered(view, "ShowHand", "Show", {"seat": 1, "cards": []})
        view["options"] = [show, offered(view, "MuckHand", "Muck", {})]

    return change


def test_hands_are_shown_and_given_up_by_key_and_none_that_nothing_beats_without_a_warning(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "The showdown by key", seats=4, setting=SETTING)
    page = new_context().new_page()
    sit(page, table, 1, "Ann")
    stage = Stage(page, to_show(unbeaten=True))
    page.reload()
    mine, warning = page.get_by_role("region", name="Your hand"), page.get_by_test_id("unbeaten")
    muck = mine.get_by_role("button", name=re.compile("^Muck"))
    expect(muck).to_be_enabled()
    page.keyboard.press("m")
    expect(warning).to_be_visible()
    expect(muck).to_have_accessible_name(re.compile("^Muck all the same"))
    assert stage.given == [], "nothing is given up before the second word"
    with page.expect_response("**/commands"):
        page.keyboard.press("s")
    assert [each["type"] for each in stage.given] == ["ShowHand"]
    looking = Axe(page)
    looking.look("giving up what nothing beats")
    assert looking.found == {}, looking.report
    stage.show(to_show(unbeaten=False))
    expect(warning).to_have_count(0)
    expect(muck).to_be_enabled()
    with page.expect_response("**/commands"):
        page.keyboard.press("m")
    assert [each["type"] for each in stage.given] == ["ShowHand", "MuckHand"]


def holds_three(view: dict[str, Any]) -> None:
    """Ann has three cards in her hand; nothing is asked."""
    own = view["areas"][0]
    own |= {"in_hand": True}
    own["hand"] |= {"cards": ["Ah", "Kd", "7c"], "up": False, "yours": True}
    view |= {"stage": "choosing", "round": 1, "turns": [], "options": view["options"][:1]}


def to_discard(view: dict[str, Any]) -> None:
    """She is asked for one of them."""
    holds_three(view)
    view |= {"turns": [asked(view, 1, "Discard")]}
    view["options"] = [offered(view, "Discard", "Discard", *({"nth": nth} for nth in (1, 2, 3)))]


def test_a_discard_is_picked_by_key_taken_back_and_confirmed_and_shown_until_the_dealer_takes_it(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Pineapple by key", seats=4, setting={**SETTING, "variant": "pineapple"})
    page = new_context().new_page()
    sit(page, table, 1, "Ann")
    stage = Stage(page, to_discard)
    page.reload()
    mine = page.get_by_role("region", name="Your hand")
    picks = mine.get_by_role("button", name=re.compile("^To discard"))
    expect(picks).to_have_count(3)
    page.keyboard.press("2")
    expect(picks.nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("3")
    expect(picks.nth(1)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    confirm = mine.get_by_role("button", name=re.compile("^Discard the"))
    expect(confirm).to_have_count(0)
    looking = Axe(page)
    looking.look("a discard to pick")
    assert looking.found == {}, looking.report
    picks.nth(0).click()
    expect(confirm).to_have_accessible_name(re.compile("ace of hearts"))
    assert stage.given == [], "nothing has gone yet"
    expect(confirm).to_be_enabled()
    with page.expect_response("**/commands"):
        page.keyboard.press("d")
    assert [(each["type"], each["nth"]) for each in stage.given] == [("Discard", 1)]
    stage.show(holds_three)
    expect(mine).to_contain_text("The ace of hearts goes when those before you have discarded")


def test_what_is_to_be_confirmed_of_a_discard_covers_nobodys_seat(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Pineapple on a tablet", seats=4, setting={**SETTING, "variant": "pineapple"})
    page = new_context().new_page()
    sit(page, table, 1, "Ann")
    Stage(page, to_discard)
    page.reload()
    mine, own = page.get_by_role("region", name="Your hand"), page.get_by_role("region", name="Seat 1, yours")
    for width, height in ((1440, 900), (1024, 768), (768, 1024), (390, 844), (390, 664)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(DRAWN)
        expect(mine.get_by_role("button", name=re.compile("^Discard the"))).to_have_count(0)
        before = top_of(mine)
        page.keyboard.press("1")
        expect(mine.get_by_role("button", name=re.compile("^Discard the"))).to_be_in_viewport(ratio=1)
        assert page.evaluate(DRAWN)
        assert top_of(mine) == pytest.approx(before, abs=1), (width, height)
        seat = own.bounding_box()
        assert seat is not None and seat["y"] + seat["height"] <= before + 1, (width, height)
        page.keyboard.press("Escape")


def test_the_warning_before_a_hand_is_given_up_covers_nobodys_seat_and_moves_no_button(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Warned on a phone", seats=4, setting=SETTING)
    page = new_context().new_page()
    sit(page, table, 1, "Ann")
    stage = Stage(page, holds_three)
    page.reload()
    mine, own = page.get_by_role("region", name="Your hand"), page.get_by_role("region", name="Seat 1, yours")
    expect(mine.get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    for width, height in ((1024, 768), (390, 844), (390, 664)):
        page.set_viewport_size({"width": width, "height": height})
        stage.show(holds_three)
        stage.show(to_show(unbeaten=True))
        muck = mine.get_by_role("button", name=re.compile("^Muck"))
        expect(muck).to_be_enabled()
        assert page.evaluate(DRAWN)
        edge, button = top_of(mine), muck.bounding_box()
        page.keyboard.press("m")
        expect(page.get_by_test_id("unbeaten")).to_be_in_viewport(ratio=1)
        expect(muck).to_have_accessible_name(re.compile("all the same"))
        assert page.evaluate(DRAWN)
        assert top_of(mine) == pytest.approx(edge, abs=1), (width, height)
        seat = own.bounding_box()
        assert seat is not None and seat["y"] + seat["height"] <= edge + 1, (width, height)
        if width < 1000:
            assert muck.bounding_box() == pytest.approx(button, abs=1), (width, height)


def top_of(each: Locator) -> float:
    box = each.bounding_box()
    assert box is not None
    return box["y"]


def offers(here: Company, name: str = "Ann") -> list[dict[str, Any]]:
    view = here.lines[name].get(f"/api/tables/{here.table.id}").json()["view"]
    return [each for each in view["options"] if each["examples"]]


def test_who_sits_out_is_back_with_one_press_in_reach(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Back again", seats=4, setting=SETTING)
    here = Company(new_context, table, ("Bob",))
    mine = here.page.get_by_role("region", name="Your hand")
    mine.get_by_role("button", name="Sit out").click()
    expect(mine).to_contain_text("You are dealt out until you are back")
    looking = Axe(here.page)
    looking.look("sitting out")
    assert looking.found == {}, looking.report
    mine.get_by_role("button", name="I'm back").click()
    expect(mine.get_by_role("button", name="Sit out")).to_be_visible()
    assert "walking" not in table.view["areas"][0]["markers"]


def test_who_lets_the_time_run_out_twice_sees_it_and_comes_back_with_one_press(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Gone twice", seats=4, setting={**SETTING, "seconds_to_act": 2})
    here = Company(new_context, table, ("Bob",))
    mine = here.page.get_by_role("region", name="Your hand")
    operator._post(f"/api/tables/{table.id}/automatic", automatic=True)
    patience = time.monotonic() + 100
    while not away(table) and time.monotonic() < patience:
        may = [(each["type"], each["examples"][0]) for each in offers(here, "Bob")]
        # Bob plays on, and is back at once should this machine have been too slow for him.
        found = [each for kind, each in may if kind in ("Check", "CallBet") or each.get("away") is False]
        if found:
            data = {"id": uuid4().hex, "command": found[0]}
            here.lines["Bob"].post(f"/api/tables/{table.id}/commands", data=data)
        here.page.wait_for_timeout(100)
    operator._post(f"/api/tables/{table.id}/automatic", automatic=False)
    expect(mine).to_contain_text(re.compile("You are dealt out (from the next hand on )?until you are back"))
    mine.get_by_role("button", name="I'm back").click()
    expect(mine.get_by_role("button", name="Sit out")).to_be_visible()
    assert not away(table)


def away(table: CrownTable) -> bool:
    """Whether Ann is dealt out."""
    return bool({"walking", "absent"} & set(table.view["areas"][0]["markers"]))


def test_hands_that_are_all_in_lie_open_before_the_board_is_run_out(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "All in together", seats=4, setting=SETTING)
    here = Company(new_context, table, ("Bob",))
    table.begin()
    here.act(table.asked, "Raise", to=400_00)
    here.act(table.asked, "CallBet")
    table.do("TurnUpHands")
    for region in ("Seat 1, yours", "Seat 2"):
        seat = here.page.get_by_role("region", name=region, exact=True)
        expect(seat.get_by_role("img", name=re.compile(" of "))).to_have_count(2)
    board = here.page.get_by_role("group", name="The board")
    expect(board.get_by_role("img", name=re.compile(" of "))).to_have_count(0)
    assert table.view["board"]["cards"] == []
