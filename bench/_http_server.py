"""A server as `croupier run` has it, for the benchmark beside it: a store, a port, tables ready for play, and sessions.

Its first line of output says in JSON where it is and who is signed in; it stops when its input ends, or by itself.
"""

import asyncio
import json
import os
import socket
import sys
from contextlib import suppress
from typing import Any

import uvicorn
import uvloop
from argon2 import PasswordHasher

from croupier.cards import Device
from croupier.floor.acts.floor import Accepted
from croupier.floor.opening import House, Opening, open_house
from croupier.floor.people.accounts import Rules, SignedIn
from croupier.floor.seal.office import Seal
from croupier.floor.server.app import create_app
from croupier.floor.server.limits import unlimited
from croupier.floor.server.reception import Settings
from croupier.floor.server.serving import config
from croupier.floor.store import open_store
from croupier.floor.tuning import collect_seldom, take_short_turns
from croupier.games.matchmaker import Terms
from croupier.table.contract import Actor, Command
from croupier.table.people import Join

GAME = "matchmaker"
HOUSE = Actor("house", "The house", "casino-operator")
SUPERVISOR = Actor("house-supervisor", "The supervisor", "game-supervisor")
STACK = 90_000
LIFE_SECONDS = 120
PASSWORD = "a long enough secret"
NO_LIMIT = 1_000_000_000


async def main(url: str, tables: int, players: int) -> None:
    """Serve until the input ends."""
    store = open_store(url)
    opening = Opening(
        settings=Settings(limits=unlimited()),
        rules=Rules(grants_an_hour=NO_LIMIT),
        demo=False,
        seal=Seal(),
        hasher=PasswordHasher(time_cost=1, memory_cost=64, parallelism=1),
    )
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    try:
        async with open_house(store, opening) as house:
            people = await prepared(house, tables, players)
            collect_seldom()
            take_short_turns()
            serving = config(create_app(house.reception), opening.settings, timeout_graceful_shutdown=2)
            server = uvicorn.Server(serving)
            print(json.dumps({"port": listening.getsockname()[1], "pid": os.getpid(), "tables": people}), flush=True)
            ending = asyncio.create_task(until_told(server))
            await server.serve(sockets=[listening])
            ending.cancel()
    finally:
        store.close()


async def until_told(server: uvicorn.Server) -> None:
    """Stop the server when the input ends, or after so long."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    with suppress(TimeoutError):
        await asyncio.wait_for(reader.read(), LIFE_SECONDS)
    server.should_exit = True


async def prepared(house: House, tables: int, players: int) -> dict[str, dict[str, Any]]:
    """Tables with betting open and their players seated; by table the sessions of its dealer and of its players."""
    reception, found = house.reception, dict[str, dict[str, Any]]()
    floor, people = reception.floor, reception.people
    _, dealer = await asyncio.to_thread(people.sign_in, "dealer", house.passwords["dealer"])
    await asyncio.to_thread(people.change_password, dealer, house.passwords["dealer"], PASSWORD)
    for number in range(tables):
        table = f"t-{number}"
        await floor.open_table(table, table, GAME, Terms(device=Device.MACHINE), automatic=False, by=HOUSE)
        live = floor.table(table)
        while due := live.due():
            await do(house, table, due[0].command, SUPERVISOR)
        token, _ = await asyncio.to_thread(people.sign_in, "dealer", PASSWORD)
        seated = []
        for seat in range(1, players + 1):
            session, guest = await asyncio.to_thread(people.welcome, f"Guest {number} {seat}")
            await floor.top_up(guest.id, f"person:{guest.id}:welcome")
            await do(house, table, Join(cents=STACK, seat=seat), _at_the_table(guest))
            seated.append(session)
        found[table] = {"dealer": token, "players": seated}
    return found


def _at_the_table(guest: SignedIn) -> Actor:
    return guest.actor(GAME)


async def do(house: House, table: str, command: Command, by: Actor) -> None:
    """Give a command that must be accepted."""
    answer = await house.reception.floor.command(table, command, by)
    if not isinstance(answer, Accepted):
        raise AssertionError(f"{command} at {table}: {answer}")


if __name__ == "__main__":
    where, tables, players = sys.argv[1:]
    work = main(where, int(tables), int(players))
    if profile := os.environ.get("BENCH_PROFILE"):
        import cProfile

        with cProfile.Profile() as profiler:
            uvloop.run(work)
        profiler.dump_stats(profile)
    else:
        uvloop.run(work)
