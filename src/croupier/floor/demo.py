"""The demo floor: two automatic tables with house players, and one that waits for a dealer with a real shoe."""

from __future__ import annotations

import asyncio

from croupier.cards import CardSource, Device
from croupier.floor.dealer import Dealers
from croupier.floor.pace import NORMAL, Pace
from croupier.floor.players import HousePlayer
from croupier.floor.service import Floor, TableExists
from croupier.games.matchmaker import Bet, Terms
from croupier.money import Limits
from croupier.table.contract import Actor

HOUSE = Actor("house", "The house", "casino-operator")

GUESTS = {"mm-1": ("Ada", "Blaise", "Emmy", "Henri"), "mm-2": ("Sofia", "Carl", "Maryam")}
"""The house players of each table."""


def limits(minimum: int, maximum: int) -> dict[Bet, Limits]:
    """The same limits for each bet, in cents."""
    return dict.fromkeys(Bet, Limits(minimum, maximum))


TABLES = (
    ("mm-1", "Matchmaker, eight decks from the shoe", Terms(limits=limits(500, 500_00)), True),
    (
        "mm-2",
        "Matchmaker, six decks from the machine",
        Terms(decks=6, device=Device.MACHINE, areas=7, limits=limits(1000, 1_000_00)),
        True,
    ),
    (
        "mm-3",
        "Matchmaker with a real shoe",
        Terms(cards=CardSource.REAL, limits=limits(2500, 2_500_00)),
        False,
    ),
)


class Company:
    """The dealers and house players at work on a floor."""

    def __init__(self, floor: Floor, pace: Pace, guests: dict[str, tuple[str, ...]]) -> None:
        self._dealers = Dealers(floor, pace)
        self._players = [
            asyncio.create_task(HousePlayer(floor, floor.tables[table], name, pace).run())
            for table, names in guests.items()
            if table in floor.tables
            for name in names
        ]

    async def close(self) -> None:
        """Send everyone home."""
        for task in self._players:
            task.cancel()
        await asyncio.gather(*self._players, self._dealers.close(), return_exceptions=True)


async def demo_floor(floor: Floor, pace: Pace = NORMAL) -> Company:
    """Open the demo tables on an empty floor, and set the dealers and house players to work."""
    if not floor.tables:
        for table_id, title, terms, automatic in TABLES:
            try:
                await floor.open_table(table_id, title, "matchmaker", terms, automatic=automatic, by=HOUSE)
            except TableExists:
                continue  # another process has just opened it
    return Company(floor, pace, GUESTS)
