"""What has lately come of the rounds at all tables, for everyone to see: amounts, how they were won, and no names.

Rounds of tournaments are none of them: their chips are no money, and the tournament has a board of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Literal

import msgspec

from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Told
from croupier.floor.reading.reckoning import reckoned
from croupier.floor.reading.rounds import Rounds
from croupier.floor.reading.whose_chips import since_the_last_change, whose_round
from croupier.floor.store import Archive
from croupier.table.declare import EVENTS, Ends
from croupier.table.state import Ending, Settled

SHOWN = 24
"""Results that are shown of all tables together."""

OF_A_TABLE = 8
"""Rounds of one table that are remembered."""

RECALLED = 2
"""Rounds of a table that are read from the record when the house has just opened."""

BEST = 3
"""Wins of one round that are told, the largest first."""


class Win(msgspec.Struct, frozen=True):
    """A wager that won, or what someone took of a pot, without whose it was."""

    bet: str
    odds: str
    """Nothing of a pot."""
    cents: int


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one round, in cents."""

    table: str
    title: str
    game: str
    round: int
    at: int
    outcome: Literal["settled", "void"]
    staked: int
    paid: int
    """What wagers won beside their stakes, and what winners took of the pots."""
    winners: int
    """How many wagers won, and how many shares of pots were taken."""
    wins: tuple[Win, ...]


class Lately:
    """The latest results of every table; bounded in tables' rounds, and in what one look goes through."""

    def __init__(self, store: Archive, tables: Mapping[str, LiveTable]) -> None:
        self._store, self._tables = store, tables
        self._seen: dict[str, int] = {}
        self._results: dict[str, deque[Result]] = {}

    def recorded(self) -> list[Result]:
        """The last rounds of every table as they are on record; this reads the store, so a thread calls it."""
        return [each for live in list(self._tables.values()) for each in islice(self._recorded(live), RECALLED)]

    def remember(self, results: Iterable[Result]) -> None:
        """Show these too."""
        for result in sorted(results, key=lambda each: each.at):
            known = self._results.setdefault(result.table, deque(maxlen=OF_A_TABLE))
            if all(each.round != result.round for each in known):
                known.append(result)

    def latest(self) -> list[Result]:
        """The latest results of all tables, newest first."""
        for live in self._tables.values():
            self._look(live)
        everything = (each for results in self._results.values() for each in results)
        return sorted(everything, key=lambda each: each.at, reverse=True)[:SHOWN]

    def _look(self, live: LiveTable) -> None:
        """Take note of the rounds that ended since the last look, as far as the table has them at hand."""
        seen, self._seen[live.id] = self._seen.get(live.id, 0), live.version
        news = takewhile(lambda told: told.version > seen, reversed(live.log))
        if any(EVENTS[type(told.event)].ends is not None for told in news):
            results = (_result(self._store, live, told) for told in _ended(live.log, seen))
            self.remember(each for each in results if each is not None)

    def _recorded(self, live: LiveTable) -> Iterator[Result]:
        for round, stored, _ in islice(Rounds(self._store, live).latest(), OF_A_TABLE):
            result = None if round.ended is None else _result(self._store, live, live.tell_all(stored))
            if result is not None:
                yield result


def _ended(log: Iterable[Told], after: int) -> Iterator[list[Told]]:
    """The events of each round that ended after a version, whole: up to the one that ends it."""
    events: list[Told] | None = None
    for told in log:
        if events is not None:
            events.append(told)
        elif told.version == 1:
            events = [told]
        if EVENTS[type(told.event)].ends is not None:
            if events is not None and told.version > after:
                yield events
            events = []


def _result(store: Archive, live: LiveTable, told: Sequence[Told]) -> Result | None:
    """What came of a round whose events these are; nothing where nobody had wagered."""
    found = reckoned(since_the_last_change([each.event for each in told]))
    if not found.staked or not told:
        return None
    last = told[-1]
    if whose_round(store, live, last.event.round, last.version) is not None:  # type: ignore[attr-defined]
        return None
    wagers = [_win(each) for each in found.settled if each.ending is Ending.WON]
    shares = [Win(each.pot, "", each.cents) for each in found.shares if each.player]
    won = sorted((*wagers, *shares), key=lambda each: -each.cents)
    return Result(
        table=live.id,
        title=live.title,
        game=live.game.name,
        round=last.event.round,  # type: ignore[attr-defined]  # what ends a round names it
        at=last.at,
        outcome="void" if EVENTS[type(last.event)].ends is Ends.VOID else "settled",
        staked=sum(found.staked.values()),
        paid=sum([each.cents for each in won]),
        winners=len(won),
        wins=tuple(won[:BEST]),
    )


def _win(settled: Settled) -> Win:
    return Win(settled.bet, settled.odds, settled.paid)
