"""The Blackjack family on the demo floor: a table of each version with house players, and one with a real shoe."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import CardSource, Device
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import Bet, Terms, Variant
from croupier.money import Limits
from croupier.table.habits import DemoTable, Habits, Mood
from croupier.table.wagers import PlaceWager

SIDE_BET = 0.4
"""The chance that a house player places a side bet."""

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


class BlackjackHabits(Habits):
    """The wager that hands are dealt for, now and then a side bet, and chips kept back for splits and doubles."""

    def bets(self, state: State, mood: Mood, meter: bool) -> list[str]:
        """The main wager first; side bets may only lie beside it."""
        beside = [bet for bet in state.limits if bet != state.main]
        return [state.main, *(bet for bet in beside if mood.random() < SIDE_BET)]

    def needed(self, wagers: Sequence[PlaceWager]) -> int:
        """Enough to split twice and double each hand."""
        return 6 * super().needed(wagers)


HABITS = BlackjackHabits()
