"""People excluded from the casino: wherever on the floor that was directed, no table takes them in."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books import cite
from croupier.floor.tables import Told
from croupier.games.double_chance.supervision import ExcludedFromCasino
from croupier.table.contract import Actor, Command, Reason, Refusal
from croupier.table.people import BuyChips, Join
from croupier.table.wagers import PlaceWager, SpeakWager

TAKING_PART = (Join, BuyChips, PlaceWager, SpeakWager)
"""What a person who is excluded may not do; leaving with their chips they may."""


class Barred:
    """Who is excluded from the casino, by what the tables have on record."""

    def __init__(self) -> None:
        self._people: set[str] = set()

    def hear(self, batch: Iterable[Told]) -> None:
        """Take note of exclusions among what has happened at a table."""
        self._people.update(told.event.player for told in batch if isinstance(told.event, ExcludedFromCasino))

    def refuses(self, command: Command, by: Actor) -> Refusal | None:
        """The refusal for a command by which someone excluded would take part."""
        if not self._people or not isinstance(command, TAKING_PART):
            return None
        if (command.player or by.id) not in self._people:
            return None
        return Refusal(Reason.EXCLUDED, (cite("DC 14.3.3"),), {"from": "the casino"})
