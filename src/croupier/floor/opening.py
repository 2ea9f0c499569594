"""Opening the house: a store's floor, its people, its dealers and its server, opened and closed in the right order."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from threading import Thread

import msgspec
from argon2 import PasswordHasher
from sqlalchemy.exc import SQLAlchemyError

from croupier import __version__
from croupier.floor.acts.clock import Jump
from croupier.floor.acts.floor import Floor
from croupier.floor.acts.fold import book_digests, fold_digest
from croupier.floor.acts.journal import HouseClosed, HouseOpened
from croupier.floor.doubt import CLOSED_MS, doubt_clock
from croupier.floor.people.accounts import People, Rules
from croupier.floor.people.hashing import PatientHasher
from croupier.floor.reading.damage import check_tail
from croupier.floor.reading.feed import Feeds
from croupier.floor.seal.note import Key
from croupier.floor.seal.office import Seal, open_seal
from croupier.floor.seal.sealer import Sealing
from croupier.floor.server.reception import Reception, Settings
from croupier.floor.staff.dealer import Dealers
from croupier.floor.staff.demo import Company, HousePlayers, demo_floor
from croupier.floor.staff.timekeeper import Timekeeper, last_sign
from croupier.floor.staff.usher import Usher
from croupier.floor.store import Store, StoreError
from croupier.floor.tempo import NORMAL, Tempo
from croupier.floor.vigil import AGAIN_SECONDS, Vigil
from croupier.house.clock_events import ClockJumped

log = logging.getLogger(__name__)

SWEEP_SECONDS = 600
"""How often expired sessions and old refusals are forgotten."""

REFUSALS_MS = 24 * 3_600_000
"""How long a refused command id stays refused."""


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """How the house is to be opened."""

    settings: Settings = Settings()
    rules: Rules = Rules()
    demo: bool = True
    """Whether demo tables are opened on an empty floor, and house players sit at them."""
    duty_manager: bool = True
    """Whether the demo floor has a duty manager, who confirms jackpots at automatic tables."""
    house_players: HousePlayers = "always"
    """When house players play at the demo tables."""
    tempo: Tempo = NORMAL
    seat_ms: int = 10 * 60_000
    """How long a seat is kept for a player who is gone."""
    seal: Seal | None = None
    """How the record is sealed; without it, it is not."""
    closed_ms: int = CLOSED_MS
    """How long the house may have been closed before its clock is doubted."""
    trust_clock: bool = False
    """Whether the clock is right whatever the record says."""
    check_seconds: float = AGAIN_SECONDS
    """How long after one check of the whole record the next begins."""
    new_passwords: bool = False
    """Whether every staff account gets a new one-time password."""
    hasher: PasswordHasher | None = None
    """How passwords are hashed, if not at the cost that the library advises."""


class House(msgspec.Struct, frozen=True):
    """The open house: the reception its server stands before, and the one-time passwords that were given out."""

    reception: Reception
    passwords: dict[str, str]
    shown_elsewhere: tuple[str, ...] = ()
    """Accounts whose one-time passwords another server has shown, and which nobody has used yet."""


@asynccontextmanager
async def open_house(store: Store, opening: Opening) -> AsyncIterator[House]:
    """Open the floor of a store for business; on leaving, all that was begun is finished.

    ClockDoubted if the time of day does not go with the record, and nobody has said that it is right.
    """
    if not opening.trust_clock:
        await asyncio.to_thread(doubt_clock, store, opening.closed_ms)
    since = await asyncio.to_thread(last_sign, store)
    others = await asyncio.to_thread(store.serve)
    sealing = None if opening.seal is None else await asyncio.to_thread(open_seal, store, opening.seal)
    try:
        async with _opened(store, opening, sealing, None if others else since) as house:
            yield house
    finally:
        if sealing is not None:
            await asyncio.to_thread(sealing.close)


@asynccontextmanager
async def _opened(
    store: Store, opening: Opening, sealing: Sealing | None, nobody_since: int | None
) -> AsyncIterator[House]:
    """`nobody_since` is when there was last a server, where there is no other now."""
    key = None if sealing is None else sealing.sealer.key
    damage = await asyncio.to_thread(check_tail, store, key) if sealing is not None else ()
    floor = await Floor.open(store, tempo=opening.tempo)
    for each in damage:
        floor.stop_play(each.stream, each.why)
    floor.keep_states()
    server = secrets.token_hex(4)
    floor.clock.on_jump = _noting(floor)
    await floor.hear_journal()
    timekeeper = Timekeeper(floor)
    if nobody_since is not None:  # before anything else is written: the record's last word is the last sign
        await timekeeper.come_back(nobody_since)
    await asyncio.to_thread(floor.journal.note, _opened_with(server, key), *floor.stops.told(anew=True))
    await floor.hear_journal()
    hasher = PatientHasher()
    people = People(store, floor.clock, opening.rules, opening.hasher or hasher)
    passwords = await asyncio.to_thread(people.first_start, another=store.shared)
    if opening.new_passwords:
        passwords = await asyncio.to_thread(people.issue_passwords)
    shared = await asyncio.to_thread(store.shared)
    unused = await asyncio.to_thread(people.unused) if shared else []
    hasher.give_way()
    keeping_time = asyncio.create_task(timekeeper.run())
    sweeping = asyncio.create_task(_sweep(people, floor))
    ushering = asyncio.create_task(Usher(floor, people.last_seen, opening.seat_ms).run())
    vigil = Vigil(floor, store.url, key, opening.check_seconds) if sealing is not None else None
    if vigil is not None:
        vigil.start()
    reception = Reception(floor=floor, people=people, settings=opening.settings, sealing=sealing, vigil=vigil)
    staff = await _company(floor, opening, reception.feeds)
    try:
        yield House(reception, passwords, tuple(name for name in unused if name not in passwords))
    finally:
        tasks = (sweeping, ushering, keeping_time)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if vigil is not None:
            await vigil.close()
        await reception.close()
        people.close()
        await staff.close()
        await floor.close()
        await floor.keep_last()
        with suppress(StoreError):
            await asyncio.to_thread(floor.journal.note, HouseClosed(server=server, under=()))


async def _company(floor: Floor, opening: Opening, feeds: Feeds) -> Company | Dealers:
    if opening.demo:
        return await demo_floor(
            floor, manager=opening.duty_manager, players=opening.house_players, watching=feeds.watching
        )
    return Dealers(floor)


def _opened_with(server: str, key: Key | None) -> HouseOpened:
    """What the record is told of the software that opens it."""
    return HouseOpened(
        server=server,
        version=__version__,
        books=book_digests(),
        fold=fold_digest().hex(),
        key="" if key is None else str(key),
        under=(),
    )


def _noting(floor: Floor) -> Callable[[Jump], None]:
    """Has jumps of the machine's clock put on record, by a thread: the clock itself must not wait."""

    def write(event: ClockJumped) -> None:
        with suppress(StoreError):
            floor.journal.note(event)

    def note(jump: Jump) -> None:
        event = ClockJumped(before=jump.before, after=jump.after, at=jump.at, under=())
        Thread(target=write, args=(event,), daemon=True).start()

    return note


async def _sweep(people: People, floor: Floor) -> None:
    while True:
        try:
            await asyncio.to_thread(people.sweep)
            await asyncio.to_thread(floor.store.forget_refusals, floor.clock() - REFUSALS_MS)
        except (StoreError, SQLAlchemyError) as error:
            log.warning("what is over could not be forgotten: %s", error)
        await asyncio.sleep(SWEEP_SECONDS)
