"""Each seed is one whole tournament: its exported document, as whoever checks it reads it."""

from __future__ import annotations

import json
from random import Random

from croupier.house.tournaments.export import Data
from tests.referee.tournaments import sevens
from tests.referee.tournaments.conditions import conditions
from tests.referee.tournaments.generator import Tournament

BOOKS = ("matchmaker", "blackjack", "three-card-poker", "crown-poker")
SIZES = (8, 8, 8, 9, 9, 10, 10, 11, 12, 18)
"""How many enter, unless it is said."""
SCHEDULES = (49, 98, 147, 196)
ENTRIES_ARE_WON = 0.02
"""So often a tournament of Blackjack is one whose entries are won, besides one of so many seeds."""
ONE_OF = 75


def document(seed: int, entrants: int | None = None) -> Data:
    """The exported document of the tournament with this seed."""
    random = Random(seed)
    book = random.choice(BOOKS)
    if seed % ONE_OF == ONE_OF - 1 or (book == "blackjack" and random.random() < ENTRIES_ARE_WON):
        fills = [each for each in SCHEDULES if each <= (entrants or 0)]
        return played(sevens.Sevens(random, sevens.conditions(random), max(fills, default=SCHEDULES[0])))
    many = entrants or random.choice(SIZES)
    return played(Tournament(random, conditions(random, book, many), many))


def played(tournament: Tournament) -> Data:
    """The document of a tournament once it has been played."""
    tournament.whole()
    found: Data = json.loads(json.dumps(tournament.document()))
    return found
