"""A live stream of the house, a meter or a wallet: its record folded into the state of now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

from croupier.cards import BY_CHANCE, Chance
from croupier.floor.acts import older
from croupier.floor.acts.bell import Bell
from croupier.floor.acts.lock import Lock
from croupier.floor.acts.recording import Kinds, Told, to_store, told
from croupier.floor.store import Append, Stored, StoreError
from croupier.house.kinds import KINDS
from croupier.house.streams import Look, Source, StreamKind
from croupier.table.contract import Actor, Command, Event, Refusal

_ = older  # how older events are read
StateT = TypeVar("StateT")


@cache
def kinds_of(kind: StreamKind[Any]) -> Kinds:
    """How the events of a kind of stream are read."""
    return Kinds(kind.part.events)


class LiveStream(Generic[StateT]):
    """One stream as of its last committed event. Only the floor changes it."""

    def __init__(self, kind: StreamKind[StateT], stream_id: str) -> None:
        self.kind, self.id = kind, stream_id
        self.stream = kind.stream(stream_id)
        self.state = kind.initial(stream_id)
        self.version = 0
        self.lock = Lock()
        self.stale = True
        """Whether the record must be read before the next decision."""
        self.bell = Bell()

    @property
    def order(self) -> tuple[int, str]:
        """The place of its lock among all: tables come first."""
        return (1 + KINDS.index(self.kind), self.id)

    def decide(
        self,
        commands: Iterable[tuple[Command, Actor]],
        at: int,
        others: Mapping[str, StateT],
        chance: Chance = BY_CHANCE,
        look: Look | None = None,
    ) -> tuple[Event, ...] | Refusal:
        """What commands given one after another lead to, or the first refusal."""
        state, events = self.state, list[Event]()
        for command, by in commands:
            decision = self.kind.decide(state, command, by, at, others, chance=chance, look=look)
            if isinstance(decision, Refusal):
                return decision
            for event in decision:
                state = self.kind.evolve(state, event)
            events.extend(decision)
        return tuple(events)

    def source(self, events: tuple[Event, ...], by: Actor, at: int) -> Source:
        """What has just been decided here, as other streams are asked about it."""
        return Source(kind=self.kind.name, id=self.id, events=events, by=by, at=at, state=self.state)

    def append(self, events: tuple[Event, ...]) -> Append:
        """The stream's part of a commit; without events it only makes sure that nobody else has moved it."""
        return Append(self.stream, self.version, to_store("", events))

    def told(self, events: Iterable[Event], by: Actor, at: int, position: int) -> tuple[Told, ...]:
        """Events about to be taken in, committed from this position on, as they are told."""
        return told(events, self.version, by, at, position)

    def apply(self, batch: Iterable[Told]) -> None:
        """Take committed events in, and tell those who wait."""
        for each in batch:
            self.state = self.kind.evolve(self.state, each.event)
            self.version += 1
        self.bell.ring()

    def read(self, stored: Stored) -> Event:
        """The event of a stored record of this stream."""
        return kinds_of(self.kind).read(stored)

    def tell_all(self, found: Iterable[Stored], names: Mapping[str, str] | None = None) -> tuple[Told, ...]:
        """Stored records of this stream as they are told."""
        called = names or {}
        return tuple(
            Told(
                each.position,
                each.version,
                each.at,
                each.actor,
                called.get(each.actor, each.actor),
                kinds_of(self.kind).kind(each.kind) or each.kind,
                self.read(each),
            )
            for each in found
        )

    def absorb(self, found: Iterable[Stored]) -> None:
        """Take in what the store has next."""
        for stored in found:
            if stored.version != self.version + 1:
                raise StoreError(f"{self.stream} is at {self.version}, its next event is {stored.version}")
            self.apply(self.tell_all((stored,)))
