"""Random hands at our tables and at PokerKit's: wherever the two differ, a clause on the list says why."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

pytest.importorskip("pokerkit")

from croupier.games.crown_poker import LimitKind, Variant
from tests.hands.peer import EXPLAINED, GAMES, Apart, Both

HANDS = 150


def differences(game: tuple[Variant, LimitKind], seeds: range) -> Counter[str]:
    found = Counter[str]()
    for seed in seeds:
        try:
            found += Both(game, Random(f"{game} {seed}")).run()
        except Apart as apart:
            found += apart.found
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_nothing_differs_but_what_a_clause_explains(game: tuple[Variant, LimitKind]) -> None:
    found = differences(game, range(HANDS))
    assert set(found) <= EXPLAINED, sorted(set(found) - EXPLAINED)
