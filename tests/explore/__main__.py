"""Walk the small tables further than the tests do, and print what was found: `make explore`."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tests.explore.explorer import Explorer, Found
from tests.explore.report import differences, put_on_file
from tests.explore.small import SMALL, Small


def main() -> int:
    """Walk, report, and fail if a promise does not hold."""
    options = argparse.ArgumentParser(prog="explore", description=__doc__)
    options.add_argument("--depth", type=int, default=2, help="how many acts beyond what is due (2)")
    options.add_argument("--seconds", type=float, default=600, help="the most time for each table (600)")
    options.add_argument("--table", default="", help="only the tables whose names contain this")
    options.add_argument("--write", action="store_true", help="write down where remedies are open and where not")
    asked = options.parse_args()
    console, walked = Console(soft_wrap=True, highlight=False), dict[str, list[Found]]()
    for name, small in SMALL.items():
        if asked.table in name:
            found = _walk(name, small, asked, console)
            walked.setdefault(small.game, []).append(found)
            _tell(name, found, console)
    if asked.write:
        for game, found_there in walked.items():
            put_on_file(game, differences(found_there))
    return 1 if any(found.faults for each in walked.values() for found in each) else 0


def _tell(name: str, found: Found, console: Console) -> None:
    console.print(
        f"[bold]{name}[/]: {found.states:,} states and {found.acts:,} acts to depth {found.depth}, "
        f"{'all of them' if found.whole else 'as far as time allowed'}; {len(found.faults)} faults"
    )
    for fault in found.faults.values():
        console.print(f"  {fault.what}", style="red", markup=False)
        for step in fault.way:
            console.print(f"    {step}", markup=False)


def _walk(name: str, small: Small, asked: argparse.Namespace, console: Console) -> Found:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(name)

        def told(found: Found) -> None:
            progress.update(task, description=f"{name}: {found.states:,} states, {len(found.faults)} faults")

        return Explorer(small, asked.depth, asked.seconds, told).run()


if __name__ == "__main__":
    sys.exit(main())
