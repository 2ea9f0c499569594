"""What an entry into a Magnificent Sevens Tournament is worth, beside what the wager that wins it pays."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.books import cite
from croupier.games.blackjack.terms import SEVENS_BONUS, SEVENS_ENTRANTS, SEVENS_PLACES, Bet, Sevens
from croupier.odds.model import WagerAnalysis

WITH_ENTRIES = 1
"""The version of Magnificent Sevens whose three sevens of one suit win an entry."""

UNDER = (
    cite("BJ 13 Table 1:Three Sevens same suit"),
    cite("BJ 13.9.5(a)"),
    cite("BJ 13 Table 3:Prize pool"),
)


class Entry(msgspec.Struct, frozen=True):
    """What a wager gains by the entry that it may win, in dollars."""

    chance: Fraction
    """How often a wager wins one."""
    worth: Fraction
    """What an entry is worth if every entrant is as likely to win as another."""

    @property
    def a_wager(self) -> Fraction:
        """What it adds to each wager, whatever the stake."""
        return self.chance * self.worth


def entry_worth() -> Fraction:
    """The bonus that each entry is paid, and an equal share of the prizes, in dollars; the same for every schedule.

    >>> str(entry_worth())
    '407730/49'
    """
    return Fraction(SEVENS_BONUS, 100) + Fraction(sum(SEVENS_PLACES.values()), 100 * SEVENS_ENTRANTS)


def entry(version: int | None, wagers: tuple[WagerAnalysis, ...]) -> Entry | None:
    """What the entry adds to the Magnificent Sevens wager among these; nothing where none can be won."""
    if version != WITH_ENTRIES:
        return None
    sevens = next((wager for wager in wagers if wager.name == Bet.SEVENS.value), None)
    if sevens is None:
        return None
    chance = sum(
        (Fraction(line.probability) for line in sevens.outcomes if line.name == Sevens.THREE_SUITED.value), Fraction(0)
    )
    return Entry(chance, entry_worth())
