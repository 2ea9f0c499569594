"""Crown Poker, not yet on the floor, keeps every promise of the contract at tables of each game and limit."""

from __future__ import annotations

import pytest

from croupier.games import game, games
from tests.conformance.tables import TABLES
from tests.conformance.test_views import (
    test_players_see_and_are_refused_the_same_whatever_is_hidden as refused_the_same,
)
from tests.conformance.test_walks import test_random_play_keeps_every_promise as keeps_every_promise


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("table", TABLES["crown-poker"])
def test_random_play_keeps_every_promise_at_every_game(table: str, seed: int) -> None:
    keeps_every_promise((game("crown-poker"), TABLES["crown-poker"][table]), seed)


@pytest.mark.parametrize("table", TABLES["crown-poker"])
def test_players_see_and_are_refused_the_same_whatever_is_hidden(table: str) -> None:
    refused_the_same("crown-poker", table)


def test_no_floor_offers_it_yet() -> None:
    assert "crown-poker" not in games()
