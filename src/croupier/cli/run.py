"""`croupier run`: open the floor with its store, its tables and its pages."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from croupier.cli.output import refuse, told
from croupier.cli.store import DEFAULT_STORE

if TYPE_CHECKING:
    from croupier.floor.opening import House, Opening
    from croupier.floor.store import Store

PORTS_TRIED = 20
MOST_PORT = 65_535
LEAST_TIME, MOST_TIME = 0.001, 1_000_000
"""Of minutes, hours or days: long enough for anyone, and a number of milliseconds that can be kept."""
LEAST_SEAT_MINUTES = 2
"""Whoever is there shows it about once a minute."""
MOST_PEOPLE = 1_000_000
GRACE_SECONDS = 5


def run(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    store: str = DEFAULT_STORE,
    demo: bool = True,
    duty_manager: bool = True,
    house_players: Literal["always", "watched", "none"] = "always",
    pace: Literal["normal", "fast"] = "normal",
    staff_idle_minutes: float = 30,
    dealer_idle_minutes: float = 5,
    staff_hours: float = 12,
    one_time_hours: float = 24,
    seat_minutes: float = 10,
    second_factor: Literal["optional", "required"] = "optional",
    grants_an_hour: int = 20,
    sign_ins_a_minute: int = 30,
    people_an_address: int = 10,
    https: bool = False,
    proxy: str = "127.0.0.1,::1",
    host_name: Annotated[list[str], Parameter(negative="")] = [],  # noqa: B006
    metrics: Literal["public", "local", "off"] = "local",
    log: Path | None = None,
    key: Path | None = None,
    origin: str | None = None,
    ship: Annotated[list[str], Parameter(negative="")] = [],  # noqa: B006
    check_hours: float = 24,
    new_passwords: bool = False,
    closed_days: float = 90,
    trust_clock: bool = False,
) -> int:
    """Open the floor: the tables, their store and the pages.

    Parameters
    ----------
    host
        Address to listen on.
    port
        Port to listen on; the next free one when it is taken, and any free one for 0.
    store
        Where the record is kept, as sqlite:///PATH or postgresql://….
    demo
        Open the demo tables on an empty floor, and have house players sit at them.
    duty_manager
        Have a duty manager confirm jackpots at the demo tables when no one else has for a while.
    house_players
        When house players play at the demo tables: always, only while someone watches the table or sits there, so
        that the record of a floor nobody looks at does not grow, or never.
    pace
        How fast the automatic dealer deals.
    staff_idle_minutes
        After how long without a sign of life staff are signed out.
    dealer_idle_minutes
        The same at a dealer's station.
    staff_hours
        After how long staff have to sign in again, whatever they do.
    one_time_hours
        How long a one-time password can be used.
    seat_minutes
        How long a seat is kept for a player who is gone; then it is given up, with the chips back in the wallet.
    second_factor
        Whether staff must have a code from their phone to sign in, or may.
    grants_an_hour
        How many guests from one address are given play chips within an hour.
    sign_ins_a_minute
        Sign-ins, right or wrong, that one address may try.
    people_an_address
        How many people are expected at one address, which may ask as much as all of them together; with 0
        nobody's rate is limited but that of sign-ins, as measurements need it.
    https
        Let browsers send sessions over https only; for a floor behind a proxy that speaks it.
    proxy
        Whose word on a client's address is taken with --https, with commas between.
    host_name
        A name that browsers reach the floor by, such as casino.example; may be repeated. To whatever name it is not
        given the floor does not answer, but for localhost and the address that was reached.
    metrics
        Who may read /metrics and why /readyz fails: everyone, this machine alone, or nobody.
    log
        File for the log instead of the terminal; it is bounded, and only its owner may read it.
    key
        The file of the key that checkpoints of the record are signed with; without it one lies beside the store.
    origin
        The name that the record goes by in its checkpoints, such as example.com/floor, when its key is made.
    ship
        Where checkpoints go besides the file beside the store: -, file:PATH, append:PATH or https://…; may be repeated.
    check_hours
        How long after one check of the whole record, beside the play, the next begins; 0 for one after the other.
    new_passwords
        Give every staff account a new one-time password, also where another server has shown some.
    closed_days
        How long the floor may have been closed before its clock is doubted: nothing is then opened or stamped.
    trust_clock
        Open although the time of day does not go with the last event on record: the clock is right.
    """
    for name, value, least, most in (
        ("port", port, 0, MOST_PORT),
        ("staff-idle-minutes", staff_idle_minutes, LEAST_TIME, MOST_TIME),
        ("dealer-idle-minutes", dealer_idle_minutes, LEAST_TIME, MOST_TIME),
        ("staff-hours", staff_hours, LEAST_TIME, MOST_TIME),
        ("one-time-hours", one_time_hours, LEAST_TIME, MOST_TIME),
        ("seat-minutes", seat_minutes, LEAST_SEAT_MINUTES, MOST_TIME),
        ("check-hours", check_hours, 0, MOST_TIME),
        ("grants-an-hour", grants_an_hour, 1, MOST_PEOPLE),
        ("sign-ins-a-minute", sign_ins_a_minute, 1, MOST_PEOPLE),
        ("people-an-address", people_an_address, 0, MOST_PEOPLE),
        ("closed-days", closed_days, LEAST_TIME, MOST_TIME),
    ):
        if not least <= value <= most:  # nor is anything that is no number within bounds
            return _fail(f"--{name}: {value} is not from {least} to {most}", code=2)

    import uvloop
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.floor.doubt import DAY_MS, ClockDoubted
    from croupier.floor.logs import write_logs
    from croupier.floor.opening import Opening
    from croupier.floor.people.accounts import Rules
    from croupier.floor.seal.keys import KeyRefused
    from croupier.floor.seal.office import Seal
    from croupier.floor.seal.sealer import SealBroken
    from croupier.floor.seal.shipping import ShippingRefused
    from croupier.floor.server.hosts import plain
    from croupier.floor.server.limits import for_people
    from croupier.floor.server.reception import Settings
    from croupier.floor.store import StoreError, open_store
    from croupier.floor.tempo import FAST, NORMAL

    try:
        names = tuple(map(plain, host_name))
    except ValueError as error:
        return _fail(f"--host-name: {error}", code=2)
    opening = Opening(
        settings=Settings(
            secure_cookie=https,
            sign_ins_a_minute=sign_ins_a_minute,
            limits=for_people(people_an_address, sign_ins_a_minute),
            metrics=metrics,
            proxies=tuple(each.strip() for each in proxy.split(",") if each.strip()),
            hosts=names,
        ),
        rules=Rules(
            staff_idle_ms=int(staff_idle_minutes * 60_000),
            dealer_idle_ms=int(dealer_idle_minutes * 60_000),
            staff_life_ms=int(staff_hours * 3_600_000),
            one_time_ms=int(one_time_hours * 3_600_000),
            second_factor=second_factor,
            grants_an_hour=grants_an_hour,
        ),
        demo=demo,
        duty_manager=duty_manager,
        house_players=house_players,
        seat_ms=int(seat_minutes * 60_000),
        tempo=FAST if pace == "fast" else NORMAL,
        seal=Seal(key=key, origin=origin, ship=tuple(ship)),
        check_seconds=check_hours * 3600,
        new_passwords=new_passwords,
        closed_ms=int(closed_days * DAY_MS),
        trust_clock=trust_clock,
    )
    try:
        write_logs(log)
    except OSError as error:
        return _fail(f"the log cannot be written: {told(error)}")
    if https and not host_name:
        logging.getLogger(__name__).warning("with --https browsers use another name: give it with --host-name")
    try:
        listening = _listen(host, port)
    except (OSError, OverflowError, UnicodeError) as error:
        return _fail(f"cannot listen on {host} port {port}: {told(error)}; try another --host or --port")
    with listening:
        try:
            opened = open_store(store)
        except (StoreError, SQLAlchemyError, OSError) as error:
            return _fail(f"the store cannot be opened: {told(error)}")
        try:
            opened.serve()
            uvloop.run(_open(opened, opening, listening, port))
        except ClockDoubted as error:
            return _fail(f"{error}; set the clock, or say with --trust-clock that it is right", code=2)
        except (KeyRefused, SealBroken, ShippingRefused) as error:
            return _fail(f"the record cannot be sealed: {error}")
        except (StoreError, SQLAlchemyError) as error:
            return _fail(f"the store cannot be used: {getattr(error, 'orig', error)}")
        finally:
            opened.close()
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(port, min(port + PORTS_TRIED, MOST_PORT + 1)):
        try:
            return socket.create_server((host, tried), family=family)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise OSError(errno.EADDRINUSE, f"ports {port} to {port + PORTS_TRIED - 1} are taken")


async def _open(store: Store, opening: Opening, listening: socket.socket, wanted: int) -> None:
    import uvicorn

    from croupier.floor.opening import open_house
    from croupier.floor.server.app import create_app
    from croupier.floor.server.serving import config
    from croupier.floor.tuning import collect_seldom, take_short_turns

    class Server(uvicorn.Server):
        """Says where it is once it can be reached, and leaves the ending of the process to us."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            _announce(house, opening, _address(listening), wanted)

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            loop = asyncio.get_running_loop()
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(each, self.handle_exit, each, None)
            yield

    async with open_house(store, opening) as house:
        collect_seldom()
        take_short_turns()
        settings = opening.settings
        serving = config(create_app(house.reception), settings, timeout_graceful_shutdown=GRACE_SECONDS)
        await Server(serving).serve(sockets=[listening])


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _announce(house: House, opening: Opening, address: str, wanted: int) -> None:
    """Say where the floor is, and who may sign in how."""
    from rich.console import Console
    from rich.panel import Panel

    from croupier.floor.people.accounts import staff

    console = Console(highlight=False, soft_wrap=True)
    if passwords := house.passwords:
        posts = staff()
        rows = [f"{name:<12}{password}   [dim]{_ranks(posts.get(name, {}))}[/]" for name, password in passwords.items()]
        hours = opening.rules.one_time_ms / 3_600_000
        good = f"Each is for the first sign-in within {hours:g} hours, and is not shown again."
        text = "\n".join([*rows, "", good, "Any that were shown before are void."])
        console.print(Panel.fit(text, title="One-time passwords of the staff", border_style="yellow"))
    if house.shown_elsewhere:
        names = ", ".join(house.shown_elsewhere)
        console.print(f"[yellow]One-time passwords that another server has shown are still good:[/] {names}.")
        console.print("If they are lost, `croupier run --new-passwords` gives out others.")
    if wanted and f":{wanted}/" not in address:
        console.print(f"[yellow]Port {wanted} is taken.[/]")
    console.print(f"The floor is open at [bold]{address}[/] (Ctrl-C closes it)")


def _ranks(held: dict[str, str]) -> str:
    return ", ".join(dict.fromkeys(held.values()))


def _fail(why: str, code: int = 1) -> int:
    refuse("run", why)
    return code
