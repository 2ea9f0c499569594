"""Tables 1, 2 and 5 to 8 of the Three Card Poker book, figure by figure as they are printed."""

from decimal import Decimal
from fractions import Fraction

import pytest

from croupier.games.three_card_poker.terms import INCREMENTS
from croupier.house.meter import Meter, OpenMeter, RegisterWagers, decide, evolve
from croupier.house.prizes import (
    MITES,
    pool,
    printed,
    rounded_meter,
    royal_share,
    shares,
    straight_share,
    straight_shares_alone,
)
from croupier.table.contract import Actor, Command, Refusal
from tests.witness import witnesses

OPERATOR = Actor("op", "Op", "casino-operator")
DOLLAR = 100 * MITES

TABLE_1 = {
    10_000: "34.06",
    20_000: "32.51",
    30_000: "30.94",
    40_000: "29.36",
    50_000: "27.76",
    60_000: "26.12",
    75_000: "23.50",
}
TABLE_2 = {
    10_000: "31.02",
    20_000: "29.47",
    30_000: "27.90",
    40_000: "26.32",
    50_000: "24.70",
    60_000: "23.02",
    75_000: "20.28",
}

# For one to four royals, a row for each number of straight flushes.
TABLE_6 = {
    0: ("100.000", "50.000", "33.333", "25.000"),
    1: ("90.909", "47.619", "32.258", "24.390"),
    2: ("83.333", "45.455", "31.250", "23.810"),
    3: ("76.923", "43.478", "30.303", "23.256"),
    4: ("71.429", "41.667", "29.412", "22.727"),
    5: ("66.667", "40.000", "28.571", "22.222"),
    6: ("62.500", "38.462", "27.778", "21.739"),
    7: ("58.824", "37.037", "27.027", "21.277"),
}
TABLE_7 = {
    1: ("9.091", "4.762", "3.226", "2.439"),
    2: ("8.333", "4.545", "3.125", "2.381"),
    3: ("7.692", "4.348", "3.030", "2.326"),
    4: ("7.143", "4.167", "2.941", "2.273"),
    5: ("6.667", "4.000", "2.857", "2.222"),
    6: ("6.250", "3.846", "2.778", "2.174"),
    7: ("5.882", "3.704", "2.703", "2.128"),
}
# For straight flushes without a royal: the part of the meter and the part of the reseed value.
TABLE_8 = {
    1: ("10.000", "0.000"),
    2: ("9.500", "0.500"),
    3: ("9.033", "0.967"),
    4: ("8.598", "1.403"),
    5: ("8.190", "1.810"),
    6: ("7.809", "2.191"),
    7: ("7.453", "2.547"),
}


def after(meter: Meter, *commands: Command) -> Meter:
    """The meter after commands that must be accepted."""
    for command in commands:
        decision = decide(meter, command, OPERATOR, 0)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            meter = evolve(meter, event)
    return meter


@witnesses(
    "TCP Table 1:10,000",
    "TCP Table 1:20,000",
    "TCP Table 1:30,000",
    "TCP Table 1:40,000",
    "TCP Table 1:50,000",
    "TCP Table 1:60,000",
    "TCP Table 1:75,000",
    "TCP Table 2:10,000",
    "TCP Table 2:20,000",
    "TCP Table 2:30,000",
    "TCP Table 2:40,000",
    "TCP Table 2:50,000",
    "TCP Table 2:60,000",
    "TCP Table 2:75,000",
)
@pytest.mark.parametrize("price", [1, 2, 5, 25])
@pytest.mark.parametrize(
    ("option", "seed", "percent"),
    [(option, *row) for option, table in ((1, TABLE_1), (2, TABLE_2)) for row in table.items()],
)
def test_a_meter_opens_at_seed_times_price_and_grows_by_the_printed_rate(
    option: int, seed: int, percent: str, price: int
) -> None:
    opened = after(Meter(id="main"), OpenMeter(option=option, seed=seed, price=100 * price, tables=("one",)))
    assert opened.mites == seed * price * DOLLAR
    played = after(opened, RegisterWagers(table="one", wagers=7))
    # Seven wagers at the price, times the printed rate, in dollars.
    added = Decimal(7 * price) * Decimal(percent) / 100
    assert played.mites == opened.mites + int(added * DOLLAR)
    assert Decimal(played.mites - opened.mites) == added * DOLLAR, "not a fraction of a cent is lost"


@witnesses("TCP 6.3.1")
@pytest.mark.parametrize("option", [1, 2])
def test_only_the_seeds_of_its_own_table_open_a_meter(option: int) -> None:
    assert set(INCREMENTS[option]) == set(TABLE_1 if option == 1 else TABLE_2)
    for seed in (0, 1, 9_999, 10_001, 65_000, 100_000, -10_000):
        decision = decide(
            Meter(id="main"), OpenMeter(option=option, seed=seed, price=100, tables=("one",)), OPERATOR, 0
        )
        assert isinstance(decision, Refusal) and "TCP 6.3.1" in decision.under


@witnesses(
    "TCP Table 5:R=1",
    "TCP Table 5:R=2",
    "TCP Table 5:R=3",
    "TCP Table 5:R=4",
    "TCP Table 5:formula",
    "TCP 7.4.1",
)
@pytest.mark.parametrize(
    ("royals", "total", "each"),
    [
        # j is $84,250 and r is $10,000.
        (1, 84_250_00, 84_250_00),
        (2, 94_250_00, 47_125_00),
        (3, 104_250_00, 34_750_00),
        (4, 114_250_00, 28_562_50),
    ],
)
def test_the_pool_of_several_royals_adds_the_reseed_value_for_each_but_the_first(
    royals: int, total: int, each: int
) -> None:
    assert pool(84_250_00, 10_000_00, royals) == total
    prizes = shares(84_250 * DOLLAR, 10_000_00, royals, 0)
    assert prizes.royal == each and prizes.straight == 0
    assert {"TCP 7.4.1", "TCP Table 5:formula"} <= set(prizes.under)


@witnesses(
    "TCP Table 6:S=0",
    "TCP Table 6:S=1",
    "TCP Table 6:S=2",
    "TCP Table 6:S=3",
    "TCP Table 6:S=4",
    "TCP Table 6:S=5",
    "TCP Table 6:S=6",
    "TCP Table 6:S=7",
    "TCP Table 6:formula",
    "TCP 7.4.2(a)",
)
@pytest.mark.parametrize(
    ("straights", "royals", "percent"),
    [(straights, royals, percent) for straights, row in TABLE_6.items() for royals, percent in enumerate(row, 1)],
)
def test_each_royal_takes_the_printed_part_of_the_pool(straights: int, royals: int, percent: str) -> None:
    assert printed(royal_share(royals, straights)) == Fraction(percent) / 100
    # Of a pool of $100,000 every thousandth of a percent is a dollar. The pool is j + r(R - 1), here with r of $10,000.
    meter = 100_000 - 10_000 * (royals - 1)
    by_print = shares(meter * DOLLAR, 10_000_00, royals, straights, as_printed=True)
    assert by_print.royal == Fraction(percent) * 1000 * 100
    # By the formula the prize is the pool times 10 / (10R + S), to the nearest cent.
    by_formula = shares(meter * DOLLAR, 10_000_00, royals, straights)
    assert abs(by_formula.royal - Fraction(100_000_00 * 10, 10 * royals + straights)) <= Fraction(1, 2)
    assert {"TCP 7.4.2(a)", "TCP Table 6:formula"} <= set(by_formula.under)


@witnesses(
    "TCP Table 7:S=1",
    "TCP Table 7:S=2",
    "TCP Table 7:S=3",
    "TCP Table 7:S=4",
    "TCP Table 7:S=5",
    "TCP Table 7:S=6",
    "TCP Table 7:S=7",
    "TCP Table 7:formula",
    "TCP 7.4.2(b)",
)
@pytest.mark.parametrize(
    ("straights", "royals", "percent"),
    [(straights, royals, percent) for straights, row in TABLE_7.items() for royals, percent in enumerate(row, 1)],
)
def test_each_straight_flush_beside_royals_takes_the_printed_part_of_the_pool(
    straights: int, royals: int, percent: str
) -> None:
    assert printed(straight_share(royals, straights)) == Fraction(percent) / 100
    meter = 100_000 - 10_000 * (royals - 1)
    by_print = shares(meter * DOLLAR, 10_000_00, royals, straights, as_printed=True)
    assert by_print.straight == Fraction(percent) * 1000 * 100
    by_formula = shares(meter * DOLLAR, 10_000_00, royals, straights)
    assert abs(by_formula.straight - Fraction(100_000_00, 10 * royals + straights)) <= Fraction(1, 2)
    assert {"TCP 7.4.2(b)", "TCP Table 7:formula"} <= set(by_formula.under)
    # A royal takes ten times a straight flush, and together they take the whole pool.
    assert royals * royal_share(royals, straights) + straights * straight_share(royals, straights) == 1


@witnesses(
    "TCP Table 8:S=1",
    "TCP Table 8:S=2",
    "TCP Table 8:S=3",
    "TCP Table 8:S=4",
    "TCP Table 8:S=5",
    "TCP Table 8:S=6",
    "TCP Table 8:S=7",
    "TCP Table 8:formula",
    "TCP 7.4.3",
)
@pytest.mark.parametrize(("straights", "of_meter", "of_reseed"), [(s, *row) for s, row in TABLE_8.items()])
def test_straight_flushes_without_a_royal_take_the_printed_parts_of_meter_and_reseed(
    straights: int, of_meter: str, of_reseed: str
) -> None:
    meter_part, reseed_part = straight_shares_alone(straights)
    assert printed(meter_part) == Fraction(of_meter) / 100
    assert printed(reseed_part) == Fraction(of_reseed) / 100
    # j of $100,000 and r of $10,000: a thousandth of a percent is a dollar of j and ten cents of r.
    by_print = shares(100_000 * DOLLAR, 10_000_00, 0, straights, as_printed=True)
    assert by_print.straight == Fraction(of_meter) * 100_000 + Fraction(of_reseed) * 10_000
    # The printed sum, term by term: one tenth, nine tenths of that, and so on, of what lies above the reseed value.
    terms = sum(Fraction(9 ** (term - 1), 10**term) for term in range(1, straights + 1))
    exact = (100_000_00 - 10_000_00) * terms / straights + Fraction(10_000_00, 10)
    by_formula = shares(100_000 * DOLLAR, 10_000_00, 0, straights)
    assert abs(by_formula.straight - exact) <= Fraction(1, 2) and by_formula.royal == 0
    if straights > 1:
        assert {"TCP 7.4.3", "TCP Table 8:formula"} <= set(by_formula.under)


@witnesses("TCP 7.3.1")
@pytest.mark.parametrize(
    ("mites", "dollars"),
    [
        (84_250 * DOLLAR, 84_250),
        (84_250 * DOLLAR + 1, 84_251),
        (84_250 * DOLLAR - 1, 84_250),
        (84_249 * DOLLAR + 50 * MITES, 84_250),
    ],
)
def test_the_meter_is_rounded_up_to_the_whole_dollar(mites: int, dollars: int) -> None:
    assert rounded_meter(mites) == dollars * 100
    assert shares(mites, 10_000_00, 1, 0).royal == dollars * 100
    # A tenth of whole dollars is whole ten-cent pieces.
    assert shares(mites, 10_000_00, 0, 1).straight == dollars * 10
