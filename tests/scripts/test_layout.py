"""Several scenarios in one file, what they share, and rounds that are repeated."""

import pytest

from croupier.scripts import Result, ScriptError, parse, parse_all, run
from croupier.scripts.layout import MOST_LINES, MOST_ROUNDS

OPPOSITE = """# A red and a black ten on Miss Match.
table matchmaker, 6 decks
Ann sits at 1 with $100
Ann bets $5 on miss match
deal Th Ts
settle

## They lose.
expect Ann -$5 under MM 5.5.3(b), ruling 11

## They win by the other reading.
with miss match pays opposite pairs, 4 decks
expect Ann +$5 under MM 5.5.3(a)

## They lose at a table of its own, too.
table matchmaker, real, miss match pays opposite pairs, 8 decks
expect Ann +$5
"""


def results(text: str) -> list[Result]:
    return [run(scenario) for scenario in parse_all(text, "rule.table")]


def error(text: str) -> ScriptError:
    with pytest.raises(ScriptError) as raised:
        parse_all(text, "rule.table")
    return raised.value


def test_the_same_steps_are_played_under_several_terms_with_expectations_of_their_own() -> None:
    played = results(OPPOSITE)
    assert [result.holds for result in played] == [True, True, True]
    assert [result.title for result in played] == [
        "They lose.",
        "They win by the other reading.",
        "They lose at a table of its own, too.",
    ]
    assert {result.heading for result in played} == {"A red and a black ten on Miss Match."}
    assert played[0].name == "A red and a black ten on Miss Match. They lose."


def test_with_adds_to_the_shared_table_line_and_a_table_line_takes_its_place() -> None:
    shared, added, own = parse_all(OPPOSITE)
    assert [setting.form.written for setting in shared.settings] == ["<number> decks"]
    assert [setting.given.values for setting in added.settings] == [{"number": 6}, {}, {"number": 4}]
    assert own.settings[0].form.written == "real"


def test_scenarios_may_share_steps_alone_and_be_of_several_games() -> None:
    text = (
        "# Coming and going.\nAnn sits at 1 with $100\n"
        "## Here.\ntable matchmaker\nexpect Ann at seat 1\n"
        "## There.\ntable double-chance\nAnn bets $10 on wager\nexpect Ann at seat 1\n"
    )
    assert [result.holds for result in results(text)] == [True, True]


def test_nothing_of_one_scenario_is_left_in_the_next() -> None:
    text = "# A rule.\ntable matchmaker\n## One.\nAnn sits at 1 with $5\n## Two.\nexpect seat 1 free\n"
    assert [result.holds for result in results(text)] == [True, True]


def test_a_fault_in_what_scenarios_share_is_told_of_each_at_its_own_line() -> None:
    text = "# A rule.\ntable matchmaker\nexpect round 7\n## One.\n## Two.\n"
    assert [(result.title, result.fault.line) for result in results(text) if result.fault] == [("One.", 3), ("Two.", 3)]


def test_a_refusal_at_the_end_of_what_is_shared_is_expected_by_each() -> None:
    shared = "# A rule.\ntable matchmaker\nAnn sits at 99 with $5\n"
    text = f"{shared}## It is refused.\nexpect refused\n## Nothing expects it.\n"
    assert [result.holds for result in results(text)] == [True, False]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("# A rule.\ntable matchmaker\n##\n", 3, 3, "expected the scenario's title"),
        ("# A rule.\n## One.\nAnn leaves\n", 2, 1, "this scenario has no table line, and none stands before the first"),
        (
            "# A rule.\ntable matchmaker\ntable matchmaker\n",
            3,
            1,
            "one scenario has one table: begin another",
        ),
        ("# A rule.\ntable matchmaker\nwith real\n", 3, 1, "“with …” stands right below a scenario's title"),
        ("# A rule.\ntable matchmaker\n## One.\nwith six decks\n", 4, 6, "expected “6”, not “six”"),
        ("# A rule.\ntable matchmaker\n## One.\nwith 6 decks, reel\n", 4, 15, "expected “real”, not “reel”"),
        ("# A rule.\nAnn leaves\n## One.\ntable double-chance\nAnn bets $5 on pair match", 5, 16, "expected a bet"),
    ],
)
def test_a_layout_that_cannot_be_read_is_pointed_at(text: str, line: int, column: int, message: str) -> None:
    found = error(text)
    assert (found.line, found.column) == (line, column)
    assert found.message.startswith(message)


def test_a_file_of_several_scenarios_is_not_one() -> None:
    with pytest.raises(ScriptError, match=r"rule\.table:11:1: expected one scenario"):
        parse(OPPOSITE, "rule.table")


ROUNDS = """# A machine gives the same cards again and again.
table matchmaker, machine
Ann sits at 1 with $100
repeat 5 rounds:
  Ann bets $5 on pair match   # a pair each time

  deal Th Ts
  settle
  expect Ann +$55
expect round 5
expect Ann stack $375
"""


def test_a_round_is_repeated() -> None:
    (result,) = results(ROUNDS)
    assert result.fault is None
    assert [turn.line for turn in result.turns].count(7) == 5


def test_rounds_within_repeated_rounds_are_repeated_as_well() -> None:
    """Two rounds at $5 in each of three goes, and $100 bought before each: 300 + 6 * 55 - 0."""
    text = """# A rule.
table matchmaker, machine
Ann sits at 1 with $100
repeat 3 rounds:
  Ann buys $100 in chips
  repeat 2 rounds:
    Ann bets $5 on pair match
    deal Th Ts
    settle
  wait 1 minute
expect round 6
expect Ann stack $730
"""
    (result,) = results(text)
    assert result.fault is None, result.fault
    assert [turn.line for turn in result.turns].count(8) == 6 and [turn.line for turn in result.turns].count(10) == 3
    (broken,) = results(text.replace("    settle", "    settle\n    expect round 1"))
    assert broken.fault is not None
    assert broken.fault.message.startswith("in round 1 of 3, 2 of 2 in it, repeated: expected round 1, was 2")


def test_the_round_that_breaks_is_named() -> None:
    (result,) = results(ROUNDS.replace(", machine", ", 4 decks"))
    assert result.fault is not None
    assert (result.fault.line, result.fault.message) == (
        7,
        "in round 5 of 5 repeated: Th cannot come: all 4 have been shown",
    )


def repeated(lines: str) -> ScriptError:
    return error(f"# A rule.\ntable matchmaker\n{lines}")


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ("repeat 2 rounds\nAnn leaves", 3, "expected the lines of a round below"),
        ("repeat 0 rounds\n  Ann leaves", 3, f"rounds are repeated 1 to {MOST_ROUNDS} times"),
        (f"repeat {MOST_ROUNDS + 1} rounds\n  Ann leaves", 3, f"rounds are repeated 1 to {MOST_ROUNDS} times"),
        ("repeat three rounds\n  Ann leaves", 3, "expected “3”, not “three”"),
        ("repeat 2 rounds\n  repeat 2 rounds\n  Ann leaves", 4, "expected the lines of a round below"),
        ("repeat 200 rounds\n  repeat 200 rounds\n    Ann leaves", 3, f"a scenario plays at most {MOST_LINES} lines"),
        (
            "".join(f"{'  ' * deep}repeat 1000 rounds\n" for deep in range(40)) + "  " * 40 + "Ann leaves",
            41,
            f"a scenario plays at most {MOST_LINES} lines",
        ),
        ("repeat 2 rounds\n  expect refused", 4, "expect refused stands directly after"),
        (
            f"repeat {MOST_ROUNDS} rounds\n{'  Ann leaves' + chr(10)}" * (MOST_LINES // MOST_ROUNDS + 1),
            21,
            f"a scenario plays at most {MOST_LINES} lines",
        ),
    ],
)
def test_rounds_that_cannot_be_repeated_are_pointed_at(lines: str, line: int, message: str) -> None:
    found = repeated(lines)
    assert (found.line, found.message.startswith(message)) == (line, True), found
