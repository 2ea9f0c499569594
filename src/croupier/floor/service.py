"""The floor: every table of a store, live. Commands are decided in turn, committed, and only then answered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from itertools import islice
from typing import Any

import msgspec

from croupier.cards import Draw, by_chance
from croupier.floor.bell import Bell
from croupier.floor.clock import Clock
from croupier.floor.mail import Mail
from croupier.floor.purses import Purse, errands
from croupier.floor.store import Append, Commit, Committed, Conflict, Store, Stored
from croupier.floor.tables import PREFIX, AutomaticSet, LiveTable, TableRegistered, Told, registration, to_store
from croupier.floor.watch import Watch
from croupier.games import game
from croupier.house.wallet import TopUp
from croupier.table.contract import Actor, Command, Event, Reason, Refusal

__all__ = ["Accepted", "Floor", "FloorClosed", "LiveTable", "Refused", "TableExists", "Told", "UnknownTable", "Watch"]

ANSWERS = 4096
"""How many of the latest answers are kept at hand for retries; older accepted ones come from the store."""

CHUNK = 1000
"""How many events are read at a time to catch up with other processes."""


class UnknownTable(LookupError):
    """There is no such table on the floor."""


class TableExists(ValueError):
    """A table of that id is on the floor already."""


class FloorClosed(RuntimeError):
    """The floor takes no more commands."""


class Accepted(msgspec.Struct, frozen=True):
    """The command is durably on record: the table's position and version after it, and what happened."""

    position: int
    version: int
    events: tuple[Told, ...]


class Refused(msgspec.Struct, frozen=True):
    """The command changed nothing."""

    refusal: Refusal


class Reply(msgspec.Struct, frozen=True):
    """What the store keeps of an answer: where its events stand."""

    stream: str
    after: int
    version: int


MOVED_ON = Refusal(Reason.NOT_NOW, (), {"table": "others moved first, twice"})

Answer = Accepted | Refused
Decide = Callable[[int], tuple[Event, ...] | Refusal]
_reply = msgspec.json.Decoder(Reply)


class Floor:
    """The tables and wallets of a store, as one process sees and changes them."""

    def __init__(self, store: Store, clock: Clock, draw: Draw) -> None:
        self.store = store
        self.clock = clock
        self.tables: dict[str, LiveTable] = {}
        self.new_table = Bell()
        """Rings when a table comes to the floor, here or in another process."""
        self._draw = draw
        self._purses: dict[str, Purse] = {}
        self._answers: OrderedDict[tuple[str, str], asyncio.Task[Answer]] = OrderedDict()
        self._watches: dict[str | None, set[Watch]] = {}
        self._mail = Mail(asyncio.get_running_loop(), self._mind)
        self._catching_up: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, store: Store, *, clock: Clock | None = None, draw: Draw = by_chance) -> Floor:
        """Fold every table of the store, and from then on follow what any process writes to it."""
        floor = cls(store, clock or Clock(), draw)
        position, _ = await asyncio.to_thread(store.head)
        floor._mail.start(position)
        for stream in await asyncio.to_thread(store.streams, PREFIX):
            await floor._find(stream)
        store.listen(floor._mail.head)
        return floor

    async def close(self) -> None:
        """Take no more commands, and wait for those under way."""
        self._closed = True
        under_way: list[asyncio.Task[Any]] = [task for task in self._answers.values() if not task.done()]
        if self._catching_up is not None:
            under_way.append(self._catching_up)
        await asyncio.gather(*under_way, return_exceptions=True)
        self._mail.stop()
        for watches in self._watches.values():
            for watch in tuple(watches):
                watch.close()
        for table in self.tables.values():
            table.bell.ring()

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
        known = game(game_name)
        event = TableRegistered(
            table=table_id,
            title=title,
            game=known.name,
            terms=msgspec.to_builtins(msgspec.structs.replace(terms, table=table_id)),
            automatic=automatic,
            under=(),
        )
        new = LiveTable(event)
        events = (event, *new.introduction(by))
        append = Append(new.stream, 0, to_store(table_id, events))
        reply = msgspec.json.encode(Reply(new.stream, 0, len(events)))
        outcome = await self._mail.send(
            self.store.submit(Commit(f"register:{table_id}", by.id, self.clock(), (append,), reply))
        )
        await self._find(new.stream)
        if isinstance(outcome, Conflict) or outcome.repeated:
            raise TableExists(f"there is a table {table_id!r} already")

    async def set_automatic(self, table_id: str, automatic: bool, by: Actor, command_id: str) -> Answer:
        """Let the automatic dealer take over a table, or step back from it."""
        table = self.table(table_id)

        def decide(at: int) -> tuple[Event, ...] | Refusal:
            if table.automatic == automatic:
                return Refusal(Reason.ALREADY, (), {"automatic": str(automatic).lower()})
            return (*table.introduction(by), AutomaticSet(automatic=automatic, under=()))

        return await self._once(table, decide, by, command_id)

    async def command(self, table_id: str, command: Command, by: Actor, command_id: str) -> Answer:
        """Decide a command on the table as it now stands; answer once it is durable.

        A command id that this actor used before gets the answer it got then, and changes nothing.
        """
        table = self.table(table_id)
        return await self._once(table, lambda at: table.decide(command, by, at, self._draw), by, command_id)

    async def wallet(self, player: str) -> int:
        """The chips a person holds away from the tables, in cents."""
        purse = self._purse(player)
        async with purse.lock:
            await self._fresh(purse)
            return purse.wallet.cents

    async def top_up(self, player: str, command_id: str, to: int | None = None) -> int | Refusal:
        """Bring a person's wallet up to the starting amount with play chips; what it then holds."""
        purse = self._purse(player)
        async with purse.lock:
            for _ in range(2):
                await self._fresh(purse)
                events = purse.decide((TopUp() if to is None else TopUp(to=to),))
                if isinstance(events, Refusal):
                    return events
                reply = msgspec.json.encode(Reply(purse.stream, purse.version, purse.version + len(events)))
                commit = Commit(command_id, player, self.clock(), (purse.append(events),), reply)
                outcome = await self._written(commit, (purse,))
                if isinstance(outcome, Committed):
                    if not outcome.repeated:
                        purse.apply(events)
                    return purse.wallet.cents
        return MOVED_ON

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
        return [table.tell(stored) for stored in found]

    async def _once(self, table: LiveTable, decide: Decide, by: Actor, command_id: str) -> Answer:
        key = (by.id, command_id)
        known = self._answers.get(key)
        if known is None:
            if self._closed:
                raise FloorClosed("the floor is closed")
            # A task of its own: whoever asked may go away, but what is committed must still reach the live table.
            known = self._answers[key] = asyncio.create_task(self._answer(table, decide, by, command_id))
            known.add_done_callback(lambda task: self._remember(key, task))
        return await asyncio.shield(known)

    def _remember(self, key: tuple[str, str], task: asyncio.Task[Answer]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._answers.pop(key, None)
        while len(self._answers) > ANSWERS and next(iter(self._answers.values())).done():
            self._answers.popitem(last=False)

    async def _answer(self, table: LiveTable, decide: Decide, by: Actor, command_id: str) -> Answer:
        async with table.lock:
            answer = await self._perform(table, decide, by, command_id)
        if isinstance(answer, Refused | Committed):
            # It may be a retry of something accepted long ago, which the table of now would refuse.
            before = await asyncio.to_thread(self.store.reply_of, command_id, by.id)
            if before is not None:
                return await self._recall(_reply.decode(before))
        assert not isinstance(answer, Committed)
        return answer

    async def _perform(self, table: LiveTable, decide: Decide, by: Actor, command_id: str) -> Answer | Committed:
        """Decide and commit, once more if another process moved first; Committed when it is on record from before."""
        for _ in range(2):
            await self._fresh(table)
            at = self.clock()
            events = decide(at)
            if isinstance(events, Refusal):
                return Refused(events)
            wanted = errands(table.id, events, by)
            async with AsyncExitStack() as held:
                purses = [self._purse(owner) for owner in wanted]
                spent: list[tuple[Event, ...]] = []
                for purse, commands in zip(purses, wanted.values(), strict=True):
                    await held.enter_async_context(purse.lock)
                    await self._fresh(purse)
                    paid = purse.decide(commands)
                    if isinstance(paid, Refusal):
                        return Refused(paid)
                    spent.append(paid)
                reply = msgspec.json.encode(Reply(table.stream, table.version, table.version + len(events)))
                appends = (
                    Append(table.stream, table.version, to_store(table.id, events)),
                    *(purse.append(paid) for purse, paid in zip(purses, spent, strict=True)),
                )
                outcome = await self._written(Commit(command_id, by.id, at, appends, reply), (table, *purses))
                if isinstance(outcome, Committed):
                    if outcome.repeated:
                        return outcome
                    for purse, paid in zip(purses, spent, strict=True):
                        purse.apply(paid)
                    batch = table.told(events, by, at, outcome.positions[0])
                    self._publish(table, batch)
                    return Accepted(table.position, table.version, batch)
        return Refused(MOVED_ON)

    async def _written(self, commit: Commit, held: Iterable[LiveTable | Purse]) -> Committed | Conflict:
        """Commit; unless that succeeds, what was held is read anew before it is used again."""
        outcome: Committed | Conflict | None = None
        try:
            outcome = await self._mail.send(self.store.submit(commit))
        finally:
            if not isinstance(outcome, Committed):
                for each in held:
                    each.stale = True
        return outcome

    async def _recall(self, reply: Reply) -> Accepted:
        """The answer given when the command was accepted."""
        table = await self._find(reply.stream)

        def read() -> list[Stored]:
            return list(islice(self.store.stream(reply.stream, reply.after), reply.version - reply.after))

        batch = tuple(table.tell(stored) for stored in await asyncio.to_thread(read))
        return Accepted(batch[-1].position, batch[-1].version, batch)

    def _publish(self, table: LiveTable, batch: tuple[Told, ...]) -> None:
        if not batch:
            return
        table.apply(batch)
        table.bell.ring()
        for key in (table.id, None):
            for watch in tuple(self._watches.get(key, ())):
                watch.put(batch)

    def _purse(self, owner: str) -> Purse:
        return self._purses.setdefault(owner, Purse(owner))

    async def _find(self, stream: str) -> LiveTable:
        """The live table of a stream, folded from the store when this process has not seen it yet."""
        table_id = stream.removeprefix(PREFIX)
        if table_id not in self.tables:
            first = (await asyncio.to_thread(self.store.read, stream, 0, 1))[0]
            table = LiveTable(registration(first))
            async with table.lock:
                await self._read(table)
            self.tables.setdefault(table_id, table)
            self.new_table.ring()
        return self.tables[table_id]

    async def _fresh(self, held: LiveTable | Purse) -> None:
        if held.stale:
            await self._read(held)

    async def _read(self, held: LiveTable | Purse) -> None:
        """Bring a table or wallet up to the store; its lock is held."""

        def read() -> list[Stored]:
            return list(islice(self.store.stream(held.stream, held.version), CHUNK))

        while found := await asyncio.to_thread(read):
            self._absorb(held, found)
        held.stale = False

    def _absorb(self, held: LiveTable | Purse, found: Iterable[Stored]) -> None:
        """Take in what the store has and we have not; its lock is held."""
        if isinstance(held, Purse):
            for stored in found:
                held.absorb(stored)
            return
        batch = []
        for stored in found:
            if stored.version > held.version:
                self.clock.not_before(stored.at)
                batch.append(held.tell(stored))
        self._publish(held, tuple(batch))

    def _mind(self, head: int) -> None:
        """Someone else has written: catch up, unless we are at it."""
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Follow the record to its head, table by table."""
        while self._mail.behind:
            found = await asyncio.to_thread(self.store.read, None, self._mail.seen, CHUNK)
            if not found:
                break
            by_stream: dict[str, list[Stored]] = {}
            for stored in found:
                by_stream.setdefault(stored.stream, []).append(stored)
            for stream, events in by_stream.items():
                await self._follow(stream, events)
            self._mail.saw(found[-1].position)

    async def _follow(self, stream: str, events: list[Stored]) -> None:
        if stream.startswith(PREFIX):
            table = await self._find(stream)
            async with table.lock:
                if events[-1].version > table.version:
                    await self._read(table)
        elif (purse := self._purses.get(stream.removeprefix("wallet:"))) is not None and stream == purse.stream:
            async with purse.lock:
                purse.stale = purse.stale or events[-1].version > purse.version
