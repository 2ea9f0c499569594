"""Tails and intervals: right where they can be worked out otherwise, and finite however far out one asks."""

from fractions import Fraction
from math import comb, exp, factorial, inf
from random import Random

import pytest

from croupier.odds import OutcomeLine, WagerAnalysis, analysis
from croupier.odds.estimate import Estimate
from croupier.odds.tails import EXACTLY_BELOW, chi_square_tail, poisson_tail, share_bounds
from croupier.odds.three_card_poker.settings import Settings


@pytest.mark.parametrize(("count", "expected"), [(0, 1.0), (1, 0.5), (3, 1.0), (12, 4.9), (2, 4.0), (30, 3.0)])
def test_a_poisson_tail_is_what_the_definition_gives(count, expected):
    share = Fraction(expected)
    rest = sum(share**fewer / factorial(fewer) for fewer in range(count))
    assert poisson_tail(count, expected) == pytest.approx(1 - exp(-expected) * float(rest), abs=1e-12)


@pytest.mark.parametrize(("count", "expected"), [(200, 3.0), (5_000, 4.0), (10**7, 0.1), (1, 0.0), (10**6, 10.0**5)])
def test_no_count_is_too_high_for_a_poisson_tail(count, expected):
    assert 0 <= poisson_tail(count, expected) < 1e-100


def test_no_statistic_is_too_high_for_a_chi_square_tail():
    for freedom in (1, 2, 5, 16, 399):
        assert [chi_square_tail(statistic, freedom) for statistic in (1e5, 1e9, 1e300, inf)] == [0, 0, 0, 0]
        assert chi_square_tail(0.0, freedom) == 1


def binomial(count, trials, share):
    return comb(trials, count) * share**count * (1 - share) ** (trials - count)


@pytest.mark.parametrize("trials", [1, 2, 30, 400])
def test_exact_bounds_cover_every_share_at_least_as_often_as_they_say(trials):
    bounds = [share_bounds(count, trials, 0.99) for count in range(trials + 1)]
    for permille in (1, 3, 10, 50, 200, 500, 700, 990, 999):
        share = permille / 1000
        covers = sum(binomial(count, trials, share) for count, (low, high) in enumerate(bounds) if low <= share <= high)
        assert covers >= 0.99


@pytest.mark.parametrize("count", [EXACTLY_BELOW, 4 * EXACTLY_BELOW])
def test_the_bounds_of_large_counts_go_on_where_the_exact_ones_end(count):
    for trials in (3 * count, 10_000 * count):
        low, high = share_bounds(count, trials, 0.99)
        before, after = share_bounds(EXACTLY_BELOW - 1, trials, 0.99)
        if count == EXACTLY_BELOW:
            assert (low, high) == pytest.approx((before, after), rel=2e-4)
        assert low < count / trials < high


def prize(expected, trials, pays):
    """A wager that wins a prize so rarely that it is expected so often in so many trials."""
    chance = Fraction(expected).limit_denominator(1000) / trials
    lines = OutcomeLine("prize", chance, Fraction(pays)), OutcomeLine("nothing", 1 - chance, Fraction(-1))
    return WagerAnalysis("prize", lines)


@pytest.mark.parametrize("expected", [0.01, 0.1, 0.5, 1, 2, 5, 10, 40, 150, 400])
def test_the_interval_of_a_rare_prize_covers_what_it_says(expected):
    """The sum over every count that can be had: 99 of 100 runs have the exact edge within their interval."""
    trials = 100_000
    wager = prize(expected, trials, 5000)
    covered, edge = 0.0, float(wager.edge)
    share = float(wager.outcomes[0].probability)
    chance = (1 - share) ** trials
    for count in range(int(expected * 3) + 40):
        if chance > 1e-9:
            low, high = Estimate(wager, (count, trials - count)).interval()
            covered += chance * (low <= edge <= high)
        chance *= (trials - count) / (count + 1) * share / (1 - share)
    assert covered >= 0.99


def test_without_a_prize_the_interval_still_reaches_what_prizes_cost():
    wager = prize(1, 10_000, 9000)
    low, high = Estimate(wager, (0, 10_000)).interval()
    assert low < float(wager.edge) < high == 1.0
    assert low == pytest.approx(1 - 9001 * (1 - 0.005 ** (1 / 10_000)))


@pytest.mark.parametrize("trials", [2_000, 50_000])
def test_the_interval_of_a_whole_pay_table_covers_what_it_says(trials):
    """Rounds of the Jackpot wager drawn by its exact chances, prizes of every rarity among them."""
    sheet = analysis("three-card-poker").sheet(Settings(jackpot=2, meter=Fraction(50_000)))
    (wager,) = (each for each in sheet.wagers if each.name == "jackpot")
    numpy = pytest.importorskip("numpy")
    runs = 500
    draws = numpy.random.default_rng(7).multinomial(trials, [float(line.probability) for line in wager.outcomes], runs)
    edge = float(wager.edge)
    covered = 0
    for counts in draws:
        low, high = Estimate(wager, tuple(map(int, counts))).interval()
        covered += low <= edge <= high
    assert covered / runs >= 0.98


def test_where_all_counts_are_large_the_interval_is_the_normal_one():
    lines = tuple(OutcomeLine(str(pays), Fraction(1, 4), Fraction(pays)) for pays in (-1, 0, 1, 3))
    chance = Random(3)
    counts = [100_000 + chance.randrange(-300, 300) for _ in lines]
    estimate = Estimate(WagerAnalysis("even", lines), tuple(counts))
    low, high = estimate.interval()
    reach = 2.5758 * (float(estimate.observed.variance) / estimate.trials) ** 0.5
    assert high - low == pytest.approx(2 * reach, rel=2e-3)
    assert (low + high) / 2 == pytest.approx(float(estimate.observed.edge), abs=reach / 100)
