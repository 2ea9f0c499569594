"""Many tables on one meter at once, in one process and in two: every wager counts once, and no one waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from croupier.floor.acts.floor import Accepted, Floor, Refused
from croupier.floor.reading import audit
from croupier.floor.reading.reconcile import reports
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.manager import DutyManager
from croupier.floor.staff.players import HousePlayer
from croupier.house.meter import NoticeOf, OpenMeter, PostMeterNotice
from croupier.table.contract import Reason
from tests.floor.meters.load import Generous
from tests.floor.meters.poker import (
    ANN,
    BOB,
    MANAGER,
    OPERATOR,
    SEED,
    STEP,
    TERMS,
    bet,
    close_bets,
    level,
    linked,
    new_table,
    seated,
    win_royal_flush,
)
from tests.floor.service.floors import Deck, opened

SOON = 60.0


def registered(floor: Floor) -> int:
    """The wagers that the tables' own records say are on the meter."""
    (report,) = reports(floor.store)
    assert report.ok, report
    return sum(tally.at_table for tally in report.tables)


def at_work(floor: Floor, tables: Iterable[str]) -> list[asyncio.Task[None]]:
    """Dealers and players without pause at some tables."""
    acts = [Dealer(floor, floor.tables[name]).run() for name in tables]
    acts += [HousePlayer(floor, floor.tables[name], who).run() for name in tables for who in ("Ada", "Kurt")]
    return [asyncio.create_task(act) for act in acts]


async def stop(tasks: list[asyncio.Task[None]], *floors: Floor) -> None:
    """Send everyone home, and wait for what they had already asked for."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for floor in floors:
        await floor.quiet()


async def enough_rounds(floor: Floor, tables: Iterable[str], rounds: int) -> None:
    async with asyncio.timeout(SOON):
        for name in tables:
            while floor.tables[name].state.round < rounds:
                await floor.tables[name].changed(floor.tables[name].version)


def test_tables_of_one_meter_and_the_operator_never_wait_for_each_other_for_ever(url: str) -> None:
    async def play() -> None:
        async with opened(url, Generous()) as floor:
            names = [f"tcp-{number}" for number in range(1, 7)]
            for name in names:
                await floor.open_table(name, name, "three-card-poker", TERMS, automatic=True, by=OPERATOR)
            opening = OpenMeter(option=2, seed=10_000, price=100, tables=tuple(names))
            assert isinstance(await floor.command_meter("main", opening, OPERATOR), Accepted)
            tasks = [*at_work(floor, names), asyncio.create_task(DutyManager(floor).run())]

            async def meddle() -> None:
                while True:
                    notice = PostMeterNotice(of=NoticeOf.OPTION, option=2, seed=20_000)
                    assert isinstance(await floor.command_meter("main", notice, OPERATOR), Accepted)
                    again = OpenMeter(option=2, seed=10_000, price=200, tables=tuple(reversed(names)))
                    assert isinstance(await floor.command_meter("two", again, OPERATOR), Refused)
                    await asyncio.sleep(0.05)

            tasks.append(asyncio.create_task(meddle()))
            await enough_rounds(floor, names, 5)
            await stop(tasks, floor)
            meter = floor.meters["main"].state
            assert meter.contributed == registered(floor) * STEP > 0
            assert meter.out_of_balance == 0

    asyncio.run(play())


def test_two_processes_play_for_one_meter_without_losing_a_wager(shared_url: str) -> None:
    async def play() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            mine, yours = ("tcp-1", "tcp-2", "tcp-3"), ("tcp-4", "tcp-5", "tcp-6")
            for name in (*mine, *yours):
                await here.open_table(name, name, "three-card-poker", TERMS, automatic=True, by=OPERATOR)
            opening = OpenMeter(option=2, seed=10_000, price=100, tables=(*mine, *yours))
            assert isinstance(await here.command_meter("main", opening, OPERATOR), Accepted)
            await level(here, there)
            tasks = [*at_work(here, mine), *at_work(there, yours)]
            await enough_rounds(here, mine, 3)
            await enough_rounds(there, yours, 3)
            await stop(tasks, here, there)
            await level(here, there)
            assert here.meters["main"].state == there.meters["main"].state
            assert here.meters["main"].state.contributed == registered(here) * STEP > 0
            assert isinstance(audit.verify(here.store), audit.Verified)

    asyncio.run(play())


def test_a_jackpot_won_in_one_process_is_pending_in_the_other_and_confirmed_from_there(shared_url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(shared_url, deck) as here, opened(shared_url) as there:
            await linked(here, "tcp-1", "tcp-2")
            await seated(here, "tcp-1", ANN, 1)
            await win_royal_flush(here, "tcp-1", ANN, deck)
            await level(here, there)
            assert [each.table for each in there.meters["main"].state.pending] == ["tcp-1"]
            answers = await asyncio.gather(
                here.determine("main", "tcp-1", MANAGER, confirmed=True),
                there.determine("main", "tcp-1", MANAGER, confirmed=True),
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Refused"]
            await level(here, there)
            assert here.meters["main"].state == there.meters["main"].state
            assert here.meters["main"].state.paid_cents == 10_001_00
            assert here.store.balance("meter:main") == -10_001_00

    asyncio.run(play())


def test_registering_at_the_same_moment_from_two_processes_counts_both(shared_url: str) -> None:
    async def play() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            await linked(here, "tcp-1", "tcp-2")
            await level(here, there)
            await seated(here, "tcp-1", ANN, 1)
            await seated(there, "tcp-2", BOB, 1)
            await bet(here, "tcp-1", ANN, 1)
            await bet(there, "tcp-2", BOB, 1)
            await asyncio.gather(close_bets(here, "tcp-1"), close_bets(there, "tcp-2"))
            await level(here, there)
            assert here.meters["main"].state.mites == there.meters["main"].state.mites == SEED + 2 * STEP

    asyncio.run(play())


def test_two_processes_cannot_open_two_meters_of_one_price(shared_url: str) -> None:
    async def play() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            await new_table(here, "tcp-1")
            await new_table(here, "tcp-2")
            await level(here, there)
            answers = await asyncio.gather(
                here.command_meter("a", OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-1",)), OPERATOR),
                there.command_meter("b", OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-2",)), OPERATOR),
            )
            refusals = [answer.refusal for answer in answers if isinstance(answer, Refused)]
            assert [(each.reason, each.under) for each in refusals] == [(Reason.LIMITS, ("TCP 6.1.1(e)",))]

    asyncio.run(play())
