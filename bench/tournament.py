"""A poker tournament of a thousand entrants over 112 tables, from the first entry to the winner, in one process."""

from __future__ import annotations

from time import process_time

from msgspec.structs import replace

from bench import Report
from croupier.table.tournaments.conditions import Conditions, Level
from tests.house.tournaments.test_elimination import Poker, poker

ENTRANTS, SEATS = 1000, 9
FEW = 90
MINUTES = 10.0
"""What it may take on two cores."""


def bench(report: Report) -> None:
    """Time a large and a small one: a hand costs the same however many have entered."""
    large, hands, per_hand = played(ENTRANTS)
    report(f"tournament of {ENTRANTS} entrants, {hands} hands, to its winner", large / 60, "CPU min", at_most=MINUTES)
    _, _, small = played(FEW)
    report("a hand among so many, against one among 90", per_hand / small, "x", at_most=1.5)


def trial() -> None:
    """A tournament of three to its winner."""
    played(3)


def played(entrants: int) -> tuple[float, int, float]:
    """CPU seconds of a whole tournament, how many hands it took, and CPU seconds of a hand."""
    evening = Poker(conditions(entrants), [f"cp-{number}" for number in range(1, -(-entrants // SEATS) + 1)], seed=1)
    evening.house.keeps_record = False
    begun = process_time()
    evening.founded()
    evening.entered(entrants)
    evening.tables_ready()
    evening.session_opened()
    opened = process_time()
    evening.played_out()
    ended = process_time()
    sitting = evening.cup.sitting
    assert sitting is not None and len(evening.cup.in_play) == 1
    hands = sum(each.hands for each in sitting.tables.values())
    return ended - begun, hands, (ended - opened) / hands


def conditions(entrants: int) -> Conditions:
    """Levels that double until nobody can wait any longer."""
    said = poker(entrants, SEATS)
    elimination = said.structure.elimination
    assert elimination is not None
    levels = tuple([Level(blinds=(5 * 2**n, 10 * 2**n), blind_ante=10 * 2**n, minutes=6) for n in range(17)])
    found: Conditions = replace(
        said, structure=replace(said.structure, elimination=replace(elimination, levels=levels))
    )
    return found
