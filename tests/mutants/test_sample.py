"""Some of the mutants again: what noticed them last time still does, and whatever survives has its reason."""

from __future__ import annotations

from functools import partial

import pytest

from croupier.games import games
from tests.mutants import code, trying, witnesses
from tests.mutants.kept import EVERY, NOT_BY_SCRIPTS, SURVIVED, explained, read
from tests.mutants.made import Mutant, mutants

MOST = 15
"""Mutants of each book that are tried again here; `make mutants` tries all."""


@pytest.mark.parametrize("name", games())
def test_what_noticed_a_mutant_notices_it_still(name: str) -> None:
    found = {each.name: each for each in witnesses.scripts(name)}
    known = {each.id: each for each in mutants(name)}
    again = [(each, by) for each, by in read(name).items() if each in known and by in found]
    code.running.cache_clear()  # this game's functions may be new since then
    code.running()
    tasks = [(each, partial(_noticed, name, known[each], by)) for each, by in again[:: max(1, len(again) // MOST)]]
    unnoticed = [each for each, so in trying.in_forks(tasks, at_once=1, cpu_seconds=20, seconds=120) if so is False]
    assert unnoticed == [], "run `make mutants`: no script of the book notices these any more"


def _noticed(name: str, mutant: Mutant, by: str) -> bool:
    """Whether the script that noticed it does, or another."""
    mutant.make()
    witnesses.bounded()
    last_time = [each for each in witnesses.scripts(name) if each.name == by]
    return any(each.fails(watched=mutant.watched) for each in (*last_time, *witnesses.scripts(name)))


@pytest.mark.parametrize("name", [EVERY, *games()])
def test_a_reason_is_given_only_for_what_nothing_notices(name: str) -> None:
    noticed = {each for each, by in read(name).items() if by not in (SURVIVED, NOT_BY_SCRIPTS)}
    assert explained(name).keys() & noticed == set(), "these are noticed: they need no reason"
    assert all(why.strip().endswith(".") for why in explained(name).values())
