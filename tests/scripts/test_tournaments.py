"""Scripts of tournaments: several tables in one script, and what is said of a line that tells of none."""

from __future__ import annotations

import pytest

from croupier.scripts import ScriptError, parse, run

HEAD = """# A tournament.
table matchmaker, tournament at 2 tables
the conditions take 2 to 9 entrants
the conditions have one round
"""


def complaint(lines: str, head: str = HEAD) -> str:
    return run(parse(f"{head}{lines}")).complaint()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("at table 3", "there is no table 3; the tournament has 2"),
        ('the conditions say nothing of "The weather"', "there is no matter called “The weather”"),
        ("the conditions begin session 3 at 12:00", "the conditions have 1 session"),
        ("operator approves the first text of the conditions", "nobody has drafted any conditions yet"),
        ("Dee draws the seats as Ann and Bob", "the draw is among others than the line lists"),
        ("Dee breaks the tie as Ann and Bob", "nobody is tied where it matters"),
        ("expect Ann to be in", "Ann has not entered"),
        ('expect the conditions say "river"', "expected “river” in the conditions, which do not say it"),
        ("expect the tournament over", "expected the tournament over, was in draft"),
        ("expect session 1 at 18:00", "there are 0 sessions"),
        ("expect next dealer closes bets", "a tournament waits for none but its own acts"),
        ("expect next operator opens entries", "expected next operator: Open entries, was nothing"),
        ("expect table 1 reserved", "expected table 1 reserved, was free"),
        ("expect play goes on at table 1", "expected play at table 1 goes on, was waits"),
    ],
)
def test_a_line_that_cannot_be_is_told(lines: str, said: str) -> None:
    assert said in complaint(lines)


@pytest.mark.parametrize(
    "line",
    [
        "the conditions have one round",
        "operator drafts the conditions",
        "Ann has only $5",
        "at table 2",
        "expect the tournament in draft",
        "Ann and Bob play under Dee",
    ],
)
def test_a_script_of_one_table_knows_of_no_tournament(line: str) -> None:
    assert "this script tells of no tournament" in complaint(line, "# A table.\ntable matchmaker\n")


def test_double_chance_has_no_lines_for_tournaments() -> None:
    with pytest.raises(ScriptError):
        parse("# A table.\ntable double-chance, tournament at 2 tables\n")
    with pytest.raises(ScriptError):
        parse("# A table.\ntable double-chance\noperator drafts the conditions\n")


def test_a_table_stands_on_a_line_of_its_own_before_what_is_expected() -> None:
    with pytest.raises(ScriptError, match="let the table stand on a line of its own"):
        parse(f"{HEAD}at table 2, expect the tournament in draft\n")


def test_wagers_that_are_refused_together_leave_nothing_behind() -> None:
    lines = """Ann and Bob play under Dee
at table 1
Ann bets $500 on pair match and $501 on suit match
expect refused not enough chips
expect no wager of Ann
expect Ann stack $1,000
Ann bets $10 on pair match and $11 on suit match
expect Ann stack $979
"""
    assert complaint(lines) == ""


def test_what_is_refused_by_one_stream_changes_none() -> None:
    lines = """operator drafts the conditions
operator opens entries
Ann has only $49
Ann enters
expect refused
expect 0 entrants
expect Ann no change
"""
    assert complaint(lines) == ""
