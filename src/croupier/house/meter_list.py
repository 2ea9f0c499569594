"""The list of meters: a stream that names each meter once, so that two opened at one moment meet there."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards import BY_CHANCE, Chance
from croupier.house.meter import MeterOpened
from croupier.house.streams import Asked, Look, Source, StreamKind
from croupier.table.contract import Actor, Command, Decision, Event
from croupier.table.declare import EVERYONE, Desk, Part

part = Part("meters")


class ListMeter(Command, frozen=True, kw_only=True):
    """Put a new meter on the list."""

    meter: str


class MeterListed(Event, frozen=True, kw_only=True):
    """There is a meter of this id from now on."""

    meter: str


part.declares(ListMeter, label="List a meter", says=lambda c, who: f"List the meter {c.meter}", desk=Desk.PRIZES)
part.tells(MeterListed, audience=EVERYONE, says=lambda e, who: f"There is a meter called {e.meter}.")


class MeterList(StreamKind[frozenset[str]]):
    """The one list of all meters."""

    name = "meters"
    state_type = frozenset[str]
    at_hand = True
    part = part

    def stream(self, stream_id: str) -> str:
        """There is only one."""
        return self.name

    def id_of(self, stream: str) -> str | None:
        """There is only one."""
        return "" if stream == self.name else None

    def initial(self, stream_id: str) -> frozenset[str]:
        """No meter yet."""
        return frozenset()

    def decide(
        self,
        state: frozenset[str],
        command: Command,
        by: Actor,
        at: int,
        others: Mapping[str, frozenset[str]],
        *,
        chance: Chance = BY_CHANCE,
        look: Look | None = None,
    ) -> Decision:
        """A meter is listed once, however often it is opened again."""
        assert isinstance(command, ListMeter)
        return () if command.meter in state else (MeterListed(meter=command.meter, under=()),)

    def evolve(self, state: frozenset[str], event: Event) -> frozenset[str]:
        """One meter more."""
        assert isinstance(event, MeterListed)
        return state | {event.meter}

    def asked(self, source: Source, known: Mapping[str, frozenset[str]]) -> tuple[Asked, ...]:
        """A meter that opens is listed."""
        opened = any(isinstance(event, MeterOpened) for event in source.events)
        return (Asked("", ListMeter(meter=source.id), source.by),) if opened else ()


METER_LIST = MeterList()
