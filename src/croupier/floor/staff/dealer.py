"""The automatic dealer, a client of the floor like any other that performs what is due, and the clock of every table.

The clock runs at tables with virtual cards, whoever deals: what follows when a player's time is up is nobody's act
(ruling 70).
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from croupier.floor.acts.answers import Answer
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Floor, LiveTable, Refused
from croupier.floor.staff.at_work import at_work
from croupier.table.contract import AUTOMATIC, CLOCK, Actor, Command, Due, Pace, Reason, Turn, no_person
from croupier.table.declare import COMMANDS
from croupier.table.fields import unsaid

__all__ = ["AUTOMATIC", "Dealer", "Dealers"]

BACK_OFF = 1.0
"""Seconds before an act that was refused is looked at again."""


class Played(Protocol):
    """What a dealer needs of the floor that a table is on."""

    clock: Clock

    async def command(self, table_id: str, command: Command, by: Actor) -> Answer:
        """Put a command to the table."""


class Dealer:
    """Deals at one table for as long as the table is automatic, at a human pace, and keeps its players' time.

    What follows for a player who stays silent is the rules' to say, in the turn; only the time is known here.
    """

    def __init__(self, floor: Played, table: LiveTable) -> None:
        self._floor = floor
        self._table = table
        rank = table.game.engine.rules(table.state).automatic_rank
        self._actor = no_person(AUTOMATIC, rank)
        self._clock = no_person(CLOCK, rank)
        self._waiting: tuple[object, float] = (None, 0.0)

    async def run(self) -> None:
        """Deal until the floor closes. A refusal means that someone acted first: look again and go on."""
        await at_work(f"the dealer at {self._table.id}", self._next, BACK_OFF)

    async def _next(self) -> None:
        table, version = self._table, self._table.version
        found = self._mine() if table.automatic else self._running_out()
        if found is None:
            await table.changed(version)
            return
        command, wait, by = found
        if wait > 0:
            await table.changed(version, wait)
            return
        answer = await self._floor.command(table.id, command, by)
        instead = COMMANDS[type(command)].without_value
        if isinstance(answer, Refused) and answer.refusal.reason is Reason.NOT_ENOUGH_CHIPS and instead is not None:
            answer = await self._floor.command(table.id, instead(command), by)
        if isinstance(answer, Refused) and table.version == version:
            await table.changed(version, BACK_OFF)

    def _running_out(self) -> tuple[Command, float, Actor] | None:
        """What follows when the first player's time is up, and in how many seconds, where someone else deals."""
        for turn in () if self._table.state.is_real else self._table.turns():
            if turn.player is not None and turn.silent is not None:
                return turn.silent, self._until(turn), self._clock
        return None

    def _mine(self) -> tuple[Command, float, Actor] | None:
        """What is done next, in how many seconds from now, and by whom: the act due, or what time brings."""
        table = self._table
        dues = table.due()
        if not dues:
            return None
        turn = _asked(dues[0], table.turns())
        if turn is not None:
            by = self._actor if turn.player is None else self._clock
            return None if turn.silent is None else (turn.silent, self._until(turn), by)
        pace = COMMANDS[type(dues[0].command)].pace
        if pace is Pace.OPENING and table.state.shut:
            return None  # it is for people to open again what people closed
        if dues[0].person is not None or self._beyond(dues[0]) or unsaid(dues[0].command):
            return None
        return dues[0].command, self._left((dues[0], table.version), table.tempo.seconds(pace)), self._actor

    def _beyond(self, due: Due) -> bool:
        """Whether an act is for someone of a higher rank."""
        return not self._table.game.book.reaches(self._actor.rank, due.rank)

    def _until(self, turn: Turn) -> float:
        """Seconds until the time of a turn is up: by its deadline on record, else from when it was first seen."""
        deadline = turn.until or self._table.deadlines.get(turn.key)
        if deadline is not None:
            return (deadline - self._floor.clock()) / 1000
        return self._left(turn.key, self._table.tempo.for_turn(turn))

    def _left(self, standing: object, seconds: float) -> float:
        """Seconds that are left of a wait which began when this was first looked at."""
        now = asyncio.get_running_loop().time()
        if self._waiting[0] != standing:
            self._waiting = (standing, now)
        return self._waiting[1] + seconds - now


def _asked(due: Due, turns: tuple[Turn, ...]) -> Turn | None:
    """The turn that an act due belongs to: one of its choices, or what is done if nobody chooses."""
    for turn in turns:
        if due.command == turn.silent or (due.person is not None and due.person == turn.player):
            return turn
    return None


class Dealers:
    """An automatic dealer for every table of the floor, and for each that comes to it."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._dealers: dict[str, asyncio.Task[None]] = {}
        self._hiring = asyncio.create_task(self._hire())

    async def _hire(self) -> None:
        while True:
            for table in self._floor.tables.values():
                if table.id not in self._dealers:
                    self._dealers[table.id] = asyncio.create_task(Dealer(self._floor, table).run())
            await self._floor.new_table.heard()

    async def close(self) -> None:
        """Send the dealers home."""
        tasks = [self._hiring, *self._dealers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
