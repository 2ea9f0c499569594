"""What it costs to refuse junk, beside a bare server that refuses everything, and what play feels of it."""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

import uvloop

from bench import Report
from bench._http_load import cpu
from bench._strangers import ADDRESSES, ask, pester, watch
from bench.http import PLAYERS, play, served

TIMES = 10_000
MOST_MICROS = 40
TABLES = 16
JUNK_A_SECOND = 400
WARM_UP_SECONDS, SECONDS = 1.0, 5.0


def bench(report: Report) -> None:
    """Have each kind of junk refused many times over, then play with and without all kinds of it."""
    with tempfile.TemporaryDirectory() as folder, bare() as peer, served(Path(folder), 1, 1) as where:
        for kind, request in requests(where["port"]).items():
            theirs, ours = refused(peer, request, TIMES), refused(where, request, TIMES)
            report(f"refusing {kind}", ours, "µs of CPU", at_most=MOST_MICROS, peer=("bare uvicorn", theirs))
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), TABLES, PLAYERS) as where:
        alone = played(where, SECONDS)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), TABLES, PLAYERS) as where:
        under_junk = asyncio.run(pestered(where, SECONDS))
    report(f"{TABLES} tables, half of all commands within", 1000 * alone, "ms")
    junk = f"{JUNK_A_SECOND} junk/s from {ADDRESSES} addresses"
    report(f"the same under {junk}", 1000 * under_junk, "ms", peer=("without", 1000 * alone))


def trial() -> None:
    """Have each kind of junk refused once, and play beside some and before a few who watch."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), 1, PLAYERS) as where:
        for request in requests(where["port"]).values():
            refused(where, request, 1)
        asyncio.run(beset(where))


async def beset(where: dict[str, Any]) -> None:
    """Play a little, beside junk and before watchers."""
    eyes = await watch(where["port"], next(iter(where["tables"])), 3)
    await pestered(where, 0, least=30)
    for eye in eyes:
        eye.transport.abort()


def requests(port: int) -> dict[str, bytes]:
    """Junk by what it is."""

    def head(method: str, target: str, *more: str) -> bytes:
        lines = (f"{method} {target} HTTP/1.1", f"host: 127.0.0.1:{port}", "user-agent: stranger", "accept: */*", *more)
        return "\r\n".join((*lines, "\r\n")).encode()

    commands = "/api/tables/t-0/commands"
    return {
        "an unknown address": head("GET", "/api/no/such/thing"),
        "an unknown page": head("GET", "/login.php"),
        "another method": head("DELETE", commands),
        "an unknown table": head("GET", "/api/tables/nowhere"),
        "nobody's command": head("POST", commands, "content-type: application/json", "content-length: 2") + b"{}",
        "another host": b"GET / HTTP/1.1\r\nhost: elsewhere.example\r\n\r\n",
        "no host": b"GET / HTTP/1.1\r\naccept: */*\r\n\r\n",
        "nonsense": b"\x16\x03\x01\x02\x00 nonsense\r\n\r\n",
    }


def refused(where: dict[str, Any], request: bytes, times: int) -> float:
    """Microseconds of the server's processor time for one of so many refusals; nonsense also ends its connection."""
    before = cpu(where["pid"])
    seen = uvloop.run(ask(where["port"], request, times))
    if seen.total() != times or set(seen) - {"200", "400", "401", "404", "405", "421"}:
        raise AssertionError(f"{request[:60]!r} was answered {dict(seen)}")
    return 1e6 * (cpu(where["pid"]) - before) / times


def played(where: dict[str, Any], seconds: float, least: int = 0) -> float:
    """How long half of all commands took at most."""
    found = play(where, WARM_UP_SECONDS if seconds else 0, seconds, least)
    if found["unforeseen"]:
        raise AssertionError("; ".join(found["unforeseen"][:5]))
    return float(median(found["took"]))


async def pestered(where: dict[str, Any], seconds: float, least: int = 0) -> float:
    """The same while strangers send junk of all kinds."""
    junk = list(requests(where["port"]).values())
    pestering = asyncio.create_task(pester(where["port"], junk, JUNK_A_SECOND))
    try:
        return await asyncio.to_thread(played, where, seconds, least)
    finally:
        pestering.cancel()
        with suppress(asyncio.CancelledError):
            await pestering


@contextmanager
def bare() -> Iterator[dict[str, Any]]:
    """The bare server's process; it stops when its input ends."""
    start = [sys.executable, "-m", "bench._bare_server"]
    with subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None and server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())
        finally:
            server.stdin.close()
            server.wait(30)
