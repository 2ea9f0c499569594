"""The way of one command: decided on the newest committed state, written along with meter and wallets, answered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import AsyncExitStack
from itertools import islice
from typing import Any

import msgspec

from croupier.floor.clock import Clock
from croupier.floor.mail import Mail
from croupier.floor.meters import NO_METER, LiveMeter, Need, linked_to, need_of_meter
from croupier.floor.purses import Purse, errands
from croupier.floor.store import Append, CommandIdTaken, Commit, Committed, Conflict, Store, Stored
from croupier.floor.tables import LiveTable, Told, to_store
from croupier.house.linked import on_meter
from croupier.house.wallet import TopUp
from croupier.table.contract import Actor, Event, Reason, Refusal

ANSWERS = 4096
"""How many of the latest answers are kept at hand for retries; older accepted ones come from the store."""

CHUNK = 1000
"""How many events are read at a time."""

TURNS = 2
"""How often a command is decided when another process moves its table first."""

MEETINGS = 20
"""How often it is when others only met it at what they share, a meter or a wallet: its own table stands as it did."""

MOVED_ON = Refusal(Reason.NOT_NOW, (), {"table": "others moved first, twice"})

Events = tuple[Event, ...]
Held = LiveTable | LiveMeter | Purse
Decide = Callable[[int], Events | Refusal]


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


Answer = Accepted | Refused


class Reply(msgspec.Struct, frozen=True):
    """What the store keeps of an answer: where its events stand."""

    stream: str
    after: int
    version: int


class Ask(msgspec.Struct, frozen=True):
    """One command at a table: who gives it, under which id, and what it leads to at a given time."""

    table: LiveTable
    by: Actor
    command_id: str
    maybe_retry: bool
    decide: Decide


_reply = msgspec.json.Decoder(Reply)
_encode = msgspec.json.Encoder().encode


class Desk:
    """Takes commands, one at a time for each table, each meter and each wallet.

    Locks are taken in one order, tables, then meters, then wallets, each kind by id, and held until the commit is
    durable: so no two commands ever wait for each other.
    """

    def __init__(
        self,
        store: Store,
        mail: Mail,
        clock: Clock,
        publish: Callable[[LiveTable, tuple[Told, ...]], None],
        meters: Mapping[str, LiveMeter],
    ) -> None:
        self._store = store
        self._meters = meters
        self._mail = mail
        self._clock = clock
        self._publish = publish
        self._purses: dict[str, Purse] = {}
        self._answers: OrderedDict[tuple[str, str], asyncio.Task[Answer]] = OrderedDict()
        self._closed = False

    async def close(self) -> None:
        """Take no more commands, and wait for those under way."""
        self._closed = True
        await self.quiet()

    async def quiet(self) -> None:
        """Wait for the commands under way; whoever gave them may have gone."""
        await asyncio.gather(*(task for task in self._answers.values() if not task.done()), return_exceptions=True)

    async def ask(self, ask: Ask) -> Answer:
        """The answer to a command, once it is durable; the earlier answer if this actor used the id before."""
        return await self.once((ask.by.id, ask.command_id), lambda: self._answer(ask))

    async def once(self, key: tuple[str, str], work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """The answer that work leads to, begun once for each key of actor and command id."""
        known = self._answers.get(key)
        if known is None:
            if self._closed:
                raise FloorClosed("the floor is closed")
            # A task of its own: whoever asked may go away, but what is committed must still reach the live table.
            known = self._answers[key] = asyncio.create_task(work())
            known.add_done_callback(lambda task: self._keep(key, task))
        return await asyncio.shield(known)

    async def wallet(self, owner: str) -> int:
        """What a person holds away from the tables, in cents."""
        purse = self.purse(owner)
        async with purse.lock:
            await self.fresh(purse)
            return purse.wallet.cents

    async def top_up(self, owner: str, to: int, command_id: str) -> int | Refusal:
        """Bring a wallet up to an amount; what it then holds."""
        purse = self.purse(owner)
        async with purse.lock:
            for _ in range(2):
                await self.fresh(purse)
                events = purse.decide((TopUp(to=to),))
                if isinstance(events, Refusal):
                    return events
                reply = _encode(Reply(purse.stream, purse.version, purse.version + len(events)))
                commit = Commit(command_id, owner, self._clock(), (purse.append(events),), reply)
                outcome = await self.written(commit, (purse,))
                if isinstance(outcome, Committed):
                    if not outcome.repeated:
                        purse.apply(events)
                    return purse.wallet.cents
        return MOVED_ON

    def purse(self, owner: str) -> Purse:
        """A person's wallet as this process last saw it."""
        return self._purses.setdefault(owner, Purse(owner))

    async def hold(self, wanted: Held, held: AsyncExitStack) -> None:
        """Take a lock until the stack is left, and have what it guards as it is on record."""
        await held.enter_async_context(wanted.lock)
        await self.fresh(wanted)

    async def fresh(self, held: Held) -> None:
        """Read the record of something whose lock the caller holds, if that is called for."""
        if held.stale:
            await self.catch_up(held)

    async def catch_up(self, held: Held) -> None:
        """Take in all that the store has of something whose lock the caller holds."""

        def read() -> list[Stored]:
            return list(islice(self._store.stream(held.stream, held.version), CHUNK))

        while found := await asyncio.to_thread(read):
            self._clock.not_before(found[-1].at)
            if isinstance(held, LiveTable):
                self._publish(held, held.tell_all(found))
            else:
                held.absorb(found)
        held.stale = False

    def _keep(self, key: tuple[str, str], task: asyncio.Task[Answer]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._answers.pop(key, None)
        while len(self._answers) > ANSWERS and next(iter(self._answers.values())).done():
            self._answers.popitem(last=False)

    async def _answer(self, ask: Ask) -> Answer:
        async with ask.table.lock:
            answer = await self._perform(ask)
        if ask.maybe_retry and not isinstance(answer, Accepted):
            # It may be a retry of something accepted long ago, which the table of now would refuse.
            before = await asyncio.to_thread(self._store.reply_of, ask.command_id, ask.by.id)
            if before is not None:
                return await self._recall(ask.table, _reply.decode(before))
        assert answer is not None
        return answer

    async def _perform(self, ask: Ask) -> Answer | None:
        """Decide and commit, again if another process moved first; None when the id is on record from before."""
        turns = 0
        for _ in range(MEETINGS):
            await self.fresh(ask.table)
            at = self._clock()
            events = ask.decide(at)
            if isinstance(events, Refusal):
                return Refused(events)
            async with AsyncExitStack() as held:
                besides = await self._besides(ask, events, at, held)
                if isinstance(besides, Refusal):
                    return Refused(besides)
                outcome = await self._commit(ask, at, events, besides)
                if isinstance(outcome, Conflict):
                    turns += outcome.stream == ask.table.stream
                    if turns == TURNS:
                        break
                    continue
                if outcome.repeated:
                    return None
                for each, done in besides.items():
                    each.apply(done)
            batch = ask.table.told(events, ask.by, at, outcome.positions[0])
            self._publish(ask.table, batch)
            return Accepted(ask.table.position, ask.table.version, batch)
        return Refused(MOVED_ON)

    async def _besides(
        self, ask: Ask, events: Events, at: int, held: AsyncExitStack
    ) -> dict[LiveMeter | Purse, Events] | Refusal:
        """What the table's meter and the wallets do for its events, each held until the commit is done."""
        besides: dict[LiveMeter | Purse, Events] = {}
        need = need_of_meter(ask.table, events)
        if need is not None:
            meter = linked_to(self._meters, ask.table.id)
            if meter is None:
                return NO_METER
            if need is Need.TO_CHANGE:
                await self.hold(meter, held)
                done = on_meter(meter.meter, ask.table.id, events, ask.by, at)
                if isinstance(done, Refusal):
                    return done
                besides[meter] = done
        for owner, commands in errands(ask.table.id, events, ask.by).items():
            purse = self.purse(owner)
            await self.hold(purse, held)
            paid = purse.decide(commands)
            if isinstance(paid, Refusal):
                return paid
            besides[purse] = paid
        return besides

    async def _commit(
        self, ask: Ask, at: int, events: Events, besides: dict[LiveMeter | Purse, Events]
    ) -> Committed | Conflict:
        table = ask.table
        append = Append(table.stream, table.version, to_store(table.id, events))
        appends = (append, *(each.append(done) for each, done in besides.items()))
        reply = _encode(Reply(table.stream, table.version, table.version + len(events)))
        return await self.written(Commit(ask.command_id, ask.by.id, at, appends, reply), (table, *besides))

    async def written(self, commit: Commit, held: Iterable[Held]) -> Committed | Conflict:
        """Commit; unless that succeeds, what was held is read anew before it is used again."""
        outcome: Committed | Conflict | None = None
        try:
            outcome = await self._mail.send(commit)
        finally:
            if not isinstance(outcome, Committed):
                for each in held:
                    each.stale = True
        return outcome

    async def _recall(self, table: LiveTable, reply: Reply) -> Accepted:
        """The answer given when the command was accepted."""
        if reply.stream != table.stream:
            raise CommandIdTaken(f"the command id was used at {reply.stream}")

        def read() -> list[Stored]:
            return list(islice(self._store.stream(reply.stream, reply.after), reply.version - reply.after))

        batch = table.tell_all(await asyncio.to_thread(read))
        return Accepted(batch[-1].position, batch[-1].version, batch)
