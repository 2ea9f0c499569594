"""A process that plays at many tables on one meter without pause, for a test that kills it.

Royal and straight flushes are made likely, and a duty manager determines them, so that the meter also pays.
"""

from __future__ import annotations

import asyncio
import os
import sys
from random import Random
from typing import Any
from uuid import uuid4

import uvloop
from msgspec.structs import replace

from croupier.cards import Card, Counts, Uniform
from croupier.floor.acts.floor import Accepted, Floor, Refused
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.manager import DutyManager
from croupier.floor.staff.players import HousePlayer
from croupier.floor.store import open_store
from croupier.floor.tempo import NO_WAITING
from croupier.house.meter import OpenMeter
from croupier.table.contract import Actor, Command
from tests.floor.meters.poker import OPERATOR, TERMS
from tests.floor.service.load import digest

PATIENT = replace(NO_WAITING, choice=5.0)
"""Without a pause but for the players' choices: a hand folded for its player wins nothing."""

TABLES = tuple(f"tcp-{number}" for number in range(1, 9))
HAND, JACKPOT = [[Card(rank + "s") for rank in ranks] for ranks in ("AKQ", "JT")]


class Generous(Uniform):
    """Gives the first who looks three high spades, and often keeps the other two for the Jackpot Cards."""

    def __init__(self) -> None:
        super().__init__()
        self._chance = Random()

    def card(self, unseen: Counts) -> Card:
        seen = 52 - sum(unseen)
        wanted = HAND if seen < 3 else JACKPOT if seen >= 9 or (seen >= 6 and self._chance.random() < 0.3) else []
        left = [card for card in wanted if unseen[card.number]]
        others = [card for card in Card if unseen[card.number] and card not in JACKPOT]
        return left[0] if left else self._chance.choice(others or list(JACKPOT))


class Announced:
    """A floor that says aloud what it is asked and what it has acknowledged."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._floor, name)

    async def command(self, table_id: str, command: Command, by: Actor) -> Accepted | Refused:
        command_id = uuid4().hex
        answer = await self._floor.command(table_id, command, by, command_id)
        if isinstance(answer, Accepted):
            say("ack", command_id, table_id, answer.events[0].version, answer.version)
        return answer


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def play(url: str) -> None:
    floor = Announced(await Floor.open(open_store(url), chance=Generous(), tempo=PATIENT))
    for name in TABLES:
        if name not in floor.tables:
            await floor.open_table(name, name, "three-card-poker", TERMS, automatic=True, by=OPERATOR)
    if not floor.meters:
        await floor.command_meter("main", OpenMeter(option=2, seed=10_000, price=100, tables=TABLES), OPERATOR)
    for name in TABLES:
        say("table", name, floor.tables[name].version, digest(floor.tables[name].state))
    say("meter", floor.meters["main"].version, digest(floor.meters["main"].state))
    acts = [Dealer(floor, floor.tables[name]).run() for name in TABLES]
    acts += [HousePlayer(floor, floor.tables[name], player).run() for name in TABLES for player in ("Ada", "Kurt")]
    await asyncio.gather(*acts, DutyManager(floor).run())


if __name__ == "__main__":
    uvloop.run(play(sys.argv[1]))
