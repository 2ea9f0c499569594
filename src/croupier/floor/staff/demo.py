"""The demo floor: the tables that each game brings along, with house players at those that deal by themselves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from croupier.floor.acts.bell import always
from croupier.floor.acts.floor import Floor, LiveTable, TableExists
from croupier.floor.people.posts import OPERATOR
from croupier.floor.staff.dealer import Dealers
from croupier.floor.staff.director import directors, house_entrants
from croupier.floor.staff.manager import DutyManager
from croupier.floor.staff.players import HousePlayer, advice, has_advice
from croupier.games import game, games
from croupier.house.meter import OpenMeter
from croupier.table.contract import HOUSE, automaton, no_person
from croupier.table.habits import DemoTable

log = logging.getLogger(__name__)

THE_HOUSE = no_person(HOUSE, OPERATOR)

HousePlayers = Literal["always", "watched", "none"]
"""When house players play: always, only while someone watches their table or sits there, or never."""

LOOK_SECONDS = 1.0
"""How often it is looked whether anyone has come to a table whose players have not begun yet."""


def nobody_watches(table_id: str) -> int:
    """How many watch a table of a floor that is shown to nobody."""
    return 0


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
    """The dealers, the house players, the duty manager and the directors of tournaments at work on a floor."""

    def __init__(self, floor: Floor, manager: bool, players: HousePlayers, watching: Callable[[str], int]) -> None:
        self._dealers = Dealers(floor)
        self._manager = asyncio.create_task(DutyManager(floor).run()) if manager else None
        self._advising = asyncio.Lock()
        self._players = [
            asyncio.create_task(self._play(HousePlayer(floor, live, guest, wanted=_wanted(live, players, watching))))
            for _, table in demo_tables()
            if players != "none" and (live := floor.tables.get(table.id)) is not None
            for guest in table.guests
        ]
        if players != "none":
            self._players += [asyncio.create_task(each.run()) for each in house_entrants(floor, self._play)]
            conducting = directors(floor, waits=players != "always")
            self._players += [asyncio.create_task(each.run()) for each in conducting]

    async def _play(self, player: HousePlayer) -> None:
        if has_advice(player.game):
            await self._advised(player, player.game)
        await player.run()

    async def _advised(self, player: HousePlayer, game_name: str) -> None:
        """Once someone is there to play for, what the mathematics tells players is worked out before they ask for it.

        One game's after the other; the floor is open meanwhile, and whoever comes second finds it done.
        """
        while not player.wanted():
            await asyncio.sleep(LOOK_SECONDS)
        async with self._advising:
            try:
                await asyncio.to_thread(_prepare, game_name)
            except Exception:
                log.exception("the advice on %s could not be worked out ahead", game_name)

    async def close(self) -> None:
        """Send everyone home."""
        tasks = [*self._players, *([self._manager] if self._manager else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, self._dealers.close(), return_exceptions=True)


def _wanted(table: LiveTable, players: HousePlayers, watching: Callable[[str], int]) -> Callable[[], bool]:
    """Whether house players are wanted at a table."""
    if players == "always":
        return always
    return lambda: bool(watching(table.id)) or not all(map(automaton, table.state.people))


async def demo_floor(
    floor: Floor,
    *,
    manager: bool = True,
    players: HousePlayers = "always",
    watching: Callable[[str], int] = nobody_watches,
) -> Company:
    """Open the demo tables that an empty floor, or one of an earlier version, lacks, and set everyone to work.

    Without the duty manager a jackpot at an automatic table waits until a person of the right rank has determined it.
    How many pages show a table is asked where house players rest while nobody looks.
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
    return Company(floor, manager, players, watching)


def _prepare(game_name: str) -> None:
    prepare = getattr(advice(game_name), "prepare", None)
    if prepare is not None:
        prepare()
