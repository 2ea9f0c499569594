"""The feed: each change of a table rendered once for every audience, and handed to all who watch."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

import msgspec

from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Floor
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Told
from croupier.floor.reading.audience import seat_of
from croupier.floor.reading.board import call_line
from croupier.floor.reading.display import shown
from croupier.floor.reading.frames import text_frame
from croupier.floor.reading.telling import line
from croupier.house.meter import Meter
from croupier.table.contract import Actor

BREATH_SECONDS = 0.03
"""The least time between two messages, so that a table in a hurry is not rendered for every card."""

PAGE = 500
"""How many missed events go into one message."""

TICK_SECONDS = 0.5
"""The least time between two showings of a meter that changes."""

RESUMABLE = 5000
"""How many missed events are told at most; who has missed more starts from the table as it is."""

PATIENCE = 2000
"""How many events may wait for a slow watcher before the watcher is sent off to resume later."""

BATCHES = 32
"""How many batches may wait for a slow watcher before they are put together."""

AT_A_TIME = 32
"""How many watchers are sent to before the loop turns."""

FRESH_MS = 1000
"""How long a table as it is shown stays good while nothing happens there."""

Outlet = Callable[[bytes], bool]
"""Sends a frame to a reader who keeps up; False, and nothing is sent, to one who does not."""

Shown = tuple[str, str, int, str]
"""A table, its meter, when they were shown and the call that stands there, as a batch has them."""

_encode = msgspec.json.Encoder().encode


class Batch(msgspec.Struct, frozen=True, dict=True):
    """Some events and the table after them, already encoded for one audience."""

    position: int
    version: int
    events: tuple[str, ...]
    view: str
    meter: str = "null"
    """The prize meter that the table plays for."""
    at: int = 0
    """When it was rendered, by the floor's clock."""
    call: str = "null"
    """The call for a higher rank that stands there."""

    @cached_property
    def text(self) -> str:
        """The message, put together once for all who get it."""
        head = f'{{"type":"events","position":{self.position},"version":{self.version},"at":{self.at},"events":['
        return f"{head}{','.join(self.events)}],{self._table}}}"

    @cached_property
    def frame(self) -> bytes:
        """The message as it goes over the wire, made once for all who get it."""
        return text_frame(self.text)

    @cached_property
    def _joined(self) -> dict[tuple[int, ...], tuple[Sequence[Batch], Batch]]:
        """What became of this batch and others before it, and which those were, for all in whose queues they met."""
        return {}

    def behind(self, earlier: Sequence[Batch]) -> Batch:
        """All of these and this one, as one batch."""
        if not earlier:
            return self
        key = tuple(map(id, earlier))
        if key not in self._joined:
            events = tuple(each for batch in (*earlier, self) for each in batch.events)
            self._joined[key] = (earlier, msgspec.structs.replace(self, events=events))
        return self._joined[key][1]

    def hello(self, skipped: bool) -> str:
        """The table as a feed first shows it; `skipped` when too much was missed to be told."""
        head = f'{{"type":"hello","position":{self.position},"version":{self.version},"at":{self.at}'
        return f'{head},"skipped":{"true" if skipped else "false"},{self._table}}}'

    @property
    def _table(self) -> str:
        return f'"view":{self.view},"meter":{self.meter},"call":{self.call}'


class Watcher:
    """Someone who watches a table, and what waits to be sent to them."""

    def __init__(self, viewer: Actor) -> None:
        self.viewer = viewer
        self.left_behind = False
        """Whether they were too slow; they must come again and resume."""
        self.outlet: Outlet | None = None
        """Where messages can be sent without waiting for a turn of the loop, once nothing else is on its way."""
        self._waiting: list[Batch] = []
        self._events = 0
        self._ready = asyncio.Event()
        self._at_rest = False
        """Whether all that was taken has been sent."""

    def put(self, batch: Batch) -> None:
        """Queue a batch, to be taken or sent; nothing more is kept for someone who was left behind."""
        if self.left_behind:
            return
        self._waiting.append(batch)
        self._events += len(batch.events)
        if self._events > PATIENCE:
            self.leave_behind()
        elif len(self._waiting) > BATCHES:
            self._waiting = [_joined(self._waiting)]  # every batch holds a view, of which only the last will be sent
        if self.outlet is None:
            self._ready.set()

    def send(self) -> None:
        """Send what waits at once if the reader keeps up; else it is there to be taken."""
        if not self._waiting:
            return
        if self._at_rest and self.outlet is not None and self.outlet(_joined(self._waiting).frame):
            self._waiting, self._events = [], 0
        else:
            self._ready.set()

    def leave_behind(self) -> None:
        """Give up on them: not all that happened can be told."""
        self.left_behind = True
        self._waiting, self._events = [], 0
        self._ready.set()

    async def take(self) -> str:
        """The next message; whatever has gathered meanwhile becomes one, with all events and only the last view."""
        self._at_rest = True
        try:
            while not self._waiting and not self.left_behind:
                self._ready.clear()
                await self._ready.wait()
        finally:
            self._at_rest = False
        batches, self._waiting, self._events = self._waiting, [], 0
        if self.left_behind:
            raise LeftBehind
        return _joined(batches).text


class LeftBehind(Exception):
    """The watcher was too slow to be told everything; it can resume from its last position."""


class Remembers(Protocol):
    """What a feed needs of the floor that its table is on."""

    def meter_of(self, table_id: str) -> LiveStream[Meter] | None:
        """The meter that the table plays for."""

    async def told(self, table_id: str, after_position: int, limit: int) -> Sequence[Told]:
        """What happened there behind a position."""


class TableFeed:
    """Everyone who watches one table."""

    def __init__(self, floor: Remembers, live: LiveTable, clock: Clock) -> None:
        self._floor, self._live, self._clock = floor, live, clock
        self._watchers: set[Watcher] = set()
        self._version = live.version
        self._meter = _edition(floor.meter_of(live.id))
        self._task: asyncio.Task[None] | None = None
        self._wave: OrderedDict[Watcher, None] = OrderedDict()
        """Whose turn it is yet to be sent what is new."""
        self._rolling = False
        self._kept: dict[Actor, tuple[str, ...]] = {}
        self._edition: object = None
        self._since = 0

    @property
    def watching(self) -> int:
        """How many watch."""
        return len(self._watchers)

    def now(self, viewer: Actor) -> Batch:
        """The table as it is, for one viewer."""
        return self._render((), seat_of(viewer, self._live.state))

    async def open(self, watcher: Watcher, after: int | None) -> AsyncIterator[str]:
        """Begin to watch: what was missed since a position, then the table as it is; afterwards, `take` what comes."""
        live = self._live
        self._publish()
        self._watchers.add(watcher)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"feed of {live.id}")
        now, version = self.now(watcher.viewer), live.version
        missed = () if after is None or after >= live.position else await self._missed(after, version)
        for page in _pages(missed or ()):
            events = self._encoded(page, watcher.viewer)
            yield msgspec.structs.replace(now, position=page[-1].position, version=page[-1].version, events=events).text
        yield now.hello(skipped=missed is None)

    def close(self, watcher: Watcher) -> None:
        """Stop watching."""
        self._watchers.discard(watcher)

    async def stop(self) -> None:
        """End the feed; everyone has to come again."""
        for watcher in self._watchers:
            watcher.leave_behind()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while self._watchers:
            await self._live.changed(self._version)
            self._publish()
            await asyncio.sleep(BREATH_SECONDS)

    def _publish(self) -> None:
        """Tell every watcher what happened since the last time; nothing may be awaited in here."""
        live, since = self._live, self._version
        if live.version == since:
            return
        self._version = live.version
        if not self._watchers:
            return
        news = tuple(told for told in live.log if told.version > since)
        if len(news) < live.version - since:
            for watcher in self._watchers:
                watcher.leave_behind()
            return
        self._hand_out(news)

    def show_meter(self, meter: LiveStream[Meter] | None) -> None:
        """Show every watcher the table again if its meter has changed since; nothing may be awaited in here."""
        self._publish()
        if self._meter != _edition(meter):
            self._hand_out(())

    def _hand_out(self, news: Sequence[Told]) -> None:
        self._meter = _edition(self._floor.meter_of(self._live.id))
        rendered: dict[Actor, Batch] = {}
        seats: dict[Actor, Actor] = {}
        for watcher in self._watchers:
            viewer = watcher.viewer
            if viewer not in seats:
                seats[viewer] = seat = seat_of(viewer, self._live.state)
                if seat not in rendered:
                    rendered[seat] = self._render(news, seat)
            watcher.put(rendered[seats[viewer]])
        self._wave.update(dict.fromkeys(self._watchers))
        if not self._rolling:
            self._rolling = True
            asyncio.get_running_loop().call_soon(self._roll)

    def _roll(self) -> None:
        """Send to some of those who watch, and to the others when the loop has turned: play goes between."""
        for _ in range(min(AT_A_TIME, len(self._wave))):
            self._wave.popitem(last=False)[0].send()
        self._rolling = bool(self._wave)
        if self._rolling:
            asyncio.get_running_loop().call_soon(self._roll)

    def _render(self, news: Sequence[Told], seat: Actor) -> Batch:
        live, at = self._live, self._clock()
        return Batch(live.position, live.version, self._encoded(news, seat), *self._shown(seat, at))

    def _shown(self, seat: Actor, at: int) -> Shown:
        """The table as a seat sees it, encoded; worked out once for all who come before it has changed."""
        live, meter = self._live, self._floor.meter_of(self._live.id)
        edition = (live.version, _edition(meter))
        if edition != self._edition or not 0 <= at - self._since < FRESH_MS:
            self._edition, self._since = edition, at
            self._kept.clear()
        if seat not in self._kept:
            displayed = None if meter is None else shown(meter.state)
            seen = (live.view(seat, at), displayed, call_line(live, seat))
            self._kept[seat] = tuple([_encode(each).decode() for each in seen])
        table, display, call = self._kept[seat]
        return table, display, at, call

    def _encoded(self, news: Sequence[Told], viewer: Actor) -> tuple[str, ...]:
        lines = (line(told, viewer, self._live.state, self._live.names, to_send=True) for told in news)
        return tuple(_encode(each).decode() for each in lines if each is not None)

    async def _missed(self, after: int, version: int) -> Sequence[Told] | None:
        """The events behind a position up to a version, or None when there are too many to tell."""
        log = self._live.log
        if log and (log[0].version == 1 or log[0].position <= after):
            return tuple(told for told in log if told.position > after and told.version <= version)
        missed: list[Told] = []
        while len(missed) <= RESUMABLE:
            page = await self._floor.told(self._live.id, missed[-1].position if missed else after, PAGE)
            missed += (told for told in page if told.version <= version)
            if len(page) < PAGE or page[-1].version >= version:
                return missed
        return None


def _edition(meter: LiveStream[Meter] | None) -> tuple[str, int] | None:
    """What distinguishes one showing of a meter from another."""
    return None if meter is None else (meter.id, meter.version)


def _pages(told: Sequence[Told]) -> Iterator[Sequence[Told]]:
    for start in range(0, len(told), PAGE):
        yield told[start : start + PAGE]


def _joined(batches: Sequence[Batch]) -> Batch:
    return batches[-1].behind(batches[:-1])


class Feeds:
    """The feed of every table."""

    def __init__(self, floor: Floor, clock: Clock) -> None:
        self._floor, self._clock = floor, clock
        self._feeds: dict[str, TableFeed] = {}
        self._ticking: asyncio.Task[None] | None = None

    def of(self, live: LiveTable) -> TableFeed:
        """The feed of a table."""
        feed = self._feeds.get(live.id)
        if feed is None:
            feed = self._feeds[live.id] = TableFeed(self._floor, live, self._clock)
        if self._ticking is None:
            self._ticking = asyncio.create_task(self._tick(), name="meters at the tables")
        return feed

    def watching(self, table_id: str) -> int:
        """How many watch a table."""
        feed = self._feeds.get(table_id)
        return 0 if feed is None else feed.watching

    async def close(self) -> None:
        """End every feed."""
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)
        await asyncio.gather(*(feed.stop() for feed in self._feeds.values()))

    async def _tick(self) -> None:
        """Show what changes a meter at all of its tables, and its absence at one that it has lost."""
        before: dict[str, LiveStream[Meter] | None] = {}
        while True:
            await asyncio.sleep(TICK_SECONDS)
            for table, feed in self._feeds.items():
                meter = self._floor.meter_of(table)
                if feed.watching and (meter is not None or before.get(table) is not None):
                    feed.show_meter(meter)
                before[table] = meter
