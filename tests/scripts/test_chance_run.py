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
    assert complaint("expect marker at 1\n") == "expected a marker at 1, but none lies there"


def test_a_sixth_card_too_many_is_pointed_out() -> None:
    said = complaint(f"{PICKED_UP}Ann keeps Ah\nsixth cards Kh Qh\n")
    assert said == "Qh is listed, but no hand takes it as a sixth card"


@pytest.mark.parametrize("line", ["Ann keeps As", "Ann keeps Ah As", "Ann discards As 5s", "Ann keeps As Ad Ac 2c"])
def test_a_card_that_is_not_held_is_refused_and_the_script_goes_on(line: str) -> None:
    assert complaint(f"{PICKED_UP}{line}\n").startswith("refused: these are not the cards that were dealt")
    lines = f"{PICKED_UP}{line}\nexpect refused cards differ under DC 8.4\nAnn keeps Ah\nexpect Ann sees Ah at 1\n"
    assert complaint(lines) == ""


def test_a_hand_noted_for_one_round_is_not_that_of_the_next() -> None:
    noted = "Ann sits at 1 with $100\nAnn bets $10 on wager\nhand at 1: Kc Kd 4h 4s 2c\n"
    void = 'deal\nsupervisor declares a misdeal because "two at a time"\n'
    again = f"{noted}{void}Ann bets $10 on wager\ndeal\nAnn picks up\nexpect Ann sees Kc Kd 4h 4s 2c at 1\n"
    assert complaint(again).startswith("expected Ann to see Kc Kd 4h 4s 2c, was")
    kept = f"{START}Ann keeps Ah Kd by dealer\ndealer turns up area 1 Qc Jd\nsettle\n{START.partition(chr(10))[2]}"
    shown = f"{kept}Ann discards any 3 by dealer\ndealer turns up area 1\nexpect Onlooker sees Ah Kd at 1\n"
    assert complaint(shown, ", real").startswith("expected Onlooker to see Ah Kd, was")


def test_what_was_noted_for_a_line_that_is_refused_still_holds() -> None:
    noted = "hand at 1: Kc Kd 4h 4s 2c\nAnn picks up\nexpect refused\n"
    lines = START.replace("deal\n", f"{noted}deal\nAnn picks up\nexpect Ann sees Kc Kd 4h 4s 2c at 1\n")
    assert complaint(lines) == ""


def test_what_a_refused_line_would_have_left_is_not_noted() -> None:
    lines = f"{START}Ann keeps Ah Kd 2c 3c 4c by dealer\nexpect refused\nAnn discards any 3 by dealer\n"
    assert complaint(f"{lines}dealer turns up area 1 Qc Jd\nexpect Onlooker sees Qc Jd at 1\n", ", real") == ""


def test_nobody_enters_what_is_picked_up_at_a_real_table() -> None:
    said = complaint(f"{START}Ann picks up: Ah Kd 9c 5s 3h by dealer\n", ", real")
    assert said == "at a real table nobody enters what a player picks up"


def test_cards_that_were_noted_come_when_the_hand_is_picked_up() -> None:
    lines = f"hand at 1: Kc Kd 4h 4s 2c\n{START}Ann picks up\nexpect Ann sees Kc Kd 4h 4s 2c at 1\n"
    assert complaint(lines) == ""


def test_an_eighth_prize_cannot_be_read() -> None:
    with pytest.raises(ScriptError, match="odds to 1 for royal flush"):
        parse("# A rule.\ntable double-chance, jackpot $5 paying 1000 200 50 20 15 10 5 3\n")
