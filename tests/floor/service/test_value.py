"""On the floor: a call with cash at an automatic table is worth what the wallet holds, and stops nobody."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from croupier.cards import CardSource
from croupier.floor.tempo import NO_WAITING
from croupier.table.contract import Reason
from croupier.table.people import BuyChips, Join, Leave
from croupier.table.wagers import ConvertSpoken, SpeakWager, SpokenWagerLapsed, Tender, WithdrawWager
from tests.floor.service.floors import ANN, BOB, DAN, accepted, dealt, new_table, opened, refused, seated, until, wager

CALL = "pair match"


def call(cents: int, area: int = 1) -> SpeakWager:
    return SpeakWager(area=area, bet=CALL, cents=cents, shown=Tender.CASH)


def test_half_a_million_called_out_at_an_automatic_table_comes_to_nothing_and_play_goes_on(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, betting=0.2)) as floor:
            table = await new_table(floor, automatic=True)
            await seated(floor, ANN, 1)
            await seated(floor, BOB, 2)
            async with dealt(floor):
                await accepted(floor, "mm-1", call(500_000_00), ANN)
                await until(table, lambda: not table.state.spoken)
                lapsed = [told for told in table.log if isinstance(told.event, SpokenWagerLapsed)]
                assert "MM 5.3" in lapsed[0].event.under
                await accepted(floor, "mm-1", wager(area=2), BOB)
                await until(table, lambda: table.state.round == 1 and not table.state.wagers)
            await accepted(floor, "mm-1", Leave(), ANN)
            assert await floor.wallet("ann") == 1_000_00

    asyncio.run(play())


def test_a_call_that_the_wallet_can_pay_is_paid_from_it(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, betting=60)) as floor:
            table = await new_table(floor, automatic=True)
            await seated(floor, ANN, 1)
            async with dealt(floor):
                await accepted(floor, "mm-1", call(200_00), ANN)
                await until(table, lambda: bool(table.state.wagers))
                assert await floor.wallet("ann") == 700_00
                await accepted(floor, "mm-1", WithdrawWager(area=1, bet=CALL), ANN)
            await accepted(floor, "mm-1", Leave(), ANN)
            assert await floor.wallet("ann") == 1_000_00

    asyncio.run(play())


def test_a_dealer_turns_the_cash_of_a_guest_who_called_into_chips(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            await seated(floor, ANN, 1)
            await accepted(floor, "mm-1", call(50_00), ANN)
            await accepted(floor, "mm-1", ConvertSpoken(area=1, bet=CALL, player="ann"), DAN)
            assert await floor.wallet("ann") == 900_00
            assert table.state.chips["cash"] == -50_00

    asyncio.run(play())


def test_a_dealer_alone_brings_value_for_a_walk_in_but_not_for_a_guest(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor, cards=CardSource.REAL)
            await seated(floor, ANN, 1)
            short = Reason.NOT_ENOUGH_CHIPS
            assert await refused(floor, "mm-1", BuyChips(cents=900_01, player="ann"), DAN) is short
            await accepted(floor, "mm-1", replace(call(950_00), player="ann"), DAN)
            assert await refused(floor, "mm-1", ConvertSpoken(area=1, bet=CALL, player="ann"), DAN) is short
            await accepted(floor, "mm-1", Join(cents=500_00, seat=2, player="carl", name="Carl"), DAN)
            assert await floor.wallet("carl") == 0
            assert await floor.wallet("ann") == 900_00

    asyncio.run(play())
