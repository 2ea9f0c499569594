"""What the table tells the meter it is linked to: a jackpot game registered, undone, and how it came out."""

from __future__ import annotations

from croupier.table.contract import Event


class JackpotRegistered(Event, frozen=True, kw_only=True):
    """A jackpot game runs with the wagers of these areas; the meter has their increments."""

    areas: tuple[int, ...]
    cents: int


class JackpotGameCancelled(Event, frozen=True, kw_only=True):
    """The jackpot game is undone on the meter; wagers that stay are registered anew, or betting opens again."""

    areas: tuple[int, ...]
    reopens: bool = False


class JackpotOutcomeRecorded(Event, frozen=True, kw_only=True):
    """The meter knows how the round came out: the areas that win from it, and with what."""

    round: int
    wins: tuple[tuple[int, str], ...]


class JackpotOutcomeUndone(Event, frozen=True, kw_only=True):
    """A round without effect had been recorded: on the meter its game runs as before, with every prize back on it."""

    round: int
