"""What bets are worth by the cards unseen, and shoes watched for it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, SUITS, Counts
from croupier.games.blackjack.terms import PANDEMONIUM_PRIZES, Terms, Variant, pairs_pay, sevens_pay
from croupier.odds.blackjack.counting import (
    FAVOURABLE,
    INSURANCE,
    KEPT,
    MAIN,
    PAIRS,
    PANDEMONIUM,
    ROUNDS,
    SEVENS,
    SHOES,
    WORTH,
    Floats,
    Worth,
    values_of,
    watch,
)
from croupier.odds.blackjack.plan import plan_of, rules_of, shortcuts_of, table_of
from croupier.odds.blackjack.rounds import room
from croupier.odds.blackjack.side_bets import magnificent_sevens, pandemonium, perfect_pairs, whole_shoe
from croupier.odds.blackjack.stack import seeded, stack_of

from .test_blackjack_rounds import strategy

RANKS = "A23456789TJQK"
MEAN = sum(dollars * many for dollars, many in PANDEMONIUM_PRIZES[2].items()) / sum(PANDEMONIUM_PRIZES[2].values())


def laid_out(shoe: Counts) -> Floats:
    """Cards by rank and suit."""
    table = np.zeros((13, 4))
    for card in DECK:
        table[RANKS.index(card.rank), SUITS.index(card.suit)] = shoe[card.number]
    return table


def worth(decks: int, effects: Floats | None = None, main: float = -0.01) -> Worth:
    return Worth(
        main,
        np.zeros(10) if effects is None else effects,
        np.array([float(prize.odds.value) for prize in pairs_pay(decks).values()]),
        np.array([float(prize.odds.value) for prize in sevens_pay(2, decks).values()]),
        MEAN + 1,
        insured=True,
    )


def test_side_bets_by_cards_unseen_are_the_exact_odds() -> None:
    chance = Random(4)
    whole = whole_shoe(Variant.BLACKJACK, 6)
    for _ in range(20):
        shoe = bytes(chance.randrange(many + 1) for many in whole)
        found = np.zeros(5)
        values_of(laid_out(shoe), laid_out(whole), worth(6), found)
        assert found[PAIRS] == pytest.approx(-float(perfect_pairs(6, shoe).edge))
        assert found[SEVENS] == pytest.approx(-float(magnificent_sevens(2, 6, shoe=shoe).edge))
        assert found[PANDEMONIUM] == pytest.approx(-float(pandemonium(6, 2, shoe=shoe).edge))


def test_the_main_wager_moves_with_what_is_gone() -> None:
    """One seven gone from four decks, then that and a ten: the effects add up, over what is left."""
    effects = np.array([0, 0, 0, 0, 0, 0, 0.003, 0, 0, -0.001])
    whole = laid_out(whole_shoe(Variant.BLACKJACK, 4))
    left, found = whole.copy(), np.zeros(5)
    left[RANKS.index("7"), 0] -= 1
    values_of(left, whole, worth(4, effects), found)
    assert found[MAIN] == pytest.approx(-0.01 + 0.003)
    left[RANKS.index("Q"), 2] -= 1
    values_of(left, whole, worth(4, effects), found)
    assert found[MAIN] == pytest.approx(-0.01 + (0.003 - 0.001) * 207 / 206)


def watched(shoes: int, depths: tuple[int, ...], seed: int = 1, areas: int = 1) -> Floats:
    terms = Terms(decks=4, areas=areas)
    plan = plan_of(strategy(Variant.BLACKJACK), by_first_aces=False)
    rules = rules_of(terms)
    table = table_of(terms)._replace(behind_cut=depths[-1])
    stack = stack_of(whole_shoe(Variant.BLACKJACK, 4))
    effects = np.array([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]) * 1e-3
    found = watch(
        shoes, stack, seeded(seed), table, rules, plan, shortcuts_of(plan, rules), room(), worth(4, effects),
        np.array(depths),
    )  # fmt: skip
    return np.asarray(found)


def test_deeper_shoes_see_more_of_the_same() -> None:
    """A shallower cut has seen exactly the rounds before it, so a run with that cut alone says the same of it."""
    found = watched(300, (104, 78, 52))
    assert found.shape == (3, 5, KEPT)
    for bet in range(5):
        assert found[0, bet, ROUNDS] < found[1, bet, ROUNDS] < found[2, bet, ROUNDS]
        assert (np.diff(found[:, bet, FAVOURABLE]) >= 0).all()
        assert (found[:, bet, SHOES] <= 300).all()
        assert (found[:, bet, WORTH] >= 0).all()
    assert found[2, SEVENS, FAVOURABLE] > found[2, INSURANCE, FAVOURABLE] > 0
    assert (watched(300, (104, 78, 52)) == found).all()
    assert (watched(300, (104, 78, 52), seed=2) != found).any()


def test_what_is_watched_is_right_on_average() -> None:
    """Over all rounds the cards unseen are, on average, those of the whole shoe: side bets are worth their edge."""
    whole = laid_out(whole_shoe(Variant.BLACKJACK, 4))
    chance = np.random.default_rng(3)
    cards = np.repeat(np.arange(52), 4)
    total = np.zeros(5)
    for _ in range(4_000):
        gone = chance.permutation(cards)[:100]
        left, found = whole.copy(), np.zeros(5)
        np.subtract.at(left, (gone // 4, gone % 4), 1)
        values_of(left, whole, worth(4), found)
        total += found
    # Found once: the standard error of the mean is 0.00025 for pairs and about 0.01 for sevens.
    assert total[PAIRS] / 4_000 == pytest.approx(-float(perfect_pairs(4).edge), abs=0.001)
    assert total[SEVENS] / 4_000 == pytest.approx(-float(magnificent_sevens(2, 4).edge), abs=0.05)
