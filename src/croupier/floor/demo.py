"""The demo floor: for each game two automatic tables with house players, and one that waits for a dealer and cards."""

from __future__ import annotations

import asyncio
from typing import Any

from croupier.cards import CardSource, Device
from croupier.floor.dealer import Dealers
from croupier.floor.habits import lowest_played
from croupier.floor.manager import DutyManager
from croupier.floor.pace import NORMAL, Pace
from croupier.floor.players import HousePlayer
from croupier.floor.service import Floor, TableExists
from croupier.games import double_chance as dc
from croupier.games import three_card_poker as tcp
from croupier.games.double_chance.terms import JACKPOT_HANDS, Jackpot
from croupier.games.matchmaker import Bet, Terms
from croupier.house.meter import OpenMeter
from croupier.money import Limits
from croupier.table.contract import Actor

HOUSE = Actor("house", "The house", "casino-operator")

GUESTS = {
    "mm-1": ("Ada", "Blaise", "Emmy", "Henri"),
    "mm-2": ("Sofia", "Carl", "Maryam"),
    "dc-1": ("Pierre", "Florence", "Christiaan", "Katherine"),
    "dc-2": ("Girolamo", "Rosalind", "Andrey"),
    "tcp-1": ("Grace", "Alan", "Srinivasa", "Hypatia"),
    "tcp-2": ("Kurt", "Amalie", "Leonhard"),
}
"""The house players of each table."""


def limits(minimum: int, maximum: int) -> dict[Bet, Limits]:
    """The same limits for each bet, in cents."""
    return dict.fromkeys(Bet, Limits(minimum, maximum))


def poker_limits(minimum: int, maximum: int) -> dict[tcp.Bet, Limits]:
    """The same limits for Ante and Pair Plus, in cents."""
    return dict.fromkeys((tcp.Bet.ANTE, tcp.Bet.PAIR_PLUS), Limits(minimum, maximum))


def chance_limits(minimum: int, maximum: int) -> dict[dc.Bet, Limits]:
    """The limits of the wager at Double Chance, in cents."""
    return {dc.Bet.WAGER: Limits(minimum, maximum)}


SCHEDULE = Jackpot(100, dict(zip(JACKPOT_HANDS, (20_000, 2_000, 500, 120, 90, 60, 2_000), strict=True)))
"""The demo house's own prizes for a Jackpot wager of $1 at Double Chance, for the book leaves them to the operator."""

JACKPOT: dict[str, Any] = {"jackpot_price": 100, "jackpot_option": 2}

TABLES = (
    ("mm-1", "matchmaker", "Matchmaker, eight decks from the shoe", Terms(limits=limits(500, 500_00)), True),
    (
        "mm-2",
        "matchmaker",
        "Matchmaker, six decks from the machine",
        Terms(decks=6, device=Device.MACHINE, areas=7, limits=limits(1000, 1_000_00)),
        True,
    ),
    (
        "mm-3",
        "matchmaker",
        "Matchmaker with a real shoe",
        Terms(cards=CardSource.REAL, limits=limits(2500, 2_500_00)),
        False,
    ),
    (
        "dc-1",
        "double-chance",
        "Double Chance from the card shoe",
        dc.Terms(limits=chance_limits(500, 500_00), jackpot=SCHEDULE, maximum_payout=25_000_00),
        True,
    ),
    (
        "dc-2",
        "double-chance",
        "Double Chance from the shuffling device",
        dc.Terms(device=Device.SHUFFLER, limits=chance_limits(1000, 1_000_00), jackpot=SCHEDULE),
        True,
    ),
    (
        "dc-3",
        "double-chance",
        "Double Chance with real cards",
        dc.Terms(cards=CardSource.REAL, limits=chance_limits(2500, 2_500_00), jackpot=SCHEDULE),
        False,
    ),
    (
        "tcp-1",
        "three-card-poker",
        "Three Card Poker from the hand shoe",
        tcp.Terms(limits=poker_limits(500, 500_00), **JACKPOT),
        True,
    ),
    (
        "tcp-2",
        "three-card-poker",
        "Three Card Poker from the shuffling shoe",
        tcp.Terms(device=Device.SHUFFLER, pair_plus="E", limits=poker_limits(1000, 1_000_00), **JACKPOT),
        True,
    ),
    (
        "tcp-3",
        "three-card-poker",
        "Three Card Poker with real cards",
        tcp.Terms(cards=CardSource.REAL, limits=poker_limits(2500, 2_500_00), **JACKPOT),
        False,
    ),
)

METER = "main"
LINKED = OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-1", "tcp-2", "tcp-3"))
"""One meter for all tables of the demo floor that take Jackpot wagers."""


class Company:
    """The dealers, the house players and the duty manager at work on a floor."""

    def __init__(self, floor: Floor, pace: Pace, guests: dict[str, tuple[str, ...]], manager: bool) -> None:
        self._dealers = Dealers(floor, pace)
        self._manager = asyncio.create_task(DutyManager(floor, pace).run()) if manager else None
        self._players = [
            asyncio.create_task(HousePlayer(floor, floor.tables[table], name, pace).run())
            for table, names in guests.items()
            if table in floor.tables
            for name in names
        ]

    async def close(self) -> None:
        """Send everyone home."""
        tasks = [*self._players, *([self._manager] if self._manager else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, self._dealers.close(), return_exceptions=True)


async def demo_floor(floor: Floor, pace: Pace = NORMAL, *, manager: bool = True) -> Company:
    """Open the demo tables that an empty floor, or one of an earlier version, lacks, and set everyone to work.

    Without the duty manager a jackpot at an automatic table waits until a person of the right rank has determined it.
    """
    games = {table.game.name for table in floor.tables.values()}
    demo = not floor.tables or any(row[0] in floor.tables for row in TABLES)
    for table_id, game, title, terms, automatic in TABLES:
        if demo and game not in games:
            try:
                await floor.open_table(table_id, title, game, terms, automatic=automatic, by=HOUSE)
            except TableExists:
                continue  # another process has just opened it
    if not floor.meters and all(table in floor.tables for table in LINKED.tables):
        await floor.command_meter(METER, LINKED, HOUSE)
    await asyncio.to_thread(lowest_played, tcp.Terms().ante_bonus)  # worked out before anyone has to wait for it
    return Company(floor, pace, GUESTS, manager)
