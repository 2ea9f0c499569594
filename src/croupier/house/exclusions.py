"""People excluded from the casino: wherever on the floor that was directed, no table takes them in."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.table.conduct import ExcludedFromCasino
from croupier.table.contract import Actor, Clauses, Command, Event, Reason, Refusal
from croupier.table.declare import COMMANDS


class Exclusions(msgspec.Struct, frozen=True):
    """Who is excluded from the casino, and under which clauses, by what the tables have on record."""

    people: dict[str, Clauses] = {}

    def after(self, events: Iterable[Event]) -> Exclusions:
        """The exclusions once this has happened at a table."""
        more = {event.player: event.under[:1] for event in events if isinstance(event, ExcludedFromCasino)}
        return Exclusions({**self.people, **more}) if more else self

    def why_not(self, command: Command, by: Actor) -> Refusal | None:
        """The refusal for a command by which someone excluded would take part."""
        if not self.people or not COMMANDS[type(command)].takes_part:
            return None
        under = self.people.get(getattr(command, "player", None) or by.id)
        return None if under is None else Refusal(Reason.EXCLUDED, under, {"from": "the casino"})
