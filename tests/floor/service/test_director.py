"""The automatic director holds the tournaments of a demo floor one after the other, with nobody's help."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.staff import director
from croupier.floor.staff.demo import demo_tables
from croupier.floor.staff.director import Director, demo_tournaments
from croupier.floor.staff.entrants import HouseEntrants
from croupier.floor.tempo import NO_WAITING
from croupier.house.tournaments.entering import Enter
from croupier.house.tournaments.model import Stage, Status
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.results import pool_of
from croupier.table.tournaments.conditions import Conditions
from tests.floor.service.floors import ANN, HOUSE, dealt, opened

SOON = 100.0
PATIENT = replace(NO_WAITING, choice=20.0, answer=20.0)
"""Nothing is waited for but what someone is asked: who must answer at once has folded before they look."""
SERIES = "mm-heats"
GAMES = {series: name for name, series, _ in demo_tournaments()}
DEMOS = {series: demo for _, series, demo in demo_tournaments()}
HEATS = DEMOS[SERIES]


@asynccontextmanager
async def conducted(
    floor: Floor, series: str = SERIES, *, waits: bool = False, asleep: bool = False
) -> AsyncIterator[None]:
    """The tables of a series with their dealers, house players and director at work; those who sleep do nothing."""
    demo = DEMOS[series]
    for name, table in demo_tables():
        if table.id in demo.tables:
            await floor.open_table(table.id, table.title, name, table.terms, automatic=table.automatic, by=HOUSE)
    players = [HouseEntrants(floor, floor.tables[table], series) for table in demo.tables if not asleep]
    conducts = Director(floor, GAMES[series], series, demo, waits=waits)
    async with dealt(floor):
        tasks = [asyncio.create_task(each.run()) for each in (*players, conducts)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def reached(floor: Floor, tournament: str, *stages: Stage) -> None:
    async with asyncio.timeout(SOON):
        while tournament not in floor.tournaments or floor.tournament(tournament).state.stage not in stages:
            await asyncio.sleep(0.02)


def read_shorter(text: str) -> Conditions:
    """Conditions as they are written; by elimination all begin with three big blinds, which are soon somebody's."""
    said = read(text)
    played = said.structure.elimination
    return said if played is None else replace(said, bank=replace(said.bank, start=3 * max(played.levels[0].blinds)))


@pytest.mark.parametrize("series", DEMOS)
def test_a_demo_tournament_is_held_to_its_result_and_the_next_one_is_opened(
    url: str, series: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(director, "read", read_shorter)

    async def play() -> None:
        async with opened(url, tempo=PATIENT) as floor, conducted(floor, series):
            await reached(floor, f"{series}-2", *Stage)
            over, demo = floor.tournament(f"{series}-1").state, DEMOS[series]
            assert over.stage is Stage.OVER
            assert len(over.entrants) == len(demo.guests)
            first, second, *_ = sorted(each.place for each in over.entrants.values())
            assert first == 1 < second
            assert sum(each.prize for each in over.entrants.values()) == pool_of(over) > 0
            assert over.issued == over.withdrawn
            tables = [floor.tables[table].state for table in demo.tables]
            assert not any(each.reserved.tournament == f"{series}-1" for each in tables if each.reserved is not None)
            assert not any(each.people for each in tables if each.reserved is None)  # the next may have begun
            assert sum(floor.store.balances().values()) == 0

    asyncio.run(play())


def test_entries_wait_for_a_person_where_house_players_are_to_play_for_someone(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor, conducted(floor, waits=True):
            await reached(floor, f"{SERIES}-1", Stage.ENTRIES)
            await asyncio.sleep(1)
            state = floor.tournament(f"{SERIES}-1").state
            assert (state.stage, len(state.entrants)) == (Stage.ENTRIES, len(HEATS.guests))
            await floor.top_up(ANN.id)
            assert isinstance(await floor.command_tournament(f"{SERIES}-1", Enter(text=state.text), ANN), Accepted)
            await reached(floor, f"{SERIES}-1", Stage.OVER)

    asyncio.run(play())


def test_where_everyone_sleeps_all_are_put_out_but_one_who_wins(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director, "LEAST_PATIENCE", 0.05)

    async def play() -> None:
        async with opened(url) as floor, conducted(floor, asleep=True):
            await reached(floor, f"{SERIES}-1", Stage.OVER)
            statuses = Counter(each.status for each in floor.tournament(f"{SERIES}-1").state.entrants.values())
            assert statuses == {Status.OUT: 1, Status.DISQUALIFIED: len(HEATS.guests) - 1}

    asyncio.run(play())
