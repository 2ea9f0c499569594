"""The timekeeper: levels of tournaments begin by themselves, and no clock has run while no server was there.

A schedule that stands at every table is the notice of its levels (ruling 110), so that nobody need be at the desk when
their time comes. A crash leaves no word behind. The last stamp on record says when there was still a server; where
nothing else is written while a clock runs, as in a break, a sign is put into the journal every few seconds.
"""

from __future__ import annotations

import asyncio
import logging

from croupier.floor.acts.floor import Floor, Refused
from croupier.floor.acts.journal import StillOpen
from croupier.floor.people.posts import OPERATOR
from croupier.floor.staff.at_work import at_work
from croupier.floor.store import Archive, StoreError
from croupier.house.tournaments.due import due
from croupier.house.tournaments.elimination.clock import ComeBack, NextLevel
from croupier.house.tournaments.model import Tournament
from croupier.table.contract import CLOCK, HOUSE, no_person

SIGN_SECONDS = 10.0
"""How long a clock runs without a sign of it on record, at most."""
LOOK_SECONDS = 1.0
"""How long after its time a level begins, at most."""

log = logging.getLogger(__name__)


def last_sign(store: Archive) -> int:
    """When there was last a server, as far as the record tells."""
    position, _ = store.head()
    return max([each.at for each in store.read(None, position - 1, 1)], default=0)


class Timekeeper:
    """Sees to the clocks of all tournaments: they run while a server is there, and only then."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._head = 0

    async def come_back(self, since: int) -> None:
        """Let every clock that ran then go on where it stood."""
        for name, live in tuple(self._floor.tournaments.items()):
            if _runs(live.state):
                try:
                    told = await self._floor.command_tournament(name, ComeBack(since=since), no_person(HOUSE, OPERATOR))
                except StoreError as error:
                    log.warning("the clock of %s could not be set: %s", name, error)
                else:
                    if isinstance(told, Refused):
                        log.warning("the clock of %s could not be set: %s", name, told.refusal.reason)

    async def run(self) -> None:
        """Begin levels and give signs until the floor closes."""
        signs = at_work("the timekeeper", self._round, SIGN_SECONDS)
        await asyncio.gather(signs, at_work("the clock of the tournaments", self._look, LOOK_SECONDS))

    async def _look(self) -> None:
        await asyncio.sleep(LOOK_SECONDS)
        await self.begin_levels()

    async def begin_levels(self) -> None:
        """Begin every level and every break whose time has come; whoever was first elsewhere has begun it."""
        now, time = self._floor.clock(), no_person(CLOCK, OPERATOR)
        for name, live in tuple(self._floor.tournaments.items()):
            if _runs(live.state) and any(
                isinstance(each.command, NextLevel) and each.at <= now for each in due(live.state)
            ):
                await self._floor.command_tournament(name, NextLevel(), time)

    async def _round(self) -> None:
        await asyncio.sleep(SIGN_SECONDS)
        if any(_runs(live.state) for live in self._floor.tournaments.values()):
            head, _ = await asyncio.to_thread(self._floor.store.head)
            if head == self._head:
                head = await asyncio.to_thread(self._floor.journal.note, StillOpen(under=()))
            self._head = head


def _runs(state: Tournament) -> bool:
    """Whether a tournament has a clock that runs."""
    return state.sitting is not None and state.sitting.clock is not None and state.sitting.clock.since is not None
