"""The timekeeper: while no server of the house was there, no clock of a tournament has run.

A crash leaves no word behind. The last stamp on record says when there was still a server; where nothing else is
written while a clock runs, as in a break, a sign is put into the journal every few seconds.
"""

from __future__ import annotations

import asyncio
import logging

from croupier.floor.acts.floor import Floor, Refused
from croupier.floor.acts.journal import StillOpen
from croupier.floor.people.posts import OPERATOR
from croupier.floor.staff.at_work import at_work
from croupier.floor.store import Archive, StoreError
from croupier.house.tournaments.elimination.clock import ComeBack
from croupier.house.tournaments.model import Tournament
from croupier.table.contract import HOUSE, no_person

SIGN_SECONDS = 10.0
"""How long a clock runs without a sign of it on record, at most."""

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
        """Give signs until the floor closes."""
        await at_work("the timekeeper", self._round, SIGN_SECONDS)

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
