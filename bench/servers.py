"""How many commands one, two and four servers commit together on PostgreSQL, each dealing its share of the tables."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from statistics import quantiles

from bench import Report
from bench.floor import SECONDS, TABLES, run
from croupier.floor.store import open_store
from tests.floor.pg import fresh_database, postgres

SERVERS = (1, 2, 4)
TWO_OF_ONE, FOUR_OF_TWO = 1.2, 1.0
TRIED_BY = "bench.floor"


def bench(report: Report) -> None:
    """Play in one run with one server, with two and with four, each time on a new database."""
    found: dict[int, float] = {}
    with postgres(durable=True) as server:
        for servers in SERVERS:
            took = played(fresh_database(server), servers)
            found[servers] = len(took) / SECONDS
            where = f"{TABLES} tables, PostgreSQL, {servers} server{'s' * (servers > 1)}"
            report(where, found[servers], "commands/s")
            report(f"{where}, 99 of 100 within", 1000 * quantiles(took, n=100)[98], "ms")
    report("two servers to one", found[2] / found[1], "times", at_least=TWO_OF_ONE)
    report("four servers to two", found[4] / found[2], "times", at_least=FOUR_OF_TWO)


def played(url: str, servers: int) -> list[float]:
    """How long each command took that the servers committed between them."""
    open_store(url).close()
    with ProcessPoolExecutor(servers, multiprocessing.get_context("spawn")) as pool:
        loads = pool.map(run, [url] * servers, range(servers), [servers] * servers)
        return [seconds for load in loads for seconds in load]
