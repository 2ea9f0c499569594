"""The limits a table is chosen by are those of the wager its rounds are played for, not of what lies beside it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.games import game
from croupier.games.double_chance.demo import SCHEDULE
from croupier.money import Limits

PAIRS = {"perfect pairs": {"minimum": 1_00, "maximum": 50_00}}
CHASE = {bet: {"minimum": 5_00, "maximum": 100_00} for bet in ("red", "black")}


@pytest.mark.parametrize(
    ("name", "terms", "main"),
    [
        ("matchmaker", {}, Limits(5_00, 500_00)),
        ("blackjack", {"pairs": True, "limits": PAIRS}, Limits(5_00, 500_00)),
        ("blackjack", {"variant": "crown", "pairs": True, "limits": PAIRS}, Limits(5_00, 500_00)),
        ("three-card-poker", {"jackpot_price": 5_00}, Limits(5_00, 500_00)),
        ("double-chance", {"jackpot": SCHEDULE}, Limits(5_00, 500_00)),
        ("crown-poker", {"limits": CHASE}, None),
    ],
)
def test_side_bets_and_prices_are_not_the_limits_of_a_table(
    name: str, terms: dict[str, Any], main: Limits | None
) -> None:
    found = game(name)
    state: Any = found.initial(msgspec.convert(msgspec.to_builtins(terms), found.terms))
    assert found.engine.rules(state).main_limits(state) == main
