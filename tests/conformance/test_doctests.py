"""The examples in the docstrings say what is so."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import croupier.books
import croupier.cards
import croupier.games
import croupier.money
import croupier.table

ROOMS = (croupier.cards, croupier.money, croupier.books, croupier.table, croupier.games)


def modules() -> list[ModuleType]:
    """Every module of the rooms without input and output."""
    names = (each.name for room in ROOMS for each in walk_packages(room.__path__, f"{room.__name__}."))
    return [import_module(name) for name in names]


def test_every_example_is_true() -> None:
    results = [doctest.testmod(module) for module in modules()]
    assert sum(result.attempted for result in results) >= 7
    assert sum(result.failed for result in results) == 0
