"""One act, several streams: decided on the newest committed state of each, written in one commit, answered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from croupier.cards import Chance
from croupier.floor.acts.answers import USED_OTHERWISE, Accepted, Answer, Given, Refused
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.mail import Mail
from croupier.floor.acts.recording import Told
from croupier.floor.acts.stops import Stops
from croupier.floor.acts.streams import Streams
from croupier.floor.store import (
    CommandIdTaken,
    Commit,
    Committed,
    Conflict,
    Damaged,
    Known,
    RefusedBefore,
    Store,
    Stored,
    Written,
)
from croupier.floor.store.contents import stands_for
from croupier.house.kinds import KINDS
from croupier.house.linked import told_tables
from croupier.table.contract import Actor, Command, Event, Reason, Refusal
from croupier.table.rules import MeterLink

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


def alone() -> Iterator[Held]:
    """No other stream."""
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
    content: bytes = b""
    """What the id stands for; it is never taken for anything else."""
    maybe_retry: bool = True
    beside: Callable[[], Iterator[Held]] = alone


_refusal = msgspec.json.Decoder(Refusal)
_encode = msgspec.json.Encoder().encode


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
        *,
        restore: Callable[[Held], object],
        tables: Mapping[str, LiveTable],
        stops: Stops,
        chance: Chance,
    ) -> None:
        self._store = store
        self._stops = stops
        self._chance = chance
        self._tables = tables
        self._restore = restore
        self._streams = streams
        self._mail = mail
        self._clock = clock
        self._publish = publish
        self._given: OrderedDict[tuple[str, str], Given] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def require_whole(self, stream: str) -> None:
        """Damaged, if play is stopped here."""
        why = self._stops.why(stream)
        if why is not None:
            raise Damaged(why)

    async def close(self) -> None:
        """Take no more acts, and wait for those under way."""
        self._closed = True
        await self.quiet()

    async def quiet(self) -> None:
        """Wait for the acts under way; whoever gave them may have gone."""
        waiting = [given.wait() for given in self._given.values() if given.answer is None]
        await asyncio.gather(*waiting, return_exceptions=True)

    async def perform(self, act: Act) -> Answer:
        """The answer to an act, once it is durable; the earlier one if this actor gave the same under this id before.

        CommandIdTaken if it was something else that was given under it.
        """
        key = (act.by.id, act.command_id)
        given = self._given.get(key)
        if given is None:
            self.require_whole(act.live.stream)
            if self._closed:
                raise FloorClosed("the floor is closed")
            given = self._given[key] = Given(act.content)
            waiting = given.wait()
            # Nobody waits in here: whoever asked may go away, but what is committed must still reach what is live.
            if act.live.lock.locked():
                act.live.lock.stand_in_line(partial(self._go, act, given))
            else:
                self._go(act, given)
            return await waiting
        if given.content != act.content:
            raise CommandIdTaken(USED_OTHERWISE)
        return given.answer or await given.wait()

    def _settle(self, act: Act, given: Given, answer: Answer) -> None:
        if not act.maybe_retry or _try_again(answer):
            del self._given[act.by.id, act.command_id]
        given.settle(answer)
        while len(self._given) > ANSWERS and next(iter(self._given.values())).answer is not None:
            self._given.popitem(last=False)

    def _fail(self, act: Act, given: Given, error: BaseException) -> None:
        del self._given[act.by.id, act.command_id]
        given.fail(error)

    def _go(self, act: Act, given: Given) -> None:
        """Decide an act that need not wait for anything, and send it off if no other stream is asked; else begin it."""
        live = act.live
        if act.beside is not alone or live.stale or not live.lock.at_once():
            self._begin(act, given)
            return
        try:
            at = self._clock()
            events = act.decide(at)
            if isinstance(events, Refusal) or self._concerns_others(act, at, events):
                self._begin(act, given, (at, events))
            else:
                commit = _commit(act, at, {live: events})
                self._mail.post(commit, partial(self._came_back, act, given, at, events))
        except BaseException as error:
            self._fail(act, given, error)
            live.lock.release()
            if not isinstance(error, Exception):
                raise

    def _concerns_others(self, act: Act, at: int, events: Events) -> bool:
        source = act.live.source(events, act.by, at)
        return any(
            [
                kind.asked(source, self._streams.states(kind)) or kind.asked_of_tables(source, self._there)
                for kind in KINDS
            ]
        )

    def _there(self, table: str) -> Collection[str]:
        """Who is at a table."""
        live = self._tables.get(table)
        return () if live is None else tuple(live.state.people)

    def _came_back(self, act: Act, given: Given, at: int, events: Events, outcome: Written | BaseException) -> None:
        """What became of an act that was decided at once; its stream is still held."""
        live, answer = act.live, None
        try:
            if isinstance(outcome, Committed) and not outcome.repeated:
                answer = self._take_in(act, at, {live: events}, outcome.positions[0])
            else:
                live.stale = True
        except Exception as error:
            live.stale, outcome = True, error
        if answer is not None:
            self._settle(act, given, answer)
        elif isinstance(outcome, BaseException):
            self._fail(act, given, outcome)
        elif isinstance(outcome, RefusedBefore):
            self._settle(act, given, Refused(_refusal.decode(outcome.refusal)))
        else:
            self._begin(act, given, before=outcome)
        live.lock.release()

    def _begin(
        self,
        act: Act,
        given: Given,
        decided: tuple[int, Events | Refusal] | None = None,
        before: Committed | Conflict | None = None,
    ) -> None:
        """Have an act performed that may have to wait."""
        task = asyncio.create_task(self._run(act, given, decided, before))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(
        self,
        act: Act,
        given: Given,
        decided: tuple[int, Events | Refusal] | None,
        before: Committed | Conflict | None,
    ) -> None:
        try:
            answer = await self._answer(act, decided, before)
        except BaseException as error:
            self._fail(act, given, error)
            if not isinstance(error, Exception):
                raise
        else:
            self._settle(act, given, answer)

    async def fresh(self, live: Held) -> None:
        """Read the record of something whose lock the caller holds, if that is called for."""
        if live.stale:
            await self.catch_up(live)

    async def catch_up(self, live: Held) -> None:
        """Take in all that the store has of something whose lock the caller holds."""
        live.stale = False  # before the reading: whoever marks it meanwhile is heard
        if live.version == 0:
            await asyncio.to_thread(self._restore, live)

        def read() -> list[Stored]:
            return list(islice(self._store.stream(live.stream, live.version), CHUNK))

        while found := await asyncio.to_thread(read):
            self._clock.not_before(found[-1].at)
            if isinstance(live, LiveTable):
                self._publish(live, live.tell_all(found))
            else:
                live.absorb(found)

    async def _answer(
        self, act: Act, decided: tuple[int, Events | Refusal] | None, before: Committed | Conflict | None
    ) -> Answer:
        answer = None if isinstance(before, Committed) else await self._perform(act, decided, before)
        if act.maybe_retry and not isinstance(answer, Accepted):
            # It may be a retry of something accepted long ago, which the stream of now would refuse.
            known = await asyncio.to_thread(self._store.known, act.command_id, act.by.id)
            if known is not None:
                return await self._recall(act, known)
        assert answer is not None
        if act.maybe_retry and isinstance(answer, Refused) and not _try_again(answer):
            await self._remember(act, answer.refusal)
        return answer

    async def _remember(self, act: Act, refusal: Refusal) -> None:
        """Keep a refusal by the rules with the id, so that it stays one; until it is kept nobody is told."""
        kept = self._store.remember_refusal(act.command_id, act.by.id, act.content, _encode(refusal), self._clock())
        await asyncio.wrap_future(kept)

    async def _perform(
        self, act: Act, decided: tuple[int, Events | Refusal] | None, before: Conflict | None
    ) -> Answer | None:
        """Decide and commit, again if another process moved first; None when the id is on record from before.

        What was decided already was decided with the act's own stream held; `before` it may have met another.
        """
        moved = int(before is not None and before.stream == act.live.stream)
        besides: frozenset[Held] = frozenset()
        for _ in range(MEETINGS):
            async with AsyncExitStack() as locks:
                holding = _Holding(self, locks)
                if decided is not None:
                    holding.has(act.live)
                found = await self._decide(act, holding, decided, besides)
                decided = None
                if isinstance(found, _Wanted):
                    besides |= found.tables
                    continue
                if isinstance(found, Refusal):
                    return Refused(found)
                at, done = found
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

    async def _decide(
        self, act: Act, holding: _Holding, decided: tuple[int, Events | Refusal] | None, besides: frozenset[Held]
    ) -> tuple[int, dict[Held, Events]] | Refusal | _Wanted:
        """What the act does to each stream that it reaches, all of them held from here on.

        What it orders at tables is found out on the way: those that are not held yet are wanted `besides`, from the
        beginning, for locks are taken in one order.
        """
        wanted_too: set[Held] = set()
        if decided is None:
            first = held_in_order({*act.beside(), *besides, act.live}) if besides else act.beside()
            for live in first:
                await holding.take(live)
            await holding.take(act.live)
            at = self._clock()
            decided = at, act.decide(at)
        at, events = decided
        if isinstance(events, Refusal):
            return events
        done: dict[Held, Events] = {act.live: events, **{live: () for live in holding.held if live is not act.live}}
        sources = deque([act.live.source(events, act.by, at)])
        while sources:
            source = sources.popleft()
            for table, words in told_tables(source, self._link_of).items():
                live = self._tables[table]
                if live not in holding.held:
                    return MOVED_ON
                done[live] = (*done.get(live, ()), *words)
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
                    found = live.decide(commands, at, self._streams.states(kind), self._chance)
                    if isinstance(found, Refusal):
                        return found
                    done[live] = found
                    sources.append(live.source(found, act.by, at))
                for each in kind.asked_of_tables(source, self._there):
                    table_asked = self._tables.get(each.id)
                    if table_asked is None:
                        return MOVED_ON
                    if table_asked not in holding.held:
                        wanted_too.add(table_asked)
                        continue
                    before = done.get(table_asked, ())
                    ordered = table_asked.ordered(before, each.command, each.by, at, self._chance)
                    if isinstance(ordered, Refusal):
                        return ordered
                    done[table_asked] = (*before, *ordered)
        return _Wanted(frozenset(wanted_too)) if wanted_too else (at, done)

    def _link_of(self, table: str) -> MeterLink | None:
        live = self._tables.get(table)
        return None if live is None else live.meter_link

    async def _commit(self, act: Act, at: int, done: dict[Held, Events]) -> Written:
        """Write everything; unless that succeeds, what was held is read anew before it is used again."""
        outcome: Written | None = None
        try:
            outcome = await self._mail.send(_commit(act, at, done))
        finally:
            if not isinstance(outcome, Committed):
                for live in done:
                    live.stale = True
        return outcome

    def _take_in(self, act: Act, at: int, done: dict[Held, Events], position: int) -> Accepted:
        """What was committed reaches every live stream; the act's own events come first in the record."""
        if len(done) == 1 and isinstance(act.live, LiveTable):
            own = act.live.told(done[act.live], act.by, at, position)
            self._publish(act.live, own)
            return Accepted(own[-1].position, own[-1].version, own)
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

    async def _recall(self, act: Act, known: Known) -> Answer:
        """The answer given when the command was decided: the act's own stream comes first in what it wrote."""
        if not stands_for(known.content, act.content):
            raise CommandIdTaken(USED_OTHERWISE)
        if known.refusal is not None:
            return Refused(_refusal.decode(known.refusal))
        live, by = act.live, act.by

        def read() -> list[Stored]:
            written = self._store.read(after=known.first - 1, limit=known.last - known.first + 1)
            return [stored for stored in written if stored.stream == written[0].stream]

        found = await asyncio.to_thread(read)
        if found[0].stream != live.stream:
            raise CommandIdTaken(f"the command id was used at {found[0].stream}")
        batch = live.tell_all(found) if isinstance(live, LiveTable) else live.tell_all(found, {by.id: by.name})
        return Accepted(batch[-1].position, batch[-1].version, batch)


class _Wanted(NamedTuple):
    """Tables that an act turns out to concern as well."""

    tables: frozenset[Held]


class _Holding:
    """The locks one act has taken, always in their order."""

    def __init__(self, transactions: Transactions, locks: AsyncExitStack) -> None:
        self._transactions, self._locks = transactions, locks
        self.held: list[Held] = []

    def has(self, live: Held) -> None:
        """It is held already, from here on by this act."""
        self._locks.callback(live.lock.release)
        self.held.append(live)

    async def take(self, live: Held) -> None:
        """Hold a stream until the act is done, and have it as it is on record."""
        if live in self.held:
            return
        assert not self.held or self.held[-1].order < live.order, f"{live.stream} is locked out of order"
        self._transactions.require_whole(live.stream)
        await self._locks.enter_async_context(live.lock)
        self.held.append(live)
        await self._transactions.fresh(live)


def held_in_order(live: Iterable[Held]) -> list[Held]:
    """Streams in the order of their locks."""
    return sorted(live, key=lambda each: each.order)


def _commit(act: Act, at: int, done: dict[Held, Events]) -> Commit:
    """What an act does to every stream that it reaches, as it is written."""
    appends = tuple([each.append(events) for each, events in done.items()])
    return Commit(act.command_id, act.by.id, at, appends, act.content)


def _try_again(answer: Answer) -> bool:
    """Whether the same may be asked again under the same id: nothing was found against it."""
    return isinstance(answer, Refused) and answer.refusal is MOVED_ON
