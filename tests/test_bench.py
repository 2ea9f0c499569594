"""The benchmarks play what the engine lets them: each that plays is played here in little."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest

import bench

PLAYED = ("croupier.floor", "croupier.table", "bench.http", "bench.floor")
"""What a benchmark imports that gives commands."""

MODULES = [
    importlib.import_module(f"bench.{each.name}")
    for each in pkgutil.iter_modules(bench.__path__)
    if not each.name.startswith("_")
]
TRIALS = {module.__name__: module.trial for module in MODULES if hasattr(module, "trial")}
"""Each tries what it plays; one that plays nothing of its own says which of the others tries it."""


def plays(module: ModuleType) -> bool:
    tree = ast.parse(Path(str(module.__file__)).read_text())
    return any(isinstance(each, ast.ImportFrom) and str(each.module).startswith(PLAYED) for each in ast.walk(tree))


@pytest.mark.parametrize("name", TRIALS)
def test_a_benchmark_is_refused_nothing(name: str) -> None:
    TRIALS[name]()


def test_every_benchmark_that_plays_is_tried() -> None:
    tried = {module.__name__: getattr(module, "TRIED_BY", module.__name__) for module in MODULES if plays(module)}
    assert [name for name, by in tried.items() if by not in TRIALS] == []
    assert len(TRIALS) >= 5
