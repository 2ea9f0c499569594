"""The exact analysis against rounds played card by card, every order of a small shoe, in fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier.games.blackjack.terms import Variant
from croupier.odds.blackjack.compositions import place_of
from croupier.odds.blackjack.exact_split import Splits, cases, net_of, value_of
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.split_joint import NIL
from croupier.odds.blackjack.strategy import ACTIONS, DOUBLE, DRAW, STAND
from croupier.odds.blackjack.suits import suits_of
from croupier.odds.blackjack.whole import Whole
from tests.odds.blackjack_by_hand import Hand, Table, best_value, split_value

FEW = np.array([3, 0, 2, 0, 2, 0, 0, 5, 0, 4], dtype=np.float64)
"""Aces, threes, fives, eights and tens: few enough that every card that is gone is felt."""
SOME = np.array([3, 2, 2, 1, 2, 0, 1, 0, 2, 4], dtype=np.float64)
"""More ranks; nothing here makes 6-7-8, and there are no three sevens."""


def less(shoe: np.ndarray, *values: int) -> tuple[int, ...]:
    left = [int(each) for each in shoe]
    for value in values:
        left[value - 1] -= 1
    return tuple(left)


TABLES = {
    Variant.BLACKJACK: Table(),
    Variant.CROWN: Table(soft_17=True),
    Variant.VEGAS: Table(doubles="any two"),
    Variant.PONTOON: Table(soft_17=True, pontoon=True, doubles="any"),
}


@pytest.mark.parametrize("variant", TABLES)
@pytest.mark.parametrize("upcard", [1, 5, 9, 10])
@pytest.mark.parametrize("hand", [(10, 5), (5, 4), (1, 3), (1, 1), (9, 2), (3, 2)])
def test_each_choice_is_worth_what_every_order_of_the_cards_gives(
    variant: Variant, upcard: int, hand: tuple[int, int]
) -> None:
    whole = Whole(Game(Settings(variant=variant), SOME))
    _, worth = whole.best()
    ranks = tuple(sorted(value - 1 for value in hand))
    place = next(place for place, start in enumerate(whole.starts) if (start.first, start.second) == ranks)
    found = worth[place, upcard - 1]
    table = TABLES[variant]
    wanted = best_value(less(SOME, upcard, *hand), upcard, hand, table)
    for action in (STAND, DRAW, DOUBLE):
        if ACTIONS[action] in wanted and (action != STAND or found[STAND] > -10):
            assert found[action] == pytest.approx(float(wanted[ACTIONS[action]]), abs=1e-12)
        elif action == DOUBLE:
            assert found[action] < -10
    assert max(found[:3]) == pytest.approx(float(max(wanted.values())), abs=1e-12)


@pytest.mark.parametrize("variant", TABLES)
@pytest.mark.parametrize("upcard", [1, 5, 10])
@pytest.mark.parametrize("pair", [8, 1, 3])
@pytest.mark.parametrize("beats_21", [True, False])
def test_a_split_is_worth_what_serving_its_hands_in_order_gives(
    variant: Variant, upcard: int, pair: int, beats_21: bool
) -> None:
    settings = Settings(variant=variant, blackjack_beats_21=beats_21)
    game = Game(settings, FEW)
    splits = Splits(game)
    policy = splits.policy(pair - 1)

    def choose(hand: Hand) -> str:
        layer = (hand[0] == 1) + (hand[1] == 1) if game.layers > 1 else 0
        place = place_of(*(value - 1 for value in hand))
        return ACTIONS[policy.actions[layer, place, upcard - 1]]

    def withdrawn(hand: Hand, counted: int) -> bool:
        return bool(policy.rescues[int(counted > sum(hand)), place_of(*(value - 1 for value in hand)), upcard - 1])

    over = splits.none_alive(pair - 1, upcard - 1, policy, exactly=True)
    found = cases(splits.apart(pair - 1, policy)[upcard - 1], over, pair - 1, upcard - 1, suits_of(settings), 0)
    table = TABLES[variant]._replace(beats_21=beats_21)
    wanted = split_value(less(FEW, upcard, pair, pair), upcard, pair, choose, table, withdrawn)
    assert sum(wanted.values()) == 1
    value = sum((gain * chance for gain, chance in wanted.items()), Fraction(0))
    assert value_of(found, 0.0) == pytest.approx(float(value), abs=1e-12)
    net = net_of(found, one_in_all=False, spared=False)
    assert float(net.chances @ (np.arange(len(net.chances)) - NIL) / 2) == pytest.approx(
        value_of(found, 0.0), abs=1e-12
    )
    assert net.chances.sum() == pytest.approx(1)
