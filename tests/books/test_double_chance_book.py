"""The Double Chance book gives the odds, hands and notices of the approved text, its ranks and its rulings."""

import re

import pytest

from croupier.books import book
from croupier.games.double_chance.terms import (
    DECLARED_ODDS,
    FEWEST_KEPT,
    HAND_CLAUSE,
    JACKPOT_CLAUSE,
    JACKPOT_HANDS,
    MOST_KEPT,
    ODDS_CLAUSE,
    Declared,
)
from croupier.money import Odds
from tests.books.conftest import rulebook

DC = book("double-chance")
LADDER = ("player", "dealer", "game-supervisor", "casino-supervisor", "casino-operator")


def approved() -> str:
    """The approved text of Double Chance."""
    return rulebook("double-chance")


def same(name: str) -> str:
    """The name of a hand without case; the text has both "Two Pairs" and "Two pairs"."""
    return name.strip(" ;").lower()


def printed_odds() -> dict[str, int]:
    """Rule 9.1 as the approved text prints it: hand and odds to one."""
    rows = re.findall(r"^\| ([A-Z][A-Za-z ]+?) +\| (\d+) to 1 +\|$", approved(), re.MULTILINE)
    return {same(name): int(odds) for name, odds in rows}


def test_the_table_pays_declared_hands_at_the_printed_odds() -> None:
    assert {hand.value: odds for hand, odds in DECLARED_ODDS.items()} == {
        name: Odds(times) for name, times in printed_odds().items()
    }
    assert len(DECLARED_ODDS) == 9


def test_each_row_of_9_1_states_the_printed_odds_of_its_hand() -> None:
    printed = printed_odds()
    rows = DC.section("9.1")
    assert [same(row.id.removeprefix("9.1:")) for row in rows] == list(printed)
    for row in rows:
        assert re.findall(r"\d+ to 1", row.how) == [f"{printed[same(row.id.removeprefix('9.1:'))]} to 1"], row.id


def test_each_hand_is_cited_by_the_row_of_its_odds_and_the_row_that_describes_it() -> None:
    described = re.findall(r"^\| (11\.1\.\d) \| ([A-Za-z ]+?) +\| Is a hand", approved(), re.MULTILINE)
    assert {hand.value: clause for hand, clause in HAND_CLAUSE.items()} == {
        same(name): f"DC {clause}" for clause, name in described
    }
    assert {hand.value: same(clause.removeprefix("DC 9.1:")) for hand, clause in ODDS_CLAUSE.items()} == {
        hand.value: hand.value for hand in Declared
    }


def test_the_seven_hands_of_the_jackpot_are_those_of_10_4_in_its_order() -> None:
    listed = re.findall(r"(10\.4\.\d) ([A-Z][A-Za-z ]+)", approved())
    assert [(clause, same(name)) for clause, name in listed] == [
        (clause.removeprefix("DC "), hand.value) for hand, clause in JACKPOT_CLAUSE.items()
    ]
    assert len(JACKPOT_HANDS) == 7
    assert set(Declared) - set(JACKPOT_HANDS) == {Declared.TWO_PAIRS, Declared.THREE_OF_A_KIND}


def test_one_to_three_cards_are_kept_as_8_4_has_it() -> None:
    [least_and_most] = re.findall(r"contains a minimum of (\w+) and a maximum of (\w+) cards", approved())
    assert tuple({"one": 1, "three": 3}[word] for word in least_and_most) == (FEWEST_KEPT, MOST_KEPT)


@pytest.mark.parametrize("clause", ["6.5", "14.8"])
def test_both_notices_are_of_twenty_minutes(clause: str) -> None:
    [printed] = re.findall(rf"^- {re.escape(clause)} .* (\d+) minutes", approved(), re.MULTILINE)
    row = DC.clause(clause)
    assert printed == "20"
    assert f"{printed} minutes" in row.asks
    assert f"{printed} minutes" in row.how


def test_the_sections_are_those_of_the_printed_contents() -> None:
    printed = re.findall(r"^\| (\d+)\. ([A-Za-z ]+?)\.* +\|", approved(), re.MULTILINE)
    assert len(printed) == 14
    numbered = [(number, title) for number, title in DC.sections.items() if number.isdecimal()]
    assert numbered == [(number, title.strip().capitalize()) for number, title in printed]


def test_only_the_drop_box_is_beyond_software() -> None:
    assert [clause.id for clause in DC.clauses if clause.met == "physical"] == ["2.4"]


def test_the_ladder_is_counted_from_the_player() -> None:
    assert DC.ladder == LADDER
    assert DC.beside == ("regulator",)


@pytest.mark.parametrize(
    ("clause", "lowest"),
    [
        ("7.2.2", "dealer"),
        ("12.1", "dealer"),
        ("14.9", "dealer"),
        ("3.7", "game-supervisor"),
        ("6.5", "game-supervisor"),
        ("12.11.1", "game-supervisor"),
        ("14.4.2", "game-supervisor"),
        ("14.11", "game-supervisor"),
        ("9.2", "casino-operator"),
        ("10.2", "casino-operator"),
        ("14.13", "casino-operator"),
    ],
)
def test_a_clause_is_open_to_its_rank_and_those_above(clause: str, lowest: str) -> None:
    allowed = {rank for rank in (*LADDER, *DC.beside) if DC.may(rank, clause)}
    assert allowed == set(LADDER[LADDER.index(lowest) :])


def test_players_are_told_of_inspectors_by_the_act_that_the_text_names() -> None:
    [(section, act)] = re.findall(r"with an inspector under (section \d+) of the (.+? Act \d{4})\.", approved())
    assert DC.regulator == f"Authority under the {act}"
    assert section in DC.clause("14.13").asks


def test_a_casino_supervisor_reviews_and_a_game_supervisor_does_not() -> None:
    assert DC.may("game-supervisor", "14.12")
    assert not DC.reaches("game-supervisor", DC.reviewer)
    assert DC.reaches("casino-supervisor", DC.reviewer)


def test_rulings_are_cited_by_the_clauses_they_settle() -> None:
    settled = {number: [row.id for row in DC.clauses if f"R{number}" in row.ruling] for number in range(20, 25)}
    assert settled == {
        20: ["9.3", "9.4", "9.5"],
        21: ["1.1:declare", "8.3", "11.1", "12.6"],
        22: ["3.3", "8.9", "9.1:Dead Hand", "11.1.2", "11.1.9"],
        23: ["5.2.2", "10.2", "10.3"],
        24: ["1.1:discard", "2.2.1", "8.4", "12.7"],
    }
    assert (DC.clause("6.2").ruling, DC.clause("6.3").ruling) == (("R2", "R135"), ("R2", "R135"))
    assert DC.clause("8.6.5").ruling == ("R6",)
