"""One act, several streams: decided on the newest committed state of each, written in one commit, answered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import AsyncExitStack
from itertools import islice
from typing import Any

import msgspec

from croupier.floor.acts.clock import Clock
from croupier.floor.acts.live_stream import KINDS, LiveStream
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.mail import Mail
from croupier.floor.acts.recording import Told
from croupier.floor.store import (
    CommandIdTaken,
    Commit,
    Committed,
    Conflict,
    Known,
    RefusedBefore,
    Store,
    Stored,
    Written,
)
from croupier.house.streams import StreamKind
from croupier.table.contract import Actor, Command, Event, Reason, Refusal

ANSWERS = 4096
"""How many of the latest answers are kept at hand for retries; older accepted ones come from the store."""

CHUNK = 1000
"""How many events are read at a time."""

TURNS = 2
"""How often an act is decided when another process moves its own stream first."""

MEETINGS = 20
"""How often it is when others only met it at what they share, a meter or a wallet: its own stream stands as it did."""

MOVED_ON = Refusal(Reason.NOT_NOW, (), {"table": "others moved first, twice"})

Events = tuple[Event, ...]
Held = LiveTable | LiveStream[Any]
Decide = Callable[[int], Events | Refusal]


class FloorClosed(RuntimeError):
    """The floor takes no more commands."""


class Accepted(msgspec.Struct, frozen=True):
    """The command is durably on record: the stream's position and version after it, and what happened."""

    position: int
    version: int
    events: tuple[Told, ...]


class Refused(msgspec.Struct, frozen=True):
    """The command changed nothing."""

    refusal: Refusal


Answer = Accepted | Refused


def _alone() -> Iterator[Held]:
    return iter(())


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """One command on one stream: who gives it, under which id, and what it leads to at a given time.

    `beside` names other streams that must stand still while it is decided, in the order of their locks; each is held
    and read before the next is asked for.
    """

    live: Held
    by: Actor
    command_id: str
    decide: Decide
    maybe_retry: bool = True
    beside: Callable[[], Iterator[Held]] = _alone


_refusal = msgspec.json.Decoder(Refusal)


class Streams:
    """The live streams of the house beside its tables, by kind and id."""

    def __init__(self) -> None:
        self._live: dict[str, dict[str, LiveStream[Any]]] = {kind.name: {} for kind in KINDS}

    def of(self, kind: StreamKind[Any]) -> dict[str, LiveStream[Any]]:
        """Every stream of a kind that this process knows, by id."""
        return self._live[kind.name]

    def one(self, kind: StreamKind[Any], stream_id: str) -> LiveStream[Any]:
        """A stream as this process last saw it."""
        found = self._live[kind.name].get(stream_id)
        if found is None:
            found = self._live[kind.name][stream_id] = LiveStream(kind, stream_id)
        return found

    def named(self, stream: str) -> LiveStream[Any] | None:
        """The stream of this name, if it is of one of the kinds."""
        for kind in KINDS:
            stream_id = kind.id_of(stream)
            if stream_id is not None:
                return self.one(kind, stream_id)
        return None

    def states(self, kind: StreamKind[Any]) -> dict[str, Any]:
        """The state of every stream of a kind that is kept at hand, by id."""
        return {stream_id: live.state for stream_id, live in self.of(kind).items()} if kind.at_hand else {}


class Transactions:
    """Takes acts, one at a time for each table, each meter and each wallet.

    Locks are taken in one order, tables, then the kinds of the house's streams, each by id, and held until the commit
    is durable: so no two acts ever wait for each other.
    """

    def __init__(
        self,
        store: Store,
        mail: Mail,
        clock: Clock,
        publish: Callable[[LiveTable, tuple[Told, ...]], None],
        streams: Streams,
    ) -> None:
        self._store = store
        self._streams = streams
        self._mail = mail
        self._clock = clock
        self._publish = publish
        self._answers: OrderedDict[tuple[str, str], asyncio.Task[Answer]] = OrderedDict()
        self._closed = False

    async def close(self) -> None:
        """Take no more acts, and wait for those under way."""
        self._closed = True
        await self.quiet()

    async def quiet(self) -> None:
        """Wait for the acts under way; whoever gave them may have gone."""
        await asyncio.gather(*(task for task in self._answers.values() if not task.done()), return_exceptions=True)

    async def perform(self, act: Act) -> Answer:
        """The answer to an act, once it is durable; the earlier answer if this actor used the id before."""
        return await self._once((act.by.id, act.command_id), lambda: self._answer(act))

    async def _once(self, key: tuple[str, str], work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """The answer that work leads to, begun once for each key of actor and command id."""
        known = self._answers.get(key)
        if known is None:
            if self._closed:
                raise FloorClosed("the floor is closed")
            # A task of its own: whoever asked may go away, but what is committed must still reach what is live.
            known = self._answers[key] = asyncio.create_task(work())
            known.add_done_callback(lambda task: self._keep(key, task))
        return await asyncio.shield(known)

    def _keep(self, key: tuple[str, str], task: asyncio.Task[Answer]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._answers.pop(key, None)
        while len(self._answers) > ANSWERS and next(iter(self._answers.values())).done():
            self._answers.popitem(last=False)

    async def fresh(self, live: Held) -> None:
        """Read the record of something whose lock the caller holds, if that is called for."""
        if live.stale:
            await self.catch_up(live)

    async def catch_up(self, live: Held) -> None:
        """Take in all that the store has of something whose lock the caller holds."""

        def read() -> list[Stored]:
            return list(islice(self._store.stream(live.stream, live.version), CHUNK))

        while found := await asyncio.to_thread(read):
            self._clock.not_before(found[-1].at)
            if isinstance(live, LiveTable):
                self._publish(live, live.tell_all(found))
            else:
                live.absorb(found)
        live.stale = False

    async def _answer(self, act: Act) -> Answer:
        answer = await self._perform(act)
        if act.maybe_retry and not isinstance(answer, Accepted):
            # It may be a retry of something accepted long ago, which the stream of now would refuse.
            before = await asyncio.to_thread(self._store.known, act.command_id, act.by.id)
            if before is not None:
                return await self._recall(act.live, before, act.by)
        assert answer is not None
        return answer

    async def _perform(self, act: Act) -> Answer | None:
        """Decide and commit, again if another process moved first; None when the id is on record from before."""
        moved = 0
        for _ in range(MEETINGS):
            async with AsyncExitStack() as locks:
                decided = await self._decide(act, _Holding(self, locks))
                if isinstance(decided, Refusal):
                    return Refused(decided)
                at, done = decided
                outcome = await self._commit(act, at, done)
                if isinstance(outcome, Conflict):
                    moved += outcome.stream == act.live.stream
                    if moved == TURNS:
                        break
                    continue
                if isinstance(outcome, RefusedBefore):
                    return Refused(_refusal.decode(outcome.refusal))
                if outcome.repeated:
                    return None
                return self._take_in(act, at, done, outcome.positions[0])
        return Refused(MOVED_ON)

    async def _decide(self, act: Act, holding: _Holding) -> tuple[int, dict[Held, Events]] | Refusal:
        """What the act does to each stream that it reaches, all of them held from here on."""
        for live in act.beside():
            await holding.take(live)
        await holding.take(act.live)
        at = self._clock()
        events = act.decide(at)
        if isinstance(events, Refusal):
            return events
        done: dict[Held, Events] = {act.live: events, **{live: () for live in holding.held if live is not act.live}}
        sources = deque([act.live.source(events, act.by, at)])
        while sources:
            source = sources.popleft()
            for kind in KINDS:
                wanted = kind.asked(source, self._streams.states(kind))
                if isinstance(wanted, Refusal):
                    return wanted
                asked: dict[str, list[tuple[Command, Actor]]] = {}
                for each in wanted:
                    asked.setdefault(each.id, []).append((each.command, each.by))
                for stream_id, commands in sorted(asked.items()):
                    live = self._streams.one(kind, stream_id)
                    await holding.take(live)
                    assert not done.get(live), f"one act asks twice of {live.stream}"
                    found = live.decide(commands, at, self._streams.states(kind))
                    if isinstance(found, Refusal):
                        return found
                    done[live] = found
                    sources.append(live.source(found, act.by, at))
        return at, done

    async def _commit(self, act: Act, at: int, done: dict[Held, Events]) -> Written:
        """Write everything; unless that succeeds, what was held is read anew before it is used again."""
        appends = tuple([live.append(events) for live, events in done.items()])
        outcome: Written | None = None
        try:
            outcome = await self._mail.send(Commit(act.command_id, act.by.id, at, appends))
        finally:
            if not isinstance(outcome, Committed):
                for live in done:
                    live.stale = True
        return outcome

    def _take_in(self, act: Act, at: int, done: dict[Held, Events], position: int) -> Accepted:
        """What was committed reaches every live stream; the act's own events come first in the record."""
        batches = {}
        for live, events in done.items():
            batches[live] = live.told(events, act.by, at, position)
            position += len(events)
        for live in reversed(batches):  # what the act's own stream shows of others must be there before it is told
            if isinstance(live, LiveTable):
                if batches[live]:
                    self._publish(live, batches[live])
            else:
                live.apply(batches[live])
        own = batches[act.live]
        return Accepted(own[-1].position, own[-1].version, own)

    async def _recall(self, live: Held, known: Known, by: Actor) -> Accepted:
        """The answer given when the command was accepted: the act's own stream comes first in what it wrote."""

        def read() -> list[Stored]:
            written = self._store.read(after=known.first - 1, limit=known.last - known.first + 1)
            return [stored for stored in written if stored.stream == written[0].stream]

        found = await asyncio.to_thread(read)
        if found[0].stream != live.stream:
            raise CommandIdTaken(f"the command id was used at {found[0].stream}")
        batch = live.tell_all(found) if isinstance(live, LiveTable) else live.tell_all(found, {by.id: by.name})
        return Accepted(batch[-1].position, batch[-1].version, batch)


class _Holding:
    """The locks one act has taken, always in their order."""

    def __init__(self, transactions: Transactions, locks: AsyncExitStack) -> None:
        self._transactions, self._locks = transactions, locks
        self.held: list[Held] = []

    async def take(self, live: Held) -> None:
        """Hold a stream until the act is done, and have it as it is on record."""
        if live in self.held:
            return
        assert not self.held or self.held[-1].order < live.order, f"{live.stream} is locked out of order"
        await self._locks.enter_async_context(live.lock)
        self.held.append(live)
        await self._transactions.fresh(live)


def held_in_order(live: Iterable[Held]) -> list[Held]:
    """Streams in the order of their locks."""
    return sorted(live, key=lambda each: each.order)
