"""Scripts of tournaments: several tables in one script, and what is said of a line that tells of none."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from croupier.scripts import ScriptError, parse, run
from tests.witness import witnesses

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


class Poker(NamedTuple):
    """A book of poker: a tournament of one hand, that hand, and something that a player may do in one."""

    head: str
    hand: str
    begun: str
    does: str


THREE_CARD = Poker(
    head="""# A tournament.
table three-card-poker, tournament at 1 table
the conditions take 2 to 9 entrants
the conditions have one round
the conditions have 1 hand in each round
""",
    hand="""Ann bets $20 on ante
Bob bets $30 on ante
deal
Ann folds
Bob folds
dealer shows Qc 7d 2h
settle
""",
    begun="",
    does="bets $20 on ante at 1",
)
CROWN = Poker(
    head="""# A tournament.
table crown-poker, holdem, no limit $20, blinds $10 and $20, 9 seats, tournament at 1 table
the conditions take 2 to 9 entrants
the conditions have 1 hand in each round
the conditions allow substitutes
""",
    hand="""deal
time runs out
dealer pushes the pots
dealer collects the cards
""",
    begun="deal\n",
    does="folds",
)
both_books = pytest.mark.parametrize("poker", [THREE_CARD, CROWN], ids=["three-card-poker", "crown-poker"])


@witnesses("TCP 1.1:Tournament", "CP 1.1:Tournament")
@both_books
def test_a_tournament_lasts_from_its_conditions_to_its_result(poker: Poker) -> None:
    lines = f"""expect the tournament in draft
Ann and Bob have entered under Dee
expect the tournament between sessions
Ann and Bob are seated by Dee
expect the tournament in session
{poker.hand}expect the tournament counting
Dee declares the result
expect the tournament over
Ann enters
expect refused not now
operator appoints Eve director
expect refused not now
"""
    assert complaint(lines, poker.head) == ""


@witnesses("TCP 1.1:Tournament Director", "CP 1.1:Tournament Director")
@both_books
def test_the_director_of_a_tournament_is_whoever_was_appointed_of_whatever_rank(poker: Poker) -> None:
    lines = f"""Ann and Bob play under Dee
{poker.hand}operator declares the result
expect refused rank
Eve declares the result
expect refused rank
Dee declares the result
expect the tournament over
"""
    assert complaint(lines, poker.head) == ""


@witnesses("TCP 1.1:Tournament Player", "CP 1.1:Tournament Player")
@both_books
def test_a_tournament_s_players_are_those_who_have_entered_or_play_for_someone_who_has(poker: Poker) -> None:
    lines = f"""Ann and Bob play under Dee
expect Ann at table 1 seat 1
Eve sits at 5 with $500
expect refused forbidden
Eve {poker.does}
expect refused
Ann names Eve as substitute
Dee briefs Eve
Dee notes that Ann has come
expect Eve at table 1 seat 1
{poker.begun}Ann {poker.does}
expect refused
Eve {poker.does}
"""
    assert complaint(lines, poker.head) == ""


@witnesses("TCP 1.1:Tournament Terms and Conditions", "CP 1.1:Tournament Terms and Conditions")
@both_books
def test_the_terms_and_conditions_are_one_text_that_was_there_for_everyone_before_anyone_accepted_it(
    poker: Poker,
) -> None:
    lines = """operator drafts the conditions
operator tells the inspectors
operator opens entries
expect refused no cause
operator makes the conditions available
operator opens entries
Ann enters
the conditions give everyone 2000 chips
operator drafts the conditions
operator tells the regulator of the change
Bob enters under the first text of the conditions
expect refused no cause
Bob enters
expect 2 entrants
"""
    assert complaint(lines, poker.head) == ""
