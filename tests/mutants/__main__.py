"""`python -m tests.mutants [BOOK…]`: try every mutant, write down what killed each, fail where one has survived."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from croupier.games import games
from tests.mutants import by_tests, code, trying, witnesses
from tests.mutants.kept import EVERY, Outcome, explained, write
from tests.mutants.made import ANY, Mutant, mutants, possible

CPU_SECONDS = 15
"""What the scripts of one mutant may take; nothing takes so long that comes to an end."""


def main() -> int:
    """Try the mutants of the named books, or of all."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("books", nargs="*", choices=[*games(), []], help="all of them unless some are named")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="how many forks at a time")
    parser.add_argument("--scripts", action="store_true", help="ask the scripts alone, which takes a third of the time")
    parser.add_argument("--only", default="", help="mutants whose name has this in it; nothing is written then")
    given = parser.parse_args()
    wanted = given.books or list(games())
    console = Console()
    made = {name: [each for each in mutants(name) if given.only in each.id] for name in games()}
    for name in wanted:
        witnesses.scripts(name)
    code.running()
    gc.collect()
    gc.freeze()  # what forks share stays shared
    shared = Tried({}, {})
    own = {name: _by_scripts(name, made[name], given.at_once, console, shared) for name in wanted}
    for name in () if given.scripts else wanted:
        _by_tests(name, own[name], given.at_once, console, shared)
    whole = set(wanted) == set(games()) or bool(given.only)
    found = {**own, EVERY: shared} if whole else own
    return 1 if sum(_report(name, each, console, keep=not given.only) for name, each in found.items()) else 0


class Tried(NamedTuple):
    """Mutants by their ids, and what became of each."""

    made: dict[str, Mutant]
    outcomes: dict[str, Outcome]

    def noticed(self, mutant: Mutant) -> bool:
        """Whether something has noticed it already."""
        return mutant.id in self.outcomes and self.outcomes[mutant.id].killed


def _by_scripts(name: str, made: list[Mutant], at_once: int, console: Console, shared: Tried) -> Tried:
    """Try a book's mutants on its scripts; those of code that all books share until one of them notices."""
    own = Tried({}, {})
    with _progress(console) as progress:
        bar = progress.add_task(f"{name}: what scripts come past", total=None)
        passed = _passed(name)
        here = possible(name, made, passed)
        for each in here:
            (shared if each.shared else own).made[each.id] = each
        here = [each for each in here if not shared.noticed(each)]
        progress.update(bar, description=f"{name}: scripts", total=len(here))
        tasks = [(each, partial(_tried, name, each, passed.get(each.key, ()))) for each in here]
        for mutant, killer in trying.in_forks(tasks, at_once=at_once, cpu_seconds=CPU_SECONDS, seconds=120):
            (shared if mutant.shared else own).outcomes[mutant.id] = Outcome.of(killer, by_tests=False)
            progress.advance(bar)
    return own


def _by_tests(name: str, own: Tried, at_once: int, console: Console, shared: Tried) -> None:
    """Try what no script has noticed on the tests of a book."""
    rest = [each for of in (own, shared) for each in of.made.values() if not of.noticed(each)]
    with _progress(console) as progress:
        bar = progress.add_task(f"{name}: tests", total=len(rest))

        def told(mutant: Mutant, killer: Any) -> None:
            (shared if mutant.shared else own).outcomes[mutant.id] = Outcome.of(killer)
            progress.advance(bar)

        by_tests.hunt(name, rest, at_once, told)


def _progress(console: Console) -> Progress:
    bars = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    return Progress(*bars, console=console)


def _passed(name: str) -> dict[str, list[int]]:
    ((_, passed),) = trying.in_forks([(0, partial(_baseline, name))], at_once=1, cpu_seconds=200, seconds=600)
    if not isinstance(passed, dict):
        raise TypeError(f"the scripts of {name} cannot be played: {passed}")
    return passed


def _baseline(name: str) -> dict[str, list[int]]:
    """The scripts that come past each place, the quickest first."""
    now, passed = set[str](), defaultdict[str, list[tuple[float, int]]](list)
    witnesses.follow(name, now.add)
    for number, each in enumerate(witnesses.scripts(name)):
        now.clear()
        begun = time.process_time()
        if each.fails():
            raise ValueError(f"{each.name} does not hold")
        took = time.process_time() - begun
        for key in (*now, ANY):
            passed[key].append((took, number))
    return {key: [number for _, number in sorted(found)] for key, found in passed.items()}


def _tried(name: str, mutant: Mutant, order: Sequence[int]) -> str | None:
    found = witnesses.scripts(name)
    mutant.make()
    witnesses.bounded()
    return next((found[each].name for each in order if found[each].fails(watched=mutant.watched)), None)


def _report(name: str, tried: Tried, console: Console, *, keep: bool) -> int:
    """Say how it went, write it down, and count the survivors that nothing explains."""
    reasons, made, outcomes = explained(name), list(tried.made.values()), tried.outcomes
    survived = [each for each in made if not outcomes[each.id].killed]
    unexplained = [each for each in survived if each.id not in reasons]
    grid = Grid("", "Made", "Killed by scripts", "Killed by tests", "Explained", "Survived", title=name)
    for sort, of in _by_sort(made):
        how = Counter(_how(outcomes[each.id], each, reasons) for each in of)
        grid.add_row(sort, str(len(of)), *(str(how[each]) for each in ("scripts", "tests", "explained", "survived")))
    console.print(grid)
    for each in unexplained:
        console.print(f"survived: {each.id}", highlight=False, markup=False, soft_wrap=True)
    for gone in sorted(reasons.keys() - {each.id for each in survived}) if keep else ():
        console.print(f"explained, but killed or no more: {gone}", highlight=False, markup=False, soft_wrap=True)
    if keep:
        write(name, outcomes)
    return len(unexplained)


def _by_sort(made: list[Mutant]) -> Iterator[tuple[str, list[Mutant]]]:
    sorts = defaultdict[str, list[Mutant]](list)
    for each in made:
        sorts[each.sort].append(each)
    yield from sorted(sorts.items())


def _how(outcome: Outcome, mutant: Mutant, reasons: dict[str, str]) -> str:
    if outcome.killed:
        return "scripts" if ".table#" in outcome.by else "tests"
    return "explained" if mutant.id in reasons else "survived"


if __name__ == "__main__":
    sys.exit(main())
