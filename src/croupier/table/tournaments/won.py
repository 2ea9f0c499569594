"""Tournaments that nobody can buy into: their entries are won in play, and the book has their schedules and prizes."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from croupier.table.tournaments.conditions import Conditions, Prize, Round


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """How a tournament of so many entrants is played, and for what."""

    entrants: int
    rounds: tuple[Round, ...]
    pool: int
    places: tuple[Prize, ...]


class WonEntries(msgspec.Struct, frozen=True, kw_only=True):
    """What a book says of such a tournament."""

    bet: str
    """The bet by which entries are won; the tournament is played with it."""
    version: str
    """The name under which the house has all tables offer one version of that bet."""
    schedules: tuple[Schedule, ...]
    """The smallest first."""
    bonus: int
    """What each entry brings whoever won it when the tournament begins, in cents."""
    days: tuple[int, int]
    """How many days after the last the next is held, at the least and at the most."""
    wins: str
    """The clause that pays a wager by which an entry is won,"""
    entitled: str
    """and the one by which it is."""
    begins: str
    """The clause that says when a tournament is held,"""
    schedule: str
    """that gives the schedules,"""
    pools: str
    """the pools,"""
    bonus_paid: str
    level: str
    """that has everyone begin each session with equally many chips,"""
    ties: str
    """that has equal banks told apart by extra hands,"""
    play_off: str
    """and those for the first place by a shoe before,"""
    game: str
    substitutes: str
    """that lets whoever has several entries name others,"""
    substitutes_stated: str
    determined: str
    """and by which entries must be decided before another version is played."""

    def largest(self, entries: int) -> Schedule | None:
        """The largest schedule that so many entries fill; None where they do not fill the smallest."""
        filled = [each for each in self.schedules if each.entrants <= entries]
        return filled[-1] if filled else None


def as_stated(schedule: Schedule, conditions: Conditions) -> Schedule:
    """A schedule with what the conditions may change of it: how many shoes the final has (ruling 107)."""
    said = conditions.entry.won
    assert said is not None
    *heats, final = schedule.rounds
    return replace(schedule, rounds=(*heats, replace(final, shoes=said.final_shoes)))
