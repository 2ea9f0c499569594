"""Walk the small tables further than the tests do, and print what was found: `make explore`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tests.explore.explorer import Explorer, Found
from tests.explore.report import barriers, differences, put_barriers_on_file, put_on_file
from tests.explore.small import SMALL


def main() -> int:
    """Walk, report, and fail if a promise does not hold."""
    options = argparse.ArgumentParser(prog="explore", description=__doc__)
    options.add_argument("--depth", type=int, default=2, help="how many acts beyond what is due (2)")
    options.add_argument("--seconds", type=float, default=600, help="the most time for each table (600)")
    options.add_argument("--table", default="", help="only the tables whose names contain this")
    options.add_argument("--write", action="store_true", help="write down where remedies are open and where not")
    asked = options.parse_args()
    console = Console(soft_wrap=True, highlight=False)
    walked: dict[str, Found] = {}
    for name, found in _walks([name for name in SMALL if asked.table in name], asked, console):
        walked[name] = found
        _tell(name, found, console)
    if asked.write:
        for game in {SMALL[name].game for name in walked}:
            walks = [walked[name] for name in SMALL if name in walked and SMALL[name].game == game]
            put_on_file(game, differences(walks))
            put_barriers_on_file(game, barriers(walks))
    return 1 if any(found.faults for found in walked.values()) else 0


def _walks(names: list[str], asked: argparse.Namespace, console: Console) -> Iterator[tuple[str, Found]]:
    """Every table by a process of its own, as many at a time as there are cores."""
    columns = (SpinnerColumn(), TextColumn("tables walked"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with ProcessPoolExecutor() as pool, Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(names))
        walks = {pool.submit(_walk, name, asked.depth, asked.seconds): name for name in names}
        for walk in as_completed(walks):
            progress.advance(task)
            yield walks[walk], walk.result()


def _walk(name: str, depth: int, seconds: float) -> Found:
    return Explorer(SMALL[name], depth, seconds).run()


def _tell(name: str, found: Found, console: Console) -> None:
    console.print(
        f"[bold]{name}[/]: {found.states:,} states and {found.acts:,} acts to depth {found.depth}, "
        f"{'all of them' if found.whole else 'as far as time allowed'}; {len(found.faults)} faults"
    )
    for fault in found.faults.values():
        console.print(f"  {fault.what}", style="red", markup=False)
        for step in fault.way:
            console.print(f"    {step}", markup=False)


if __name__ == "__main__":
    sys.exit(main())
