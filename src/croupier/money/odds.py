"""Odds as a rulebook prints them: "11 to 1"."""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

_TEXT = re.compile(r"(\d+) to (\d+)")


class Odds(msgspec.Struct, frozen=True, order=True):
    """What a winning wager pays beside its own return.

    >>> Odds(11).pays(500)
    Fraction(5500, 1)
    >>> str(Odds(3, 2))
    '3 to 2'
    """

    win: int
    stake: int = 1

    @classmethod
    def read(cls, text: str) -> Odds:
        """Odds from their printed form."""
        found = _TEXT.fullmatch(text.strip())
        if not found or not int(found[2]):
            raise ValueError(f"odds are written like '3 to 2', not {text!r}")
        return cls(int(found[1]), int(found[2]))

    def pays(self, stake_cents: int) -> Fraction:
        """The exact winnings of a stake, before any rounding to chips."""
        return Fraction(stake_cents * self.win, self.stake)

    @property
    def value(self) -> Fraction:
        """The winnings of one unit."""
        return Fraction(self.win, self.stake)

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"
