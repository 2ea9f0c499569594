"""The duty manager of a demo floor: confirms the jackpots of automatic tables when no one else has for a while."""

from __future__ import annotations

import asyncio

from croupier.floor.acts.floor import Floor
from croupier.floor.staff.at_work import at_work
from croupier.house.meter import Pending
from croupier.house.meter.terms import meter_terms
from croupier.table.contract import DUTY_MANAGER, no_person

ROUND_SECONDS = 1.0
"""How often the duty manager looks at the meters."""


class DutyManager:
    """Looks after every meter of the floor; a table that a person deals at is left to a person."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._actor = no_person(DUTY_MANAGER, meter_terms().book.posts["manager"])

    async def run(self) -> None:
        """Confirm what has waited long enough until the floor closes."""
        await at_work("the duty manager", self._round, ROUND_SECONDS)

    async def _round(self) -> None:
        await self._walk()
        await asyncio.sleep(min(ROUND_SECONDS, self._floor.tempo.determination or 0.02))

    async def _walk(self) -> None:
        for live in tuple(self._floor.meters.values()):
            for pending in live.state.pending:
                if self._mine(pending):
                    await self._floor.determine(live.id, pending.table, self._actor, confirmed=True)

    def _mine(self, pending: Pending) -> bool:
        table = self._floor.tables.get(pending.table)
        waited = self._floor.clock() - pending.at
        return table is not None and table.automatic and waited >= 1000 * self._floor.tempo.determination
