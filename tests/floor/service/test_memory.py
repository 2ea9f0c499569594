"""What a floor keeps in memory has bounds that are soon reached; `make soak` shows the line over an hour."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from random import Random

from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.players import HousePlayer
from croupier.floor.store import Store, open_store
from tests.floor.service.floors import new_table, opened

MOST_BYTES = 180_000
"""What the log of one table may take."""

EVENTS = 600
WRITERS_MOST_KB = 8_192


def test_the_log_of_a_table_that_is_played_at_stays_small(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, automatic=True)
            chance = Random(7)
            tracemalloc.start()
            tasks = [asyncio.create_task(Dealer(floor, table).run())]
            tasks += [asyncio.create_task(HousePlayer(floor, table, name, chance).run()) for name in ("Ada", "Emmy")]
            try:
                async with asyncio.timeout(100):
                    while table.version < EVENTS:
                        await table.changed(table.version)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await floor.quiet()
                gc.collect()
                full = tracemalloc.get_traced_memory()[0]
                table.log.clear()
                gc.collect()
                assert full - tracemalloc.get_traced_memory()[0] < MOST_BYTES
            finally:
                tracemalloc.stop()

    asyncio.run(play())


def test_the_writer_keeps_little_of_a_file_in_memory(url: str) -> None:
    store: Store = open_store(url)
    try:
        with store._writing.connect() as connection:
            assert -WRITERS_MOST_KB <= connection.exec_driver_sql("PRAGMA cache_size").scalar_one() < 0
    finally:
        store.close()
