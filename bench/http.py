"""How many commands one server commits over HTTP on SQLite, 64 tables with three players and a dealer each."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench import Report

TABLES, PLAYERS = 64, 3
WARM_UP_SECONDS, SECONDS = 2.0, 8.0
TRIED_BY = "bench.door"


def bench(report: Report) -> None:
    """Load a server process from another process, and report what was committed and how long it took."""
    found = loaded(TABLES, PLAYERS)
    took = found["took"]
    cut = quantiles(took, n=100)
    where = f"{TABLES} tables over HTTP"
    report(where, len(took) / found["wall"], "commands/s", at_least=4000)
    report(f"{where}, half within", 1000 * cut[49], "ms")
    report(f"{where}, 99 of 100 within", 1000 * cut[98], "ms", at_most=50)
    report(f"{where}, the server's share of one core", found["cpu"] / found["wall"], "cores")
    report(f"{where}, the server's time for one command", 1e6 * found["cpu"] / len(took), "µs")
    if found["unforeseen"]:
        raise AssertionError("; ".join(found["unforeseen"][:5]))


def loaded(tables: int, players: int) -> Any:
    """What the load generator measured at a server of its own."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), tables, players) as where:
        return play(where, WARM_UP_SECONDS, SECONDS)


def play(where: dict[str, Any], warm_up: float, seconds: float, least: int = 0) -> Any:
    """What the load generator measures at a server, from a process of its own."""
    told = where | {"warm_up": warm_up, "seconds": seconds, "least": least}
    load = [sys.executable, "-m", "bench._http_load"]
    done = subprocess.run(load, input=json.dumps(told).encode(), stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


@contextmanager
def served(folder: Path, tables: int, players: int) -> Iterator[dict[str, Any]]:
    """A server process on a new store; it stops when its input ends."""
    url = f"sqlite:///{folder / 'floor.db'}"
    start = [sys.executable, "-m", "bench._http_server", url, str(tables), str(players)]
    with subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None and server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())
        finally:
            server.stdin.close()
            server.wait(30)
