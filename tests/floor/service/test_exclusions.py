"""Whoever is excluded from the casino at one table is taken in at none, before and after the floor opens anew."""

from __future__ import annotations

import asyncio

from croupier.floor.acts.floor import Floor
from croupier.games.double_chance import Terms
from croupier.games.double_chance.operating import ExchangeVoucher
from croupier.table.care import CheckCards, OpenTable
from croupier.table.conduct import ExcludeFromCasino, ReportContravention
from croupier.table.contract import Actor, Reason, Refusal
from croupier.table.people import BuyChips, Join, Leave
from tests.floor.service.floors import ANN, BOB, DAN, HOUSE, accepted, new_table, opened, refused, seated, wager
from tests.witness import witnesses

BOSS = Actor("boss", "Boss", "casino-supervisor")


async def excluded(floor: Floor, player: Actor) -> None:
    """A person caught with a device at a Double Chance table and excluded from the casino."""
    await floor.open_table("dc-1", "Double Chance", "double-chance", Terms(), automatic=False, by=HOUSE)
    await accepted(floor, "dc-1", CheckCards(cards=52), DAN)
    await accepted(floor, "dc-1", OpenTable(), DAN)
    report = ReportContravention(person=player.id, clause="14.1", what="a counting device in the sleeve")
    await accepted(floor, "dc-1", report, DAN)
    await accepted(floor, "dc-1", ExcludeFromCasino(player=player.id), BOSS)


@witnesses("DC 14.3.3")
def test_no_table_takes_in_who_is_excluded_from_the_casino(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor)
            await seated(floor, ANN, 1)
            await floor.top_up(BOB.id)
            await excluded(floor, ANN)
            assert await refused(floor, "mm-1", wager(), ANN) is Reason.EXCLUDED
            assert await refused(floor, "mm-1", BuyChips(cents=100), ANN) is Reason.EXCLUDED
            assert await refused(floor, "mm-1", Join(seat=2, cents=100, player=ANN.id), DAN) is Reason.EXCLUDED
            voucher = ExchangeVoucher(player=ANN.id, voucher="V-1", cents=500)
            assert await refused(floor, "dc-1", voucher, DAN) is Reason.EXCLUDED
            foreseen = floor.foresee("mm-1", wager(), ANN)
            assert isinstance(foreseen, Refusal) and foreseen.reason is Reason.EXCLUDED
            await accepted(floor, "mm-1", Join(seat=2, cents=100), BOB)
            await accepted(floor, "mm-1", Leave(), ANN)
        async with opened(url) as floor:
            assert await refused(floor, "mm-1", Join(seat=1, cents=100), ANN) is Reason.EXCLUDED

    asyncio.run(play())
