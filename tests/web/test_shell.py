"""The shell and the lobby; and what every page owes to keyboard, screen reader, phone and reading eye."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.conftest import PHONE, Running
from tests.web.house import PASSWORD, Staff, Table

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/table/mm-1",
    "/table/mm-3/deal",
    "/table/mm-1/supervise",
    "/inspector",
    "/odds",
    "/rules/matchmaker",
    "/staff",
    "/account",
)

COLOURS = """
(names) => names.map((name) => {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
})
"""


def test_the_lobby_shows_the_tables_live_and_leads_to_them(page: Page) -> None:
    page.context.new_page().goto("/table/mm-1")  # house players play where someone watches
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="eight decks from the shoe")
    expect(card).to_contain_text("$5 to $500")
    expect(card).to_contain_text("The automatic dealer")
    expect(card).to_contain_text(re.compile(r"round [1-9]"), timeout=60_000)
    card.get_by_role("link", name="Join").click()
    expect(page).to_have_url(re.compile("/table/mm-1$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Matchmaker, eight decks from the shoe")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("The floor")


def test_a_guest_signs_in_with_a_name_and_out_again(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Play as a guest").fill("Ada L.")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("banner")).to_contain_text("Ada L.")
    expect(page.get_by_role("banner")).to_contain_text("$1,000")
    page.reload()
    expect(page.get_by_role("banner")).to_contain_text("Ada L.")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_a_name_that_is_taken_or_poses_as_the_house_is_refused_and_a_free_one_is_a_tap_away(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto("/")
    expect(page.get_by_text("No real money.")).to_be_visible()
    page.get_by_role("button", name="Sign in").click()
    dialog = page.get_by_role("dialog", name="Sign in")
    expect(dialog).to_contain_text("No real money.")
    for posing in ("The Dealer", "Pit B0ss", "house"):
        dialog.get_by_label("Play as a guest").fill(posing)
        dialog.get_by_role("button", name="Come in", exact=True).click()
        expect(dialog.get_by_role("alert")).to_contain_text("sounds as if you worked for the house")
    dialog.get_by_label("Play as a guest").fill("Grace H.")
    dialog.get_by_role("button", name="Come in", exact=True).click()
    expect(page.get_by_role("banner")).to_contain_text("Grace H.")

    other = new_context(viewport=PHONE).new_page()
    other.goto("/")
    other.get_by_role("button", name="Sign in").click()
    other.get_by_label("Play as a guest").fill("grace h")
    other.get_by_role("button", name="Come in", exact=True).click()
    expect(other.get_by_role("alert")).to_contain_text("Someone of that name is here already")
    other.get_by_role("button", name="Come in as “grace h 2”").click()
    expect(other.get_by_role("banner")).to_contain_text("grace h 2")


def test_the_lobby_shows_where_one_sits_and_leads_back(phone: Page, table: Table) -> None:
    phone.goto(f"/table/{table.id}")
    phone.get_by_role("button", name="Sit at area 3").click()
    phone.get_by_label("Your name at the table").fill("Katherine")
    phone.get_by_role("button", name="Take the seat").click()
    expect(phone.get_by_role("banner")).to_contain_text("$900")
    phone.get_by_role("link", name="Croupier: to the lobby").click()
    mine = phone.get_by_role("region", name="Where you sit")
    expect(mine).to_contain_text("You sit at A quiet table")
    expect(mine).to_contain_text("area 3 · $100 in chips")
    mine.get_by_role("link", name="Go back").click()
    expect(phone).to_have_url(re.compile(f"/table/{table.id}$"))
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("navigation", name="Main").get_by_role("link", name="Rules").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Rules")
    expect(phone.get_by_role("navigation", name="Main")).to_be_hidden()


def test_a_one_time_password_opens_nothing_until_it_is_replaced(page: Page, running: Running) -> None:
    page.goto("/")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("House staff and inspectors").click()
    page.get_by_label("Name", exact=True).fill("areamanager")
    page.get_by_label("Password").fill("certainly not")
    page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("That name and password do not go together.")
    page.get_by_label("Password").fill(running.passwords["areamanager"])
    page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    dialog = page.get_by_role("dialog", name="Choose your own password")
    expect(page.get_by_role("link", name="Inspector")).to_have_count(0)
    dialog.get_by_label("One-time password").fill(running.passwords["areamanager"])
    dialog.get_by_label(re.compile("^New password, ")).fill(PASSWORD)
    dialog.get_by_label("New password again").fill(PASSWORD)
    dialog.get_by_role("button", name="Change it").click()
    expect(page.get_by_role("link", name="Inspector")).to_be_visible()
    expect(page.get_by_role("banner")).to_contain_text("game supervisor")


def test_an_unknown_page_and_an_unknown_table_say_so(page: Page) -> None:
    page.goto("/nowhere")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.goto("/table/nowhere")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
def test_a_phone_shows_every_page_without_scrolling_sideways(
    new_context: Callable[..., BrowserContext], operator: Staff, path: str
) -> None:
    page = new_context(operator, viewport=PHONE).new_page()
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def luminance(colour: str) -> float:
    """Relative luminance by the formula of WCAG 2."""
    channels = [int(each) / 255 for each in re.findall(r"\d+", colour)[:3]]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_contrast_formula_gives_the_known_extremes() -> None:
    assert contrast("rgb(0, 0, 0)", "rgb(255, 255, 255)") == pytest.approx(21)
    assert contrast("rgb(9, 9, 9)", "rgb(9, 9, 9)") == pytest.approx(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(new_context: Callable[..., BrowserContext], scheme: str) -> None:
    page = new_context(color_scheme=scheme).new_page()
    page.goto("/")
    for ground, inks in {
        "panel": ("ink", "soft", "green", "brass", "good", "bad"),
        "ground": ("ink", "soft", "green", "brass"),
        "raised": ("ink", "soft", "brass"),
        "felt": ("felt-ink", "felt-line", "felt-soft"),
        "green": ("green-ink",),
        "card": ("card-black", "card-red"),
        "bad-ground": ("ink", "bad"),
    }.items():
        below, *above = page.evaluate(COLOURS, [ground, *inks])
        for ink, colour in zip(inks, above, strict=True):
            assert contrast(colour, below) >= 4.5, f"{ink} on {ground}"


def test_focus_can_be_seen(page: Page, table: Table) -> None:
    page.goto(f"/table/{table.id}")
    expect(page.get_by_role("button", name="Sit at area 1")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.get_by_role("button", name="Sit at area 1").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert width == "3px"
