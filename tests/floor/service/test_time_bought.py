"""Time that a poker player buys is added to what is left of the turn, and no more than that (CP 6.15.1)."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor_part import PlayersAsked
from croupier.floor.tempo import NO_WAITING
from croupier.games.crown_poker.terms import Setting, Terms
from croupier.games.crown_poker.time_bought import BuyTime
from croupier.table.contract import Actor, Reason
from tests.floor.service.floors import ANN, BOB, HOUSE, accepted, opened, refused, seated

CHIEF = Actor("chief", "Chief", "tg-area-manager")
SIGN = Setting(seconds_to_act=20, extra_times=2, extra_seconds=30, extra_fee=200)


def test_what_is_bought_comes_on_top_of_what_is_left(url: str) -> None:
    """Of 20 seconds 15 are gone when 30 are bought: 35 are left, and after 10 of them 55 with as many again."""
    now = [1_000_000]

    async def play() -> None:
        clock = Clock(lambda: now[0], lambda: now[0])
        async with opened(url, clock=clock, tempo=replace(NO_WAITING, choice=12)) as floor:
            terms = Terms(setting=SIGN)
            await floor.open_table("cp-1", "Poker", "crown-poker", terms, automatic=False, by=HOUSE)
            table = floor.tables["cp-1"]
            while not table.state.is_open:
                await accepted(floor, "cp-1", table.due()[0].command, CHIEF)
            for seat, player in enumerate((ANN, BOB), 1):
                await seated(floor, player, seat, cents=50_000, table="cp-1")
            while not table.turns():
                await accepted(floor, "cp-1", table.due()[0].command, CHIEF)
            (turn,) = table.turns()
            player = ANN if turn.player == "ann" else BOB
            begun = now[0]
            assert table.deadlines[turn.key] == begun + 20_000
            now[0] += 15_000
            await accepted(floor, "cp-1", BuyTime(), player)
            (turn,) = table.turns()
            assert table.deadlines == {turn.key: begun + 50_000}
            last = table.log[-1].event
            assert isinstance(last, PlayersAsked) and last.seconds == 35
            now[0] += 10_000
            await accepted(floor, "cp-1", BuyTime(), player)
            (turn,) = table.turns()
            assert table.deadlines == {turn.key: begun + 80_000}
            assert await refused(floor, "cp-1", BuyTime(), player) is Reason.LIMITS

    asyncio.run(play())
