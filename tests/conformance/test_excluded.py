"""Whoever is excluded does nothing more (rulings 14, 124): they may leave, ask for the rules, and complain."""

from __future__ import annotations

import pytest

from croupier.games import game, games
from tests.conformance import walk as walking
from tests.conformance.tables import TABLES
from tests.conformance.walk import PLAYERS, Walk

LEFT_TO_THEM = {"AskForReview", "AskForRules", "Leave", "RaiseDispute"}
STEPS = 200
WITH_A_BANK = [name for name in games() if hasattr(next(iter(TABLES[name].values())), "areas")]


@pytest.mark.parametrize("name", WITH_A_BANK)
def test_whoever_is_excluded_is_offered_nothing_of_the_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "WEIGHTS", {**walking.WEIGHTS, "ExcludePlayer": 3.0, "ReportContravention": 2.0})
    seen = 0
    for seed, terms in enumerate(TABLES[name].values(), 2):
        if seed > 4 and seen:
            break
        walk = Walk(game(name), terms, seed)
        for _ in range(STEPS):
            walk.step()
            for player in PLAYERS:
                if player.id in walk.state.excluded and player.id in walk.state.people:
                    offered = {type(each.command).__name__ for each in walk.game.options(walk.state, player, walk.at)}
                    assert offered <= LEFT_TO_THEM
                    seen += 1
    assert seen
