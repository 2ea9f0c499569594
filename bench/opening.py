"""How long a floor takes to open, with a hundred thousand, a million and ten million events on record."""

import asyncio
import tempfile
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
from sqlalchemy import create_engine

from bench import Report
from bench._due import doer
from croupier.cards import BY_CHANCE, Device
from croupier.floor.acts.floor import Floor
from croupier.floor.acts.floor_part import TableRegistered
from croupier.floor.acts.live_table import LiveTable
from croupier.floor.store import Append, Commit, open_store
from croupier.floor.store.group import Group, Tip
from croupier.floor.store.statements import SqliteAppend
from croupier.games.matchmaker import Terms
from croupier.table.contract import Actor, Refusal
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager

SIZES = (100_000, 1_000_000, 10_000_000)
TAIL = 1_000
"""Events behind the last snapshot, the same for every size."""
TABLES = 64
ROUNDS = 5
"""Rounds that are played at each table, and then taken for all the others."""
GROUP = 500
"""Commits written at a time."""
SECONDS = 2.0
RUNS = 3
HOUSE = Actor("house", "The house", "casino-operator")
SUPERVISOR = Actor("sue", "Sue", "game-supervisor")
PLAYERS = {f"p{seat}": Actor(f"p{seat}", f"P{seat}") for seat in (1, 2, 3)}


def bench(report: Report) -> None:
    """Make a store of each size, and open its floor a few times."""
    took: dict[int, float] = {}
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{Path(folder) / 'floor.db'}"
            bulk(url, size)
            took[size] = median(opened(url) for _ in range(RUNS))
        report(f"a floor of {size:,} events opens within", took[size], "s", at_most=SECONDS)
    smallest, *larger = took
    for size in larger:
        report(f"{size:,} events to {smallest:,}", took[size] / took[smallest], "times")


def trial() -> None:
    """Play some rounds at one table of a store, and open its floor."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'floor.db'}"
        bulk(url, 2 * TAIL, tables=1)
        opened(url)


def opened(url: str) -> float:
    """Seconds from opening the store to a floor that takes commands."""
    start = perf_counter()
    store = open_store(url)
    seconds = asyncio.run(_opened(store, start))
    store.close()
    return seconds


async def _opened(store: Any, start: float) -> float:
    floor = await Floor.open(store)
    seconds = perf_counter() - start
    await floor.close()
    return seconds


def bulk(url: str, events: int, tables: int = TABLES) -> None:
    """Make a store of so many events: rounds played at many tables, of which the last thousand come after snapshots.

    They are written in large groups past the floor, as what it would have written.
    """
    open_store(url).close()
    play, tips = commits(tables), dict[str, Tip]()
    write(url, play, tips, events - TAIL)
    asyncio.run(keep(url))
    write(url, play, tips, events)


async def keep(url: str) -> None:
    """Fold every table once, and keep its state as a house does that closes."""
    store = open_store(url)
    floor = await Floor.open(store)
    await floor.close()
    await floor.keep_last()
    store.close()


def write(url: str, play: Iterator[Commit], tips: dict[str, Tip], events: int) -> None:
    """Write commits until there are so many events."""
    engine = create_engine(url.replace("sqlite:", "sqlite+pysqlite:"))
    append = SqliteAppend(engine.dialect)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA synchronous = OFF")
        connection.commit()
        written = 0
        while written < events:
            with connection.begin():
                position, _ = append.head(connection)
                group = Group({}, tips, some(play, events - position))
                if not group.all_new:
                    raise AssertionError("a commit does not hold")
                append.write(connection, group, position)
                tips |= group.tips
                written = position + len(group.events)
    engine.dispose()


def some(play: Iterator[Commit], events: int) -> Iterator[Commit]:
    """The next commits, a group of them or until there are so many events."""
    for commit in islice(play, GROUP):
        yield commit
        events -= sum(len(append.events) for append in commit.appends)
        if events <= 0:
            return


def commits(many: int) -> Iterator[Commit]:
    """What a floor of tables writes, without end: some rounds at each, and then those same rounds again and again."""
    ids = count(1)
    tables = [_Playing(f"t-{number}", ids) for number in range(many)]
    for table in tables:
        yield from table.opening()
    played = [[commit for _ in range(ROUNDS) for commit in table.round()] for table in tables]
    versions = {commits[0].appends[0].stream: commits[0].appends[0].expected_version for commits in played}
    while True:
        for commits in played:
            for commit in commits:
                (append,) = commit.appends
                number, version = next(ids), versions[append.stream]
                versions[append.stream] += len(append.events)
                again = Append(append.stream, version, append.events)
                yield Commit(f"bulk-{number}", commit.actor, number, (again,))


class _Playing:
    """A table that is played at without a store."""

    def __init__(self, name: str, ids: Iterator[int]) -> None:
        terms = Terms(table=name, device=Device.MACHINE)
        self._registered = TableRegistered(
            table=name, title=name, game="matchmaker", terms=msgspec.to_builtins(terms), automatic=False, under=()
        )
        self._live, self._ids = LiveTable(self._registered), ids

    def _commit(self, by: Actor, events: Any) -> Commit:
        number, live = next(self._ids), self._live
        found = Commit(f"bulk-{number}", by.id, number, (live.append(events),))
        live.apply(live.told(events, by, number, number))
        return found

    def _act(self, command: Any, by: Actor) -> Commit:
        events = self._live.decide(command, by, 0, BY_CHANCE)
        if isinstance(events, Refusal):
            raise AssertionError(f"{command} was refused: {events}")
        return self._commit(by, events)

    def opening(self) -> Iterator[Commit]:
        """The table is put on the floor and opened, and its players sit down."""
        yield self._commit(HOUSE, (self._registered, *self._live.introduction(HOUSE)))
        while due := self._live.due():
            yield self._act(due[0].command, SUPERVISOR)
        for seat, player in enumerate(PLAYERS.values(), 1):
            yield self._act(Join(cents=1_000_000_000_00, seat=seat), player)

    def round(self) -> Iterator[Commit]:
        """One round."""
        for area, player in enumerate(PLAYERS.values(), 1):
            yield self._act(PlaceWager(area=area, bet="pair match", cents=500), player)
        while due := self._live.due():
            yield self._act(due[0].command, doer(due[0], SUPERVISOR, PLAYERS))
