"""What scripts of Double Chance cannot ask for, and how they are told."""

import pytest

from croupier.scripts import ScriptError, parse, run

START = "Ann sits at 1 with $100\nAnn bets $10 on wager\ndeal\n"
PICKED_UP = f"{START}Ann picks up: Ah Kd 9c 5s 3h\n"


def complaint(lines: str, table: str = "") -> str:
    fault = run(parse(f"# A rule.\ntable double-chance{table}\n{lines}")).fault
    return "" if fault is None else fault.message


@pytest.mark.parametrize(
    "line",
    [
        "Ann calls $10 on wager showing cash",
        "dealer allows Ann 2 areas",
        "operator agrees $1 to $90 with Ann",
        'supervisor orders a shuffle because "again"',
        "supervisor seizes what Ann won since round 1",
    ],
)
def test_an_act_that_the_book_does_not_know_breaks_the_script(line: str) -> None:
    assert complaint(f"Ann sits at 1 with $100\n{line}\n") == "there is no such act at a table of double-chance"


def test_a_marker_of_a_personal_limit_never_lies_at_a_table_of_a_book_without_them() -> None:
    assert complaint("expect no marker at 1\n") == ""
    assert complaint("expect marker at 1\n") == "expected marker at 1 True, was False"


def test_a_sixth_card_too_many_is_pointed_out() -> None:
    said = complaint(f"{PICKED_UP}Ann keeps Ah\nsixth cards Kh Qh\n")
    assert said == "Qh is listed, but no hand takes it as a sixth card"


def test_nobody_keeps_a_card_they_do_not_hold() -> None:
    assert complaint(f"{PICKED_UP}Ann keeps As\n") == "Ann does not hold As"


def test_nobody_enters_what_is_picked_up_at_a_real_table() -> None:
    said = complaint(f"{START}Ann picks up: Ah Kd 9c 5s 3h by dealer\n", ", real")
    assert said == "at a real table nobody enters what a player picks up"


def test_cards_that_were_noted_come_when_the_hand_is_picked_up() -> None:
    lines = f"hand at 1: Kc Kd 4h 4s 2c\n{START}Ann picks up\nexpect Ann sees Kc Kd 4h 4s 2c at 1\n"
    assert complaint(lines) == ""


def test_an_eighth_prize_cannot_be_read() -> None:
    with pytest.raises(ScriptError, match="odds to 1 for royal flush"):
        parse("# A rule.\ntable double-chance, jackpot $5 paying 1000 200 50 20 15 10 5 3\n")
