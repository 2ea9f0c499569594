"""What a player is told is so at this moment: results of their round, no notice that is past, who is of the house."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from tests.web.house import Staff
from tests.web.test_crown_poker import opened_by
from tests.web.test_crown_poker_keys import SETTING
from tests.web.test_phone import BEYOND
from tests.web.test_player import box
from tests.web.test_player import sit as sit_at_three
from tests.web.test_tablets import DRAWN

pytestmark = pytest.mark.browser


def test_the_results_are_those_of_the_round_that_is_just_settled_and_a_missed_round_is_told_of_no_longer_than_it_is_so(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = operator.open_table("What is so", device="machine")
    page, other = new_context().new_page(), new_context().request
    own = sit_at_three(page, table, "Toto")
    table.work()
    assert other.post("/api/sign-in/guest", data={"name": "Tata"}).ok
    for command in (
        {"type": "Join", "seat": 1, "cents": 100_00},
        {"type": "PlaceWager", "area": 1, "bet": "pair match", "cents": 5_00},
    ):
        answer = other.post(f"/api/tables/{table.id}/commands", data={"id": uuid4().hex, "command": command})
        assert answer.json()["accepted"], answer.text()
    operator._post(f"/api/tables/{table.id}/automatic", automatic=True)
    # Not to bet is nothing that the table urges anyone to; to go on with a wager is.
    stay_out = page.get_by_role("button", name="Sit this one out")
    expect(stay_out).to_be_visible()
    assert colour(stay_out) == colour(page.get_by_role("button", name="Buy chips"))
    missed = page.get_by_test_id("word").filter(has_text="you have no wager in this round")
    expect(missed).to_be_visible()
    operator._post(f"/api/tables/{table.id}/automatic", automatic=False)
    table.work("2c", "9c", until="betting")
    # The next wagers can be placed: what was said of the last ones is past.
    expect(missed).to_have_count(0)
    box(own, "Pair Match").click()
    expect(box(own, "Pair Match")).to_have_accessible_name(re.compile("Your wager"))
    results = page.get_by_role("region", name="Results")
    table.work("2c", "9h", until="settled")
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(results.get_by_role("heading", name="This round")).to_be_visible()
    expect(results).not_to_contain_text("No result yet")
    expect(results.get_by_role("button", name=re.compile(r"Why\? Pair Match"))).to_be_visible()


def colour(button: Locator) -> str:
    """What a button is filled with."""
    return str(button.evaluate("one => getComputedStyle(one).backgroundColor"))


def test_blue_puts_more_chips_down_and_gold_no_act_at_all(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = operator.open_blackjack("Colours", decks=6)
    page = new_context().new_page()
    own = sit_at_three(page, table, "Iris")
    box(own, "Blackjack").click()
    expect(box(own, "Blackjack")).to_have_accessible_name(re.compile("Your wager"))
    table.no_more_bets("8h", "Ad", "8c")
    choices = page.get_by_role("region", name="Your choices")
    insure = choices.get_by_role("button", name=re.compile("^Insure"))
    expect(insure).to_be_enabled()
    spends = colour(insure)
    declines = colour(choices.get_by_role("button", name="No, thank you"))
    choices.get_by_role("button", name="No, thank you").click()
    split = choices.get_by_role("button", name=re.compile("^Split"))
    expect(split).to_be_enabled()
    draws, stands = (colour(choices.get_by_role("button", name=re.compile(f"^{act}"))) for act in ("Draw", "Stand"))
    assert colour(split) == spends
    assert len({spends, declines, draws, stands}) == 4
    red, green, blue = (int(each) for each in re.findall(r"\d+", spends)[:3])
    assert blue > green > red


MARKED_OVER = """() => [...document.querySelectorAll(".plate:has(.house)")].map((plate) => {
  const name = document.createRange();
  name.selectNodeContents(plate.querySelector(".name"));
  const written = name.getBoundingClientRect(), mark = plate.querySelector(".house").getBoundingClientRect();
  const across = Math.min(written.right, mark.right) - Math.max(written.left, mark.left);
  return [plate.innerText, across, mark.bottom - written.top];
}).filter(([, across, down]) => across > 0 && down > 1.5)"""
"""Players whose name is covered by the mark that they play for the house."""


def test_who_plays_for_the_house_is_marked_at_poker_and_limits_in_the_lobby_are_those_of_the_main_wager(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context().new_page()
    page.goto("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("link", name=re.compile(": Crown Blackjack")))
    expect(card.first).to_contain_text("$10 to $1,000")
    tables = page.request.get("/api/tables").json()
    poker = next(each for each in tables if each["game"] == "crown-poker" and each["automatic"])
    page.goto(f"/table/{poker['id']}")
    # The floor has only just opened: they sit down one after another.
    marks = page.locator(".pod").get_by_title("Plays for the house")
    expect(marks.nth(2)).to_be_visible()
    seats = page.request.get(f"/api/tables/{poker['id']}").json()["view"]["areas"]
    house = [each["area"] for each in seats if (each["name"] or "").endswith("(house)")]
    for area in house[:3]:
        expect(
            page.get_by_role("region", name=f"Seat {area}", exact=True).get_by_title("Plays for the house")
        ).to_be_visible()
    for size, (width, height) in {**SIZES, "lying": (1024, 768), "small": (390, 664)}.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(DRAWN)
        assert page.evaluate(MARKED_OVER) == [], size


MANY = [
    {"seat": seat, "cents": cents, "way": way, "odd": 0, "hand": ""}
    for seat, cents, way in (
        (1, 164_00, "high"),
        (5, 164_00, "high"),
        (2, 109_00, "low"),
        (7, 109_00, "low"),
        (9, 109_00, "low"),
    )
]

COVERED = """() => {
  const told = document.querySelector('[data-testid="taken"]').getBoundingClientRect();
  return [...document.querySelectorAll(".button-disc, .pod .plate, .pod .cards")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.className, one.getBoundingClientRect()])
    .filter(([, at]) => Math.min(at.right, told.right) - Math.max(at.left, told.left) > 12
      && Math.min(at.bottom, told.bottom) - Math.max(at.top, told.top) > 6)
    .map(([name, at]) => `${name} ${Math.round(at.left)} ${Math.round(at.top)}`);
}"""


SIZES = {"phone": (390, 664), "tablet": (768, 1024), "desk": (1440, 900)}


def test_a_result_of_many_shares_at_eleven_seats_lies_under_nothing(
    new_context: Callable[..., BrowserContext], operator: Staff
) -> None:
    table = opened_by(operator, "Many shares", seats=11, setting={**SETTING, "variant": "holdem hi-lo"})
    page = new_context().new_page()
    shares_come(page)
    page.goto(f"/table/{table.id}")
    taken = page.get_by_test_id("taken")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        expect(taken).to_contain_text("Guest 2, Guest 7 and Guest 9")
        expect(page.get_by_role("region", name="Seat 1", exact=True)).to_contain_text("+$")
        assert page.evaluate(COVERED) == [], name
        assert page.evaluate(BEYOND) == [], name


def shares_come(page: Page) -> None:
    """Three pots are shared out on this page alone: no table would come to that by itself in a lifetime."""

    def told(message: str | bytes) -> str | bytes:
        said = json.loads(message)
        view = said.get("view")
        if not view:
            return message
        shares = [{**each, "player": f"g{each['seat']}"} for each in MANY]
        twice = [{**each, "cents": 50_00} for each in shares[:2]]
        view["board"]["cards"] = ["2h", "4h", "7s", "8d", "Jc"]
        view["pots"] = [
            {"number": 1, "cents": 660_00, "seats": list(range(1, 12)), "rake": 5_00, "shares": shares},
            {
                "number": 2,
                "cents": 200_00,
                "seats": [1, 2, 5],
                "rake": 0,
                "shares": [*twice, {**shares[2], "cents": 100_00}],
            },
            {
                "number": 3,
                "cents": 100_00,
                "seats": [1, 5],
                "rake": 0,
                "shares": [{**each, "way": ""} for each in twice],
            },
        ]
        for each in view["areas"]:
            each |= {"player": f"g{each['area']}", "name": f"Guest {each['area']}", "stack": 400_00, "in_hand": True}
            each["hand"] |= {"cards": [None, None]}
            if each["area"] in (1, 2, 5, 7, 9):
                name, low = "pair of jacks with A-K-8", "low 8-7-4-3-A"
                each["hand"] |= {"up": True, "cards": ["Ah", "Kd"], "name": name, "total": low}
        view["people"] = [
            {
                "id": each["player"],
                "name": each["name"],
                "seat": each["area"],
                "stack": 400_00,
                "areas": 1,
                "personal": None,
            }
            for each in view["areas"]
        ]
        view["areas"][10]["button"] = True
        return json.dumps(said)

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(told(message)))
        socket.on_message(server.send)

    page.route_web_socket(re.compile("/api/tables/.*/feed"), line)
