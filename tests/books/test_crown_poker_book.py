"""What the Crown Poker book alone says, and, while it is under way, what is asked of every book on the shelf."""

from collections import Counter

import pytest

from croupier.books import book
from croupier.books.coverage import Mention, coverage, mentions, source_tests
from tests.books.conftest import about_tournaments, rulebook, words
from tests.books.test_every_book import runs

CP = book("crown-poker")
ANSWERED = ("1", "3", "4", "6", "8")
"""The sections that are the game itself, with its definitions."""


@pytest.fixture(scope="module")
def found() -> tuple[Mention, ...]:
    return mentions(tests=source_tests())


@pytest.mark.parametrize("section", ANSWERED)
def test_the_game_itself_is_answered_for_and_witnessed(section: str, found: tuple[Mention, ...]) -> None:
    ids = {clause.id for clause in CP.section(section)} - about_tournaments(CP)
    assert ids
    rows = [row for row in coverage("crown-poker", found).rows if row.clause.id in ids]
    assert [row.clause.id for row in rows if not row.accounted] == []


def test_no_answer_is_given_where_nothing_witnesses_it(found: tuple[Mention, ...]) -> None:
    rows = coverage("crown-poker", found).rows
    assert [row.clause.id for row in rows if row.clause.met != "open" and not row.accounted] == []


def test_tournaments_stay_openly_open() -> None:
    tournaments = about_tournaments(CP)
    assert {"1.1:Tournament", "1.1:Tournament Director", "12.1", "12.4.8(d)(ii)"} <= tournaments
    assert {CP.clause(each).met for each in tournaments} == {"open"}


def test_what_the_game_leaves_to_hands_and_eyes_is_all_that_is_physical() -> None:
    physical = {clause.id for section in ANSWERED for clause in CP.section(section) if clause.met == "physical"}
    assert physical == {
        "1.1:Cage",
        "1.1:Chemmy Shuffle",
        "1.1:Chip Runner",
        "1.1:Cutting card",
        "1.1:Lammer",
        "1.1:Mobile Bank",
        "8.13",
        "8.14",
    }


def test_no_run_of_eight_words_is_taken_from_the_approved_text() -> None:
    approved = runs(words(rulebook("crown-poker")))
    ours = [(clause.id, text) for clause in CP.clauses for text in (clause.asks, clause.how)]
    assert [name for name, text in ours if runs(words(text)) & approved] == []


def test_no_two_clauses_ask_or_are_met_by_one_and_the_same_sentence() -> None:
    for said in (
        Counter(clause.how for clause in CP.clauses if clause.met != "open"),
        Counter(clause.asks for clause in CP.clauses),
    ):
        assert [text for text, times in said.items() if times > 1] == []
