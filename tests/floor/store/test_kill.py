"""The store survives being killed at any moment."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

from croupier.floor.reading import audit
from croupier.floor.store import open_store
from tests.floor.store.load import THREADS

KILLS = 5


def test_after_kill_9_under_load_every_acknowledged_commit_is_there_and_none_twice(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    asked = [0] * THREADS
    acknowledged: set[str] = set()
    choose = random.Random(7)
    for _ in range(KILLS):
        acknowledged |= _write_until_killed(url, asked, after=choose.randint(150, 400))

    store = open_store(url)
    try:
        written = Counter(event.command_id for event in store.read(limit=1_000_000))
        commits = len(written)
        assert len(acknowledged) > KILLS * 140
        assert acknowledged <= written.keys()
        assert set(written.values()) == {3}  # each commit has three events: all there, none twice
        assert isinstance(audit.verify(store), audit.Verified)
        assert store.balance("rack") == 2 * commits
        assert store.balance("wallet:0x") == commits
        assert sum(store.balances().values()) == 0
        # What is remembered for retries is exactly what was written: no thread has a hole in its numbers.
        for number in range(THREADS):
            numbers = [int(event.command_id.split(":")[1]) for event in store.stream(f"own:{number}")]
            assert numbers == sorted(2 * list(range(len(numbers) // 2)))
    finally:
        store.close()


def _write_until_killed(url: str, asked: list[int], after: int) -> set[str]:
    """Let a process write until it has acknowledged so many commits, kill it, and note what each thread asked last."""
    acknowledged: set[str] = set()
    starts = ",".join(map(str, asked))
    command = [sys.executable, "-m", "tests.floor.store.load", url, starts]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            word, command_id = line.split()
            if word == "ack":
                acknowledged.add(command_id)
                if len(acknowledged) == after:
                    process.kill()
            else:
                number, count = map(int, command_id.split(":"))
                asked[number] = count
    assert len(acknowledged) >= after
    return acknowledged
