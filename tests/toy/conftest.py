"""The toy game, put beside the house's own for one test."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from croupier import games
from croupier.books import put_on_shelf
from croupier.books.shelf import _ADDED
from croupier.games import Game, add_game, game
from tests.conformance.tables import WORDS

NAME = "high-card"


@pytest.fixture
def high_card() -> Iterator[Game]:
    """High Card, as long as the test lasts."""
    add_game(NAME, "tests.toy.high_card")
    found = game(NAME)
    put_on_shelf(found.book)
    WORDS[NAME] = ("ante", "raise", "p1")  # type: ignore[index]
    try:
        yield found
    finally:
        del games.PACKAGES[NAME], WORDS[NAME]  # type: ignore[attr-defined]
        _ADDED.pop(NAME)


@pytest.fixture
def run_alone() -> Callable[[Coroutine[Any, Any, None]], None]:
    """Runs a coroutine on a loop of its own, though a browser's may still be running in this thread."""

    def run(work: Coroutine[Any, Any, None]) -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, work).result()

    return run
