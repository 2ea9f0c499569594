"""What a player is told by the mathematics of Three Card Poker: from which hand on a Play wager is worth it."""

from __future__ import annotations

from croupier.games.three_card_poker.terms import ANTE_BONUS, PayTable
from croupier.odds.three_card_poker.rule import best_rule

_LOWEST: dict[tuple[object, ...], tuple[int, ...]] = {}


def lowest_played(bonus: PayTable) -> tuple[int, ...]:
    """The lowest hand that the computed rule plays; every better one is played too."""
    key = tuple(bonus.items())
    if key not in _LOWEST:
        _LOWEST[key] = min(hand.value for hand in best_rule(bonus).played)
    return _LOWEST[key]


def prepare() -> None:
    """Work the usual rule out before anyone has to wait for it."""
    lowest_played(ANTE_BONUS["A"])
