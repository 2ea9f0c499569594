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
FROZEN_SECONDS = 1.5


def test_a_frozen_server_stops_nobody(shared_url: str) -> None:
    chance = random.Random(9)
    command = [sys.executable, "-m", "tests.floor.service.load", shared_url]

    async def play() -> None:
        async with opened(shared_url) as floor:
            await new_table(floor, "here")
            await seated(floor, ANN, 1, table="here")
            slowest = []
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as other:
                try:
                    while floor.store.head()[0] < 200:
                        await asyncio.sleep(0.1)
                    for _ in range(FREEZES):
                        await asyncio.sleep(chance.uniform(0.05, 0.3))
                        os.kill(other.pid, signal.SIGSTOP)
                        slowest.append(await slowest_until(floor, time.monotonic() + FROZEN_SECONDS))
                        os.kill(other.pid, signal.SIGCONT)
                finally:
                    other.kill()
            assert max(slowest) < FROZEN_SECONDS / 2, slowest
            assert isinstance(audit.verify(floor.store), audit.Verified)

    async def slowest_until(floor: Floor, end: float) -> float:
        slowest = 0.0
        while time.monotonic() < end:
            began = time.monotonic()
            await accepted(floor, "here", BuyChips(cents=1), ANN)
            slowest = max(slowest, time.monotonic() - began)
            await asyncio.sleep(0.02)
        return slowest

    asyncio.run(play())
