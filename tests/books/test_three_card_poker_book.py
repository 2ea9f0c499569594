"""The Three Card Poker book gives the figures of the printed tables, its ranks and its rulings."""

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest

from croupier.books import book
from tests.books.conftest import rulebook

TCP = book("three-card-poker")
LADDER = (
    "player",
    "dealer",
    "tg-higher-duties-dealer",
    "tg-area-manager",
    "tg-assistant-casino-manager",
    "casino-operator",
)
SEEDS = ("10,000", "20,000", "30,000", "40,000", "50,000", "60,000", "75,000")
ROYALS = (1, 2, 3, 4)


def percentages(clause_id: str) -> list[str]:
    """The percentages that a row of the book states, as they are written."""
    return re.findall(r"[\d.]+(?=%)", TCP.clause(clause_id).asks)


def printed(share: Fraction) -> str:
    """A share in per cent to three places, as the tables print it."""
    exact = Decimal(share.numerator * 100) / Decimal(share.denominator)
    return str(exact.quantize(Decimal("0.001"), ROUND_HALF_UP))


@pytest.mark.parametrize(
    ("option", "rates"),
    [
        (1, ("34.06", "32.51", "30.94", "29.36", "27.76", "26.12", "23.50")),
        (2, ("31.02", "29.47", "27.90", "26.32", "24.70", "23.02", "20.28")),
    ],
)
def test_each_seed_goes_with_its_rate(option: int, rates: tuple[str, ...]) -> None:
    for seed, rate in zip(SEEDS, rates, strict=True):
        row = TCP.clause(f"Table {option}:{seed}")
        assert row.asks == f"Under option {option} a seed of {seed} goes with {rate}%."
        assert f"{int(Decimal(rate) * 100):,} parts in 10,000" in row.how


def test_table_6_states_the_share_of_each_royal() -> None:
    for s in range(8):
        assert percentages(f"Table 6:S={s}") == [printed(Fraction(10, 10 * r + s)) for r in ROYALS]


def test_table_7_states_the_share_of_each_straight_flush_beside_royals() -> None:
    for s in range(1, 8):
        assert percentages(f"Table 7:S={s}") == [printed(Fraction(1, 10 * r + s)) for r in ROYALS]


def test_table_8_states_what_straight_flushes_take_without_a_royal() -> None:
    for s in range(1, 8):
        of_the_meter = sum(Fraction(9 ** (i - 1), 10**i) for i in range(1, s + 1)) / s
        assert percentages(f"Table 8:S={s}") == [printed(of_the_meter), printed(Fraction(1, 10) - of_the_meter)]


def test_the_shares_are_those_of_the_approved_text() -> None:
    rows = [re.findall(r"[\d.]+(?=%)", line) for line in rulebook("three-card-poker").splitlines()]
    for clause in TCP.section("Table 6") + TCP.section("Table 7") + TCP.section("Table 8"):
        if not clause.id.endswith("formula"):
            assert percentages(clause.id) in rows, clause.id


@pytest.mark.parametrize(
    ("table", "odds"),
    [
        ("Ante Bonus A", (5, 4, 1)),
        ("Ante Bonus B", (5, 3, 1)),
        ("Ante Bonus C", (4, 3, 1)),
        ("Pair Plus A", (40, 30, 6, 4, 1)),
        ("Pair Plus B", (40, 25, 6, 4, 1)),
        ("Pair Plus C", (40, 30, 5, 4, 1)),
        ("Pair Plus D", (40, 30, 6, 3, 1)),
        ("Pair Plus E", (35, 25, 6, 4, 1)),
        ("Pair Plus F", (35, 33, 6, 4, 1)),
    ],
)
def test_table_9_states_the_odds_from_the_straight_flush_down(table: str, odds: tuple[int, ...]) -> None:
    stated = TCP.clause(f"Table 9:{table}").asks.replace(" to 1", "")
    assert tuple(map(int, re.findall(r"\d+", stated))) == odds


def test_the_ladder_is_counted_from_the_player() -> None:
    assert TCP.ladder == LADDER
    assert TCP.beside == ("tournament-director", "regulator")


@pytest.mark.parametrize(
    ("clause", "lowest"),
    [
        ("9.3.1", "dealer"),
        ("13.4", "tg-higher-duties-dealer"),
        ("11.4", "tg-higher-duties-dealer"),
        ("13.10", "tg-area-manager"),
        ("13.3", "tg-assistant-casino-manager"),
        ("7.1.1", "tg-assistant-casino-manager"),
        ("10.3(b)", "tg-assistant-casino-manager"),
        ("6.1.1(i)", "casino-operator"),
    ],
)
def test_a_clause_is_open_to_its_rank_and_those_above(clause: str, lowest: str) -> None:
    allowed = {rank for rank in (*LADDER, *TCP.beside) if TCP.may(rank, clause)}
    assert allowed == set(LADDER[LADDER.index(lowest) :])


def test_rulings_are_cited_by_the_clauses_they_settle() -> None:
    assert TCP.clause("9.5.2(b)").ruling == ("R50",)
    assert TCP.clause("5.9.4").ruling == ("R1", "R51")
    assert TCP.clause("6.3.3").ruling == ("R52",)
    assert TCP.clause("Table 8:formula").ruling == ("R53",)
    assert TCP.clause("11.13").ruling == ("R54", "R56", "R70")
    assert TCP.clause("6.1.1(j)").ruling == ("R55",)
