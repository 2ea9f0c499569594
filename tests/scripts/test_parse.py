"""What cannot be read is pointed at: line, column, and what was expected there."""

import pytest

from croupier.cards import Card
from croupier.scripts import ScriptError, parse

HEAD = "# A rule.\ntable matchmaker\n"


def error(text: str) -> ScriptError:
    with pytest.raises(ScriptError) as raised:
        parse(text, "rule.table")
    return raised.value


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("Ann bets ten on pair match", 10, "expected “$10”, not “ten”"),
        ("Ann bets $10.5 on pair match", 10, "expected “$10.50”, not “$10.5”"),
        ("Ann bts $10 on pair match", 5, "expected “bets”, not “bts”"),
        ("Ann bets $10 on pear match", 17, "expected “pair match”, not “pear match”"),
        ("Ann bets $10", 13, "expected “on” or “in”"),
        ("Ann bets $10 on pair match at two", 31, "expected “2”, not “two”"),
        (" , :", 2, "expected a line, and here are no words"),
        ("at 12:20, expect round 1", 11, "let the time stand on a line of its own"),
        ("deal Th 1s", 9, "expected cards like Th Ks, “by” or the end of the line"),
        ("dealer deals", 13, "expected “a”, a card like Th, “without” or cards like Th Ks"),
        ("wait twenty minutes", 6, "expected “20”, not “twenty”"),
        ("at 24:00", 4, "expected a time like 14:20"),
        ("dealer locks shuffled cards away in safe", 37, 'expected “"safe"”, not “safe”'),
        ('dealer locks shuffled cards away in "the safe', 37, "these quotes are not closed"),
        ("expect Ann 20", 12, "expected “+$20”, not “20”"),
        ("expect event CardsShufled", 14, "expected “CardsShuffled”, not “CardsShufled”"),
        ("expect stage beting", 14, "expected “betting”, not “beting”"),
        ("expect no change under MM 5.66", 24, "no clause or ruling is cited as 'MM 5.66'; perhaps MM 5.6"),
        ("expect no change under MM 5.6, MM 99", 32, "no clause or ruling is cited as 'MM 99'"),
        ("expect due dealer deels a card", 19, "expected “deals”, not “deels”"),
        ("    dealer closes bet", 19, "expected “bets”, not “bet”"),
    ],
)
def test_a_line_that_cannot_be_read_is_pointed_at(line: str, column: int, message: str) -> None:
    found = error(HEAD + line)
    assert (found.line, found.column) == (3, column)
    assert found.message.startswith(message)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        (
            "Ann wagers $10 on pair match",
            5,
            "no line goes on like this after “Ann”; the nearest is “Ann bets <amount> on <bet> [at <area>]”",
        ),
        (
            "pit boss wants the cards replaced",
            10,
            "no line goes on like this after “boss”; the nearest is “pit boss replaces the cards [because <text>]”",
        ),
        (
            "expect five cards in the shoe",
            8,
            "no line goes on like this after “expect”; the nearest is “expect shoe <number> cards”",
        ),
        (
            "Ann puts $10 on pair match",
            5,
            "no line goes on like this after “Ann”; the nearest is “Ann bets <amount> on <bet> [at <area>]”",
        ),
        (
            "dealer xylophones",
            8,
            "no line goes on like this after “dealer”; `croupier script --grammar matchmaker` lists every line",
        ),
    ],
)
def test_the_nearest_line_that_fits_the_subject_is_suggested(line: str, column: int, message: str) -> None:
    found = error(HEAD + line)
    assert (found.line, found.column, found.message) == (3, column, message)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("ann bets $10 on pair match", 1, "expected “Ann”, not “ann”"),
        ("dean sits at 1 with $50", 1, "expected “Dean”, not “dean”"),
        ("supervisor allows ann 2 areas", 19, "expected “Ann”, not “ann”"),
        ("expect ann +$20", 8, "expected “Ann”, not “ann”"),
        ("Dealer closes bets", 1, "expected “dealer”, not “Dealer”"),
        ("Pit boss replaces the cards", 1, "expected “pit boss”, not “Pit boss”"),
        ("dealr closes bets", 1, "expected “dealer”, not “dealr”"),
        ("the dealer closes bets", 1, "leave out “the”"),
        ("Ann sits at six with $50", 13, "expected “6”, not “six”"),
        ("expect shoe twenty-one cards", 13, "expected “21”, not “twenty-one”"),
        ("Ann bets 10 on pair match", 10, "expected “$10”, not “10”"),
        ("deal 10h Ks", 6, "expected “Th”, not “10h”"),
        ("deal Th KS", 9, "expected “Ks”, not “KS”"),
        ("expect Ann wins $20", 12, "expected “+$20”, not “wins $20”"),
        ("expect rack loses 5", 13, "expected “-$5”, not “loses 5”"),
        ("expect refusal", 8, "expected “refused”, not “refusal”"),
        ("at 14.20", 4, "expected “14:20”, not “14.20”"),
        ("operator replaces the cards because they are marked", 37, 'expected “"they are marked"”, not “they are'),
        ("expect no change under 9.1", 24, "no clause or ruling is cited as '9.1'; perhaps MM 9.1"),
        ("expect no change under MM 9.1, 9.2", 24, "no clause or ruling is cited as 'MM 9.1, 9.2'; perhaps MM 9.1, MM"),
        ("expect no change under mm 9.1", 24, "no clause or ruling is cited as 'mm 9.1'; perhaps MM 9.1"),
        ("expect no change under R11", 24, "no clause or ruling is cited as 'R11'; perhaps ruling 11"),
        (
            'dealer reports Ann for breaking 11.1 "a gadget"',
            33,
            "no clause or ruling is cited as '11.1'; perhaps MM 11.1",
        ),
    ],
)
def test_what_was_meant_is_suggested(line: str, column: int, message: str) -> None:
    found = error(HEAD + line)
    assert (found.line, found.column) == (3, column)
    assert found.message.startswith(message), found.message


def test_a_clause_without_its_code_is_looked_for_in_the_book_of_the_game() -> None:
    found = error("# A rule.\ntable three-card-poker\nexpect no change under 9.4")
    assert found.message == "no clause or ruling is cited as '9.4'; perhaps TCP 9.4"


def test_a_byte_order_mark_is_no_part_of_the_title() -> None:
    assert parse("\ufeff# A rule.\r\ntable matchmaker\r\nAnn leaves\r\n").title == "A rule."


def test_the_message_is_one_that_editors_follow() -> None:
    assert str(error(HEAD + "\nAnn bts $10")) == (
        "rule.table:4:5: expected “bets”, not “bts”\n    Ann bts $10\n        ^"
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected the title"),
        ("table matchmaker", 1, 1, "expected the title"),
        ("#\ntable matchmaker", 1, 1, "expected the title"),
        ("# A rule.", 1, 1, "expected the table line first"),
        ("# A rule.\nAnn sits at 1 with $5", 2, 1, "expected the table line first"),
        ("# A rule.\ntable", 2, 6, "expected a game: matchmaker"),
        ("# A rule.\ntable pontoon", 2, 7, "expected a game: matchmaker"),
        ("# A rule.\ntable matchmaker, 6 deks", 2, 21, "expected “decks”, not “deks”"),
        ("# A rule.\ntable matchmaker, 6 decks, limits $5 up $10", 2, 38, "expected “to”"),
        ("# A rule.\ntable matchmaker, limits $1,000 to nine", 2, 36, "expected “$9”, not “nine”"),
    ],
)
def test_title_and_table_line_come_first(text: str, line: int, column: int, message: str) -> None:
    found = error(text)
    assert (found.line, found.column) == (line, column)
    assert found.message.startswith(message)


@pytest.mark.parametrize("before", ["expect stage betting\n", "expect refused\n"])
def test_expect_refused_stands_directly_after_an_act(before: str) -> None:
    found = error(HEAD + "Ann leaves\n" + before + "expect refused")
    assert found.line == 5
    assert "directly after" in found.message


def test_comments_blank_lines_commas_and_colons_say_nothing() -> None:
    script = parse(
        "# A rule.\n\n# A remark.\ntable matchmaker, 6 decks   # six\n\n"
        'dealer locks shuffled cards away in "box # 4"  # not a comment within quotes\n'
        "supervisor rebuilds the hand as 1: Th Ts, 2: Ks\n"
    )
    assert [statement.line for statement in script.lines] == [6, 7]
    assert script.lines[0].given.text == "box # 4"
    assert script.lines[1].given.layout == ((1, (Card("Th"), Card("Ts"))), (2, (Card("Ks"),)))
    assert script.title == "A rule."


def test_amounts_may_hold_commas_even_on_the_table_line() -> None:
    script = parse("# A rule.\ntable matchmaker, limits $1,000 to $12,500.50, 4 decks\n")
    assert [setting.given.values for setting in script.settings] == [
        {"low": 100_000, "high": 1_250_050},
        {"number": 4},
    ]


def test_citations_keep_their_spaces_parentheses_and_colons() -> None:
    script = parse(HEAD + "expect no change under MM 8.1:Suit Match (Suited pair), MM 6.1 fn1:s66(2) and ruling 11")
    assert script.lines[0].given.citations == ("MM 8.1:Suit Match (Suited pair)", "MM 6.1 fn1:s66(2)", "ruling 11")


def test_a_time_is_told_from_an_area() -> None:
    script = parse(HEAD + "Ann bets $5 on pair match at 2 by dealer at 14:20")
    given = script.lines[0].given
    assert (given.area, given.time, given.by.rank) == (2, (14 * 60 + 20) * 60_000, "dealer")
