"""Seats of those who are gone: kept for a while, then given up, with the chips back in the wallet."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from croupier.cards import CardSource
from croupier.floor.acts.answers import Refused
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Floor
from croupier.floor.acts.floor_part import SeatGivenUp
from croupier.floor.staff.usher import Usher
from croupier.games.crown_poker.terms import Terms
from croupier.games.crown_poker.waiting import JoinList
from croupier.house.wallet import STARTING_CENTS
from croupier.table.contract import AUTOMATIC, CLOCK, HOUSE_PLAYERS, Actor
from croupier.table.declare import say
from croupier.table.people import IDLE_ROUNDS, Join, SeatVacated
from croupier.table.state import Stage
from croupier.table.wagers import WithdrawWager
from tests.floor.service.floors import ANN, BOB, HOUSE, accepted, dealt, new_table, opened, seated, until, wager

MINUTE = 60_000
KEPT = 10 * MINUTE
CY = Actor(f"{HOUSE_PLAYERS}mm-1-cy", "Cy (house)")


class Day:
    """A clock in a test's hands, and who was when last seen."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.seen: dict[str, int] = {}
        self.clock = Clock(lambda: self.now)

    def usher(self, floor: Floor) -> Usher:
        return Usher(floor, self.last_seen, KEPT)

    def last_seen(self, persons: Sequence[str]) -> dict[str, int]:
        return {person: self.seen[person] for person in persons if person in self.seen}


def test_a_seat_is_given_up_after_the_operators_time_and_the_chips_go_home(url: str) -> None:
    async def play() -> None:
        day = Day()
        async with opened(url, clock=day.clock) as floor:
            table, usher = await new_table(floor), day.usher(floor)
            for seat, player in enumerate((ANN, BOB, CY), 1):
                await seated(floor, player, seat)
            day.seen = {"ann": day.now, "bob": day.now}
            day.now += KEPT - 1
            day.seen["bob"] = day.now
            await usher.look_round()
            assert list(table.state.people) == ["ann", "bob", CY.id]
            day.now += 1
            await usher.look_round()
            assert list(table.state.people) == ["bob", CY.id], "who is there stays, and so does a house player"
            word, left = [told for told in table.log if told.actor == CLOCK][-2:]
            assert isinstance(word.event, SeatGivenUp)
            assert say(word.event, table.names) == "Ann has been away for 10 minutes and gives up seat 1."
            assert word.event.under == ("MM 2.1",)
            assert (left.actor, left.position) == (CLOCK, word.position + 1)
            assert await floor.wallet("ann") == STARTING_CENTS

    asyncio.run(play())


def test_nobody_loses_the_seat_with_a_wager_down(url: str) -> None:
    async def play() -> None:
        day = Day()
        async with opened(url, clock=day.clock) as floor:
            table, usher = await new_table(floor), day.usher(floor)
            await seated(floor, ANN, 1)
            await accepted(floor, "mm-1", wager(500), ANN)
            day.seen = {"ann": day.now}
            day.now += 2 * KEPT
            await usher.look_round()
            assert table.state.people["ann"].seat == 1
            await accepted(floor, "mm-1", WithdrawWager(area=1, bet="pair match"), ANN)
            await usher.look_round()
            assert table.state.people == {}

    asyncio.run(play())


def test_the_time_of_someone_who_signed_out_runs_from_when_they_are_missed(url: str) -> None:
    async def play() -> None:
        day = Day()
        async with opened(url, clock=day.clock) as floor:
            table, usher = await new_table(floor), day.usher(floor)
            await seated(floor, ANN, 1)
            await usher.look_round()
            day.now += KEPT - 1
            await usher.look_round()
            assert "ann" in table.state.people
            day.now += 1
            await usher.look_round()
            assert table.state.people == {}

    asyncio.run(play())


def test_at_a_full_table_the_books_three_idle_rounds_come_first(url: str) -> None:
    async def play() -> None:
        day = Day()
        async with opened(url, clock=day.clock) as floor:
            table, usher = await new_table(floor, automatic=True), day.usher(floor)
            players = [Actor(f"p{seat}", f"P{seat}") for seat in range(1, table.state.seats + 1)]
            for seat, player in enumerate(players, 1):
                await seated(floor, player, seat)
            day.seen = {player.id: day.now for player in players}
            async with dealt(floor):
                for number in range(1, IDLE_ROUNDS + 1):
                    await until(table, lambda: table.state.stage is Stage.BETTING)
                    await accepted(floor, "mm-1", wager(500, area=2), players[1])
                    await until(table, lambda done=number: table.state.round == done)  # type: ignore[misc]
                    await until(table, lambda: table.state.stage is Stage.BETTING)
            day.now += 2 * MINUTE
            day.seen = dict.fromkeys(day.seen, day.now) | {"p1": day.now - 2 * MINUTE}
            await usher.look_round()
            (told,) = [told for told in table.log if isinstance(told.event, SeatVacated)]
            assert (told.event.player, told.actor, told.event.under[0]) == ("p1", AUTOMATIC, "MM 11.8")
            assert table.state.people["p1"].seat is None, "they stand; their chips stay before them"
            assert table.state.stack("p1") == 100_00

    asyncio.run(play())


def test_at_a_real_table_the_dealer_sees_who_is_there(url: str) -> None:
    async def play() -> None:
        day = Day()
        async with opened(url, clock=day.clock) as floor:
            table, usher = await new_table(floor, cards=CardSource.REAL), day.usher(floor)
            await accepted(floor, "mm-1", Join(player="walk-in", name="Will", seat=1, cents=100_00), HOUSE)
            day.now += 100 * KEPT
            await usher.look_round()
            day.now += 100 * KEPT
            await usher.look_round()
            assert "walk-in" in table.state.people

    asyncio.run(play())


def test_who_waits_for_a_seat_and_is_gone_keeps_nobody_else_from_one(url: str) -> None:
    async def play() -> None:
        day = Day()
        async with opened(url, clock=day.clock) as floor:
            await floor.open_table("cp-1", "Poker", "crown-poker", Terms(seats=2), automatic=False, by=HOUSE)
            table = floor.tables["cp-1"]
            while table.due() and not table.state.is_open:
                due = table.due()[0]
                await accepted(floor, "cp-1", due.command, Actor("dealer", "Dealer", "tg-area-manager"))
            usher, list_up = day.usher(floor), [Actor(f"g{each}", f"G {each}") for each in range(3)]
            for guest in list_up:
                await accepted(floor, "cp-1", JoinList(), guest)
            await floor.top_up("ann")
            coming = Join(cents=table.state.setting.minimum_buy_in, seat=1)
            kept_out = await floor.command("cp-1", coming, ANN)
            assert isinstance(kept_out, Refused), "two seats are free, and three wait for them"
            day.seen = {each.id: day.now for each in list_up}
            day.now += KEPT
            day.seen["g1"] = day.now
            await usher.look_round()
            assert [each.player for each in table.state.waiting] == ["g1"]
            await accepted(floor, "cp-1", coming, ANN)

    asyncio.run(play())
