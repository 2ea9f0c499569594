"""Expectations about hidden cards and prize meters break with what was expected and what was found."""

import pytest

from croupier.scripts import Result, parse, run
from croupier.scripts.run import play, set_up

JACKPOT = ", jackpot $1 option 1 seed 10000 meter $50,000"
ROYAL = (
    "Ann bets $10 on ante\nAnn bets $1 on jackpot\ndeal\nAnn looks: Ah Kh Qh\nAnn plays\ndealer shows Qc 7d 2s\n"
    "jackpot cards Jh Th\nsettle\n"
)


def script(lines: str, table: str = JACKPOT) -> str:
    return f"# A rule.\ntable three-card-poker{table}\nAnn sits at 1 with $100\n{lines}"


def outcome(lines: str, table: str = JACKPOT) -> Result:
    return run(parse(script(lines, table), "rule.table"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("expect meter $50,000.01", "expected meter A $50,000.01, was $50,000.00"),
        ("expect meter B $5", "expected meter B $5.00, was $0.00"),
        ("expect meter closed", "expected meter A closed, was open"),
        ("expect meter for table Two", "expected tables of meter A Two, was three-card-poker"),
        ("expect pending royal flush at 1 $50,001", "expected pending royal flush at 1 $50,001, was nothing"),
        (f"{ROYAL}expect nothing pending", "expected pending nothing, was royal flush at 1 $50,001"),
        (f"{ROYAL}expect pending royal flush at 2 $50,001", "was royal flush at 1 $50,001"),
        (f"{ROYAL}expect Ann sees Ah Kh at 1", "expected Ann to see Ah Kh, was Ah Kh Qh"),
        (f"{ROYAL}expect Ann sees 3 backs at the dealer", "expected Ann to see 3 backs, was Qc 7d 2s"),
        ("expect Ann sees 999999999 backs at 1", "expected Ann to see 999999999 backs, was no cards"),
        ("expect Ann sees no cards at 99", "there is no area 99; the table has 7"),
        ("expect Ann sees no cards at 8", "there is no area 8; the table has 7"),
        (f"{ROYAL}expect Ann sees no cards at the jackpot", "expected Ann to see no cards, was Jh Th"),
        ("expect sign ante bonus B and pair plus A", "expected sign ante bonus B, pair plus A, was ante bonus A"),
        ('expect sign "pair plus" pays "1 to 1" on "four of a kind"', "four of a kind 1 to 1, was nothing"),
        ("expect sign play $5 to $500", "the sign says nothing about play"),
        ("expect the blue deck", "expected deck blue, was red"),
        ("expect notice closing after round 3", "expected notice closing after round 3, was none"),
        ("deal", "refused: this is not the moment for it"),
        ("settle", "refused: this is not the moment for it"),
        ("Ann bets $10 on ante\ndeal\nAnn looks: Ah Ah Qh", "Ah cannot come"),
        ("Ann bets $10 on ante\ndeal\nAnn looks: Ah Kh Qh Jh", "Jh is listed, but no card was drawn for it"),
    ],
)
def test_a_broken_expectation_says_what_was_expected_and_what_was(lines: str, message: str) -> None:
    result = outcome(lines)
    assert result.fault is not None
    assert message in result.fault.message


def test_a_meter_is_shown_to_the_places_written_and_to_the_cents_at_least() -> None:
    # One wager of a dollar adds 34.06 cents.
    registered = "Ann bets $10 on ante\nAnn bets $1 on jackpot\ndeal\n"
    for shown in ("$50,000.34", "$50,000.340", "$50,000.3406", "$50,000.340600"):
        assert outcome(f"{registered}expect meter {shown}").holds
    for other in ("$50,000", "$50,000.35", "$50,000.3407", "$50,000.340601"):
        assert not outcome(f"{registered}expect meter {other}").holds


@pytest.mark.parametrize(
    ("table", "clause"),
    [
        (", jackpot $1 seed 15000", "TCP 6.3.1"),
        (", jackpot $1 seed 20000 meter $19,999", "TCP 6.3.1"),
        (", jackpot $1.50", "TCP 6.2.3"),
        (", jackpot $1 option 3", "TCP 6.1.1(f)"),
        (", limits $5 to $100 on jackpot", "TCP 8.1"),
    ],
)
def test_a_table_line_that_the_book_does_not_allow_is_refused(table: str, clause: str) -> None:
    assert run(parse(f"# A rule.\ntable three-card-poker{table}\nexpect refused forbidden under {clause}")).holds


def test_what_the_meter_refuses_does_not_happen_at_the_table_either() -> None:
    read = parse(script("Ann bets $10 on ante\n", ", jackpot $1 without a meter"))
    table, refusal = set_up(read)
    for statement in read.lines:
        refusal = refusal or play(table, statement)
    assert refusal is None
    before, events = table.state, len(table.log)
    (wager,) = parse(script("Ann bets $1 on jackpot")).lines[1:]
    refused = play(table, wager)
    assert refused is not None
    assert refused.under == ("TCP 6.2.1", "TCP 6.1.1(a)")
    assert (table.state, len(table.log)) == (before, events)


def test_cards_nobody_cares_about_make_nothing() -> None:
    # Unlisted hands lose Pair Plus, and the dealer has no hand: the Ante wins, Play goes back.
    lines = "Ann bets $10 on ante\nAnn bets $5 on pair plus\ndeal\nAnn plays\nsettle\nexpect Ann +$5\n"
    assert outcome(lines, "").holds
    assert outcome(lines, ", real").holds


@pytest.mark.parametrize(
    ("lines", "table", "message"),
    [
        ("Ann bets $10 on ante\ndealer closes bets\ndealer deals a set", "", "no set comes here but a single card"),
        ("Ann bets $10 on ante\ndeal\nAnn plays pair plus alone", "", "an Ante lies at 1: write “Ann folds but keeps"),
    ],
)
def test_a_line_in_words_of_its_own_is_for_nothing_else(lines: str, table: str, message: str) -> None:
    fault = outcome(lines, table).fault
    assert fault is not None
    assert fault.message.startswith(message)


def test_the_jackpot_cards_are_no_set() -> None:
    table = ", shuffling shoe, jackpot $1"
    lines = "Ann bets $10 on ante\ndealer closes bets\ndealer deals a set\ndealer deals a set\n"
    assert outcome(f"{lines}dealer deals a card\nexpect stage dealing", table).holds
    assert not outcome(f"{lines}dealer deals a set", table).holds


def test_a_hand_noted_for_one_round_is_not_that_of_the_next() -> None:
    lines = (
        "Ann bets $10 on ante\nhand at 1: Ah Ad Ac\nhand at the dealer: Kh Kd Kc\ndeal\nAnn folds\nsettle\n"
        "Ann bets $10 on ante\ndeal\nAnn looks\nexpect Ann sees Ah Ad Ac at 1"
    )
    fault = outcome(lines, "").fault
    assert fault is not None
    assert fault.message.startswith("expected Ann to see Ah Ad Ac, was")
