"""The usher: a seat is kept for someone who is gone, but not for ever.

Who has a page of the table open is there. How long a seat is kept is the operator's to say; at a full table the book
itself lets an idle one be asked for sooner.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from croupier.floor.acts.floor import Floor, LiveTable
from croupier.floor.staff.at_work import at_work
from croupier.table.contract import AUTOMATIC, automaton, no_person
from croupier.table.people import IDLE_ROUNDS, VacateSeat

LOOK_SECONDS = 20.0
"""How often the usher looks round, at most."""

STEPPED_OUT_MS = 90_000
"""Without a sign of life for so long someone is not only between two pages."""

LastSeen = Callable[[Sequence[str]], dict[str, int]]
"""When each of these people was last there; nothing of those who are signed out."""


class Usher:
    """Looks after the seats of all tables with virtual cards; at a real one the dealer sees who is there."""

    def __init__(self, floor: Floor, last_seen: LastSeen, kept_ms: int) -> None:
        self._floor, self._last_seen, self._kept_ms = floor, last_seen, kept_ms
        self._missed: dict[str, int] = {}
        """Since when those who are signed out have been missed."""

    async def run(self) -> None:
        """Look round until the floor closes."""
        await at_work("the usher", self._round, LOOK_SECONDS)

    async def _round(self) -> None:
        await asyncio.sleep(min(LOOK_SECONDS, self._kept_ms / 4000))
        await self.look_round()

    async def look_round(self) -> None:
        """Free the seats of those who have been gone for long enough, if the rules would let them leave."""
        tables = [table for table in self._floor.tables.values() if not table.state.is_real]
        people = {person for table in tables for person in (*table.state.people, *_waiting(table))}
        people = {person for person in people if not automaton(person)}
        if not people:
            self._missed = {}
            return
        seen = await asyncio.to_thread(self._last_seen, sorted(people))
        now = self._floor.clock()
        self._missed = {each: self._missed.get(each, now) for each in people if each not in seen}
        away = {each: now - seen.get(each, self._missed.get(each, now)) for each in people}
        for table in tables:
            for person in [
                each for each in table.state.people if away.get(each, 0) >= min(STEPPED_OUT_MS, self._kept_ms)
            ]:
                await self._look_after(table, person, away[person])
            for person in [each for each in _waiting(table) if away.get(each, 0) >= self._kept_ms]:
                await self._strike_off(table, person)

    async def _strike_off(self, table: LiveTable, person: str) -> None:
        """Whoever waits for a seat and is gone keeps nobody else from one."""
        rules = table.game.engine.rules(table.state)
        command = rules.struck_off(table.state, person)
        if command is not None:
            await self._floor.command(table.id, command, no_person(AUTOMATIC, rules.automatic_rank))

    async def _look_after(self, table: LiveTable, person: str, away_ms: int) -> None:
        if away_ms >= self._kept_ms:
            await self._floor.give_up(table.id, person, max(1, away_ms // 60_000))
        elif table.automatic and table.state.people[person].idle >= IDLE_ROUNDS:
            rank = table.game.engine.rules(table.state).automatic_rank
            await self._floor.command(table.id, VacateSeat(player=person), no_person(AUTOMATIC, rank))


def _waiting(table: LiveTable) -> list[str]:
    """Who waits for a seat at a table."""
    return list(table.game.engine.rules(table.state).waiting(table.state))
