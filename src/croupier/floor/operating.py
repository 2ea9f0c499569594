"""The operator's commands for meters: decided beside all other meters and the tables they are about, all held still."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from itertools import islice

import msgspec

from croupier.books import cite
from croupier.floor.clock import Clock
from croupier.floor.desk import MEETINGS, MOVED_ON, Accepted, Answer, Desk, Events, Refused, Reply
from croupier.floor.meters import PREFIX, LiveMeter, MeterCommand, concerned, read, unfit
from croupier.floor.store import Append, CommandIdTaken, Commit, Conflict, Store
from croupier.floor.tables import LiveTable, Told, to_store
from croupier.house.meter import MeterClosed, MitesReceived, OpenMeter
from croupier.table.contract import Actor, Event, Reason, Refusal

LIST = "meters"
"""The stream that names each meter once: two that are opened at one moment meet here."""


class MeterListed(Event, frozen=True, kw_only=True):
    """There is a meter of this id from now on."""

    meter: str


_reply = msgspec.json.Decoder(Reply)


class Operating:
    """Takes the operator's commands for meters.

    They are rare, and may look at every meter and at several tables: all of these are held, and the commit holds only
    if none of them has moved, in whichever process.
    """

    def __init__(
        self, store: Store, desk: Desk, clock: Clock, meters: dict[str, LiveMeter], tables: Mapping[str, LiveTable]
    ) -> None:
        self._store = store
        self._desk = desk
        self._clock = clock
        self._meters = meters
        self._tables = tables
        self._lock = asyncio.Lock()

    async def ask(self, meter_id: str, command: MeterCommand, by: Actor, command_id: str) -> Answer:
        """The answer to a command for a meter, once it is durable."""
        return await self._desk.once((by.id, command_id), lambda: self._answer(meter_id, command, by, command_id))

    async def _answer(self, meter_id: str, command: MeterCommand, by: Actor, command_id: str) -> Answer:
        async with self._lock:
            answer = await self._perform(meter_id, command, by, command_id)
        if not isinstance(answer, Accepted):
            before = await asyncio.to_thread(self._store.reply_of, command_id, by.id)
            if before is not None:
                return await self._recall(meter_id, _reply.decode(before), by)
        assert answer is not None
        return answer

    async def _perform(self, meter_id: str, command: MeterCommand, by: Actor, command_id: str) -> Answer | None:
        """Decide and commit, again while others move first; None when the id is on record from before."""
        for _ in range(MEETINGS):
            listed = await self._list()
            meter = self._meters.get(meter_id) or LiveMeter(meter_id)
            async with AsyncExitStack() as held:
                tables = self._tables_of(command, meter)
                others = [each for _, each in sorted(self._meters.items()) if each is not meter]
                for table in tables:
                    await self._desk.hold(table, held)
                for each in sorted((meter, *others), key=lambda live: live.id):
                    await self._desk.hold(each, held)
                at = self._clock()
                events = self._decide(meter, command, by, at, others)
                if isinstance(events, Refusal):
                    return Refused(events)
                moved = {meter: events, **_passed_on(meter, events, others)}
                appends = [each.append(moved.get(each, ())) for each in (meter, *others)]
                appends += [Append(table.stream, table.version, ()) for table in tables]
                listing = (MeterListed(meter=meter_id, under=()),) if meter.version == 0 else ()
                appends.append(Append(LIST, listed, to_store("", listing)))
                reply = msgspec.json.encode(Reply(meter.stream, meter.version, meter.version + len(events)))
                commit = Commit(command_id, by.id, at, tuple(appends), reply)
                outcome = await self._desk.written(commit, (meter, *others, *tables))
                if isinstance(outcome, Conflict):
                    continue
                if outcome.repeated:
                    return None
                batch = meter.told(events, by, at, outcome.positions[0])
                for each, done in moved.items():
                    each.apply(done)
                self._meters.setdefault(meter_id, meter)
                return Accepted(batch[-1].position, batch[-1].version, batch)
        return Refused(MOVED_ON)

    async def _list(self) -> int:
        """Know every meter there is, in whichever process it was opened; the version of their list."""
        found = await asyncio.to_thread(self._store.streams, LIST[:-1])
        for stream in found:
            if stream.startswith(PREFIX):
                meter_id = stream.removeprefix(PREFIX)
                self._meters.setdefault(meter_id, LiveMeter(meter_id))
        return found.get(LIST, 0)

    def _tables_of(self, command: MeterCommand, meter: LiveMeter) -> list[LiveTable]:
        names = sorted(set(concerned(command, meter.meter)) & self._tables.keys())
        return [self._tables[name] for name in names]

    def _decide(
        self, meter: LiveMeter, command: MeterCommand, by: Actor, at: int, others: list[LiveMeter]
    ) -> Events | Refusal:
        decision = meter.decide(command, by, at, [each.meter for each in others])
        if isinstance(decision, Refusal):
            return decision
        if isinstance(command, OpenMeter) and meter.version:
            return Refusal(Reason.ALREADY, (cite("TCP 6.1.1"),), {"meter": "closed; another has a name of its own"})
        return unfit(command, meter.meter, self._tables) or decision

    async def _recall(self, meter_id: str, reply: Reply, by: Actor) -> Accepted:
        """The answer given when the command was accepted."""
        stream = LiveMeter(meter_id).stream
        if reply.stream != stream:
            raise CommandIdTaken(f"the command id was used at {reply.stream}")
        found = await asyncio.to_thread(
            lambda: list(islice(self._store.stream(stream, reply.after), reply.version - reply.after))
        )
        batch = tuple(
            Told(each.position, each.version, each.at, by.id, by.name, each.kind, read(each)) for each in found
        )
        return Accepted(batch[-1].position, batch[-1].version, batch)


def _passed_on(meter: LiveMeter, events: Events, others: list[LiveMeter]) -> dict[LiveMeter, Events]:
    """What a closing meter hands over to another."""
    passed: dict[LiveMeter, Events] = {}
    for event in events:
        if isinstance(event, MeterClosed) and event.to is not None and event.mites:
            heir = next(each for each in others if each.id == event.to)
            passed[heir] = (MitesReceived(source=meter.id, mites=event.mites, under=event.under),)
    return passed
