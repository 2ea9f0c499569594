"""The Blackjack family on the demo floor: a table of each version with house players, and one for a dealer and a shoe."""

from __future__ import annotations

from croupier.cards import CardSource, Device
from croupier.games.blackjack.terms import Bet, Terms, Variant
from croupier.money import Limits
from croupier.table.habits import DemoTable, Habits

TABLES = (
    DemoTable(
        id="bj-1",
        title="Blackjack with Magnificent Sevens and Perfect Pairs",
        terms=Terms(decks=8, sevens=1, pairs=True),
        guests=("Grace", "Alan", "Hedy"),
    ),
    DemoTable(
        id="bj-2",
        title="Crown Blackjack from the shuffling shoe",
        terms=Terms(
            variant=Variant.CROWN, device=Device.MACHINE, pairs=True, limits={Bet.BLACKJACK: Limits(10_00, 1_000_00)}
        ),
        guests=("Claude", "Dorothy"),
    ),
    DemoTable(
        id="bj-3",
        title="Blackjack with a real shoe",
        terms=Terms(cards=CardSource.REAL, sevens=1, pairs=True),
        automatic=False,
    ),
    DemoTable(
        id="bj-4",
        title="Vegas Blackjack",
        terms=Terms(variant=Variant.VEGAS),
        guests=("Katherine", "Norbert"),
    ),
    DemoTable(
        id="bj-5",
        title="Crown Pontoon",
        terms=Terms(variant=Variant.PONTOON, decks=8),
        guests=("Edsger", "Mary", "John"),
    ),
    DemoTable(
        id="bj-6",
        title="Pontoon Pandemonium",
        terms=Terms(variant=Variant.PANDEMONIUM, decks=8, pandemonium=2),
        guests=("Barbara", "Ken"),
    ),
)
HABITS = Habits()
