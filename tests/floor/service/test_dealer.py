"""The automatic dealer performs what is due, waits for people where it should, and steps back when told."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from croupier.floor.acts.floor import LiveTable
from croupier.floor.staff.dealer import AUTOMATIC
from croupier.floor.tempo import NO_WAITING
from croupier.games.matchmaker.play import CardDealt
from croupier.table.closing import CloseTable
from croupier.table.cut import CutCards, CutDeclined
from croupier.table.rounds import BetsClosed
from croupier.table.state import Stage, Step
from tests.floor.service.floors import (
    ANN,
    DAN,
    HOUSE,
    SOON,
    SUE,
    accepted,
    bare,
    dealt,
    new_table,
    opened,
    seated,
    until,
    wager,
)


def kinds(table: LiveTable) -> list[str]:
    return [bare(told.kind) for told in table.log]


def test_it_checks_opens_deals_and_pays_a_round_by_itself(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, automatic=True, is_open=False)
            async with dealt(floor):
                await until(table, lambda: table.state.care.step is Step.READY)
                assert kinds(table)[3:] == [
                    "CardsChecked", "TableOpened", "CardsShuffled", "CardsCut", "ShoeLoaded", "CardBurned",
                ]  # fmt: skip
                await seated(floor, ANN, 4)
                await accepted(floor, "mm-1", wager(500, area=4), ANN)
                await until(table, lambda: "RoundClosed" in kinds(table))
            after_wager = kinds(table)[kinds(table).index("BetsClosed") :]
            assert [kind for kind in after_wager if kind != "AreaPaid"] == [
                "BetsClosed", "CardDealt", "CardDealt", "LosersCleared", "RoundClosed",
            ]  # fmt: skip
            assert all(told.actor == AUTOMATIC for told in table.log if isinstance(told.event, CardDealt))
            # Pair Match pays 11 to 1 (MM 8.1): Ann has lost her $5, or won $55.
            assert table.state.stack("ann") in (95_00, 155_00)

    asyncio.run(play())


def test_it_lets_a_silent_player_decline_the_cut_after_a_while(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, answer=0.3)) as floor:
            table = await new_table(floor, automatic=True)
            await seated(floor, ANN, 1)
            async with dealt(floor):
                await until(table, lambda: table.state.care.offered == "ann")
                asked = table.log[-1].at
                await until(table, lambda: table.state.care.step is Step.READY)
            declined = next(told for told in table.log if isinstance(told.event, CutDeclined))
            assert isinstance(declined.event, CutDeclined)
            assert declined.event.player == "ann"
            assert declined.event.for_them
            assert declined.at - asked >= 300

    asyncio.run(play())


def test_it_waits_for_a_player_who_answers_in_time(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, answer=SOON)) as floor:
            table = await new_table(floor, automatic=True)
            await seated(floor, ANN, 1)
            async with dealt(floor):
                await until(table, lambda: table.state.care.offered == "ann")
                await accepted(floor, "mm-1", CutCards(depth=100), ANN)
                await until(table, lambda: table.state.care.step is Step.READY)
            assert "CutDeclined" not in kinds(table)

    asyncio.run(play())


def test_betting_time_runs_from_the_first_wager_and_is_not_drawn_out_by_later_ones(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, betting=2)) as floor:
            table = await new_table(floor, automatic=True)
            async with dealt(floor):
                await until(table, lambda: table.state.care.step is Step.READY)
                await seated(floor, ANN, 1)
                first = await accepted(floor, "mm-1", wager(500), ANN)
                deadlines = dict(table.deadlines)
                assert list(deadlines.values()) == [first.events[0].at + 2000]
                await asyncio.sleep(0.1)
                await accepted(floor, "mm-1", wager(500), ANN)
                assert table.deadlines == deadlines
                await until(table, lambda: "BetsClosed" in kinds(table))
            closed = next(told for told in table.log if isinstance(told.event, BetsClosed))
            assert closed.at - first.events[0].at >= 2000

    asyncio.run(play())


def test_it_steps_back_in_the_middle_of_a_round_and_takes_over_again(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, card=0.2)) as floor:
            table = await new_table(floor, automatic=True)
            async with dealt(floor):
                await until(table, lambda: table.state.care.step is Step.READY)
                await seated(floor, ANN, 1)
                await accepted(floor, "mm-1", wager(500), ANN)
                await until(table, lambda: table.state.stage is Stage.NO_MORE_BETS)
                await floor.set_automatic("mm-1", False, SUE)
                version = table.version
                await asyncio.sleep(0.5)
                assert table.version == version
                due = table.due()[0]
                await accepted(floor, "mm-1", due.command, DAN)
                await floor.set_automatic("mm-1", True, SUE)
                await until(table, lambda: "RoundClosed" in kinds(table))
            dealers = [told.actor for told in table.log if isinstance(told.event, CardDealt)]
            assert dealers == [DAN.id, AUTOMATIC]

    asyncio.run(play())


def test_it_goes_on_when_people_act_first(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, automatic=True)
            async with dealt(floor):
                await until(table, lambda: table.state.care.step is Step.READY)
                await seated(floor, ANN, 1, 1_000_00)

                async def meddle() -> None:
                    while True:
                        for due in table.due():
                            await floor.command("mm-1", due.command, SUE)
                        await asyncio.sleep(0)

                meddling = asyncio.create_task(meddle())
                for _ in range(5):
                    done = table.state.round
                    await accepted(floor, "mm-1", wager(500), ANN)
                    await until(table, lambda done=done: table.state.round > done and not table.state.wagers)
                meddling.cancel()
                await accepted(floor, "mm-1", wager(500), ANN)
                await until(table, lambda: table.state.round > 5 and not table.state.wagers)
            assert {told.actor for told in table.log if isinstance(told.event, CardDealt)} == {SUE.id, AUTOMATIC}

    asyncio.run(play())


def test_it_counts_the_cards_of_a_table_that_people_closed_but_leaves_it_closed(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, automatic=True)
            async with dealt(floor):
                await until(table, lambda: table.state.care.step is Step.READY)
                await accepted(floor, "mm-1", CloseTable(), HOUSE)
                await until(table, lambda: "CardsCounted" in kinds(table))
                await asyncio.sleep(0.2)
                assert kinds(table)[-2:] == ["TableClosed", "CardsCounted"]
        async with opened(url) as floor, dealt(floor):
            await asyncio.sleep(0.2)
            assert not floor.tables["mm-1"].state.is_open

    asyncio.run(play())


def test_a_table_that_comes_later_gets_a_dealer_too(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor, dealt(floor):
            table = await new_table(floor, automatic=True, is_open=False)
            await until(table, lambda: table.state.is_open)

    asyncio.run(play())
