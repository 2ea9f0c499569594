"""Matchmaker on the demo floor: two automatic tables with house players, one for a dealer and a shoe, and heats."""

from __future__ import annotations

from croupier.cards import CardSource, Device
from croupier.games.matchmaker.terms import Bet, Terms
from croupier.money import Limits
from croupier.table.habits import DemoTable, Habits


def _limits(minimum: int, maximum: int) -> dict[Bet, Limits]:
    """The same limits for each bet, in cents."""
    return dict.fromkeys(Bet, Limits(minimum, maximum))


TABLES = (
    DemoTable(
        id="mm-1",
        title="Matchmaker, eight decks from the shoe",
        terms=Terms(limits=_limits(500, 500_00)),
        guests=("Ada", "Blaise", "Emmy", "Henri"),
    ),
    DemoTable(
        id="mm-2",
        title="Matchmaker, six decks from the machine",
        terms=Terms(decks=6, device=Device.MACHINE, areas=7, limits=_limits(1000, 1_000_00)),
        guests=("Sofia", "Carl", "Maryam"),
    ),
    DemoTable(
        id="mm-3",
        title="Matchmaker with a real shoe",
        terms=Terms(cards=CardSource.REAL, limits=_limits(2500, 2_500_00)),
        automatic=False,
    ),
    *[
        DemoTable(
            id=f"mm-t{number}",
            title=f"Matchmaker, tournament table {number}",
            terms=Terms(limits=dict.fromkeys(Bet, Limits(25_00, 500_00, 25_00))),
            automatic=False,
        )
        for number in (1, 2)
    ],
)
TOURNAMENTS = {
    "mm-heats": {
        "conditions": "demo-heats.toml",
        "tables": ("mm-t1", "mm-t2"),
        "guests": ("Agnes", "Bruno", "Cleo", "Dora", "Egon", "Fritz", "Gerda", "Hugo"),
    }
}
"""Tournaments that are held one after the other, by the beginning of their ids, with the house players who enter."""
HABITS = Habits()
