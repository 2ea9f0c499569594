"""The prize meters of this floor, each kept as of its last committed event, and the tables that play for them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

import msgspec

from croupier.books import cite
from croupier.floor.bell import Bell
from croupier.floor.store import Append, Stored, StoreError
from croupier.floor.store.upcast import upcast
from croupier.floor.tables import LiveTable, Told, kind_of, to_store
from croupier.house import meter
from croupier.house.linked import asked_of_meter
from croupier.house.meter import (
    AddTable,
    ChangeOption,
    CloseMeter,
    GameCancelled,
    Meter,
    MeterClosed,
    MeterNoticePosted,
    MeterOpened,
    MitesReceived,
    OpenMeter,
    OptionChanged,
    OutcomeRecorded,
    OutcomeUndone,
    PostMeterNotice,
    PrizesDetermined,
    RemoveTable,
    TableAdded,
    TableRemoved,
    WagersRegistered,
)
from croupier.table.contract import Actor, Command, Decision, Event, Reason, Refusal
from croupier.table.wagers import WagerPlaced

PREFIX = "meter:"

MeterEvent = (
    MeterOpened
    | MeterNoticePosted
    | TableAdded
    | TableRemoved
    | OptionChanged
    | MeterClosed
    | MitesReceived
    | WagersRegistered
    | GameCancelled
    | OutcomeRecorded
    | OutcomeUndone
    | PrizesDetermined
)

MeterCommand = OpenMeter | PostMeterNotice | AddTable | RemoveTable | ChangeOption | CloseMeter
"""What the operator may ask of a meter; all else comes from its tables."""

JACKPOT = "jackpot"

_decoder = msgspec.json.Decoder(MeterEvent)


class LiveMeter:
    """One meter with the version of its stream. Only the floor changes it."""

    def __init__(self, meter_id: str) -> None:
        self.id = meter_id
        self.stream = PREFIX + meter_id
        self.meter = Meter(id=meter_id)
        self.version = 0
        self.lock = asyncio.Lock()
        self.stale = True
        """Whether the record must be read before the next decision."""
        self.bell = Bell()

    def decide(self, command: Command, by: Actor, at: int, others: Sequence[Meter]) -> Decision:
        """What a command of the operator leads to, beside the other meters of the house."""
        return meter.decide(self.meter, command, by, at, others)

    def append(self, events: tuple[Event, ...]) -> Append:
        """The meter's part of a commit; without events it only makes sure that nobody else has moved the meter."""
        return Append(self.stream, self.version, to_store("", events))

    def apply(self, events: Iterable[Event]) -> None:
        """Take committed events in, and tell those who wait."""
        for event in events:
            self.meter = meter.evolve(self.meter, event)
            self.version += 1
        self.bell.ring()

    def absorb(self, found: Iterable[Stored]) -> None:
        """Take in what the store has next."""
        for stored in found:
            if stored.version != self.version + 1:
                raise StoreError(f"{self.stream} is at {self.version}, its next event is {stored.version}")
            self.apply((read(stored),))

    def told(self, events: Iterable[Event], by: Actor, at: int, position: int) -> tuple[Told, ...]:
        """Events about to be taken in, committed from this position on, as they are told."""
        return tuple(
            Told(position + n, self.version + 1 + n, at, by.id, by.name, kind_of(event), event)
            for n, event in enumerate(events)
        )


def read(stored: Stored) -> Event:
    """The event of a stored record of a meter."""
    event: Event = _decoder.decode(upcast(stored.kind, stored.schema, stored.payload))
    return event


def folded(meter_id: str, record: Iterable[Stored]) -> Meter:
    """A meter as its record leaves it."""
    live = LiveMeter(meter_id)
    live.absorb(record)
    return live.meter


def linked_to(meters: Mapping[str, LiveMeter], table: str) -> LiveMeter | None:
    """The open meter that a table plays for; a table is never in two (TCP 6.1.1(c))."""
    return next((each for each in meters.values() if each.meter.open and table in each.meter.tables), None)


class Need(Enum):
    """What an act at a table needs its meter for."""

    TO_BE_THERE = "a wager is placed for it"
    TO_CHANGE = "it gains, gives back or pays"


def need_of_meter(table: LiveTable, events: tuple[Event, ...]) -> Need | None:
    """What the events of a table need a meter for, if they do."""
    if price(table) is None:
        return None
    if next(asked_of_meter(table.id, events), None) is not None:
        return Need.TO_CHANGE
    wagered = any(isinstance(event, WagerPlaced) and event.bet == JACKPOT for event in events)
    return Need.TO_BE_THERE if wagered else None


def price(table: LiveTable) -> int | None:
    """What a Jackpot wager costs at a table, or None where there is none."""
    found: int | None = getattr(table.terms, "jackpot_price", None)
    return found


NO_METER = Refusal(Reason.NOT_NOW, (cite("TCP 6.2.1"), cite("TCP 6.1.1(a)")), {"meter": "no open meter has this table"})
"""Why nothing about a jackpot can be done at a table that plays for no meter."""


def concerned(command: MeterCommand, now: Meter) -> tuple[str, ...]:
    """The tables that must stand still while a meter's command is decided."""
    match command:
        case OpenMeter(tables=tables):
            return tables
        case AddTable(table=table) | RemoveTable(table=table):
            return (table,)
        case ChangeOption() | CloseMeter():
            return now.tables
        case _:
            return ()


def unfit(command: MeterCommand, now: Meter, tables: Mapping[str, LiveTable]) -> Refusal | None:
    """Why a command does not suit the tables it is about: their price, their prizes, the wagers lying on them."""
    match command:
        case OpenMeter(price=asked, option=option) if len(set(command.tables)) == len(command.tables):
            return _first(_mismatch(name, tables, asked, option) for name in command.tables)
        case OpenMeter():
            return Refusal(Reason.ALREADY, (cite("TCP 6.1.1(c)"),), {"tables": "one is named twice"})
        case AddTable(table=table):
            return _mismatch(table, tables, now.price, now.option)
        case RemoveTable(table=table):
            return _wagered(table, tables, cite("TCP 6.1.1(h)"))
        case CloseMeter():
            return _first(_wagered(name, tables, cite("TCP 6.1.1(i)")) for name in now.tables)
        case ChangeOption(option=option):
            return _first(_mismatch(name, tables, now.price, option) for name in now.tables)
        case _:
            return None


def _first(refusals: Iterable[Refusal | None]) -> Refusal | None:
    return next((each for each in refusals if each is not None), None)


def _mismatch(name: str, tables: Mapping[str, LiveTable], asked: int, option: int) -> Refusal | None:
    """All tables of a meter ask one price and pay by one table of prizes."""
    table = tables.get(name)
    if table is None:
        return Refusal(Reason.NOT_HERE, (cite("TCP 6.1.1(a)"),), {"table": name})
    if price(table) != asked:
        return Refusal(Reason.LIMITS, (cite("TCP 6.1.1(d)"),), {"table": name, "price": price(table) or 0})
    if table.terms.jackpot_option != option:
        facts = {"table": name, "option": table.terms.jackpot_option}
        return Refusal(Reason.LIMITS, (cite("TCP 6.1.1(b)(i)"), cite("TCP 6.1.1(b)(ii)")), facts)
    return None


def _wagered(name: str, tables: Mapping[str, LiveTable], clause: str) -> Refusal | None:
    """A table does not lose its meter while Jackpot wagers lie on it."""
    table = tables.get(name)
    if table is not None and table.state.jackpot_wagers():
        return Refusal(Reason.NOT_NOW, (clause,), {"table": name, "jackpot wagers": len(table.state.jackpot_wagers())})
    return None
