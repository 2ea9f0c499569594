"""Random hands at our tables and at PokerKit's: wherever the two differ, a clause on the list says why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

pytest.importorskip("pokerkit")

from croupier.games.crown_poker import Commission, LimitKind, Variant
from tests.hands.peer import EXPLAINED, GAMES, RAKED, Apart, Both, their_rake

Game = tuple[Variant, LimitKind]
NOTHING = Commission()

HANDS = {LimitKind.NO_LIMIT: 400, LimitKind.FIXED: 150, LimitKind.POT: 120}
RARE: dict[Game, tuple[int, ...]] = {GAMES[0]: (793,), GAMES[1]: (786,)}
"""Hands in which something comes up that is seldom seen."""


def differences(game: Game, seeds: Iterable[int], commission: Commission = NOTHING) -> Counter[str]:
    """What differs in hands of a game, and how often."""
    found = Counter[str]()
    rake = their_rake(commission.per_mille, commission.cap) if commission.from_pots else None
    for seed in seeds:
        try:
            found += Both(game, Random(f"{game} {seed}"), commission, rake).run()
        except Apart as apart:
            found += apart.found
    return found


@pytest.mark.filterwarnings("ignore")
def test_nothing_differs_but_what_a_clause_explains_and_all_of_that_comes_up() -> None:
    found = Counter[str]()
    for game in GAMES:
        found += differences(game, (*range(HANDS[game[1]]), *RARE.get(game, ())))
    assert set(found) == EXPLAINED, set(found) ^ EXPLAINED


@pytest.mark.filterwarnings("ignore")
def test_the_house_takes_the_same_but_where_a_clause_says_otherwise() -> None:
    game, found = GAMES[0], Counter[str]()
    for cap in (None, 8):
        found += differences(game, (*range(200), 499), Commission(per_mille=100, cap=cap))
    assert set(found) - EXPLAINED == RAKED, (set(found) - EXPLAINED) ^ RAKED
