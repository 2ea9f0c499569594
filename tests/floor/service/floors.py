"""Short ways to set a floor up, and to act on it, in tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from croupier.cards import BY_CHANCE, Card, CardSource, Chance, Counts, Uniform
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Accepted, Floor, LiveTable, Refused
from croupier.floor.staff.dealer import Dealers
from croupier.floor.store import open_store
from croupier.floor.tempo import NO_WAITING, Tempo
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
SOON = 30.0


class Deck(Uniform):
    """Where faces come from: those that are wanted next, then any."""

    def __init__(self) -> None:
        super().__init__()
        self.coming: list[Card] = []

    def card(self, unseen: Counts) -> Card:
        return self.coming.pop(0) if self.coming else super().card(unseen)

    def next(self, *cards: str) -> None:
        """Let these cards, written as in `Ah Jh`, come next."""
        self.coming = [Card(card) for text in cards for card in text.split()]


@asynccontextmanager
async def opened(
    url: str, deck: Chance = BY_CHANCE, clock: Clock | None = None, tempo: Tempo = NO_WAITING
) -> AsyncIterator[Floor]:
    """The floor of a store, closed with its store at the end."""
    store = open_store(url)
    try:
        floor = await Floor.open(store, clock=clock, chance=deck, tempo=tempo)
        try:
            yield floor
        finally:
            await floor.close()
    finally:
        store.close()


@asynccontextmanager
async def dealt(floor: Floor) -> AsyncIterator[None]:
    """Automatic dealers at work, at the tempo of the floor."""
    dealers = Dealers(floor)
    try:
        yield
    finally:
        await dealers.close()


def bare(kind: str) -> str:
    """The name of an event without that of its part."""
    return kind.rpartition("/")[2]


async def until(table: LiveTable, holds: Callable[[], bool]) -> None:
    """Wait for something to hold at a table."""
    async with asyncio.timeout(SOON):
        while not holds():
            await table.changed(table.version)


async def new_table(
    floor: Floor,
    table: str = "mm-1",
    automatic: bool = False,
    is_open: bool = True,
    cards: CardSource = CardSource.VIRTUAL,
) -> LiveTable:
    """A Matchmaker table, with its cards checked and open for play unless told otherwise."""
    await floor.open_table(table, "A table", "matchmaker", Terms(cards=cards), automatic=automatic, by=HOUSE)
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
