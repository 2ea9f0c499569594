"""Double Chance on the demo floor: two automatic tables with house players, and one that waits for a dealer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.cards import CardSource, Device
from croupier.games.double_chance.play import DeclareHand, DiscardCards, PickUpHand
from croupier.games.double_chance.terms import JACKPOT_HANDS, Bet, Jackpot, Terms
from croupier.games.double_chance.view import TableView
from croupier.money import Limits
from croupier.table.contract import Actor, Command, Turn
from croupier.table.habits import DemoTable, Habits, Mood

JACKPOT = 0.7
"""The chance that a house player makes a Jackpot wager too."""

SCHEDULE = Jackpot(100, dict(zip(JACKPOT_HANDS, (20_000, 2_000, 500, 120, 90, 60, 2_000), strict=True)))
"""The demo house's own prizes for a Jackpot wager of $1, for the book leaves them to the operator."""


def _limits(minimum: int, maximum: int) -> dict[Bet, Limits]:
    """The limits of the wager, in cents."""
    return {Bet.WAGER: Limits(minimum, maximum)}


TABLES = (
    DemoTable(
        id="dc-1",
        title="Double Chance from the card shoe",
        terms=Terms(limits=_limits(500, 500_00), jackpot=SCHEDULE, maximum_payout=25_000_00),
        guests=("Pierre", "Florence", "Christiaan", "Katherine"),
    ),
    DemoTable(
        id="dc-2",
        title="Double Chance from the shuffling device",
        terms=Terms(device=Device.SHUFFLER, limits=_limits(1000, 1_000_00), jackpot=SCHEDULE),
        guests=("Girolamo", "Rosalind", "Andrey"),
    ),
    DemoTable(
        id="dc-3",
        title="Double Chance with real cards",
        terms=Terms(cards=CardSource.REAL, limits=_limits(2500, 2_500_00), jackpot=SCHEDULE),
        automatic=False,
    ),
)


class DoubleChanceHabits(Habits):
    """A wager, often the jackpot beside it, and the cards kept that win oftenest."""

    def bets(self, state: Any, mood: Mood, meter: bool) -> list[str]:
        """Always a wager; the Jackpot wager often, where it is offered."""
        wanted = Bet.JACKPOT in state.limits and mood.random() < JACKPOT
        return [Bet.WAGER.value, *([Bet.JACKPOT.value] if wanted else [])]

    def choose(self, turn: Turn, look: Callable[[], Any], me: Actor, advice: Any, mood: Mood) -> Command | None:
        """Pick the hand up, declare it if it can be, else discard what is not worth keeping."""
        view: TableView = look()
        area = next((each for each in view.areas if each.player == me.id and each.choosing), None)
        if area is None:
            return None
        if not area.picked_up:
            return PickUpHand()
        shown = tuple(card for card in area.hand.cards if card is not None)
        if len(shown) < len(area.hand.cards):
            return None  # real cards in a player's hand: only they know them
        if area.hand.name is not None and not area.must_discard:
            return DeclareHand()
        kept = advice.best_keep(shown)
        return DiscardCards(cards=tuple(card for card in shown if card not in kept))


HABITS = DoubleChanceHabits()
