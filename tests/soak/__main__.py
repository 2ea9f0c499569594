"""Run the shipped floor for an hour and watch it: `python -m tests.soak --minutes 60 --store sqlite|postgresql`.

House players play at the fast pace while the whole record is checked again and again, one check after the other. A
healthy floor accuses its record of nothing, stays ready, and its memory does not grow. In the end a kept state is
really damaged, and must be found. A line is printed each minute; the exit code is 1 if anything was otherwise.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.floor.pg import fresh_database, postgres
from tests.soak.floor import Soaked, Wrong, running

WARM_UP_MINUTES = 12.0
"""After which memory may not grow any more: by then every table has its logs and caches full."""

MOST_GROWTH_MB = 8.0
"""How much the median of the last tenth may lie above that of the first after the warm-up: what an allocator wavers."""


def main() -> int:
    """Watch a floor for so many minutes, and say what it came to."""
    options = argparse.ArgumentParser(prog="soak", description=__doc__)
    options.add_argument("--minutes", type=float, default=60, help="how long the floor plays (60)")
    options.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite", help="where its record is kept")
    asked = options.parse_args()
    with _store(asked.store) as (url, folder), running(url, folder) as floor:
        try:
            _flat(_watch(floor, asked.minutes))
            print(floor.find_damage(), flush=True)
        except Wrong as wrong:
            print(f"NOT AS IT SHOULD BE: {wrong}", flush=True)
            return 1
    print(f"as it should be: {asked.minutes:g} minutes on {asked.store}", flush=True)
    return 0


@contextmanager
def _store(kind: str) -> Iterator[tuple[str, Path]]:
    """The address of an empty store, and a folder for what lies beside it."""
    with tempfile.TemporaryDirectory(prefix="croupier-soak-") as name:
        if kind == "sqlite":
            yield f"sqlite:///{Path(name) / 'floor.db'}", Path(name)
        else:
            with postgres() as server:
                yield fresh_database(server), Path(name)


def _watch(floor: Soaked, minutes: float) -> list[float]:
    """The memory of the server at each look after the warm-up, in MB."""
    memory, said = list[float](), 0
    while floor.minutes() < minutes:
        seen = floor.look()
        if seen.minutes > WARM_UP_MINUTES:
            memory.append(seen.megabytes)
        if floor.minutes() >= said:
            said += 1
            print(seen, flush=True)
    if not floor.look().checks:
        raise Wrong("the record was not checked once")
    return memory


def _flat(memory: list[float]) -> None:
    """Wrong, if memory grew after the warm-up; nothing is said of a run that was hardly longer than that."""
    tenth = len(memory) // 10
    if not tenth:
        return
    first, last = (sorted(part)[len(part) // 2] for part in (memory[:tenth], memory[-tenth:]))
    print(f"memory after the warm-up: {first:.1f} MB at first, {last:.1f} MB at last", flush=True)
    if last - first > MOST_GROWTH_MB:
        raise Wrong(f"memory grew by {last - first:.1f} MB")


if __name__ == "__main__":
    sys.exit(main())
