"""The long run of a meter against meters played wager by wager, a balance of flows, and the book's own design."""

from decimal import localcontext
from fractions import Fraction
from itertools import combinations
from math import log1p, sqrt

import numpy as np
import pytest

from croupier.cards.ranking import FiveCards
from croupier.games.three_card_poker.terms import ANTE_BONUS, INCREMENTS
from croupier.odds import analysis
from croupier.odds.three_card_poker.meter import MeterSystem, _EvenMeter, long_run
from croupier.odds.three_card_poker.rule import best_rule, rule_of
from croupier.odds.three_card_poker.settings import Settings
from croupier.odds.three_card_poker.wagers import jackpot_chances

CHANCES = jackpot_chances(best_rule(ANTE_BONUS["A"]))
ROYAL, STRAIGHT_FLUSH = 4 / 2_598_960, 36 / 2_598_960
METERS, EVENTS, SETTLING = 20_000, 400, 150


def played(option, seed, price, chance):
    """Many meters from prize to prize: wagers, prizes, dollars added after straight flushes, and how many of these."""
    rate, floor = float(INCREMENTS[option][seed]) * price, float(seed * price)
    meter = np.full(METERS, floor)
    wagers, paid, added, short, flushes = (np.zeros(METERS) for _ in range(5))
    for event in range(EVENTS):
        gap = chance.geometric(ROYAL + STRAIGHT_FLUSH, METERS)
        royal = chance.random(METERS) < 0.1
        meter += gap * rate
        prize = np.ceil(meter) * np.where(royal, 1, 0.1)
        meter -= prize
        missing = np.maximum(floor - meter, 0)
        meter += missing
        if event >= SETTLING:
            wagers += gap
            paid += prize
            flushes += ~royal
            added += np.where(royal, 0, missing)
            short += ~royal & (missing > 0)
    return wagers, paid, added, short, flushes


def ratio(above, below):
    """A ratio of two sums over independent meters, and its standard error."""
    value = above.sum() / below.sum()
    return value, (above - value * below).std() / below.mean() / sqrt(METERS)


@pytest.mark.parametrize(("option", "seed", "price"), [(1, 10_000, 1), (1, 75_000, 1), (2, 75_000, 5), (2, 40_000, 1)])
def test_meters_played_for_long_return_what_the_long_run_says(option, seed, price):
    row = long_run(MeterSystem(option=option, seed=seed, price=price), CHANCES)
    wagers, paid, added, short, flushes = played(option, seed, price, np.random.default_rng(seed + price))
    from_meter, error = ratio(paid / price, wagers)
    assert abs(from_meter + float(row.bonuses) - row.value) < 4 * error
    top_ups, error = ratio(added / price, wagers)
    assert abs(top_ups - row.top_ups) < 4 * error + (row.high - row.low)
    often, error = ratio(short, flushes)
    assert abs(often - row.topped_up) < 4 * error + 1e-4


def test_what_flows_into_the_floor_flows_out_of_it():
    # The density at the floor, times the growth, is how often the meter is put there.
    for option, rates in INCREMENTS.items():
        for seed, rate in rates.items():
            decay = -log1p(-ROYAL - STRAIGHT_FLUSH) / float(rate)
            even = _EvenMeter(seed, decay, 0.9)
            with localcontext(prec=30):
                first = even.terms[0][1]
                density = sum(weight * ((first - each) * seed).exp() for weight, each in even.terms) / even.whole
            assert float(density / first) == pytest.approx(0.1 + 0.9 * even.below(seed / 0.9), rel=1e-12), (
                option,
                seed,
            )


def test_the_density_obeys_its_equation_and_adds_up_to_one():
    even = _EvenMeter(50_000, 5e-5, 0.9)
    assert even.below(1e9) == pytest.approx(1)

    def density(meter, step=1.0):
        return (even.below(meter + step) - even.below(meter - step)) / (2 * step)

    for meter in (52_000, 60_000, 100_000, 300_000):
        slope = (density(meter + 50) - density(meter - 50)) / 100
        assert slope == pytest.approx(5e-5 * (density(meter / 0.9) - density(meter)), rel=1e-3)


def test_the_missing_part_is_the_mean_shortfall_by_summing_slices():
    even, floor = _EvenMeter(75_000, 6e-5, 0.9), 75_000
    edges = np.linspace(floor, floor / 0.9, 401)
    slices = np.diff([even.below(edge) for edge in edges])
    middles = (edges[1:] + edges[:-1]) / 2
    assert even.missing() == pytest.approx(float(((floor - 0.9 * middles) * slices).sum()), rel=1e-5)


def test_the_books_rates_make_every_seed_of_an_option_return_the_same():
    for option, rates in INCREMENTS.items():
        returns = [long_run(MeterSystem(option=option, seed=seed), CHANCES).value for seed in rates]
        assert max(returns) - min(returns) < 0.0002


def test_the_parts_are_the_hands_worked_out_ones():
    row = long_run(MeterSystem(option=1, seed=50_000, price=2), CHANCES)
    assert row.bonuses == Fraction(500 * 624 + 150 * 3744 + 100 * 5108, 2_598_960)
    assert row.increments == Fraction(2776, 10_000)
    assert row.reseeding == Fraction(50_000 * 4, 2_598_960)
    assert row.low < row.value < row.high
    assert row.high - row.low < 1e-5


def test_a_price_scales_the_meter_and_leaves_the_return_but_for_rounding():
    one, ten = (long_run(MeterSystem(option=2, seed=30_000, price=price), CHANCES) for price in (1, 10))
    assert ten.average_meter == pytest.approx(10 * one.average_meter, rel=1e-4)
    assert ten.value == pytest.approx(one.value, abs=3e-6)


def test_playing_every_hand_would_make_the_two_options_alike():
    every = jackpot_chances(rule_of(lambda hand: True))
    assert every[FiveCards.STRAIGHT] == Fraction(10_200, 2_598_960)
    one, two = (long_run(MeterSystem(option=option), every).value for option in (1, 2))
    assert two == pytest.approx(one, abs=5e-4)


def test_the_sheet_has_a_row_for_every_row_of_tables_1_and_2():
    sheet = analysis("three-card-poker").sheet(Settings(jackpot=2, price=5))
    rows = [(row.system.option, row.system.seed, row.increments) for row in sheet.long_run]
    assert rows == [(option, seed, rate) for option, rates in INCREMENTS.items() for seed, rate in rates.items()]
    assert {row.system.price for row in sheet.long_run} == {5}
    assert analysis("three-card-poker").sheet(Settings()).long_run == ()


def test_of_the_winners_from_the_meter_fewer_than_one_in_2000_has_another_beside_it():
    # With two Jackpot Cards of a straight flush, another hand needs three given cards of the 47 others.
    runs = [{place % 13 for place in range(start, start + 5)} for start in range(10)]
    most = 0
    for run in runs:
        for shown in combinations(run, 2):
            mine = run - set(shown)
            most = max(most, sum(set(shown) <= other and not (other - set(shown)) & mine for other in runs))
    assert most == 1
    assert 8 * most / 16_215 < 1 / 2_000
