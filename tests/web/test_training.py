"""A learner's whole way, on a phone and at a desk: a lesson, its questions, a drill, and a practice round."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from croupier.books import book

pytestmark = pytest.mark.browser

BOOK = book("matchmaker")
LESSON = "8.1-suited-pair-pays-eleven-to-one"
TITLE = "A suited pair pays eleven to one on Suit Match and wins Pair Match too."
SIZES = {"phone": {"width": 390, "height": 664}, "desk": {"width": 1440, "height": 900}}


@pytest.mark.parametrize("size", SIZES)
def test_a_learner_reads_a_lesson_is_asked_pays_out_and_plays_off_the_record(
    new_context: Callable[..., BrowserContext], size: str
) -> None:
    page = new_context(viewport=SIZES[size]).new_page()
    reads_a_lesson(page)
    is_asked(page)
    pays_out(page)
    plays(page, f"Lea {size}")


def no_sideways_scrolling(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def reads_a_lesson(page: Page) -> None:
    page.goto("/learn/matchmaker")
    page.get_by_text("Settlement", exact=True).click()
    page.get_by_role("link", name=TITLE).click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    step, forward = page.get_by_test_id("lesson step"), page.get_by_role("button", name="Step forward")
    forward.click()
    expect(step).to_contain_text("Ann takes seat 1 with $200.")
    for _ in range(3):
        forward.click()
    expect(step).to_contain_text("deal Th Th")
    expect(step).to_contain_text(BOOK.clause("7.2").asks)
    felt = page.get_by_test_id("replay felt")
    expect(felt.get_by_role("img", name="ten of hearts")).to_have_count(2)
    page.get_by_role("button", name="Step back").click()
    expect(felt.get_by_role("img", name="ten of hearts")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.get_by_test_id("lesson end")).to_contain_text("That is the whole of it.")
    no_sideways_scrolling(page)
    # Read to its end is not done: nobody has asked anything yet.
    assert not done(page)
    page.get_by_role("link", name=TITLE).click()


def done(page: Page) -> bool:
    """Whether the lesson counts among those done, in the list of all."""
    page.get_by_role("link", name="All lessons").click()
    page.get_by_text("Settlement", exact=True).click()
    entry = page.get_by_role("listitem").filter(has_text=TITLE)
    expect(entry).to_be_visible()
    return "done" in (entry.get_attribute("class") or "").split()


def is_asked(page: Page) -> None:
    """The first answer is wrong on purpose; the others are those that the lesson itself gives as right."""
    answers(page, wrong=1)
    assert not done(page)
    page.get_by_role("link", name=TITLE).click()
    answers(page, wrong=0)
    assert done(page)


def answers(page: Page, wrong: int) -> None:
    """Go through the questions with so many wrong answers at first."""
    lesson = page.request.get(f"/api/training/matchmaker/lessons/{LESSON}").json()
    questions: list[dict[str, Any]] = [each for step in lesson["steps"] for each in step["questions"]]
    assert {each["asks"] for each in questions} >= {"next", "amount"}
    page.get_by_role("button", name="What now?").last.click()
    for nth, question in enumerate(questions):
        card, verdict = page.get_by_test_id("question"), page.get_by_test_id("verdict")
        expect(card).to_contain_text(question["text"])
        if question["answers"]:
            answer = next(each for each in question["answers"] if each["right"] is (nth >= wrong))
            card.get_by_role("button", name=answer["label"], exact=True).click()
            said = answer["why"] if nth < wrong else question["why"]
        else:
            # MM 8.1: a suited pair pays 11 to 1 on either bet
            expect(page.get_by_test_id("replay felt")).not_to_contain_text("won")
            card.get_by_label("Dollars and cents").fill("110")
            card.get_by_role("button", name="Answer").click()
            said = "$10 at 11 to 1 pays $110."
        expect(verdict).to_contain_text("Not so." if nth < wrong else "Right.")
        expect(verdict).to_contain_text(said)
        expect(verdict.get_by_role("link", name=re.compile("^MM ")).first).to_be_visible()
        verdict.get_by_role("button", name="Go on").click()
    while page.get_by_test_id("lesson end").count() == 0:
        page.get_by_role("button", name="Step forward").click()
    score = f"{len(questions) - wrong} of {len(questions)} right"
    expect(page.get_by_test_id("lesson end")).to_contain_text(score)


def pays_out(page: Page) -> None:
    page.get_by_role("link", name="Pay-out drill").click()
    for wrong in (False, False, True):
        shown = page.get_by_test_id("payout")
        text = shown.inner_text()
        stake = Fraction(re.findall(r"\$([\d,.]+)", text)[0].replace(",", ""))
        win, against = map(int, re.findall(r"(\d+) to (\d+)", text)[0])
        page.get_by_label("You pay, in dollars and cents").fill(str(stake * win / against + wrong))
        page.get_by_role("button", name="Pay", exact=True).click()
        expect(page.get_by_test_id("verdict")).to_contain_text("Not $" if wrong else "Right.")
        expect(page.get_by_test_id("verdict").get_by_role("link", name=re.compile("^MM ")).first).to_be_visible()
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_test_id("verdict")).to_have_count(0)
    tally = page.get_by_role("region", name="This session")
    expect(tally.get_by_test_id("right")).to_have_text("67 %")
    expect(tally.get_by_role("row").nth(1)).to_contain_text(re.compile(r"0/1$"))  # what went wrong stands first
    no_sideways_scrolling(page)


def plays(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="How to play").first.click()
    how = page.get_by_role("dialog", name=re.compile("How to play"))
    for title in ("Bet on what two cards will be", "Two cards come face up"):
        expect(how).to_contain_text(title)
        how.get_by_role("button", name="Next").click()
    how.get_by_role("link", name="Practice round").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("note", name="Practice")).to_contain_text("Practice")
    own = page.get_by_role("region", name=re.compile("^Area 5, yours"))
    own.get_by_role("button", name=re.compile("^Pair Match, area")).click()
    expect(own.get_by_role("button", name=re.compile("^Pair Match, area"))).to_have_accessible_name(re.compile(r"\$5"))
    (table,) = page.request.get("/api/practice").json()
    ready = page.request.post(f"/api/practice/{table['id']}/ready", data={"id": "now"})
    assert ready.ok, ready.text()
    expect(own.get_by_role("img")).to_have_count(2, timeout=60_000)
    results = page.get_by_role("region", name="Results")
    expect(results).to_contain_text("Pair Match", timeout=60_000)
    no_sideways_scrolling(page)
    assert page.request.get("/api/me").json()["wallet"] == 100_000
    assert table["id"] not in [each["id"] for each in page.request.get("/api/tables").json()]
