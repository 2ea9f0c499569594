"""Opening the house: a store's floor, its people, its dealers and its server, opened and closed in the right order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from croupier.floor.acts.floor import Floor
from croupier.floor.people.accounts import People, Rules
from croupier.floor.server.reception import Reception, Settings
from croupier.floor.staff.dealer import Dealers
from croupier.floor.staff.demo import Company, demo_floor
from croupier.floor.store import Store, StoreError
from croupier.floor.tempo import NORMAL, Tempo

log = logging.getLogger(__name__)

SWEEP_SECONDS = 600
"""How often expired sessions are forgotten."""


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """How the house is to be opened."""

    settings: Settings = Settings()
    rules: Rules = Rules()
    demo: bool = True
    """Whether demo tables are opened on an empty floor, and house players sit at them."""
    duty_manager: bool = True
    """Whether the demo floor has a duty manager, who confirms jackpots at automatic tables."""
    tempo: Tempo = NORMAL
    new_passwords: bool = False
    """Whether every staff account gets a new one-time password."""


class House(msgspec.Struct, frozen=True):
    """The open house: the reception its server stands before, and the one-time passwords that were given out."""

    reception: Reception
    passwords: dict[str, str]


@asynccontextmanager
async def open_house(store: Store, opening: Opening) -> AsyncIterator[House]:
    """Open the floor of a store for business; on leaving, all that was begun is finished."""
    floor = await Floor.open(store, tempo=opening.tempo)
    people = People(store, floor.clock, opening.rules)
    passwords = await asyncio.to_thread(people.first_start)
    if opening.new_passwords:
        passwords = await asyncio.to_thread(people.issue_passwords)
    staff = await _company(floor, opening)
    sweeping = asyncio.create_task(_sweep(people))
    reception = Reception(floor=floor, people=people, settings=opening.settings)
    try:
        yield House(reception, passwords)
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await reception.close()
        await staff.close()
        await floor.close()


async def _company(floor: Floor, opening: Opening) -> Company | Dealers:
    if opening.demo:
        return await demo_floor(floor, manager=opening.duty_manager)
    return Dealers(floor)


async def _sweep(people: People) -> None:
    while True:
        try:
            await asyncio.to_thread(people.sweep)
        except (StoreError, SQLAlchemyError) as error:
            log.warning("expired sessions could not be forgotten: %s", error)
        await asyncio.sleep(SWEEP_SECONDS)
