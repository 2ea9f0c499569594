"""Rounds dealt card by card against the sheet."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK
from croupier.cards.ranking import FiveCards, five_cards
from croupier.odds import analysis
from croupier.odds.simulate import simulate
from croupier.odds.three_card_poker.kernel import MADE, TRIPLES, _deck, _made
from croupier.odds.three_card_poker.settings import Settings

POKER = analysis("three-card-poker")
JACKPOT = Settings(ante_bonus="B", pair_plus="E", jackpot=2, meter=Fraction(84_250), ante=Fraction(5))


def run(settings, **effort):
    return simulate(POKER.sheet(settings), POKER.chunk(settings), **effort)


@pytest.mark.parametrize("settings", [Settings(), JACKPOT, Settings(jackpot=1, price=5, meter=Fraction("123456.78"))])
def test_simulated_odds_are_the_exact_ones_within_four_standard_errors(settings):
    found = run(settings, rounds=4_000_000, seed=20_240_607)
    assert len(found.estimates) == (5 if settings.jackpot else 2)
    for estimate in found.estimates:
        assert estimate.trials == 4_000_000
        assert abs(estimate.z) < 4
        assert max(map(abs, estimate.outcome_z)) < 4
        assert estimate.chi_square_p > 1e-4


def test_a_sheet_of_another_rule_is_found_out():
    riding = POKER.sheet(JACKPOT)
    found = simulate(riding, POKER.chunk(Settings(jackpot=2, ante=Fraction(10))), rounds=300_000, seed=1)
    good, wrong = found.estimates[0], found.estimates[3]
    assert good.chi_square_p > 1e-4
    assert wrong.chi_square_p < 1e-6


def test_the_same_seed_gives_the_same_counts_on_any_number_of_workers():
    one, two = (run(JACKPOT, rounds=250_001, seed=7, workers=workers) for workers in (1, 2))
    assert one.estimates == two.estimates
    assert run(JACKPOT, rounds=250_001, seed=8).estimates != one.estimates


def test_the_kernel_judges_five_cards_as_the_ranking_does():
    deck, chance = _deck(), Random(5)
    told_apart, places = set(MADE), {three: place for place, three in enumerate(TRIPLES)}
    royal = [DECK[card] for card in (8, 9, 10, 11, 12)]
    wheel = [DECK[card] for card in (13, 14, 15, 16, 25)]
    picked = [chance.sample(DECK, 5) for _ in range(20_000)] + [royal, royal[::-1], wheel]
    picked += [[DECK[card] for card in chance.sample(range(13), 5)] for _ in range(2_000)]
    picked += [chance.sample([card for card in DECK if card.rank in "789"], 5) for _ in range(2_000)]
    seen = set()
    for five in picked:
        value = deck.value[places[tuple(sorted(card.number for card in five[:3]))]]
        made = MADE[_made(value, five[3].number, five[4].number, deck.straights)]
        expected = FiveCards(five_cards(five)[0])
        assert made == (expected if expected in told_apart else FiveCards.HIGH_CARD)
        seen.add(made)
    assert seen == told_apart


def test_no_rounds_count_nothing():
    assert not np.any(POKER.chunk(JACKPOT)(3, 0))
