"""People excluded from the casino: wherever on the floor that was directed, no table takes them in."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.books import cite
from croupier.games.double_chance.operating import ExchangeVoucher
from croupier.games.double_chance.supervision import ExcludedFromCasino
from croupier.table.contract import Actor, Command, Event, Reason, Refusal
from croupier.table.people import BuyChips, Join
from croupier.table.wagers import PlaceWager, SpeakWager

TAKING_PART = (Join, BuyChips, ExchangeVoucher, PlaceWager, SpeakWager)
"""What a person who is excluded may not do; leaving with their chips they may."""


class Exclusions(msgspec.Struct, frozen=True):
    """Who is excluded from the casino, by what the tables have on record."""

    people: frozenset[str] = frozenset()

    def after(self, events: Iterable[Event]) -> Exclusions:
        """The exclusions once this has happened at a table."""
        more = frozenset(event.player for event in events if isinstance(event, ExcludedFromCasino))
        return Exclusions(self.people | more) if more else self

    def refuses(self, command: Command, by: Actor) -> Refusal | None:
        """The refusal for a command by which someone excluded would take part."""
        if not isinstance(command, TAKING_PART) or (command.player or by.id) not in self.people:
            return None
        return Refusal(Reason.EXCLUDED, (cite("DC 14.3.3"),), {"from": "the casino"})
