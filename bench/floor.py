"""How many commands a floor of automatic tables commits, how long each takes, and how watchers keep up."""

import asyncio
import multiprocessing
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any, NamedTuple

import uvloop

from bench import Report
from croupier.floor.acts.floor import Accepted, Floor, Refused, TableExists, Watch
from croupier.floor.reading.reconcile import reports
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.players import HousePlayer
from croupier.floor.store import open_store
from croupier.floor.tempo import NO_WAITING
from croupier.floor.tuning import collect_seldom
from croupier.games import three_card_poker as poker
from croupier.games.matchmaker import Terms
from croupier.house.meter import OpenMeter
from croupier.table.contract import Actor, Command
from tests.floor.pg import fresh_database, postgres

TABLES = 64
PLAYERS = ("Ada",)
WARM_UP_SECONDS = 2.0
SECONDS = 6.0
WATCHERS = 200
LINKED = 24
"""Three Card Poker tables that all play for one meter."""
HOUSE = Actor("house", "The house", "casino-operator")


class Span(NamedTuple):
    """How long play goes on: some seconds, of which those before do not count, and until so much was done."""

    before: float
    seconds: float
    least: int = 0

    async def warm_up(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Wait for what does not count."""
        await _lasting(tasks, self.before, lambda: True)

    async def play(self, tasks: Sequence[asyncio.Task[None]], done: Callable[[], int]) -> None:
        """Wait for what counts."""
        await _lasting(tasks, self.seconds, lambda: done() >= self.least)


async def _lasting(tasks: Sequence[asyncio.Task[None]], seconds: float, enough: Callable[[], bool]) -> None:
    """Wait so long, and until there is enough; whoever plays must not end meanwhile."""
    end = perf_counter() + seconds
    while perf_counter() < end or not enough():
        await asyncio.sleep(0.01)
        for ended in [task for task in tasks if task.done()]:
            raise AssertionError("someone plays no more") from ended.exception()


SPAN, MOMENT = Span(WARM_UP_SECONDS, SECONDS), Span(0, 0, least=30)


class Timed:
    """A floor that notes how long each accepted command took, from asking to the durable answer."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self.seconds: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._floor, name)

    async def command(self, table_id: str, command: Command, by: Actor) -> Accepted | Refused:
        start = perf_counter()
        answer = await self._floor.command(table_id, command, by)
        if isinstance(answer, Accepted):
            self.seconds.append(perf_counter() - start)
        return answer


def bench(report: Report) -> None:
    """Load the floor on SQLite, on PostgreSQL with one and with two processes, and with many watchers."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'floor.db'}"
        tell(report, "SQLite", [run(url, 0, 1)], at_least=3000, at_most=50)
        url = f"sqlite:///{Path(folder) / 'linked.db'}"
        took, wagers = uvloop.run(linked(url, LINKED, SPAN))
        report(f"{LINKED} tables on one meter", len(took) / SECONDS, "commands/s")
        report(f"{LINKED} tables on one meter, 99 of 100 within", 1000 * quantiles(took, n=100)[98], "ms")
        report(f"{LINKED} tables on one meter, wagers registered", wagers / SECONDS, "wagers/s")
        report(f"{WATCHERS} watchers of one table, 99 of 100 told within", watched(folder), "ms", at_most=50)
    with postgres(durable=True) as server:
        for processes in (1, 2):
            url = fresh_database(server)
            open_store(url).close()
            with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
                loads = list(pool.map(run, [url] * processes, range(processes), [processes] * processes))
            tell(report, f"PostgreSQL, {processes} process{'es' * (processes > 1)}", loads)


def trial() -> None:
    """Play and watch for a moment at tables of each kind."""
    with tempfile.TemporaryDirectory() as folder:
        urls = [f"sqlite:///{Path(folder) / name}.db" for name in ("floor", "linked", "watched")]
        uvloop.run(load(urls[0], ["t-0"], MOMENT))
        uvloop.run(linked(urls[1], 1, MOMENT))
        uvloop.run(watch(urls[2], 2, MOMENT))


def tell(
    report: Report, where: str, loads: list[list[float]], at_least: float | None = None, at_most: float | None = None
) -> None:
    """Report what all processes committed together, and the time that 99 of 100 commands took at most."""
    took = [seconds for load in loads for seconds in load]
    report(f"{TABLES} tables, {where}", len(took) / SECONDS, "commands/s", at_least=at_least)
    report(f"{TABLES} tables, {where}, 99 of 100 within", 1000 * quantiles(took, n=100)[98], "ms", at_most=at_most)


def run(url: str, part: int, parts: int) -> list[float]:
    """Deal and play at every `parts`-th table; how long each accepted command took."""
    collect_seldom()
    return uvloop.run(load(url, [f"t-{n}" for n in range(part, TABLES, parts)], SPAN))


async def load(url: str, tables: list[str], span: Span) -> list[float]:
    """Play without waiting at these tables for some seconds."""
    store = open_store(url)
    floor = Timed(await Floor.open(store, tempo=NO_WAITING))
    for table in tables:
        try:
            await floor.open_table(table, table, "matchmaker", Terms(), automatic=True, by=HOUSE)
        except TableExists:
            continue
    acts = [act for table in tables for act in (dealing(floor, table), *playing(floor, table))]
    tasks = [asyncio.create_task(act) for act in acts]
    await span.warm_up(tasks)
    floor.seconds.clear()
    await span.play(tasks, lambda: len(floor.seconds))
    took = list(floor.seconds)
    await stop(tasks)
    await floor.close()
    store.close()
    return took


async def linked(url: str, tables: int, span: Span) -> tuple[list[float], int]:
    """Play without waiting at tables of one meter: how long each command took, and how many wagers it counted."""
    store = open_store(url)
    floor = Timed(await Floor.open(store, tempo=NO_WAITING))
    names = tuple(f"p-{n}" for n in range(tables))
    terms = poker.Terms(jackpot_price=100, jackpot_option=2)
    for table in names:
        await floor.open_table(table, table, "three-card-poker", terms, automatic=True, by=HOUSE)
    await floor.command_meter("main", OpenMeter(option=2, seed=10_000, price=100, tables=names), HOUSE)
    acts = [act for table in names for act in (dealing(floor, table), *playing(floor, table))]
    tasks = [asyncio.create_task(act) for act in acts]
    await span.warm_up(tasks)
    floor.seconds.clear()
    before = floor.meters["main"].state.contributed
    await span.play(tasks, lambda: len(floor.seconds))
    took, meter = list(floor.seconds), floor.meters["main"].state
    await stop(tasks)
    await floor.close()
    (reconciled,) = reports(store)
    if not reconciled.ok or meter.out_of_balance:
        raise AssertionError("the meter does not reconcile")
    store.close()
    return took, (meter.contributed - before) // meter.increment


def dealing(floor: Any, table: str) -> Coroutine[Any, Any, None]:
    """An automatic dealer's work."""
    return Dealer(floor, floor.tables[table]).run()


def playing(floor: Any, table: str) -> list[Coroutine[Any, Any, None]]:
    """The house players' play."""
    return [HousePlayer(floor, floor.tables[table], name).run() for name in PLAYERS]


async def stop(tasks: list[asyncio.Task[None]]) -> None:
    """End these tasks."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def watched(folder: str) -> float:
    """Milliseconds from an event to a watcher that is told of it, for 99 of 100 tellings; none may be lost."""
    return uvloop.run(watch(f"sqlite:///{Path(folder) / 'watched.db'}", WATCHERS, Span(0, SECONDS / 2)))


async def watch(url: str, watchers: int, span: Span) -> float:
    """Many watchers of one busy table."""
    store = open_store(url)
    floor = await Floor.open(store, tempo=NO_WAITING)
    await floor.open_table("t", "t", "matchmaker", Terms(), automatic=True, by=HOUSE)
    late: list[float] = []
    counts = [0] * watchers

    async def look(number: int, eye: Watch) -> None:
        async for batch in eye:
            now = floor.clock()
            counts[number] += len(batch)
            late.extend(now - told.at for told in batch)

    before = floor.tables["t"].version
    eyes = [floor.watch("t") for _ in range(watchers)]
    looking = [asyncio.create_task(look(number, eye)) for number, eye in enumerate(eyes)]
    busy = [asyncio.create_task(act) for act in (dealing(floor, "t"), *playing(floor, "t"))]
    await span.play(busy, lambda: floor.tables["t"].version - before)
    await stop(busy)
    await floor.close()
    await asyncio.gather(*looking)
    if set(counts) != {floor.tables["t"].version - before}:
        raise AssertionError("a watcher missed an event")
    store.close()
    return quantiles(late, n=100)[98]
