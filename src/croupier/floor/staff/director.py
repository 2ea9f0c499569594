"""The automatic director of a demo floor: holds its tournaments one after the other, and does what is due in each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.floor.acts.floor import Accepted, Floor, LiveTable
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.people.posts import OPERATOR
from croupier.floor.staff.at_work import at_work
from croupier.floor.staff.entrants import HouseEntrants, Play, as_they_are
from croupier.games import game, games
from croupier.house.tournaments.due import Next, due
from croupier.house.tournaments.entering import Enter
from croupier.house.tournaments.founding import CloseEntries, DraftConditions
from croupier.house.tournaments.model import Stage, Tournament
from croupier.house.tournaments.people import AppointDirector
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.sessions import MINUTE_MS, Disqualify, OpenSession
from croupier.house.tournaments.tables import DesignateTables
from croupier.table.closing import CloseTable, PostClosingSign
from croupier.table.contract import HOUSE, HOUSE_PLAYERS, NO_PERSON, Actor, Command, automaton, no_person
from croupier.table.signs import NOTICE_MS
from croupier.table.state import NoticeKind
from croupier.table.tournaments.conditions import Conditions, Start

THE_HOUSE = no_person(HOUSE, OPERATOR)
LOOK_SECONDS = 1.0
"""How often the director looks at what is due, at most."""

LEAST_PATIENCE = 5.0
"""Seconds that a table may stand still for want of wagers, at least."""

MOST_STEPS = 50
"""How much is done at one look: what is always refused is not tried without end."""


class DemoTournament(msgspec.Struct, frozen=True, kw_only=True):
    """Tournaments that a demo floor holds one after the other: their conditions, tables and house players."""

    conditions: str
    """The file beside the game."""
    tables: tuple[str, ...]
    guests: tuple[str, ...]


def house_entrant(series: str, name: str) -> Actor:
    """One of the house's own players who enters tournaments."""
    return Actor(f"{HOUSE_PLAYERS}{series}-{name.lower()}", f"{name} (house)")


class Director:
    """Conducts the tournaments of one series in the house's name; it stands in for everyone whom the book asks."""

    def __init__(self, floor: Floor, game_name: str, series: str, demo: DemoTournament, *, waits: bool = False) -> None:
        self._floor, self._series, self._demo = floor, series, demo
        folder = files(game(game_name).package)
        self._conditions = read(folder.joinpath(demo.conditions).read_text(encoding="utf-8"))
        self._waits = waits
        """Whether entries stay open until a person has entered: house players among themselves need no tournament."""
        self._still: dict[str, tuple[int, float]] = {}

    async def run(self) -> None:
        """Conduct one tournament after the other until the floor closes."""
        await at_work(f"the director of {self._series}", self._round, LOOK_SECONDS)

    async def _round(self) -> None:
        for _ in range(MOST_STEPS):
            if not await self._step():
                break
        await asyncio.sleep(min(LOOK_SECONDS, self._floor.tempo.idle))

    async def _step(self) -> bool:
        """Do one thing, if there is any; false when the rest is for others, or for later."""
        live = self._latest()
        if live is None or live.state.stage in (Stage.OVER, Stage.OFF):
            return await self._clear() and await self._found(0 if live is None else self._number(live.id))
        if live.state.stage is Stage.ENTRIES and await self._welcome(live):
            return True
        for each in due(live.state):
            if self._in_time(each, live.state) and await self._do(live, each):
                return True
        return live.state.stage is Stage.SESSION and await self._look_for_sleepers(live)

    def _latest(self) -> LiveStream[Tournament] | None:
        mine = [each for each in self._floor.tournaments.values() if each.version and self._number(each.id)]
        return max(mine, key=lambda each: self._number(each.id), default=None)

    def _number(self, tournament_id: str) -> int:
        """Which of the series a tournament is; 0 for one that is none of it."""
        series, _, number = tournament_id.rpartition("-")
        return int(number) if series == self._series and number.isdecimal() else 0

    async def _found(self, last: int) -> bool:
        said = self._begins_soon()
        return await self._give(f"{self._series}-{last + 1}", DraftConditions(conditions=said), THE_HOUSE)

    def _begins_soon(self) -> Conditions:
        """The conditions with their starts: on full minutes, after a while for entries, and as long apart."""
        said, wait = self._conditions, int(self._floor.tempo.entries * 1000)
        first = self._floor.clock() + wait
        first = -(-first // MINUTE_MS) * MINUTE_MS if wait else first // MINUTE_MS * MINUTE_MS
        rounds = [each.name for each in said.structure.rounds or () for _ in range(each.sessions)] or [said.title]
        starts = tuple([Start(session=name, at=_written(first + number * wait)) for number, name in enumerate(rounds)])
        return replace(said, details=replace(said.details, starts=starts))

    async def _welcome(self, live: LiveStream[Tournament]) -> bool:
        """Have the next of the house players enter who has not."""
        entered = {each.person for each in live.state.entrants.values()}
        for name in self._demo.guests:
            who = house_entrant(self._series, name)
            if who.id not in entered:
                await self._floor.top_up(who.id)
                return await self._give(live.id, Enter(text=live.state.text, promotion=True), who)
        return False

    def _in_time(self, each: Next, state: Tournament) -> bool:
        if isinstance(each.command, CloseEntries) and self._waits and not _has_people(state):
            return False
        return each.at <= self._floor.clock()

    async def _do(self, live: LiveStream[Tournament], each: Next) -> bool:
        command = each.command
        match command:
            case AppointDirector():
                command = AppointDirector(person=HOUSE, name=NO_PERSON[HOUSE], qualified=True)
            case DesignateTables():
                command = DesignateTables(tables=self._demo.tables)
            case OpenSession():
                for table in dict.fromkeys(placing.table for placing in live.state.placings):
                    await self._open_table(self._floor.table(table))
        rank = OPERATOR if self._reaches(each.rank) else each.rank
        return await self._give(live.id, command, Actor(HOUSE, NO_PERSON[HOUSE], rank))

    def _reaches(self, rank: str) -> bool:
        return rank not in game(self._conditions.book).book.beside

    async def _open_table(self, table: LiveTable) -> None:
        """Have the cards of a closed table ready at once, so that nobody sits down there for cash meanwhile."""
        for _ in range(MOST_STEPS):
            waiting = [each for each in table.due() if each.person is None]
            if table.state.is_open or not waiting:
                break
            await self._floor.command(table.id, waiting[0].command, THE_HOUSE)
        if not table.automatic:
            await self._floor.set_automatic(table.id, True, THE_HOUSE)

    async def _clear(self) -> bool:
        """Close the tables between tournaments; whoever sits there for cash has the notice that the book gives them."""
        for name in self._demo.tables:
            table = self._floor.table(name)
            announced = any(each.kind is NoticeKind.CLOSING for each in table.state.notices)
            if table.state.is_open and table.state.people and not announced:
                sign = PostClosingSign(closes_at=self._floor.clock() + NOTICE_MS)
                await self._floor.command(table.id, sign, THE_HOUSE)
            elif table.state.is_open:
                await self._floor.command(table.id, CloseTable(), THE_HOUSE)
            if not table.state.is_open and table.automatic:
                await self._floor.set_automatic(table.id, False, THE_HOUSE)
        return not any(self._floor.table(name).state.is_open for name in self._demo.tables)

    async def _look_for_sleepers(self, live: LiveStream[Tournament]) -> bool:
        """Put those out who could wager at a table that has stood still for too long, but for the last one there is."""
        sitting, now = live.state.sitting, asyncio.get_running_loop().time()
        assert sitting is not None
        for name, here in sitting.tables.items():
            version = self._floor.table(name).version
            before, since = self._still.get(name, (version, now))
            self._still[name] = (version, since if before == version else now)
            if here.finished or before != version or now - since < max(LEAST_PATIENCE, self._floor.tempo.away):
                continue
            for number in here.seats.values():
                if live.state.entrants[number].bank and len(live.state.in_play) > 1:
                    why = "laid no wager, and nobody else at the table did"
                    return await self._give(live.id, Disqualify(entrant=number, why=why), THE_HOUSE)
        return False

    async def _give(self, tournament_id: str, command: Command, by: Actor) -> bool:
        return isinstance(await self._floor.command_tournament(tournament_id, command, by), Accepted)


def _has_people(state: Tournament) -> bool:
    return any(not automaton(each.person) for each in state.in_play)


def _written(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def demo_tournaments() -> Iterator[tuple[str, str, DemoTournament]]:
    """Every series of tournaments of the demo floor: its game, how its ids begin, and what is held."""
    for name in games():
        found: dict[str, Any] = getattr(game(name).part("demo"), "TOURNAMENTS", {})
        yield from ((name, series, msgspec.convert(said, DemoTournament)) for series, said in found.items())


def directors(floor: Floor, *, waits: bool) -> list[Director]:
    """A director for every series of which the tables are on the floor."""
    return [Director(floor, name, series, demo, waits=waits) for name, series, demo in _held(floor)]


def house_entrants(floor: Floor, play: Play = as_they_are) -> Iterator[HouseEntrants]:
    """The house's own players in these tournaments, at every table that they may be seated at."""
    for _, series, demo in _held(floor):
        yield from (HouseEntrants(floor, floor.tables[table], series, play) for table in demo.tables)


def _held(floor: Floor) -> list[tuple[str, str, DemoTournament]]:
    return [each for each in demo_tournaments() if all(table in floor.tables for table in each[2].tables)]
