"""What a thousand watchers of one table cost: until they are in, and what those who play feel of them."""

import asyncio
import resource
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

from bench import Report
from bench._http_load import cpu
from bench._strangers import watch
from bench.http import PLAYERS, play, served

WATCHERS = 1000
TABLES = 8
WARM_UP_SECONDS, SECONDS = 1.0, 5.0
FILES = 4096
TRIED_BY = "bench.door"


def bench(report: Report) -> None:
    """Play alone and before a thousand watchers of one of the tables."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(FILES, hard)), hard))
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), TABLES, PLAYERS) as where:
        alone = played(where, SECONDS)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), TABLES, PLAYERS) as where:
        took, micros, before_many = asyncio.run(watched(where, WATCHERS, SECONDS))
    report(f"{WATCHERS} watchers are in within", took, "s", at_most=3)
    report("the server's time for one who comes to watch", micros, "µs of CPU")
    for each, name in ((0, "half of all commands"), (1, "99 of 100 commands")):
        without = 1000 * alone[each]
        report(f"{name} before {WATCHERS} watchers within", 1000 * before_many[each], "ms", peer=("without", without))


def played(where: dict[str, Any], seconds: float, least: int = 0) -> tuple[float, float]:
    """How long half of all commands took at most, and 99 of 100."""
    found = play(where, WARM_UP_SECONDS if seconds else 0, seconds, least)
    if found["unforeseen"]:
        raise AssertionError("; ".join(found["unforeseen"][:5]))
    cut = quantiles(found["took"], n=100)
    return cut[49], cut[98]


async def watched(
    where: dict[str, Any], watchers: int, seconds: float, least: int = 0
) -> tuple[float, float, tuple[float, float]]:
    """How long it took until all watched, the processor's time for each of them, and how long commands took then."""
    before, start = cpu(where["pid"]), perf_counter()
    eyes = await watch(where["port"], next(iter(where["tables"])), watchers)
    took, used = perf_counter() - start, cpu(where["pid"]) - before
    try:
        found = await asyncio.to_thread(played, where, seconds, least)
        if any(eye.transport.is_closing() for eye in eyes):
            raise AssertionError("a watcher was cut off")
    finally:
        for eye in eyes:
            eye.transport.abort()
    return took, 1e6 * used / watchers, found
