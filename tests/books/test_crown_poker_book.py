"""What the Crown Poker book alone says."""

import pytest

from croupier.books import book
from croupier.books.coverage import Mention, coverage, mentions, source_tests
from tests.books.conftest import about_tournaments

CP = book("crown-poker")
ANSWERED = (*(str(section) for section in range(1, 12)), "13", *(f"Diagram {each}" for each in "ABC"))
"""The sections that are the game itself: all but tournaments."""


@pytest.fixture(scope="module")
def found() -> tuple[Mention, ...]:
    return mentions(tests=source_tests())


@pytest.mark.parametrize("section", ANSWERED)
def test_the_game_itself_is_answered_for_and_witnessed(section: str, found: tuple[Mention, ...]) -> None:
    ids = {clause.id for clause in CP.section(section)} - about_tournaments(CP)
    assert ids
    rows = [row for row in coverage("crown-poker", found).rows if row.clause.id in ids]
    assert [row.clause.id for row in rows if not row.accounted] == []


def test_what_concerns_tournaments_is_answered_for_as_well() -> None:
    tournaments = about_tournaments(CP)
    assert {"1.1:Tournament", "1.1:Tournament Director", "12.1", "12.4.8(d)(ii)"} <= tournaments
    assert {CP.clause(each).met for each in tournaments} == {"enforced", "recorded", "shown"}


def test_what_the_game_leaves_to_hands_and_eyes_is_all_that_is_physical() -> None:
    assert {clause.id for clause in CP.clauses if clause.met == "physical"} == {
        "1.1:Cage",
        "1.1:Chemmy Shuffle",
        "1.1:Chip Runner",
        "1.1:Cutting card",
        "1.1:Lammer",
        "1.1:Mobile Bank",
        "5.2 fn1",
        "8.13",
        "8.14",
        "Diagram A",
        "Diagram B",
        "Diagram C",
    }
