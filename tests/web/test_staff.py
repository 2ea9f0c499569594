"""Accounts in the browser: taking people on, letting them go, and a second factor."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from croupier.floor.people import totp
from tests.web.conftest import PHONE, WIDE
from tests.web.house import PASSWORD, Staff

pytestmark = pytest.mark.browser


def sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("House staff and inspectors").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("dialog").get_by_role("button", name="Sign in").click()


def menu(page: Page) -> Locator:
    """The way around: in sight at a desk, opened on a phone."""
    opener = page.get_by_role("button", name="Menu")
    if opener.is_visible():
        opener.click()
    return page.get_by_role("banner")


def choose_password(page: Page, one_time: str) -> None:
    dialog = page.get_by_role("dialog", name="Choose your own password")
    dialog.get_by_label("One-time password").fill(one_time)
    dialog.get_by_label(re.compile("^New password, ")).fill(PASSWORD)
    dialog.get_by_label("New password again").fill(PASSWORD)
    dialog.get_by_role("button", name="Change it").click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("viewport", "name"), [(WIDE, "wide.mary"), (PHONE, "small.mary")])
def test_the_operator_takes_someone_on_changes_their_ranks_and_lets_them_go(
    new_context: Callable[..., BrowserContext], operator: Staff, viewport: dict[str, int], name: str
) -> None:
    page = new_context(operator, viewport=viewport).new_page()
    page.goto("/")
    expect(page.get_by_role("banner")).to_contain_text("casino operator")
    menu(page).get_by_role("link", name="Staff").click()
    page.get_by_role("button", name="Take someone on").click()
    dialog = page.get_by_role("dialog", name="Take someone on")
    dialog.get_by_label("Name to sign in with").fill("dealer")
    dialog.get_by_role("button", name="Make the account").click()
    expect(dialog.get_by_role("alert")).to_contain_text("account of that name")
    dialog.get_by_label("Name to sign in with").fill(name)
    dialog.get_by_label("Post").select_option("Supervisor")
    dialog.get_by_role("button", name="Make the account").click()
    issued = page.get_by_role("status")
    expect(issued).to_contain_text(name)
    password = issued.locator("code").inner_text()
    card = page.get_by_role("article", name=name)
    expect(card).to_contain_text("Game supervisor")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0

    mary = new_context(viewport=viewport).new_page()
    sign_in(mary, name, password)
    choose_password(mary, password)
    expect(menu(mary).get_by_role("link", name="Inspector")).to_be_visible()

    card.get_by_role("button", name="Change the ranks").click()
    dialog = page.get_by_role("dialog", name=f"Change ranks: {name}")
    expect(dialog.get_by_label("Post")).to_have_value("supervisor")
    dialog.get_by_label("Post").select_option("Ranks book by book…")
    dialog.get_by_label(re.compile("^Every other book")).select_option("Dealer")
    dialog.get_by_role("button", name="Change them").click()
    expect(card).to_contain_text("Dealer")

    card.get_by_role("button", name="End the account").click()
    page.get_by_role("dialog").get_by_role("button", name="End it").click()
    expect(page.get_by_role("heading", name="No longer here")).to_be_visible()
    mary.reload()
    expect(mary.get_by_role("button", name="Sign in")).to_be_visible()


def test_a_second_factor_is_set_up_and_asked_for(
    new_context: Callable[..., BrowserContext], operator: Staff, phone: Page
) -> None:
    office = new_context(operator).new_page()
    office.goto("/staff")
    office.get_by_role("button", name="Take someone on").click()
    office.get_by_label("Name to sign in with").fill("careful.pat")
    office.get_by_role("button", name="Make the account").click()
    password = office.get_by_role("status").locator("code").inner_text()

    sign_in(phone, "careful.pat", password)
    choose_password(phone, password)
    menu(phone).get_by_role("link", name="Account").click()
    phone.get_by_role("button", name="Set up a second factor").click()
    secret = phone.locator(".secret code").inner_text().replace(" ", "")
    expect(phone.get_by_role("img", name="The secret for an authenticator")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    phone.get_by_role("textbox", name="Your password").fill(PASSWORD)
    # Good for half a minute more, should the next one have begun before it is sent.
    phone.get_by_label("Code it shows now").fill(totp.code(secret, int(time.time()) // 30))
    phone.get_by_role("button", name="Set it up").click()
    codes = phone.get_by_role("listitem").locator("code")
    expect(codes).to_have_count(8)
    recovery = codes.first.inner_text()
    phone.get_by_role("button", name="I have written them down").click()
    expect(phone.get_by_text("A code from your phone is asked for")).to_be_visible()
    menu(phone).get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("button", name="Sign in")).to_be_visible()

    sign_in(phone, "careful.pat", PASSWORD)
    phone.get_by_label("Code from your phone").fill("000000")
    phone.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("alert")).to_contain_text("That code is wrong")
    phone.get_by_label("Code from your phone").fill(recovery)
    phone.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("banner")).to_contain_text("careful.pat")

    office.goto("/staff")
    office.get_by_role("button", name="Reset the second factor of careful.pat").click()
    office.get_by_role("dialog").get_by_role("button", name="Reset it").click()
    expect(office.get_by_role("article", name="careful.pat")).to_contain_text("no second factor")


def test_staff_who_are_no_operators_find_no_accounts(dealer: Page) -> None:
    dealer.goto("/staff")
    expect(dealer.get_by_text("to keep. Sign in as one")).to_be_visible()
    expect(dealer.get_by_role("link", name="Staff")).to_have_count(0)
