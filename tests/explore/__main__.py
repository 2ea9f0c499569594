"""Walk the small tables further than the tests do, and print what was found: `make explore`."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tests.explore.explorer import Explorer, Found
from tests.explore.report import differences
from tests.explore.small import SMALL


def main() -> int:
    """Walk, report, and fail if a promise does not hold."""
    options = argparse.ArgumentParser(prog="explore", description=__doc__)
    options.add_argument("--depth", type=int, default=2, help="how many acts beyond what is due (2)")
    options.add_argument("--seconds", type=float, default=600, help="the most time for each table (600)")
    options.add_argument("--table", default="", help="only the tables whose names contain this")
    options.add_argument("--differences", action="store_true", help="print where remedies are open and where not")
    asked = options.parse_args()
    console, faults = Console(), 0
    for name, small in SMALL.items():
        if asked.table not in name:
            continue
        found = _walk(name, Explorer, small, asked, console)
        faults += len(found.faults)
        console.print(
            f"[bold]{name}[/]: {found.states:,} states and {found.acts:,} acts to depth {found.depth}, "
            f"{'all of them' if found.whole else 'as far as time allowed'}; {len(found.faults)} faults"
        )
        for fault in found.faults.values():
            console.print(f"  [red]{fault.what}[/]", highlight=False)
            for step in fault.way:
                console.print(f"    {step}", highlight=False)
        if asked.differences:
            console.print(differences(found), highlight=False, soft_wrap=True)
    return 1 if faults else 0


def _walk(name: str, explorer: type[Explorer], small: object, asked: argparse.Namespace, console: Console) -> Found:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(name)

        def told(found: Found) -> None:
            progress.update(task, description=f"{name}: {found.states:,} states, {len(found.faults)} faults")

        return explorer(small, asked.depth, asked.seconds, told).run()  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(main())
