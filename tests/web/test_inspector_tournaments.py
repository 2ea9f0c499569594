"""The inspector replays a tournament: found by its id and by entrant, step by step, with how everyone then stood."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.floor.server.evenings import conditions
from tests.web.house import Staff
from tests.web.test_axe import Axe, axe

__all__ = ["axe"]

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def cup(operator: Staff, address: str) -> str:
    """A tournament that Agathe and Benno have entered, who both let their names be used."""
    name = f"replayed-{uuid4().hex[:6]}"
    operator._post(f"/api/tournaments/{name}/draft", id=uuid4().hex, text=conditions(title="Friday heats"))
    operator._post(f"/api/tournaments/{name}/commands", id=uuid4().hex, command={"type": "OpenEntries"})
    for guest in ("Agathe", "Benno"):
        with httpx.Client(base_url=address, timeout=30) as client:
            client.post("/api/sign-in/guest", json={"name": guest}).raise_for_status()
            text = client.get(f"/api/tournaments/{name}").json()["text"]
            enter = {"type": "Enter", "text": text, "promotion": True}
            client.post(
                f"/api/tournaments/{name}/commands", json={"id": uuid4().hex, "command": enter}
            ).raise_for_status()
    return name


def test_a_tournament_is_found_and_gone_through(axe: Callable[..., Axe], inspectors_account: Staff, cup: str) -> None:
    looking = axe(inspectors_account)
    page: Page = looking.page
    page.goto("/inspector")
    page.get_by_role("combobox", name="Tournament").fill(cup)
    page.get_by_role("button", name="Replay", exact=True).click()
    step, then = page.get_by_test_id("step text"), page.get_by_role("region", name="How it then stood")
    expect(step).to_have_text("The conditions of Friday heats are down in writing.")
    looking.look("the replay of a tournament")
    page.keyboard.press("End")
    expect(step).to_contain_text("Benno is entrant 2")
    expect(then.get_by_role("rowheader", name="Benno")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(step).to_contain_text("Agathe is entrant 1")
    expect(then.get_by_role("rowheader", name="Agathe")).to_be_visible()
    expect(then.get_by_role("rowheader", name="Benno")).to_have_count(0)


def test_the_steps_of_one_entrant_are_found(inspector: Page, cup: str) -> None:
    inspector.goto(f"/inspector/tournament/{cup}")
    inspector.get_by_label("Entrant number").fill("2")
    inspector.get_by_role("button", name="Replay", exact=True).click()
    expect(inspector.get_by_text("Step 1 of 1")).to_be_visible()
    expect(inspector.get_by_test_id("step text")).to_contain_text("Benno is entrant 2")


def test_the_record_of_a_tournament_is_for_the_house(page: Page, cup: str) -> None:
    page.goto(f"/inspector/tournament/{cup}")
    expect(page.get_by_text("Sign in to read it")).to_be_visible()
