"""How a random hand is played: how often players raise, go all in and fold, and which cards come often."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Mood:
    """The mood of a hand."""

    raises: float
    all_in: float
    folds: float
    favoured: str = ""
    """Ranks that come more often: few of them for hands of equal value, small ones for lows."""

    def likes(self, rank: str, chance: Random) -> bool:
        """Whether a card that was drawn is taken."""
        return not self.favoured or rank in self.favoured or chance.random() < 0.15


MOODS = (
    Mood(0.25, 0.1, 0.3),
    Mood(0.15, 0.05, 0.1, "A2345678"),
    Mood(0.4, 0.3, 0.15),
    Mood(0.3, 0.5, 0.05, "TJQKA"),
    Mood(0.05, 0.0, 0.02, "A23456"),
    Mood(0.5, 0.02, 0.1),
    Mood(0.3, 0.1, 0.6),
)


def mood_of(chance: Random) -> Mood:
    """One of the moods."""
    return chance.choice(MOODS)
