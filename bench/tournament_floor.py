"""A poker tournament of a thousand house players over 112 tables on a floor with its record, to its winner."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from time import monotonic, perf_counter, process_time

import uvloop
from msgspec.structs import replace

from bench import Report
from bench.tournament import FEW, conditions
from croupier.floor.acts.clock import Clock, time_of_day
from croupier.floor.acts.floor import Floor
from croupier.floor.staff.dealer import Dealers
from croupier.floor.staff.director import DemoTournament, Director
from croupier.floor.staff.entrants import HouseEntrants
from croupier.floor.store import open_store
from croupier.floor.tempo import NO_WAITING
from croupier.floor.tuning import collect_seldom
from croupier.games.crown_poker import Terms
from croupier.games.crown_poker.terms import Setting
from croupier.house.tournaments.model import Stage
from croupier.house.tournaments.writing import written
from croupier.table.contract import Actor

ENTRANTS, SEATS = 1000, 9
MINUTES = 10.0
"""What it may take of two cores."""
PACE, HURRIED = 60, 1200
"""How much faster than time the clock goes: a level of six minutes is played in as many seconds; in a trial at once."""
SERIES = "cup"
HOUSE = Actor("house", "The house", "casino-operator")
TEMPO = replace(NO_WAITING, choice=600.0, answer=600.0, idle=5.0)
LOOK_SECONDS = 0.2


def bench(report: Report) -> None:
    """Play a large and a small one, with dealers, house players and a director at work."""
    collect_seldom()
    large = played(ENTRANTS)
    what = f"{ENTRANTS} entrants on a floor, {large.hands} hands, to the winner"
    report(what, large.cpu / 60, "CPU min", at_most=2 * MINUTES)
    report(f"{what}, on the clock", large.wall / 60, "min", at_most=MINUTES)
    small = played(FEW)
    report("a hand on a floor of so many, against one of 90", large.a_hand / small.a_hand, "x", at_most=1.5)


def trial() -> None:
    """A tournament of three to its winner."""
    played(3, HURRIED)


class Played:
    """What a tournament took, from the first entry to the result."""

    def __init__(self, cpu: float, wall: float, opened: float, hands: int) -> None:
        self.cpu, self.wall, self.hands = cpu, wall, hands
        self.a_hand = (cpu - opened) / hands
        """CPU seconds of a hand."""


def played(entrants: int, pace: int = PACE) -> Played:
    """A whole tournament on a new store."""
    with tempfile.TemporaryDirectory() as folder:
        return uvloop.run(_held(Path(folder), entrants, pace))


async def _held(folder: Path, entrants: int, pace: int) -> Played:
    said = folder / "cup.toml"
    said.write_text(written(conditions(entrants)), encoding="utf-8")
    names = tuple([f"cp-{number}" for number in range(1, -(-entrants // SEATS) + 1)])
    demo = DemoTournament(conditions=str(said), tables=names, guests=tuple(f"P{n}" for n in range(1, entrants + 1)))
    store = open_store(f"sqlite:///{folder / 'floor.db'}")
    floor = await Floor.open(store, clock=_fast(pace), tempo=TEMPO)
    terms = Terms(seats=SEATS, setting=Setting(minimum_buy_in=400_00))
    for name in names:
        await floor.open_table(name, name, "crown-poker", terms, automatic=False, by=HOUSE)
    cpu, wall = process_time(), perf_counter()
    work: list[HouseEntrants | Director] = [HouseEntrants(floor, floor.tables[name], SERIES) for name in names]
    work.append(Director(floor, "crown-poker", SERIES, demo))
    dealers = Dealers(floor)
    tasks = [asyncio.create_task(each.run()) for each in work]
    opened, hands = 0.0, 0
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        cup = floor.tournaments.get(f"{SERIES}-1")
        if cup is None:
            continue
        if cup.state.sitting is not None:
            opened = opened or process_time() - cpu
            hands = max(hands, sum(each.hands for each in cup.state.sitting.tables.values()))
        if cup.state.stage is Stage.OVER:
            break
    found = Played(process_time() - cpu, perf_counter() - wall, opened, hands)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, dealers.close(), return_exceptions=True)
    await floor.close()
    store.close()
    return found


def _fast(pace: int) -> Clock:
    """A clock that goes faster than time, set by hand."""
    begun, at = monotonic(), time_of_day()
    return Clock(lambda: at + int((monotonic() - begun) * 1000 * pace))
