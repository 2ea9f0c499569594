"""A script breaks at the first line that does not hold, and says what it expected and what it found."""

import pytest

from croupier.scripts import Result, parse, run

SEATED = "Ann sits at 1 with $100\nBob sits at 2 with $100\n"


def play(lines: str, table: str = "table matchmaker") -> Result:
    return run(parse(f"# A rule.\n{table}\n{lines}", "rule.table"))


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ("Ann bets $5 on pair match\ndeal Th Ts\nsettle\nexpect Ann +$56", 8, "expected Ann +$56, was +$55"),
        ("Ann bets $5 on pair match\ndeal Th 9s\nsettle\nexpect rack -$5", 8, "expected rack -$5, was +$5"),
        ("Ann bets $5 on pair match\nexpect Ann stack $100", 6, "expected Ann's stack $100, was $95"),
        ("Ann bets $5 on pair match at 12", 5, "refused: there is no such area (area 12, areas 9) [MM 2.2.1]"),
        ("Ann bets $5 on pair match\nexpect refused", 6, "expected a refusal, but it was done: Ann bets $5"),
        ("Ann shuffles\nexpect refused already", 6, "expected refused because it has been done already, was: this"),
        ("Ann shuffles\nexpect refused under MM 5.1", 6, "expected MM 5.1 to be cited; cited were MM 4.1.1"),
        ('Ann shuffles\nexpect refused saying "cheese"', 6, "expected “cheese” in the refusal, which says: this"),
        ("expect stage dealing", 5, "expected stage dealing, was place your bets"),
        ("expect round 1", 5, "expected round 1, was 0"),
        ("expect shoe 416 cards", 5, "expected cards in the shoe: 416, was 415"),
        ("expect discards 0 cards", 5, "expected cards in the discard holder: 0, was 1"),
        ("expect Bob at seat 1", 5, "expected at seat 1 Bob, was Ann"),
        ("expect seat 2 free", 5, "expected at seat 2 no one, was Bob"),
        ("expect area 1 cards Th", 5, "expected on area 1 Th, was no cards"),
        ("expect sign pair match $5 to $400", 5, "expected sign pair match $5 to $400, was $5 to $500"),
        ("expect notice closing from 13:00", 5, "expected notice closing from 13:00, was none"),
        ("expect marker at 1", 5, "expected a marker at 1, but none lies there"),
        ("expect due dealer deals a card", 5, "expected due dealer: Deal a card, was nothing"),
        ("Ann bets $5 on pair match\nexpect nothing due", 6, "expected nothing due, was No more bets"),
        (
            "Ann bets $5 on pair match\nexpect due supervisor closes bets",
            6,
            "expected due supervisor: No more bets, was",
        ),
        (
            "Ann leaves\nexpect event TableClosed",
            6,
            "expected table closed, but there was card burned, player joined, player joined, "
            "player left (and 5 before)",
        ),
        ("Ann leaves\nexpect no event PlayerLeft", 6, "expected no player left, but there was one"),
        (
            'expect record "Zoe"',
            5,
            "expected “Zoe” on record, which says: The shoe is loaded with the cutting card 52 from the back. "
            "A card is burned. Ann takes seat 1 with $100. Bob takes seat 2 with $100. (and 4 before)",
        ),
        ("expect dispute 1 open", 5, "expected dispute 1 open, was not raised"),
        ("expect Ann held $5", 5, "expected held of Ann $5, was $0"),
        ("expect wager of Ann $5 on pair match at 1", 5, "expected Ann's wager on pair match at 1 $5, was $0"),
        (
            "Ann bets $5 on pair match\nexpect no wager of Ann",
            6,
            "expected no wager of Ann, but there is $5 on pair match at 1",
        ),
        (
            "Ann bets $5 on pair match\ndeal Th 9s\nsettle\nexpect no change",
            8,
            "expected no change, but for rack there was +$5",
        ),
        ("Cid stands with $10\nCid bets $5 on pair match", 6, "Cid has no seat: say at which area"),
        ("wait 2 hours\nat 13:59", 6, "it is 14:00 already"),
        ("Ann bets $5 on pair match at 11:59", 5, "it is 12:00 already"),
    ],
)
def test_a_broken_line_says_what_was_expected_and_what_was(lines: str, line: int, message: str) -> None:
    fault = play(SEATED + lines).fault
    assert fault is not None
    assert fault.line == line
    assert fault.message.startswith(message)


def test_money_is_counted_from_when_it_was_last_expected() -> None:
    result = play(
        "Ann sits at 1 with $100\nAnn bets $5 on pair match\ndeal Th Ts\nsettle\nexpect Ann +$55\n"
        "expect Ann no change\nAnn buys $50 in chips\nAnn bets $10 on pair match\ndeal Th 9s\nsettle\n"
        "expect Ann -$10 under MM 5.5.1(b)\nAnn leaves\nexpect Ann no change\n"
    )
    assert result.fault is None


def test_no_change_means_nobody_s_money_and_is_asked_anew_after_each_act() -> None:
    lost = SEATED + "Ann bets $5 on pair match\nexpect no change\ndeal Th 9s\nsettle\n"
    assert play(lost + "expect Bob no change\nBob bets $5 on pair match\nexpect no change").holds
    assert not play(lost + "expect no change").holds
    left = lost + "expect Ann -$5\nAnn leaves\nexpect no change\n"
    assert play(left).holds


def test_an_undecided_wager_is_still_its_owner_s() -> None:
    assert play(SEATED + "Ann bets $50 on pair match\nexpect Ann no change\nexpect Ann stack $50").holds


def test_money_is_under_the_clauses_of_the_person_s_own_wagers() -> None:
    played = SEATED + "Ann bets $5 on pair match\nBob bets $5 on suit match\ndeal Th 2c Ts 3d\nsettle\n"
    assert play(played + "expect Bob -$5 under MM 5.5.2(b)\nexpect Ann +$55 under MM 8.1:Pair Match").holds
    fault = play(played + "expect Bob -$5 under MM 8.1:Pair Match").fault
    assert fault is not None
    assert fault.message == (
        "expected MM 8.1:Pair Match to be cited; cited were MM 2.1, MM 5.2, MM 5.10.1, MM 5.5.2(b)"
    )


def test_expectations_after_one_another_look_at_the_same_events_and_an_act_begins_anew() -> None:
    opened = SEATED + "Ann bets $5 on pair match\nexpect event WagerPlaced\nexpect event PlayerJoined\n"
    assert play(opened).holds
    fault = play(opened + "Bob bets $5 on pair match\nexpect event WagerPlaced\nexpect event PlayerJoined").fault
    assert fault is not None
    assert (fault.line, fault.message) == (10, "expected player joined, but there was wager placed")


def test_the_script_stops_at_the_first_broken_line() -> None:
    result = play("expect round 7\nAnn sits at 1 with $5")
    assert [turn.line for turn in result.turns] == [2]


def test_a_refused_line_changes_nothing() -> None:
    assert play(SEATED + "Ann bets $500 on pair match\nexpect refused not enough chips\nexpect Ann stack $100").holds


def test_a_listed_card_must_still_be_able_to_come() -> None:
    rounds = "Ann bets $5 on pair match\ndeal Th Th\nsettle\n" * 2
    fault = play(SEATED + rounds + "Ann bets $5 on pair match\ndeal Th", "table matchmaker, 4 decks").fault
    assert fault is not None
    assert fault.message == "Th cannot come: all 4 have been shown"


def test_a_real_table_refuses_an_entered_card_that_cannot_come() -> None:
    rounds = "Ann bets $5 on pair match\ndeal Th Th\nsettle\n" * 2
    lines = SEATED + rounds + "Ann bets $5 on pair match\ndeal Th\nexpect refused card not left"
    assert play(lines, "table matchmaker, 4 decks, real").holds


def test_a_listed_card_that_nothing_draws_breaks_the_script() -> None:
    held = SEATED + "Ann bets $5 on pair match\ndealer closes bets\n"
    fault = play(held + "dealer draws a card too many\ndealer deals 2c\ndealer deals 3c").fault
    assert fault is None
    fault = play(held + "dealer deals 2c\ndealer enters 3c").fault
    assert fault is not None
    assert "drawn by the table, not entered" in fault.message


def test_terms_the_book_does_not_allow_are_a_refusal_of_the_table() -> None:
    fault = play("", "table matchmaker, 9 decks").fault
    assert fault is not None
    assert (fault.line, fault.message.startswith("refused: the rules forbid it")) == (2, True)
    assert play("expect refused under MM 3.1", "table matchmaker, 9 decks").holds
    assert not play("expect refused under MM 3.1", "table matchmaker, 10 areas").holds


def test_playing_on_stops_at_the_cutting_card() -> None:
    fault = play(
        "play on until at most 10 cards are left", "table matchmaker, 4 decks, cutting card 20 from the back"
    ).fault
    assert fault is not None
    assert fault.message == "the cutting card comes first, 20 cards from the end"


def test_playing_on_leaves_no_one_and_no_record_behind() -> None:
    result = play(
        "play on until at most 400 cards are left\nexpect shoe 399 cards\nexpect round 8\n"
        "expect no change\nexpect rack +$0"
    )
    assert result.fault is None
    assert [turn.events for turn in result.turns[1:]] == [(), (), (), (), ()]
