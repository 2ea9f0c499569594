"""A live table: its record folded into the state of now, what has lately been told, and who waits for more."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from croupier.cards import Draw
from croupier.floor.bell import Bell, Concern, always
from croupier.floor.store import NewEvent, Posting, Stored
from croupier.floor.store.upcast import upcast, upcasters
from croupier.games import Game, game
from croupier.table.closing import TableClosed
from croupier.table.contract import Actor, Command, Due, Event, Refusal
from croupier.table.people import PlayerJoined

LOG = 1000
"""How many of the latest events a table keeps at hand for those who resume."""

PREFIX = "table:"

GLOBAL = ("wallet:", "house:", "meter:", PREFIX)
"""How accounts begin whose names are the same for every table."""


class TableRegistered(Event, frozen=True, kw_only=True):
    """The first event of every table: what is played there, and on which terms."""

    table: str
    title: str
    game: str
    terms: dict[str, Any]
    automatic: bool


class AutomaticSet(Event, frozen=True, kw_only=True):
    """The automatic dealer has taken over, or stepped back."""

    automatic: bool


class PersonIntroduced(Event, frozen=True, kw_only=True):
    """Who stands behind an actor's id from here on, and with which rank."""

    person: str
    name: str
    rank: str


FloorEvent = TableRegistered | AutomaticSet | PersonIntroduced
"""What the floor itself puts on a table's record, beside what the game does."""

_FLOOR = msgspec.json.Decoder(FloorEvent)
_FLOOR_KINDS = {"TableRegistered", "AutomaticSet", "PersonIntroduced"}
_encode = msgspec.json.Encoder().encode


class Told(msgspec.Struct, frozen=True):
    """A committed event as it is told to those who watch."""

    position: int
    version: int
    at: int
    actor: str
    actor_name: str
    kind: str
    event: Event


def kind_of(event: Event) -> str:
    """The name an event is stored under."""
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def qualified(table_id: str, account: str) -> str:
    """The ledger's name of an account: wallets and meters have names of their own, all else is the table's."""
    return account if account.startswith(GLOBAL) else f"{PREFIX}{table_id}:{account}"


def to_store(table_id: str, events: Iterable[Event]) -> tuple[NewEvent, ...]:
    """Events as the store takes them."""
    return tuple(
        NewEvent(
            kind := kind_of(event),
            upcasters.current(kind),
            _encode(event),
            tuple(
                Posting(qualified(table_id, move.source), qualified(table_id, move.target), move.cents)
                for move in event.moves
            ),
        )
        for event in events
    )


def registration(stored: Stored) -> TableRegistered:
    """The first event of a table's stream."""
    event = _FLOOR.decode(upcast(stored.kind, stored.schema, stored.payload))
    assert isinstance(event, TableRegistered), f"{stored.stream} begins with {stored.kind}"
    return event


class LiveTable:
    """One table as of its last committed event. Only the floor changes it."""

    def __init__(self, registered: TableRegistered) -> None:
        self.id = registered.table
        self.stream = PREFIX + self.id
        self.title = registered.title
        self.game: Game = game(registered.game)
        self.terms: Any = msgspec.convert(registered.terms, self.game.terms)
        self.state: Any = self.game.initial(self.terms)
        self.automatic = registered.automatic
        self.version = 0
        self.position = 0
        self.closed_by_people = False
        """Whether the table was open before and someone closed it; then it is for people to open it again."""
        self.names: dict[str, str] = {}
        self.log: deque[Told] = deque(maxlen=LOG)
        self.bell = Bell()
        self.lock = asyncio.Lock()
        self.stale = False
        """Whether a write failed so that the record must be read again before the next decision."""
        self._ranks: dict[str, str] = {}
        self._due: tuple[int, tuple[Due, ...]] = (-1, ())

    def decide(self, command: Command, by: Actor, at: int, draw: Draw) -> tuple[Event, ...] | Refusal:
        """What a command leads to here; someone new to this table is introduced on its record first."""
        decision: tuple[Event, ...] | Refusal = self.game.decide(self.state, command, by, at, draw)
        return decision if isinstance(decision, Refusal) else (*self.introduction(by), *decision)

    def due(self) -> tuple[Due, ...]:
        """What the rules expect next; worked out once for everyone who asks at the same version."""
        if self._due[0] != self.version:
            self._due = (self.version, self.game.due(self.state))
        return self._due[1]

    def introduction(self, by: Actor) -> tuple[Event, ...]:
        """The event that says who this is, unless the record says so already."""
        if self.names.get(by.id) == by.name and self._ranks.get(by.id) == by.rank:
            return ()
        return (PersonIntroduced(person=by.id, name=by.name, rank=by.rank, under=()),)

    def read(self, stored: Stored) -> Event:
        """The event of a stored record of this table."""
        payload = upcast(stored.kind, stored.schema, stored.payload)
        event: Event = (_FLOOR if stored.kind in _FLOOR_KINDS else self.game.events).decode(payload)
        return event

    def tell(self, stored: Stored) -> Told:
        """A stored record of this table as it is told."""
        return self.tell_all((stored,))[0]

    def tell_all(self, found: Sequence[Stored]) -> tuple[Told, ...]:
        """Stored records of this table as they are told, with the names that people had then."""
        events = [self.read(stored) for stored in found]
        introduced = {each.person: each.name for each in events if isinstance(each, PersonIntroduced)}
        names = {**self.names, **introduced}
        return tuple(
            Told(each.position, each.version, each.at, each.actor, names.get(each.actor, each.actor), each.kind, event)
            for each, event in zip(found, events, strict=True)
        )

    def told(self, events: Iterable[Event], by: Actor, at: int, position: int) -> tuple[Told, ...]:
        """Events just committed, from this position on, as they are told."""
        return tuple(
            Told(position + n, self.version + 1 + n, at, by.id, by.name, kind_of(event), event)
            for n, event in enumerate(events)
        )

    def apply(self, batch: Iterable[Told]) -> None:
        """Take committed events in, in the order of their versions."""
        state, evolve = self.state, self.game.evolve
        for told in batch:
            assert told.version == self.version + 1, f"{self.stream} is at {self.version}, told of {told.version}"
            self.version, self.position = told.version, told.position
            if told.kind in _FLOOR_KINDS:
                self._note(told.event)
            else:
                state = evolve(state, told.event)
                if isinstance(told.event, PlayerJoined):
                    self.names.setdefault(told.event.player, told.event.name)
                elif isinstance(told.event, TableClosed):
                    self.closed_by_people = True
                elif told.kind == "TableOpened":
                    self.closed_by_people = False
            self.log.append(told)
        self.state = state

    def _note(self, event: Event) -> None:
        match event:
            case AutomaticSet(automatic=automatic):
                self.automatic = automatic
            case PersonIntroduced(person=person, name=name, rank=rank):
                self.names[person], self._ranks[person] = name, rank

    async def changed(self, since: int, within: float | None = None, concerns: Concern = always) -> None:
        """Return once the table is past this version in a way that concerns the caller, or after so many seconds."""
        if self.version <= since:
            await self.bell.heard(within, concerns)
