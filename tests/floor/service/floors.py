"""Short ways to set a floor up, and to act on it, in tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from croupier.floor.clock import Clock
from croupier.floor.service import Accepted, Floor, LiveTable, Refused
from croupier.floor.store import open_store
from croupier.games.matchmaker import Terms
from croupier.table.care import CheckCards, OpenTable
from croupier.table.contract import Actor, Command, Reason
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager

HOUSE = Actor("house", "The house", "casino-operator")
SUE = Actor("sue", "Sue", "game-supervisor")
DAN = Actor("dan", "Dan", "dealer")
ANN = Actor("ann", "Ann")
BOB = Actor("bob", "Bob")
CARDS = 8 * 52


@asynccontextmanager
async def opened(url: str, clock: Clock | None = None) -> AsyncIterator[Floor]:
    """The floor of a store, closed with its store at the end."""
    store = open_store(url)
    try:
        floor = await Floor.open(store, clock=clock)
        try:
            yield floor
        finally:
            await floor.close()
    finally:
        store.close()


async def new_table(floor: Floor, table: str = "mm-1", automatic: bool = False, is_open: bool = True) -> LiveTable:
    """A Matchmaker table, with its cards checked and open for play unless told otherwise."""
    await floor.open_table(table, "A table", "matchmaker", Terms(), automatic=automatic, by=HOUSE)
    if is_open:
        await accepted(floor, table, CheckCards(cards=CARDS), SUE)
        await accepted(floor, table, OpenTable(), SUE)
    return floor.tables[table]


async def seated(floor: Floor, player: Actor, seat: int, cents: int = 100_00, table: str = "mm-1") -> None:
    """A guest with a wallet who has just sat down."""
    await floor.top_up(player.id)
    await accepted(floor, table, Join(seat=seat, cents=cents), player)


async def accepted(floor: Floor, table: str, command: Command, by: Actor, command_id: str | None = None) -> Accepted:
    """The answer to a command that must be accepted."""
    answer = await floor.command(table, command, by, command_id)
    assert isinstance(answer, Accepted), answer
    return answer


async def refused(floor: Floor, table: str, command: Command, by: Actor, command_id: str | None = None) -> Reason:
    """The reason why a command, which must be refused, is refused."""
    answer = await floor.command(table, command, by, command_id)
    assert isinstance(answer, Refused), answer
    return answer.refusal.reason


def wager(cents: int = 500, area: int = 1, bet: str = "pair match") -> PlaceWager:
    return PlaceWager(area=area, bet=bet, cents=cents)
