"""The toy game, put beside the house's own for one test."""

from collections.abc import Iterator

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
