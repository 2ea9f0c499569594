"""Rounds dealt card by card against the sheet."""

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.games.double_chance.terms import Declared
from croupier.odds import analysis
from croupier.odds.double_chance.habits import habits
from croupier.odds.double_chance.settings import Settings
from croupier.odds.double_chance.wagers import wager
from croupier.odds.simulate import simulate

CHANCE = analysis("double-chance")
JACKPOT = Settings(jackpot_price=Fraction(1), jackpot_schedule=(5000, 500, 200, 30, 20, 10, 100))


def run(settings, **effort):
    return simulate(CHANCE.sheet(settings), CHANCE.chunk(settings), **effort)


@pytest.mark.parametrize("settings", [Settings(), JACKPOT])
def test_simulated_odds_are_the_exact_ones_within_four_standard_errors(settings):
    found = run(settings, rounds=4_000_000, seed=20_240_607)
    assert len(found.estimates) == (2 if settings.jackpot else 1)
    for estimate in found.estimates:
        assert estimate.trials == 4_000_000
        assert abs(estimate.z) < 4
        assert max(map(abs, estimate.outcome_z)) < 4
        assert estimate.chi_square_p > 1e-4


def test_a_sheet_of_another_habit_is_found_out():
    three_highest = next(habit for habit in habits() if habit.name == "the three highest cards")
    wrong = replace(CHANCE.sheet(Settings()), wagers=(wager(three_highest),))
    found = simulate(wrong, CHANCE.chunk(Settings()), rounds=300_000, seed=1)
    assert found.estimates[0].chi_square_p < 1e-6


def test_the_same_seed_gives_the_same_counts_on_any_number_of_workers():
    one, two = (run(JACKPOT, rounds=250_001, seed=7, workers=workers) for workers in (1, 2))
    assert one.estimates == two.estimates
    assert run(JACKPOT, rounds=250_001, seed=8).estimates != one.estimates


def test_the_jackpot_is_decided_by_the_same_five_cards():
    counts = CHANCE.chunk(JACKPOT)(9, 200_000).tolist()
    main, side = counts[:11], counts[11:]
    hands = list(Declared)
    unpaid = main[hands.index(Declared.THREE_OF_A_KIND)] + main[hands.index(Declared.TWO_PAIRS)]
    assert side[:6] == main[:6]
    assert side[6] == main[hands.index(Declared.DEAD_HAND)]
    assert side[7] == unpaid + main[9] + main[10]
    assert CHANCE.chunk(Settings())(9, 200_000).tolist() == main


def test_no_rounds_count_nothing():
    assert not np.any(CHANCE.chunk(JACKPOT)(3, 0))
