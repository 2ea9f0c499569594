"""House players keep a demo floor alive: they sit, bet within the limits, cut, leave and come back."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from threading import Event

import pytest

from croupier.cards import CardSource, Device
from croupier.floor.acts.floor import LiveTable
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.demo import demo_floor, demo_tables
from croupier.floor.staff.players import HousePlayer, has_advice
from croupier.table.people import Join, PlayerJoined, PlayerLeft
from croupier.table.state import Stage
from croupier.table.wagers import WagerPlaced
from tests.floor.service.floors import ANN, accepted, new_table, opened, until

ROUNDS = 40
OF_THREE = {f"{code}-{number}" for code in ("mm", "dc", "tcp") for number in (1, 2, 3)}
TOURNAMENT_TABLES = {"mm-t1", "mm-t2", "bj-t1", "bj-t2", "cp-t1"}
OTHERS = {f"bj-{number}" for number in range(1, 7)} | {f"cp-{number}" for number in range(1, 6)}
DEMO = OF_THREE | TOURNAMENT_TABLES | OTHERS
HOUSE_PLAYERS_AT = {table.id for _, table in demo_tables() if table.guests}
SOON = 60.0


def test_house_players_bet_within_the_limits_on_all_bets_and_come_and_go(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, automatic=True)
            chance = Random(11)
            tasks = [asyncio.create_task(Dealer(floor, table).run())]
            for name in ("Ada", "Blaise", "Emmy"):
                tasks.append(asyncio.create_task(HousePlayer(floor, table, name, chance).run()))
            async with asyncio.timeout(SOON):
                while table.state.round < ROUNDS:
                    await table.changed(table.version)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            told = [each.event for each in await floor.told("mm-1", 0, 10_000)]
            placed = [event for event in told if isinstance(event, WagerPlaced)]
            assert {event.bet for event in placed} == {"pair match", "suit match", "miss match"}
            assert all(500 <= event.total <= 500_00 and (event.total - 500) % 100 == 0 for event in placed)
            assert {event.player for event in placed} == {f"house-mm-1-{name}" for name in ("ada", "blaise", "emmy")}
            left = {event.player for event in told if isinstance(event, PlayerLeft)}
            assert left
            joined = [event.player for event in told if isinstance(event, PlayerJoined)]
            assert any(joined.count(player) > 1 for player in left)
            assert all(event.name.endswith("(house)") for event in told if isinstance(event, PlayerJoined))
            assert sum(floor.store.balances().values()) == 0
            assert min(floor.store.balances("wallet:").values()) >= 0

    asyncio.run(play())


def test_the_demo_floor_opens_its_tables_and_meter_once_and_plays_at_those_with_dealers(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            company = await demo_floor(floor)
            assert floor.tables.keys() == DEMO
            assert {name for name, table in floor.tables.items() if table.automatic} == HOUSE_PLAYERS_AT
            terms = {name: table.terms for name, table in floor.tables.items()}
            assert (terms["mm-1"].decks, terms["mm-1"].device) == (8, Device.SHOE)
            assert (terms["mm-2"].decks, terms["mm-2"].device) == (6, Device.MACHINE)
            assert (terms["mm-3"].cards, floor.tables["mm-3"].automatic) == (CardSource.REAL, False)
            assert (terms["dc-1"].device, terms["dc-2"].device) == (Device.SHOE, Device.SHUFFLER)
            assert (terms["dc-3"].cards, floor.tables["dc-3"].automatic) == (CardSource.REAL, False)
            assert all(terms[name].jackpot.price == 100 for name in ("dc-1", "dc-2", "dc-3"))
            assert terms["dc-1"].maximum_payout == 25_000_00
            assert (terms["tcp-1"].device, terms["tcp-2"].device) == (Device.SHOE, Device.SHUFFLER)
            assert (terms["tcp-3"].cards, floor.tables["tcp-3"].automatic) == (CardSource.REAL, False)
            assert len({str(terms[name].limits) for name in OF_THREE}) == 9
            assert [terms[f"bj-{number}"].variant for number in range(1, 7)] == [
                *("blackjack", "crown", "blackjack"),
                *("vegas", "pontoon", "pandemonium"),
            ]
            assert (terms["bj-3"].cards, floor.tables["bj-3"].automatic) == (CardSource.REAL, False)
            assert (
                len(
                    {
                        (terms[f"cp-{number}"].setting.variant, terms[f"cp-{number}"].setting.limit)
                        for number in range(1, 5)
                    }
                )
                == 4
            )
            assert (terms["cp-5"].cards, floor.tables["cp-5"].automatic) == (CardSource.REAL, False)
            main = floor.meters["main"].state
            assert (main.price, main.option, main.seed, main.open) == (100, 2, 10_000, True)
            assert main.tables == ("tcp-1", "tcp-2", "tcp-3")
            async with asyncio.timeout(SOON):
                for name in HOUSE_PLAYERS_AT:
                    while floor.tables[name].state.round < 3:
                        await floor.tables[name].changed(floor.tables[name].version)
            await company.close()
            assert {floor.tables[name].state.stage for name in ("mm-3", "dc-3", "bj-3", "tcp-3", "cp-5")} == {
                Stage.CLOSED
            }
            assert floor.meters["main"].state.contributed > 0
        # Commands under way when the company went home are finished by the floor before it closes.
        added = floor.meters["main"].state
        rounds = floor.tables["mm-1"].state.round
        async with opened(url) as floor:
            assert list(floor.meters) == ["main"]
            assert floor.meters["main"].state == added
            company = await demo_floor(floor)
            assert floor.tables.keys() == DEMO
            async with asyncio.timeout(SOON):
                while floor.tables["mm-1"].state.round < rounds + 2:
                    await floor.tables["mm-1"].changed(floor.tables["mm-1"].version)
            await company.close()

    asyncio.run(play())


def test_a_demo_floor_of_an_earlier_version_gets_the_tables_of_the_games_it_lacks(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor, "mm-1")
            company = await demo_floor(floor)
            await company.close()
            assert floor.tables.keys() == DEMO - {"mm-2", "mm-3", "mm-t1", "mm-t2"}

    asyncio.run(play())


def test_a_floor_with_tables_of_its_own_gets_none_of_the_demo_s(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor, "our-own")
            company = await demo_floor(floor)
            await company.close()
            assert floor.tables.keys() == {"our-own"}

    asyncio.run(play())


def test_players_without_advice_do_not_wait_for_that_of_other_games(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mathematics of Blackjack takes half a minute at its first start, and poker has nothing of it."""
    never = Event()
    monkeypatch.setattr("croupier.floor.staff.demo._prepare", lambda name: has_advice(name) and never.wait(SOON))

    async def play() -> None:
        async with opened(url) as floor:
            company = await demo_floor(floor)
            async with asyncio.timeout(SOON):
                while not floor.table("cp-1").state.people or not floor.table("mm-1").state.people:
                    await asyncio.sleep(0.05)
            assert not floor.table("bj-1").state.people and not floor.table("tcp-1").state.people
            never.set()
            await company.close()

    asyncio.run(play())


def test_house_players_rest_at_tables_that_nobody_watches_and_where_nobody_sits(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            looks = Counter[str]()
            company = await demo_floor(floor, players="watched", watching=looks.__getitem__)
            one, other, poker = map(floor.table, ("mm-1", "mm-2", "cp-1"))

            async def rounds_at(table: LiveTable) -> None:
                more = table.state.round + 3
                await until(table, lambda: table.state.round >= more)

            looks["mm-1"] = 1
            await rounds_at(one)
            assert not any(floor.table(name).state.people for name in HOUSE_PLAYERS_AT - {"mm-1"})
            looks["cp-1"] = 2
            await rounds_at(poker)
            looks.clear()
            for table in (one, poker):
                await until(table, lambda table=table: not table.state.people)
            await floor.top_up(ANN.id, to=500_00)
            await accepted(floor, "mm-2", Join(cents=500_00, seat=1), ANN)
            await rounds_at(other)
            rested = one.version, poker.version
            await rounds_at(other)
            assert len(other.state.people) > 1
            assert (one.version, poker.version) == rested
            await company.close()

    asyncio.run(play())


def test_without_house_players_the_demo_s_tables_are_dealt_to_nobody(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            company = await demo_floor(floor, players="none", watching=lambda table: 1)
            table = floor.table("mm-1")
            await until(table, lambda: table.state.stage is Stage.BETTING)
            await company.close()
            assert not any(table.state.people for table in floor.tables.values())

    asyncio.run(play())
