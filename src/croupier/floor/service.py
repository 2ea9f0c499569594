"""The floor: every table of a store, live in this process, whichever process writes to it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from croupier.books import cite
from croupier.cards import Draw, by_chance
from croupier.floor.bell import Bell
from croupier.floor.clock import Clock
from croupier.floor.desk import CHUNK, Accepted, Answer, Ask, Decide, Desk, Events, FloorClosed, Refused, Reply
from croupier.floor.ids import fresh_ids
from croupier.floor.mail import Mail
from croupier.floor.meters import PREFIX as METERS
from croupier.floor.meters import LiveMeter, MeterCommand, linked_to
from croupier.floor.operating import Operating
from croupier.floor.purses import PREFIX as WALLETS
from croupier.floor.store import Append, Commit, Conflict, Store
from croupier.floor.tables import PREFIX, AutomaticSet, LiveTable, TableRegistered, Told, registration, to_store
from croupier.floor.watch import Watch
from croupier.games import game
from croupier.games.three_card_poker.jackpot import PayJackpotPrizes, RejectJackpotPrizes
from croupier.house.exclusions import Exclusions
from croupier.house.linked import prizes_due
from croupier.house.wallet import STARTING_CENTS
from croupier.table.contract import Actor, Command, Reason, Refusal

__all__ = [
    "Accepted",
    "Floor",
    "FloorClosed",
    "LiveMeter",
    "LiveTable",
    "Refused",
    "TableExists",
    "Told",
    "UnknownMeter",
    "UnknownTable",
    "Watch",
]


class UnknownTable(LookupError):
    """There is no such table on the floor."""


class UnknownMeter(LookupError):
    """There is no such meter on the floor."""


class TableExists(ValueError):
    """A table of that id is on the floor already."""


class Floor:
    """The tables, meters and wallets of a store, as one process sees and changes them."""

    def __init__(self, store: Store, clock: Clock, draw: Draw) -> None:
        self.store = store
        self.clock = clock
        self.tables: dict[str, LiveTable] = {}
        self.meters: dict[str, LiveMeter] = {}
        self.new_table = Bell()
        """Rings when a table comes to the floor, here or in another process."""
        self._draw = draw
        self._exclusions = Exclusions()
        self._ids = fresh_ids()
        self._watches: dict[str | None, set[Watch]] = {}
        self._mail = Mail(asyncio.get_running_loop(), store.submit, self._others_wrote)
        self._desk = Desk(store, self._mail, clock, self._publish, self.meters)
        self._operating = Operating(store, self._desk, clock, self.meters, self.tables)
        self._following: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, store: Store, *, clock: Clock | None = None, draw: Draw = by_chance) -> Floor:
        """Fold every table and meter of the store, and from then on follow what any process writes to it."""
        floor = cls(store, clock or Clock(), draw)
        position, _ = await asyncio.to_thread(store.head)
        floor._mail.start(position)
        for stream in await asyncio.to_thread(store.streams, PREFIX):
            await floor._find(stream)
        for stream in await asyncio.to_thread(store.streams, METERS):
            await floor._follow_meter(stream)
        store.listen(floor._mail.head)
        return floor

    async def close(self) -> None:
        """Take no more commands, wait for those under way, and end every watch."""
        await self._desk.close()
        if self._following is not None:
            await asyncio.gather(self._following, return_exceptions=True)
        self._mail.stop()
        for watches in self._watches.values():
            for watch in tuple(watches):
                watch.close()
        for table in self.tables.values():
            table.bell.ring()

    async def quiet(self) -> None:
        """Wait for the commands under way, though those who gave them may have gone."""
        await self._desk.quiet()

    def table(self, table_id: str) -> LiveTable:
        """The table of this id, or UnknownTable."""
        found = self.tables.get(table_id)
        if found is None:
            raise UnknownTable(f"there is no table {table_id!r}")
        return found

    async def open_table(
        self, table_id: str, title: str, game_name: str, terms: Any, *, automatic: bool, by: Actor
    ) -> None:
        """Put a new table on record; TableExists if there is one of that id."""
        if table_id in self.tables:
            raise TableExists(f"there is a table {table_id!r} already")
        event = TableRegistered(
            table=table_id,
            title=title,
            game=game(game_name).name,
            terms=msgspec.to_builtins(msgspec.structs.replace(terms, table=table_id)),
            automatic=automatic,
            under=(),
        )
        new = LiveTable(event)
        events = (event, *new.introduction(by))
        append = Append(new.stream, 0, to_store(table_id, events))
        reply = msgspec.json.encode(Reply(new.stream, 0, len(events)))
        outcome = await self._mail.send(Commit(next(self._ids), by.id, self.clock(), (append,), reply))
        await self._find(new.stream)
        if isinstance(outcome, Conflict):
            raise TableExists(f"there is a table {table_id!r} already")

    async def command(self, table_id: str, command: Command, by: Actor, command_id: str | None = None) -> Answer:
        """Decide a command on the table as it now stands; answer once it is durable.

        A command id that this actor used before gets the answer it got then, and changes nothing. Whoever never asks
        twice may leave the id out.
        """
        table = self.table(table_id)

        def decide(at: int) -> Events | Refusal:
            return self._exclusions.refuses(command, by) or table.decide(command, by, at, self._draw)

        return await self._ask(table, by, command_id, decide)

    async def set_automatic(self, table_id: str, automatic: bool, by: Actor, command_id: str | None = None) -> Answer:
        """Let the automatic dealer take over a table, or step back from it."""
        table = self.table(table_id)

        def decide(at: int) -> Events | Refusal:
            if table.automatic == automatic:
                return Refusal(Reason.ALREADY, (), {"automatic": str(automatic).lower()})
            return (*table.introduction(by), AutomaticSet(automatic=automatic, under=()))

        return await self._ask(table, by, command_id, decide)

    def meter(self, meter_id: str) -> LiveMeter:
        """The meter of this id, or UnknownMeter."""
        found = self.meters.get(meter_id)
        if found is None:
            raise UnknownMeter(f"there is no meter {meter_id!r}")
        return found

    def meter_of(self, table_id: str) -> LiveMeter | None:
        """The open meter that a table plays for, if it does."""
        return linked_to(self.meters, table_id)

    async def command_meter(
        self, meter_id: str, command: MeterCommand, by: Actor, command_id: str | None = None
    ) -> Answer:
        """Decide a command of the operator for a meter beside all the others; answer once it is durable."""
        return await self._operating.ask(meter_id, command, by, command_id or next(self._ids))

    async def determine(
        self, meter_id: str, table_id: str, by: Actor, *, confirmed: bool, why: str = "", command_id: str | None = None
    ) -> Answer:
        """Confirm the prizes that wait at a table for exactly what the meter holds, or reject them."""
        meter, table = self.meter(meter_id), self.table(table_id)
        async with meter.lock:
            await self._desk.catch_up(meter)

        def decide(at: int) -> Events | Refusal:
            if self.meter_of(table.id) is not meter:
                return Refusal(Reason.NOT_HERE, (cite("TCP 6.1.1(a)"),), {"table": table.id, "meter": meter.id})
            if not confirmed:
                return table.decide(RejectJackpotPrizes(why=why), by, at, self._draw)
            prizes = prizes_due(meter.meter, table.id)
            if isinstance(prizes, Refusal):
                return prizes
            return table.decide(PayJackpotPrizes(prizes=prizes), by, at, self._draw)

        return await self._ask(table, by, command_id, decide)

    async def wallet(self, player: str) -> int:
        """The chips a person holds away from the tables, in cents."""
        return await self._desk.wallet(player)

    async def top_up(self, player: str, command_id: str | None = None, to: int = STARTING_CENTS) -> int | Refusal:
        """Bring a person's wallet up to the starting amount with play chips; what it then holds."""
        return await self._desk.top_up(player, to, command_id or next(self._ids))

    def watch(self, table_id: str | None = None) -> Watch:
        """What is committed from now on at one table, or at all of them."""
        if table_id is not None:
            self.table(table_id)
        watch = Watch(lambda: self._watches[table_id].discard(watch))
        self._watches.setdefault(table_id, set()).add(watch)
        return watch

    async def told(self, table_id: str, after_position: int, limit: int) -> list[Told]:
        """A table's next events behind a position, from the store."""
        table = self.table(table_id)
        found = await asyncio.to_thread(self.store.read, table.stream, after_position, limit)
        return list(table.tell_all(found))

    async def _ask(self, table: LiveTable, by: Actor, command_id: str | None, decide: Decide) -> Answer:
        ask = Ask(table, by, command_id or next(self._ids), command_id is not None, decide)
        return await self._desk.ask(ask)

    def _publish(self, table: LiveTable, batch: tuple[Told, ...]) -> None:
        table.apply(batch)
        self._exclusions = self._exclusions.after(told.event for told in batch)
        table.bell.ring()
        for key in (table.id, None):
            for watch in tuple(self._watches.get(key, ())):
                watch.put(batch)

    async def _find(self, stream: str) -> LiveTable:
        """The live table of a stream, folded from the store when this process has not seen it yet."""
        table_id = stream.removeprefix(PREFIX)
        if table_id not in self.tables:
            first = (await asyncio.to_thread(self.store.read, stream, 0, 1))[0]
            table = LiveTable(registration(first))
            await self._desk.catch_up(table)
            self.tables.setdefault(table_id, table)
            self.new_table.ring()
        return self.tables[table_id]

    def _others_wrote(self) -> None:
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        """Bring what is live here up to the head of the record."""
        while self._mail.behind:
            found = await asyncio.to_thread(self.store.read, None, self._mail.seen, CHUNK)
            if not found:
                break
            for stream, version in {stored.stream: stored.version for stored in found}.items():
                await self._follow_stream(stream, version)
            self._mail.saw(found[-1].position)

    async def _follow_stream(self, stream: str, version: int) -> None:
        if stream.startswith(PREFIX):
            table = await self._find(stream)
            async with table.lock:
                if table.version < version:
                    await self._desk.catch_up(table)
        elif stream.startswith(METERS):
            await self._follow_meter(stream)
        elif stream.startswith(WALLETS):
            purse = self._desk.purse(stream.removeprefix(WALLETS))
            async with purse.lock:
                purse.stale = purse.stale or purse.version < version

    async def _follow_meter(self, stream: str) -> None:
        """Have a meter here as it is on record: it is shown at every table that plays for it."""
        meter_id = stream.removeprefix(METERS)
        meter = self.meters.get(meter_id) or LiveMeter(meter_id)
        async with meter.lock:
            await self._desk.catch_up(meter)
        self.meters.setdefault(meter_id, meter)
