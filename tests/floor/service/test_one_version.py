"""All Magnificent Sevens tables of the house play one version, and change it together."""

from __future__ import annotations

import asyncio

from croupier.floor.acts.answers import Refused
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Floor
from croupier.games.blackjack import Terms, Variant
from croupier.table.care import CheckCards, CountCards, OpenTable
from croupier.table.closing import CloseTable
from croupier.table.contract import Actor
from croupier.table.versions import AnnounceVersion, ChangeVersion
from tests.floor.service.floors import HOUSE, SUE, accepted, opened
from tests.witness import witnesses

BOSS = Actor("boss", "Boss", "casino-supervisor")
CARDS = 6 * 52
MINUTE = 60_000


class Hand:
    """A clock that goes on when it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now

    def on(self, minutes: int) -> None:
        """Let time go by."""
        self.now += minutes * MINUTE


async def new_table(floor: Floor, table: str, terms: Terms) -> None:
    await floor.open_table(table, "A table", "blackjack", terms, automatic=False, by=HOUSE)
    await accepted(floor, table, CheckCards(cards=CARDS), SUE)


async def why_not(floor: Floor, table: str) -> tuple[str, ...]:
    """The clauses under which a table may not open."""
    answer = await floor.command(table, OpenTable(), SUE)
    assert isinstance(answer, Refused), answer
    assert not floor.table(table).state.is_open
    return answer.refusal.under


async def shut(floor: Floor, table: str) -> None:
    await accepted(floor, table, CloseTable(), BOSS)
    await accepted(floor, table, CountCards(cards=CARDS), SUE)
    await accepted(floor, table, CheckCards(cards=CARDS), SUE)


@witnesses("BJ 13.7.2")
def test_no_table_opens_while_another_plays_the_other_version(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor, "one", Terms(sevens=1))
            await new_table(floor, "two", Terms(sevens=2))
            await new_table(floor, "also one", Terms(sevens=1, variant=Variant.CROWN))
            await new_table(floor, "none", Terms())
            await accepted(floor, "one", OpenTable(), SUE)
            assert await why_not(floor, "two") == ("BJ 13.7.2",)
            await accepted(floor, "also one", OpenTable(), SUE)
            await accepted(floor, "none", OpenTable(), SUE)
        async with opened(url) as floor:
            assert await why_not(floor, "two") == ("BJ 13.7.2",)

    asyncio.run(play())


@witnesses("BJ 13.7.2", "BJ 13.7.3")
def test_the_house_goes_over_to_another_version_once_all_tables_are_closed_and_notice_hung(url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(url, clock=Clock(hand, hand)) as floor:
            for table in ("a", "b"):
                await new_table(floor, table, Terms(sevens=1))
                await accepted(floor, table, OpenTable(), SUE)
            await new_table(floor, "new", Terms(sevens=2))
            await accepted(floor, "a", AnnounceVersion(version=2, effective_at=hand.now + 20 * MINUTE), HOUSE)
            hand.on(20)
            await shut(floor, "a")
            await accepted(floor, "a", ChangeVersion(version=2), HOUSE)
            hand.on(20)
            assert await why_not(floor, "a") == ("BJ 13.7.2",)
            await shut(floor, "b")
            assert await why_not(floor, "new") == ("BJ 13.7.3",)
            await accepted(floor, "a", OpenTable(), SUE)
            await accepted(floor, "new", OpenTable(), SUE)
            assert await why_not(floor, "b") == ("BJ 13.7.2",)

    asyncio.run(play())
