"""The analysis of a wager, and counts measured against it."""

from fractions import Fraction
from math import inf, lcm, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.odds import GAMES, NoAnalysis, OutcomeLine, WagerAnalysis, analysis
from croupier.odds.estimate import Estimate
from croupier.odds.tails import chi_square_tail

RED = WagerAnalysis("red", (OutcomeLine("red", Fraction(18, 37), 1), OutcomeLine("not red", Fraction(19, 37), -1)))


@st.composite
def wagers(draw):
    weights = draw(st.lists(st.integers(1, 1000), min_size=2, max_size=6))
    pays = draw(st.lists(st.integers(-2, 50), min_size=len(weights), max_size=len(weights)))
    whole = sum(weights)
    return WagerAnalysis(
        "any",
        tuple(
            OutcomeLine(str(place), Fraction(weight, whole), Fraction(gain))
            for place, (weight, gain) in enumerate(zip(weights, pays, strict=True))
        ),
    )


def test_chances_that_do_not_add_up_are_refused():
    with pytest.raises(ValueError, match="add up to 17/18"):
        WagerAnalysis("short", (OutcomeLine("a", Fraction(1, 2), 1), OutcomeLine("b", Fraction(4, 9), -1)))


def test_a_float_is_accepted_where_no_exact_chance_is_known():
    wager = WagerAnalysis("float", (OutcomeLine("a", 0.1, 1), OutcomeLine("b", 0.2, 0), OutcomeLine("c", 0.7, -1)))
    assert wager.edge == pytest.approx(0.6)


@given(wagers())
def test_variance_is_the_mean_square_distance_from_the_mean(wager):
    mean = -wager.edge
    assert wager.variance == sum(line.probability * (line.pays - mean) ** 2 for line in wager.outcomes)


@given(wagers(), st.integers(1, 1000))
def test_counts_in_exact_proportion_estimate_the_exact_wager(wager, times):
    whole = lcm(*(line.probability.denominator for line in wager.outcomes))
    estimate = Estimate(wager, tuple(int(line.probability * whole * times) for line in wager.outcomes))
    assert estimate.observed.edge == wager.edge
    assert estimate.z == 0
    assert set(estimate.outcome_z) == {0}
    assert estimate.chi_square_p == pytest.approx(1)


def test_interval_and_z_worked_by_hand():
    estimate = Estimate(RED, (5100, 4900))
    reach = 2.5758293 * sqrt(1 - 0.02**2) / 100
    # Counts are whole numbers: half of one more, which is 1/10000 of the edge, on either side.
    assert estimate.interval(0.99) == pytest.approx((-0.02 - reach - 1e-4, -0.02 + reach + 1e-4), abs=3e-5)
    assert estimate.z == pytest.approx((-0.02 - 1 / 37) / sqrt((1 - 1 / 37**2) / 10_000))


def test_an_impossible_outcome_that_happened_cannot_be_chance():
    never = WagerAnalysis("never", (OutcomeLine("a", Fraction(1), -1), OutcomeLine("b", Fraction(0), 5)))
    assert Estimate(never, (99, 1)).chi_square_p == 0
    assert Estimate(never, (99, 1)).outcome_z == (-inf, inf)
    assert Estimate(never, (100, 0)).outcome_z == (0, 0)


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    # Printed tables of the chi-square distribution.
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (18.307, 10, 0.05), (0, 4, 1.0)],
)
def test_chi_square_tail_agrees_with_printed_tables(statistic, freedom, tail):
    assert chi_square_tail(statistic, freedom) == pytest.approx(tail, rel=1e-3)


def test_the_registry_imports_an_analysis_by_name():
    for game in GAMES:
        room = analysis(game)
        assert room.sheet(room.settings()).game == game
    with pytest.raises(NoAnalysis, match="no analysis of chess"):
        analysis("chess")
