"""What the Blackjack book alone says."""

import pytest

from croupier.books import book
from croupier.books.coverage import Mention, coverage, mentions, source_tests
from tests.books.conftest import about_tournaments

BJ = book("blackjack")
ANSWERED = ("Notice 1/2003", *(str(section) for section in range(1, 9)), "17", *(f"Diagram {each}" for each in "ABCD"))
"""The sections that are the game of Blackjack itself, as every version is played unless it says otherwise."""


@pytest.fixture(scope="module")
def found() -> tuple[Mention, ...]:
    return mentions(tests=source_tests())


@pytest.mark.parametrize("section", ANSWERED)
def test_the_game_itself_is_answered_for_and_witnessed(section: str, found: tuple[Mention, ...]) -> None:
    ids = {clause.id for clause in BJ.section(section)}
    assert ids
    rows = [row for row in coverage("blackjack", found).rows if row.clause.id in ids]
    assert [row.clause.id for row in rows if not row.accounted] == []


def test_no_answer_is_given_where_nothing_witnesses_it(found: tuple[Mention, ...]) -> None:
    rows = coverage("blackjack", found).rows
    assert [row.clause.id for row in rows if row.clause.met != "open" and not row.accounted] == []


def test_gestures_over_the_cloth_and_older_notices_are_all_that_is_physical() -> None:
    physical = {clause.id for clause in BJ.clauses if clause.met == "physical"}
    assert physical & {clause.id for section in ANSWERED for clause in BJ.section(section)} == {
        "Notice 1/2003 fn1",
        "7.5.1(c)(i)",
        "7.5.1(d)(i)",
    }


def test_what_concerns_tournaments_is_answered_for_as_well() -> None:
    tournaments = about_tournaments(BJ)
    assert {"13.9.1", "16.1.1", "16.3.5(b)"} <= tournaments
    assert {BJ.clause(each).met for each in tournaments} == {"enforced", "shown"}


def test_rulings_are_cited_by_the_clauses_they_settle() -> None:
    assert BJ.clause("5.6.4").ruling == ("R30",)
    assert BJ.clause("7.5.5(i)").ruling == ("R31", "R47")
    assert BJ.clause("6.2.2").ruling == ("R2", "R44")
    assert BJ.clause("17.2.2").ruling == ("R14",)


def test_the_operations_manager_stands_between_casino_supervisor_and_operator() -> None:
    assert list(BJ.ladder).index("table-games-operations-manager") == 4
    assert [BJ.may(rank, "BJ 5.11") for rank in BJ.ladder] == [False, False, False, False, True, True]
    assert not BJ.may("regulator", "BJ 5.11")
