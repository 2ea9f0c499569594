"""A process that plays at several tables without pause, for a test that kills it.

It says on standard output how each table stood when it was opened, what is asked of it, and what it has acknowledged.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping, Set
from enum import Enum
from hashlib import sha256
from typing import Any
from uuid import uuid4

import msgspec
import uvloop

from croupier.floor.acts.floor import Accepted, Floor, Refused
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.players import HousePlayer
from croupier.floor.store import open_store
from croupier.floor.tempo import NO_WAITING
from croupier.games.matchmaker import Terms
from croupier.table.contract import Actor, Command
from tests.floor.service.floors import HOUSE

TABLES = ("mm-1", "mm-2", "mm-3", "mm-4")


class Announced:
    """A floor that says aloud what it is asked and what it has acknowledged."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._floor, name)

    async def command(self, table_id: str, command: Command, by: Actor) -> Accepted | Refused:
        command_id = uuid4().hex
        say("ask", command_id)
        answer = await self._floor.command(table_id, command, by, command_id)
        if isinstance(answer, Accepted):
            said = msgspec.json.encode(command).hex()
            say("ack", command_id, by.id, table_id, answer.events[0].version, answer.version, said)
        return answer


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def digest(state: object) -> str:
    """What equal states have in common, in whichever process."""
    return sha256(repr(_plain(state)).encode()).hexdigest()


def _plain(value: object) -> object:
    """The value with all that has no order of its own put into one."""
    match value:
        case msgspec.Struct():
            return type(value).__name__, [_plain(getattr(value, name)) for name in value.__struct_fields__]
        case Mapping():
            return sorted([repr(_plain(key)), _plain(each)] for key, each in value.items())
        case Set():
            return sorted(repr(_plain(each)) for each in value)
        case tuple() | list():
            return [_plain(each) for each in value]
        case Enum():
            return value.value
        case _:
            return value


async def play(url: str) -> None:
    floor = Announced(await Floor.open(open_store(url), tempo=NO_WAITING))
    for name in TABLES:
        if name not in floor.tables:
            await floor.open_table(name, name, "matchmaker", Terms(), automatic=True, by=HOUSE)
        table = floor.tables[name]
        say("table", name, table.version, digest(table.state))
    acts = [Dealer(floor, floor.tables[name]).run() for name in TABLES]
    for name in TABLES:
        for player in ("Ada", "Blaise"):
            acts.append(HousePlayer(floor, floor.tables[name], player).run())
    await asyncio.gather(*acts)


if __name__ == "__main__":
    uvloop.run(play(sys.argv[1]))
