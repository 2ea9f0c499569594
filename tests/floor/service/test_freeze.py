"""A server that freezes in the middle of its work holds no other up, and comes back without harm."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys

from croupier.floor.reading import audit
from croupier.table.people import BuyChips
from tests.floor.service.floors import ANN, accepted, new_table, opened, seated

FREEZES = 6
ACTS = 5
"""What is done while the other server stands still; one act alone might have been begun before."""
PATIENCE_SECONDS = 60
OTHER = """
import sys, uvloop
from croupier.floor.store import engines
from tests.floor.service.load import play

engines.IDLE_IN_TRANSACTION_MS = 0  # PostgreSQL ends nothing for it: what it held would be held for ever
uvloop.run(play(sys.argv[1]))
"""


def test_a_frozen_server_stops_nobody(shared_url: str) -> None:
    chance = random.Random(9)
    command = [sys.executable, "-c", OTHER, shared_url]

    async def play() -> None:
        async with opened(shared_url) as floor:
            await new_table(floor, "here")
            await seated(floor, ANN, 1, table="here")
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as other:
                try:
                    while floor.store.head()[0] < 200:
                        await asyncio.sleep(0.1)
                    for _ in range(FREEZES):
                        await asyncio.sleep(chance.uniform(0.05, 0.3))
                        os.kill(other.pid, signal.SIGSTOP)
                        for _ in range(ACTS):
                            act = accepted(floor, "here", BuyChips(cents=1), ANN)
                            await asyncio.wait_for(act, PATIENCE_SECONDS)
                        os.kill(other.pid, signal.SIGCONT)
                finally:
                    other.kill()
            assert isinstance(audit.verify(floor.store), audit.Verified)

    asyncio.run(play())
