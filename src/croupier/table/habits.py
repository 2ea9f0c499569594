"""How the house's own players bet and choose, knowing no more than what their own view shows; a game says its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from croupier.table.contract import Actor, Command, Turn
from croupier.table.state import Person
from croupier.table.wagers import PlaceWager

BUY_IN_MINIMA = 40
"""A house player buys in for so many times the least wager."""


class Mood(Protocol):
    """What tells a house player this way or that."""

    def random(self) -> float:
        """A number from 0 to 1."""

    def randint(self, low: int, high: int) -> int:
        """A whole number from one to another."""

    def sample(self, things: Sequence[str], many: int) -> list[str]:
        """So many of these things, in any order."""


class Habits:
    """Any bets, in any number, and the first of one's choices."""

    def bets(self, state: Any, mood: Mood, meter: bool) -> list[str]:
        """The bets to place on the next round, in order; `meter` when there is one to win from."""
        return mood.sample(sorted(state.limits), mood.randint(1, len(state.limits)))

    def has_bet(self, state: Any, me: str) -> bool:
        """Whether this player's wagers for the next round lie on the layout."""
        return bool(state.wagers_of(me))

    def needed(self, wagers: Sequence[PlaceWager]) -> int:
        """The chips that wagers ask for until the round is over."""
        return sum(wager.cents for wager in wagers)

    def buy_in(self, state: Any) -> int:
        """The chips to come to the table with."""
        dearest: int = max(limits.minimum for limits in state.limits.values())
        return BUY_IN_MINIMA * dearest

    def brings(self, state: Any, me: str) -> int:
        """The chips to sit down with: those of a newcomer, unless one who was here before has to bring more."""
        return self.buy_in(state)

    def prepares(self, state: Any, me: Person, mood: Mood) -> list[Command] | None:
        """What to do between two rounds where nobody bets on the next one; None where it is bet on."""
        return None

    def choose(self, turn: Turn, look: Callable[[], Any], me: Actor, advice: Any, mood: Mood) -> Command | None:
        """What to do in one's turn, by what a look shows and what the mathematics says; None to leave it to chance."""
        return None


class DemoTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the demo floor, and the house players who sit at it."""

    id: str
    title: str
    terms: Any
    automatic: bool = True
    guests: tuple[str, ...] = ()
