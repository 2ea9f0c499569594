"""The floor: every table of a store, live in this process, whichever process writes to it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from croupier.cards import BY_CHANCE, Chance
from croupier.floor.acts.answers import Accepted, Answer, Refused, content_of
from croupier.floor.acts.bell import Bell
from croupier.floor.acts.calls import answered, at_station, call_ended, called
from croupier.floor.acts.clock import Clock, agreed
from croupier.floor.acts.floor_part import TableRegistered
from croupier.floor.acts.ids import fresh_ids
from croupier.floor.acts.journal import JOURNAL, Journal
from croupier.floor.acts.keeping import Keeper
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.live_table import LiveTable, registration
from croupier.floor.acts.mail import Mail
from croupier.floor.acts.recording import TABLES, Told
from croupier.floor.acts.stops import EVERYWHERE, HEARD, Stops
from croupier.floor.acts.streams import Streams
from croupier.floor.acts.transactions import (
    CHUNK,
    MOVED_ON,
    Act,
    Decide,
    Events,
    FloorClosed,
    Held,
    Transactions,
    alone,
    held_in_order,
)
from croupier.floor.acts.watch import Watch
from croupier.floor.store import Commit, Conflict, Store
from croupier.floor.tempo import NORMAL, Tempo
from croupier.games import game
from croupier.house.exclusions import Exclusions
from croupier.house.kinds import KINDS
from croupier.house.linked import METERS, determination, playing_for
from croupier.house.meter import Meter
from croupier.house.meter.linking import concerned, unfit
from croupier.house.meter_list import METER_LIST
from croupier.house.streams import TableNow, table_now
from croupier.house.tournaments.model import ENDED, Tournament
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.house.wallet import STARTING_CENTS, TopUp, Wallet
from croupier.house.wallets import WALLETS
from croupier.table.conduct import ExcludedFromCasino
from croupier.table.contract import CLOCK, Actor, Command, Decision, Reason, Refusal, no_person
from croupier.table.declare import EVENTS

__all__ = [
    "Accepted",
    "Floor",
    "FloorClosed",
    "LiveTable",
    "Refused",
    "TableExists",
    "Told",
    "UnknownMeter",
    "UnknownTable",
    "UnknownTournament",
    "Watch",
]


log = logging.getLogger(__name__)

ENDED_AT_HAND = 24
"""How many tournaments that have ended are kept at hand."""

LOOK_SECONDS = 1.0
"""How far a table that others play at may be behind where all tables are listed."""

FOR_ALL = frozenset({EVENTS[ExcludedFromCasino].kind, ExcludedFromCasino.__name__})
"""Kinds of event at one table that concern all the others at once."""


class UnknownTable(LookupError):
    """There is no such table on the floor."""


class UnknownMeter(LookupError):
    """There is no such meter on the floor."""


class UnknownTournament(LookupError):
    """There is no such tournament on the floor."""


class TableExists(ValueError):
    """A table of that id is on the floor already."""


class Floor:
    """The tables, meters and wallets of a store, as one process sees and changes them."""

    def __init__(self, store: Store, clock: Clock, chance: Chance, tempo: Tempo) -> None:
        self.store = store
        self.clock = clock
        self.tempo = tempo
        self.tables: dict[str, LiveTable] = {}
        self.new_table = Bell()
        """Rings when a table comes to the floor, here or in another process."""
        self._chance = chance
        self._exclusions = Exclusions()
        self._ids = fresh_ids()
        self._watches: dict[str | None, set[Watch]] = {}
        self._streams = Streams()
        self._mail = Mail(asyncio.get_running_loop(), store.submit_own, self._others_wrote)
        self.journal = Journal(store, clock)
        self.keeper = Keeper(store, self.journal, lambda: self._exclusions.people)
        self.stops = Stops()
        self._transactions = Transactions(
            store,
            self._mail,
            clock,
            self._publish,
            self._streams,
            restore=self._restore,
            tables=self.tables,
            stops=self.stops,
            chance=chance,
        )
        self._listening = asyncio.Lock()
        self._looked = 0.0
        self._reading: set[asyncio.Task[LiveTable]] = set()
        self._following: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, store: Store, *, clock: Clock | None = None, chance: Chance = BY_CHANCE, tempo: Tempo = NORMAL
    ) -> Floor:
        """Have every table and meter as it stands on record, and from then on follow what any process writes."""
        if clock is None:
            clock = await asyncio.to_thread(agreed, store.time_of_day)
        floor = cls(store, clock, chance, tempo)
        position, _ = await asyncio.to_thread(store.head)
        floor._mail.start(position)
        await asyncio.to_thread(floor.stops.recall, store)
        for last in await asyncio.to_thread(store.read, None, position - 1, 1):
            floor.clock.not_before(last.at)
        for stream in await asyncio.to_thread(store.streams, TABLES):
            await floor._open_stream(stream)
        for kind in KINDS:
            if kind.at_hand:
                for stream in await asyncio.to_thread(store.streams, kind.name):
                    await floor._open_stream(stream)
        floor._forget_ended()
        store.listen(floor._mail.head)
        return floor

    async def _open_stream(self, stream: str) -> None:
        """Have a table or meter at hand; one whose record cannot be folded is out of play, and the rest opens."""
        try:
            await self._follow_stream(stream)
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:
            self.stop_play(stream, f"its record cannot be folded ({type(error).__name__})")

    async def close(self) -> None:
        """Take no more commands, wait for those under way, and end every watch."""
        await self._transactions.close()
        if self._following is not None:
            await asyncio.gather(self._following, return_exceptions=True)
        self._mail.stop()
        for watches in self._watches.values():
            for watch in tuple(watches):
                watch.close()
        for table in self.tables.values():
            table.bell.ring()

    def keep_states(self) -> None:
        """Keep states aside from now on, so that the next opening need not read all of history."""
        self.keeper.start(self._live)

    async def keep_last(self) -> None:
        """Keep every state that has changed, once more; nothing is kept after that."""
        await self.keeper.stop(self._at_hand())

    async def quiet(self) -> None:
        """Wait for the commands under way, though those who gave them may have gone."""
        await self._transactions.quiet()

    @property
    def meters(self) -> dict[str, LiveStream[Meter]]:
        """The prize meters of the house, by id."""
        return self._streams.of(METERS)

    @property
    def damaged(self) -> dict[str, str]:
        """Why play is stopped, by stream; under EVERYWHERE, at all of them."""
        return {stream: stop.why for stream, stop in self.stops.standing.items()}

    def stop_play(self, stream: str | None, why: str) -> None:
        """Take no more acts that rest on a stream whose record is damaged; None for all of them.

        It holds at once, and for the other servers as soon as the journal says so.
        """
        if self.stops.add(stream or EVERYWHERE, why, self.clock()):
            log.error("play stops at %s: %s", stream or "every table", why)

    async def hear_journal(self) -> None:
        """Stop play and let it go on as the journal says, whichever server wrote it."""
        async with self._listening:
            before = set(self.stops.standing)
            found = await asyncio.to_thread(self.store.of_kinds, JOURNAL, HEARD, self.stops.heard)
            lifted = self.stops.take_in(found)
        for stream in self.stops.standing.keys() - before:
            log.error("play stops at %s: %s", stream or "every table", self.stops.standing[stream].why)
        for stream in lifted:
            log.warning("play goes on at %s: a second check found nothing", stream or "every table")
            if stream != EVERYWHERE:
                await self._open_stream(stream)

    def table(self, table_id: str) -> LiveTable:
        """The table of this id; UnknownTable, or Damaged when its record cannot be folded."""
        found = self.tables.get(table_id)
        if found is None:
            self._transactions.require_whole(TABLES + table_id)
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
        new = LiveTable(event, self.tempo)
        events = (event, *new.introduction(by))
        commit = Commit(next(self._ids), by.id, self.clock(), (new.append(events),))
        outcome = await self._mail.send(commit)
        await self._find(new.stream)
        if isinstance(outcome, Conflict):
            raise TableExists(f"there is a table {table_id!r} already")

    async def command(
        self, table_id: str, command: Command, by: Actor, command_id: str | None = None, station: Actor | None = None
    ) -> Answer:
        """Decide a command on the table as it now stands; answer once it is durable.

        A command id that this actor used before gets the answer it got then, and changes nothing. Whoever never asks
        twice may leave the id out. What is done at another's `station` is told as such.
        """
        table = self.table(table_id)

        def decide(at: int) -> Events | Refusal:
            decision = self._exclusions.why_not(command, by) or table.decide(command, by, at, self._chance)
            if isinstance(decision, Refusal):
                return decision
            if station is None:
                return answered(table, command, decision, by)
            return at_station(table, decision, by, station)

        content = content_of(table.stream, type(command).__name__, command)
        return await self._perform(table, by, command_id, decide, content=content)

    def foresee(self, table_id: str, command: Command, by: Actor) -> Decision | None:
        """What a command would lead to at a table, as far as this person may know; None where chance decides.

        It is rehearsed and changes nothing.
        """
        table = self.table(table_id)
        barred = self._exclusions.why_not(command, by)
        return barred or table.game.engine.rehearse(table.state, command, by, self.clock())

    async def set_automatic(self, table_id: str, automatic: bool, by: Actor, command_id: str | None = None) -> Answer:
        """Let the automatic dealer take over a table, or step back from it."""
        table = self.table(table_id)

        def decide(at: int) -> Events | Refusal:
            if table.automatic == automatic:
                return Refusal(Reason.ALREADY, (), {"automatic": str(automatic).lower()})
            return table.set_automatic(automatic, by, at)

        content = content_of(table.stream, "SetAutomatic", automatic)
        return await self._perform(table, by, command_id, decide, content=content)

    async def call(self, table_id: str, why: str, by: Actor, command_id: str | None = None) -> Answer:
        """Call someone of a higher rank to a table."""
        table = self.table(table_id)
        content = content_of(table.stream, "Call", why)
        return await self._perform(table, by, command_id, lambda _: called(table, why, by), content=content)

    async def end_call(self, table_id: str, by: Actor, command_id: str | None = None) -> Answer:
        """Come to a table that has called, or take the call back."""
        table = self.table(table_id)
        content = content_of(table.stream, "EndCall", "")
        return await self._perform(table, by, command_id, lambda _: call_ended(table, by), content=content)

    async def say_ready(self, table_id: str, ready: bool, by: Actor, command_id: str | None = None) -> Answer:
        """A player at a table needs no more time to wager, or after all does."""
        table = self.table(table_id)
        content = content_of(table.stream, "SayReady", ready)
        return await self._perform(table, by, command_id, lambda at: table.say_ready(ready, by, at), content=content)

    async def give_up(self, table_id: str, player: str, minutes: int) -> Answer:
        """Have someone leave a table who has been away for so long."""
        table = self.table(table_id)
        by = no_person(CLOCK, table.game.engine.rules(table.state).automatic_rank)
        return await self._perform(table, by, None, lambda at: table.give_up(player, minutes, by, at, self._chance))

    async def current(self, table_id: str) -> LiveTable:
        """The table of this id as it is on record, whichever process wrote last; or UnknownTable."""
        table = self.table(table_id)
        if table.stale:
            async with table.lock:
                await self._transactions.fresh(table)
        return table

    async def look_round(self) -> None:
        """Have every table as it was on record a moment ago."""
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            for table in [each for each in self.tables.values() if each.stale]:
                await self.current(table.id)

    def meter(self, meter_id: str) -> LiveStream[Meter]:
        """The meter of this id, or UnknownMeter."""
        found = self.meters.get(meter_id)
        if found is None:
            raise UnknownMeter(f"there is no meter {meter_id!r}")
        return found

    def meter_of(self, table_id: str) -> LiveStream[Meter] | None:
        """The open meter that a table plays for, if it does."""
        linked = playing_for(self._streams.states(METERS), table_id, self.tables[table_id].meter_link)
        return None if linked is None else self.meters[linked]

    async def command_meter(self, meter_id: str, command: Command, by: Actor, command_id: str | None = None) -> Answer:
        """Decide a command of the operator for a meter beside all the others; answer once it is durable.

        Such commands are rare, and may look at every meter and at several tables: all of these are held, and the commit
        holds only if none of them has moved, in whichever process.
        """
        known = meter_id in self.meters
        meter = LiveStream(METERS, meter_id) if not known else self.meters[meter_id]

        def tables() -> list[str]:
            others = [each for name, each in self._streams.states(METERS).items() if name != meter_id]
            return sorted(concerned(command, meter.state, others) & self.tables.keys())

        held: list[str] = []

        def beside() -> Iterator[Held]:
            held[:] = tables()
            yield from (self.tables[name] for name in held)
            listed = self._streams.one(METER_LIST, "")
            yield listed
            others = [self._streams.one(METERS, name) for name in listed.state if name != meter_id]
            yield from held_in_order([*others, meter])

        def decide(at: int) -> Events | Refusal:
            if not set(tables()) <= set(held):
                return MOVED_ON
            others = self._streams.states(METERS)
            decision = meter.decide(((command, by),), at, others)
            if isinstance(decision, Refusal):
                return decision
            links = {table.id: table.meter_link for table in self.tables.values()}
            return unfit(command, meter.state, meter.version, links) or decision

        content = content_of(meter.stream, type(command).__name__, command)
        answer = await self._perform(meter, by, command_id, decide, beside, content=content)
        if isinstance(answer, Accepted):
            self.meters.setdefault(meter_id, meter)
        return answer

    async def determine(
        self, meter_id: str, table_id: str, by: Actor, *, confirmed: bool, why: str = "", command_id: str | None = None
    ) -> Answer:
        """Confirm the prizes that wait at a table for exactly what the meter holds, or reject them."""
        meter, table = self.meter(meter_id), self.table(table_id)
        async with meter.lock:
            await self._transactions.catch_up(meter)

        def decide(at: int) -> Events | Refusal:
            command = determination(meter.state, table.id, confirmed=confirmed, why=why)
            return command if isinstance(command, Refusal) else table.decide(command, by, at, self._chance)

        content = content_of(table.stream, "Determine", (meter_id, confirmed, why))
        return await self._perform(table, by, command_id, decide, content=content)

    async def wallet(self, player: str) -> int:
        """The chips a person holds away from the tables, in cents."""
        purse: LiveStream[Wallet] = self._streams.one(WALLETS, player)
        async with purse.lock:
            await self._transactions.fresh(purse)
            return purse.state.cents

    async def top_up(self, player: str, command_id: str | None = None, to: int = STARTING_CENTS) -> int | Refusal:
        """Bring a person's wallet up to the starting amount with play chips; what it then holds."""
        purse: LiveStream[Wallet] = self._streams.one(WALLETS, player)
        by, wish = Actor(player, player), TopUp(to=to)
        content = content_of(purse.stream, TopUp.__name__, wish)
        answer = await self._perform(
            purse, by, command_id, lambda at: purse.decide(((wish, by),), at, {}), content=content
        )
        return answer.refusal if isinstance(answer, Refused) else purse.state.cents

    @property
    def tournaments(self) -> dict[str, LiveStream[Tournament]]:
        """The tournaments of the house, by id."""
        return self._streams.of(TOURNAMENTS)

    def tournament(self, tournament_id: str) -> LiveStream[Tournament]:
        """The tournament of this id, or UnknownTournament; entries may be won before anyone drafts its conditions."""
        found = self.tournaments.get(tournament_id)
        if found is None or not found.version or found.state.conditions is None:
            raise UnknownTournament(f"there is no tournament {tournament_id!r}")
        return found

    async def command_tournament(
        self, tournament_id: str, command: Command, by: Actor, command_id: str | None = None
    ) -> Answer:
        """Decide a command about a tournament, with all that it orders at tables; answer once it is durable.

        The tables that it may concern are held meanwhile; where they turn out to be others, it is decided again.
        """
        live = self.tournaments.get(tournament_id) or LiveStream(TOURNAMENTS, tournament_id)
        held: list[str] = []
        if live.stale:
            async with live.lock:
                await self._transactions.fresh(live)

        def beside() -> Iterator[Held]:
            held[:] = sorted(TOURNAMENTS.tables_of(live.state, command))
            yield from (self.tables[name] for name in held if name in self.tables)
            yield live

        def decide(at: int) -> Events | Refusal:
            if not set(TOURNAMENTS.tables_of(live.state, command)) <= set(held):
                return MOVED_ON
            barred = self._exclusions.why_not(command, by)
            return barred or live.decide(
                ((command, by),), at, self._streams.states(TOURNAMENTS), self._chance, self.look
            )

        content = content_of(live.stream, type(command).__name__, command)
        answer = await self._perform(live, by, command_id, decide, beside, content=content)
        if isinstance(answer, Accepted):
            self.tournaments.setdefault(tournament_id, live)
            self._forget_ended()
        return answer

    def look(self, table_id: str) -> TableNow | None:
        """A table as those see it who decide about it, if it is there."""
        live = self.tables.get(table_id)
        return None if live is None else table_now(live.game.name, live.state, live.game.engine.rules(live.state))

    def _forget_ended(self) -> None:
        """Keep the latest tournaments that have ended at hand; the record has the others."""
        ended = [name for name, each in self.tournaments.items() if each.state.stage in ENDED]
        for name in ended[:-ENDED_AT_HAND]:
            del self.tournaments[name]

    def watch(self, table_id: str | None = None) -> Watch:
        """What is committed from now on at one table, or at all of them."""
        if table_id is not None:
            self.table(table_id).want()
        watch = Watch(lambda: self._watches[table_id].discard(watch))
        self._watches.setdefault(table_id, set()).add(watch)
        return watch

    async def told(self, table_id: str, after_position: int, limit: int) -> list[Told]:
        """A table's next events behind a position, from the store."""
        table = self.table(table_id)
        found = await asyncio.to_thread(self.store.read, table.stream, after_position, limit)
        return list(table.tell_all(found))

    async def _perform(
        self,
        live: Held,
        by: Actor,
        command_id: str | None,
        decide: Decide,
        beside: Callable[[], Iterator[Held]] = alone,
        *,
        content: bytes = b"",
    ) -> Answer:
        act = Act(
            live=live,
            by=by,
            command_id=command_id or next(self._ids),
            decide=decide,
            content=content,
            maybe_retry=command_id is not None,
            beside=beside,
        )
        return await self._transactions.perform(act)

    def _publish(self, table: LiveTable, batch: tuple[Told, ...]) -> None:
        table.apply(batch)
        self._exclusions = self._exclusions.after([told.event for told in batch])
        table.bell.ring()
        for watches in (self._watches.get(table.id), self._watches.get(None)):
            for watch in tuple(watches) if watches else ():
                watch.put(batch)

    def _wanted(self, table: LiveTable) -> None:
        task = asyncio.create_task(self.current(table.id))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    def _at_hand(self) -> list[Held]:
        streams = [live for kind in KINDS if kind.at_hand for live in self._streams.of(kind).values()]
        return [*self.tables.values(), *streams]

    def _live(self) -> list[Held]:
        return [*self.tables.values(), *(live for kind in KINDS for live in self._streams.of(kind).values())]

    def _restore(self, live: Held) -> None:
        excluded = self.keeper.restore(live)
        if not excluded.keys() <= self._exclusions.people.keys():
            self._exclusions = Exclusions({**self._exclusions.people, **excluded})

    async def _find(self, stream: str) -> LiveTable:
        """The live table of a stream, folded from the store when this process has not seen it yet."""
        table_id = stream.removeprefix(TABLES)
        if table_id not in self.tables:
            first = (await asyncio.to_thread(self.store.read, stream, 0, 1))[0]
            table = LiveTable(registration(first), self.tempo)
            await self._transactions.catch_up(table)
            table.on_wanted = self._wanted
            self.tables.setdefault(table_id, table)
            self.new_table.ring()
        return self.tables[table_id]

    def _others_wrote(self) -> None:
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        """Bring what is live here up to the head of the record."""
        while self._mail.behind:
            found = await asyncio.to_thread(self.store.moved, self._mail.seen, CHUNK)
            if not found:
                break
            if any(kind in HEARD for _, stream, _, kind in found if stream == JOURNAL):
                await self.hear_journal()
            at_once = {stream for _, stream, _, kind in found if kind in FOR_ALL}
            for stream, version in {stream: version for _, stream, version, _ in found}.items():
                if stream in at_once or not self._left_for_later(stream, version):
                    await self._follow_stream(stream, version)
            self._mail.saw(found[-1][0])

    def _left_for_later(self, stream: str, version: int) -> bool:
        """Whether a table that others play at need only be read when it is next looked at: here nobody waits for it."""
        table = self.tables.get(stream.removeprefix(TABLES)) if stream.startswith(TABLES) else None
        if table is None or table.bell.awaited or time.monotonic() < table.wanted_until:
            return False
        if self._watches.get(table.id) or self._watches.get(None):
            return False
        table.stale = table.stale or table.version < version
        return True

    async def _follow_stream(self, stream: str, version: int | None = None) -> None:
        """Have what is kept at hand as it is on record; the rest is read when it is next used."""
        if stream.startswith(TABLES):
            table = await self._find(stream)
            async with table.lock:
                if version is None or table.version < version:
                    await self._transactions.catch_up(table)
            return
        live = self._streams.named(stream)
        if live is None:
            return
        async with live.lock:
            if live.kind.at_hand:
                await self._transactions.catch_up(live)
            else:
                live.stale = live.stale or version is None or live.version < version
