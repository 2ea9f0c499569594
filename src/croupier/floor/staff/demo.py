"""The demo floor: the tables that each game brings along, with house players at those that deal by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import msgspec

from croupier.floor.acts.floor import Floor, TableExists
from croupier.floor.people.posts import OPERATOR
from croupier.floor.staff.dealer import Dealers
from croupier.floor.staff.manager import DutyManager
from croupier.floor.staff.players import HousePlayer, advice, has_advice
from croupier.games import game, games
from croupier.house.meter import OpenMeter
from croupier.table.contract import HOUSE, no_person
from croupier.table.habits import DemoTable

THE_HOUSE = no_person(HOUSE, OPERATOR)


def demo_tables() -> Iterator[tuple[str, DemoTable]]:
    """Every table of the demo floor, with the name of its game."""
    for name in games():
        demo = game(name).part("demo")
        yield from ((name, table) for table in (demo.TABLES if demo else ()))


def demo_meters() -> dict[str, OpenMeter]:
    """The meters of the demo floor, by id, as they are opened."""
    found = (getattr(game(name).part("demo"), "METERS", {}) for name in games())
    return {key: msgspec.convert(terms, OpenMeter) for meters in found for key, terms in meters.items()}


class Company:
    """The dealers, the house players and the duty manager at work on a floor."""

    def __init__(self, floor: Floor, manager: bool) -> None:
        self._dealers = Dealers(floor)
        self._manager = asyncio.create_task(DutyManager(floor).run()) if manager else None
        self._advised = {name: asyncio.Event() for name in games()}
        self._advising = asyncio.create_task(self._work_out_advice())
        self._players = [
            asyncio.create_task(self._play(name, HousePlayer(floor, floor.tables[table.id], guest)))
            for name, table in demo_tables()
            if table.id in floor.tables
            for guest in table.guests
        ]

    async def _work_out_advice(self) -> None:
        """What players are told by the mathematics, before they have to wait for it; the floor is open meanwhile.

        Players of a game that has none wait for nothing.
        """
        for name in sorted(self._advised, key=has_advice):
            try:
                await asyncio.to_thread(_prepare, name)
            finally:
                self._advised[name].set()

    async def _play(self, game_name: str, player: HousePlayer) -> None:
        await self._advised[game_name].wait()
        await player.run()

    async def close(self) -> None:
        """Send everyone home."""
        tasks = [*self._players, self._advising, *([self._manager] if self._manager else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, self._dealers.close(), return_exceptions=True)


async def demo_floor(floor: Floor, *, manager: bool = True) -> Company:
    """Open the demo tables that an empty floor, or one of an earlier version, lacks, and set everyone to work.

    Without the duty manager a jackpot at an automatic table waits until a person of the right rank has determined it.
    """
    played = {table.game.name for table in floor.tables.values()}
    demo = not floor.tables or any(table.id in floor.tables for _, table in demo_tables())
    for name, table in demo_tables():
        if demo and name not in played:
            try:
                await floor.open_table(
                    table.id, table.title, name, table.terms, automatic=table.automatic, by=THE_HOUSE
                )
            except TableExists:
                continue  # another process has just opened it
    for meter_id, opening in demo_meters().items():
        if not floor.meters and all(table in floor.tables for table in opening.tables):
            await floor.command_meter(meter_id, opening, THE_HOUSE)
    return Company(floor, manager)


def _prepare(game_name: str) -> None:
    prepare = getattr(advice(game_name), "prepare", None)
    if prepare is not None:
        prepare()
