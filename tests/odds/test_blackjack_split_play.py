"""The play of split hands before a first card that may become a natural: none of its decisions can be bettered."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from croupier.games.blackjack.terms import Variant
from croupier.odds.blackjack.compositions import ACE, RANKS, TEN, place_of
from croupier.odds.blackjack.exact_hands import may_double
from croupier.odds.blackjack.exact_split import Policy, cases, reached
from croupier.odds.blackjack.protection import _worth
from croupier.odds.blackjack.settings import Settings
from croupier.odds.blackjack.shoes import Game
from croupier.odds.blackjack.strategy import DOUBLE, DRAW, SPLIT, STAND
from croupier.odds.blackjack.whole import Whole

EIGHT, TENS = 7, 9
SMALL = 3e-5
"""So much, of a wager on a pair that is split, may a single decision still be off."""


@cache
def crown(*, in_all: bool) -> Whole:
    return Whole(Game(Settings(variant=Variant.CROWN, decks=8, busts_lost_to_blackjack=not in_all)))


def value(whole: Whole, policy: Policy, pair: int, upcard: int) -> float:
    apart = whole.splits._worked_out(pair, policy, [upcard])[upcard]
    over = whole.splits.none_alive(pair, upcard, policy, exactly=False)
    return whole._split_value(cases(apart, over, pair, upcard, whole.suits, 0), bonus=False)


def others(whole: Whole, hand: int) -> set[int]:
    """What may be done with a hand that is worth thinking of."""
    known = whole.known
    if known.total[hand] >= 21 or known.size[hand] < 2:
        return set()
    stands = known.total[hand] >= 17 or known.hard[hand] >= 12
    doubles = may_double(known, hand, whole.game.rules)
    return {DRAW, *([STAND] if stands else []), *([DOUBLE] if doubles else [])}


@pytest.mark.parametrize("in_all", [False, True])
@pytest.mark.parametrize(("pair", "upcard"), [(EIGHT, ACE), (EIGHT, TEN), (TENS, ACE)])
def test_no_single_decision_on_split_hands_can_be_bettered(pair: int, upcard: int, *, in_all: bool) -> None:
    whole = crown(in_all=in_all)
    policy = whole._policy(pair)
    best = value(whole, policy, pair, upcard)
    wanted = np.zeros((len(whole.known.hard), RANKS), dtype=np.bool_)
    reached(whole.known, place_of(pair), pair, policy.actions, False, whole.game.layers, wanted)
    tried = 0
    for hand in np.flatnonzero(wanted[:, upcard]):
        for action in others(whole, int(hand)) - {int(policy.actions[0, hand, upcard])}:
            changed = Policy(policy.actions.copy(), policy.rescues)
            changed.actions[0, hand, upcard] = action
            assert value(whole, changed, pair, upcard) < best + SMALL, (whole.known.cards[hand], action)
            tried += 1
    assert tried > 15


def test_eights_are_split_against_an_ace_where_one_wager_is_lost_in_all() -> None:
    """What an engine of its own found: 0.6781 are lost by splitting, 0.6822 by drawing."""
    plan, worth = crown(in_all=True).best()
    starts = crown(in_all=True).starts
    place = next(n for n, each in enumerate(starts) if (each.first, each.second) == (EIGHT, EIGHT))
    assert worth[place, ACE, SPLIT] == pytest.approx(-0.6781, abs=5e-5)
    assert worth[place, ACE, DRAW] == pytest.approx(-0.6822, abs=5e-5)
    assert plan.firsts[place, ACE] == SPLIT


@pytest.mark.parametrize("returns", [True, False])
def test_a_watcher_reckons_a_prize_with_its_stake_only_where_that_comes_back(*, returns: bool) -> None:
    settings = Settings(variant=Variant.PANDEMONIUM, decks=6, pandemonium=2, pandemonium_stake_returns=returns)
    worth = _worth(settings.terms(), 0.0, np.zeros(RANKS))
    # BJ 11.6.3(b), by hand: 100,000 + 50,000 + 35,000 + 34,500 + 250,000 + 242,000 + 340,000 over 51,566.
    assert worth.pontoon == pytest.approx(1_051_500 / 51_566 + returns)
