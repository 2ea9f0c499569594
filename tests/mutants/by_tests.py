"""The tests of a book as witnesses: collected once, and run in forks by those who come past a mutant."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from croupier.games import games
from tests.mutants import trying, witnesses
from tests.mutants.made import ANY, Mutant

TESTS = Path(__file__).parents[1]
SHARED = (
    "tests/house",
    "tests/games/test_rack.py",
    "tests/games/test_reserved_tables.py",
    "tests/conformance/test_awards.py",
    "tests/conformance/test_needs.py",
    "tests/conformance/test_walk_ins.py",
)
ELSEWHERE = frozenset({"browser", "floor", "server", "page"})
"""Fixtures of tests that look at more than a book's rules."""
CPU_SECONDS = 60
ENOUGH_SECONDS = 2.5
"""What the tests of one mutant may take before no more are begun, the quickest first."""


def files(name: str) -> list[str]:
    """Where the tests of a book are: those that name it, and those of what all tables share."""
    slug = name.replace("-", "_")
    found = [*TESTS.glob(f"games/test_{slug}*.py"), *TESTS.glob(f"witnesses/test_{slug}*.py")]
    if name == games()[0]:
        found += [path for path in TESTS.glob("witnesses/test_*.py") if not _of_a_game(path)]
    return [*(path.relative_to(TESTS.parent).as_posix() for path in sorted(found)), *SHARED]


def _of_a_game(path: Path) -> bool:
    return any(path.name.startswith(f"test_{each.replace('-', '_')}") for each in games())


Told = Callable[[Mutant, Any], None]


class Hunter:
    """A plugin that, instead of running the tests, has them look for mutants."""

    def __init__(self, name: str, mutants: list[Mutant], at_once: int, told: Told) -> None:
        self.name, self.mutants, self.at_once, self.told = name, mutants, at_once, told
        self.session: pytest.Session | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Learn what each test comes past, then try each mutant on those that come past it."""
        others = [each for each in games() if each != self.name]
        items = [
            item
            for item in session.items
            if not ELSEWHERE & set(getattr(item, "fixturenames", ())) and not any(each in item.name for each in others)
        ]
        ((_, passed),) = trying.in_forks(
            [(0, partial(_baseline, self.name, items))], at_once=1, cpu_seconds=600, seconds=1200
        )
        if not isinstance(passed, dict):
            raise TypeError(f"the tests of {self.name} cannot be run beside each other: {passed}")
        tasks = [
            (each, partial(_tried, each, items, passed[each.key])) for each in self.mutants if passed.get(each.key)
        ]
        left = {each.id for each, _ in tasks}
        for each in self.mutants:
            if each.id not in left:
                self.told(each, None)
        for mutant, killer in trying.in_forks(tasks, at_once=self.at_once, cpu_seconds=CPU_SECONDS, seconds=300):
            self.told(mutant, killer)
        return True


def _baseline(name: str, items: list[pytest.Item]) -> dict[str, list[int]]:
    """The tests that come past each place, the quickest first."""
    now, passed = set[str](), defaultdict[str, list[tuple[float, int]]](list)
    witnesses.follow(name, now.add)
    for number, item in enumerate(items):
        now.clear()
        begun = time.process_time()
        if _fails(item):
            continue  # it cannot be run by itself, and is no witness here
        took = time.process_time() - begun
        for key in (*now, ANY):
            passed[key].append((took, number))
    return {key: [number for _, number in sorted(found)] for key, found in passed.items()}


def _tried(mutant: Mutant, items: list[pytest.Item], order: list[int]) -> str | None:
    mutant.make()
    begun = time.process_time()
    for number in order:
        if time.process_time() - begun > ENOUGH_SECONDS:
            break
        if _fails(items[number]):
            return items[number].nodeid.removeprefix("tests/")
    return None


def _fails(item: pytest.Item) -> bool:
    item.session._setupstate.stack.clear()
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def hunt(name: str, mutants: list[Mutant], at_once: int, told: Told) -> None:
    """Try mutants on the tests of their book."""
    options = ["--override-ini=addopts=", "--import-mode=importlib", "-m", "not browser"]
    for plugin in ("cacheprovider", "terminal", "faker", "schemathesis"):
        options += ["-p", f"no:{plugin}"]
    pytest.main([*files(name), *options], plugins=[Hunter(name, mutants, at_once, told)])
