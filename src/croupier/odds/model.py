"""What a PAR sheet says: each wager's outcomes with their exact chances and pays, and all that follows from them."""

from __future__ import annotations

from fractions import Fraction

import msgspec

Number = Fraction | float
"""An exact fraction wherever one exists; a float only where no exact value is known."""


class OutcomeLine(msgspec.Struct, frozen=True):
    """One way a wager can end: how likely, and the net gain of one unit first wagered (a lost unit is -1)."""

    name: str
    probability: Number
    pays: Number
    under: tuple[str, ...] = ()


class WagerAnalysis(msgspec.Struct, frozen=True):
    """What one wager is worth, worked out from every way it can end.

    >>> red = OutcomeLine("red", Fraction(18, 37), 1), OutcomeLine("black or zero", Fraction(19, 37), -1)
    >>> WagerAnalysis("red", red).edge, WagerAnalysis("red", red).hit_rate
    (Fraction(1, 37), Fraction(18, 37))
    """

    name: str
    outcomes: tuple[OutcomeLine, ...]
    strategy: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        total = sum(line.probability for line in self.outcomes)
        if total != 1 and not (isinstance(total, float) and abs(total - 1) < 1e-9):
            raise ValueError(f"the chances of {self.name} add up to {total}, not to 1")

    @property
    def edge(self) -> Number:
        """What the house keeps of one unit first wagered, on average; negative when the player has the better of it."""
        return -sum((line.probability * line.pays for line in self.outcomes), Fraction(0))

    @property
    def variance(self) -> Number:
        """The variance of the net gain of one unit first wagered."""
        return sum((line.probability * line.pays**2 for line in self.outcomes), Fraction(0)) - self.edge**2

    @property
    def hit_rate(self) -> Number:
        """How often the wager wins anything."""
        return sum((line.probability for line in self.outcomes if line.pays > 0), Fraction(0))


class ParSheet(msgspec.Struct, frozen=True):
    """The analysis of a game under given terms: each wager, all at once where that means something, and notes."""

    game: str
    terms: dict[str, str | int | bool]
    wagers: tuple[WagerAnalysis, ...]
    together: WagerAnalysis | None = None
    notes: tuple[str, ...] = ()


class Comparison(msgspec.Struct, frozen=True):
    """Sheets that differ in one term only, so that its effect can be read off."""

    term: str
    labels: tuple[str, ...]
    sheets: tuple[ParSheet, ...]
