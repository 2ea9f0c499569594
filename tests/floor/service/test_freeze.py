"""A server that freezes in the middle of its work holds no other up, and comes back without harm."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time

from croupier.floor.acts.floor import Floor
from croupier.floor.reading import audit
from croupier.table.people import BuyChips
from tests.floor.service.floors import ANN, accepted, new_table, opened, seated

FREEZES = 6
FROZEN_SECONDS = 1.0
FEWEST = 3
"""Acts in that time, however busy the machine: one alone might have been done before the other server stood still."""
PATIENCE_SECONDS = 30


def test_a_frozen_server_stops_nobody(shared_url: str) -> None:
    chance = random.Random(9)
    command = [sys.executable, "-m", "tests.floor.service.load", shared_url]

    async def play() -> None:
        async with opened(shared_url) as floor:
            await new_table(floor, "here")
            await seated(floor, ANN, 1, table="here")
            done = []
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as other:
                try:
                    while floor.store.head()[0] < 200:
                        await asyncio.sleep(0.1)
                    for _ in range(FREEZES):
                        await asyncio.sleep(chance.uniform(0.05, 0.3))
                        os.kill(other.pid, signal.SIGSTOP)
                        done.append(await done_until(floor, time.monotonic() + FROZEN_SECONDS))
                        os.kill(other.pid, signal.SIGCONT)
                finally:
                    other.kill()
            assert min(done) >= FEWEST, done
            assert isinstance(audit.verify(floor.store), audit.Verified)

    async def done_until(floor: Floor, end: float) -> int:
        """How many acts were done meanwhile, none of which may have to wait for the server that stands still."""
        done = 0
        while time.monotonic() < end:
            await asyncio.wait_for(accepted(floor, "here", BuyChips(cents=1), ANN), PATIENCE_SECONDS)
            done += 1
            await asyncio.sleep(0.02)
        return done

    asyncio.run(play())
