"""Three Card Poker on the demo floor: two automatic tables with house players, one for a dealer, all on one meter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from croupier.cards import CardSource, Device
from croupier.cards.ranking import three_cards
from croupier.games.three_card_poker.play import FoldHand, LookAtHand, PlayHand
from croupier.games.three_card_poker.state import HAND
from croupier.games.three_card_poker.terms import ANTE_BONUS, Bet, Terms
from croupier.games.three_card_poker.view import TableView
from croupier.money import Limits
from croupier.table.contract import Actor, Command, Turn
from croupier.table.habits import DemoTable, Habits, Mood
from croupier.table.wagers import PlaceWager

PAIR_PLUS = 0.6
"""The chance that a house player bets on Pair Plus beside the Ante."""

JACKPOT = 0.7
"""The chance that a house player makes a Jackpot wager too."""

_LINKED: dict[str, Any] = {"jackpot_price": 100, "jackpot_option": 2}


def _limits(minimum: int, maximum: int) -> dict[Bet, Limits]:
    """The same limits for Ante and Pair Plus, in cents."""
    return dict.fromkeys((Bet.ANTE, Bet.PAIR_PLUS), Limits(minimum, maximum))


TABLES = (
    DemoTable(
        id="tcp-1",
        title="Three Card Poker from the hand shoe",
        terms=Terms(limits=_limits(500, 500_00), **_LINKED),
        guests=("Grace", "Alan", "Srinivasa", "Hypatia"),
    ),
    DemoTable(
        id="tcp-2",
        title="Three Card Poker from the shuffling shoe",
        terms=Terms(device=Device.SHUFFLER, pair_plus="E", limits=_limits(1000, 1_000_00), **_LINKED),
        guests=("Kurt", "Amalie", "Leonhard"),
    ),
    DemoTable(
        id="tcp-3",
        title="Three Card Poker with real cards",
        terms=Terms(cards=CardSource.REAL, limits=_limits(2500, 2_500_00), **_LINKED),
        automatic=False,
    ),
)
METERS = {"main": {"option": 2, "seed": 10_000, "price": 100, "tables": tuple(table.id for table in TABLES)}}
"""One meter for all demo tables that take Jackpot wagers, as it is opened."""


class ThreeCardHabits(Habits):
    """An Ante, more beside it as the mood goes, and each hand played by the rule that loses least."""

    def bets(self, state: Any, mood: Mood, meter: bool) -> list[str]:
        """Always an Ante; Pair Plus and the Jackpot wager often."""
        bets = [Bet.ANTE.value]
        if mood.random() < PAIR_PLUS:
            bets.append(Bet.PAIR_PLUS.value)
        if meter and Bet.JACKPOT in state.limits and mood.random() < JACKPOT:
            bets.append(Bet.JACKPOT.value)
        return bets

    def has_bet(self, state: Any, me: str) -> bool:
        """A Jackpot wager that a misdeal has carried over is no reason not to bet."""
        return any(each.bet != Bet.JACKPOT for each in state.wagers_of(me))

    def needed(self, wagers: Sequence[PlaceWager]) -> int:
        """The Ante is needed twice: once more to play."""
        return sum(wager.cents * (2 if wager.bet == Bet.ANTE else 1) for wager in wagers)

    def choose(self, turn: Turn, look: Callable[[], Any], me: Actor, advice: Any, mood: Mood) -> Command | None:
        """Look, then play from the lowest hand that is worth an Ante more."""
        view: TableView = look()
        area = next((each for each in view.areas if each.player == me.id and each.choosing), None)
        if area is None:
            return None
        if not area.hand.yours and any(offer.type == LookAtHand.__name__ for offer in view.options):
            return LookAtHand()
        bets = {wager.bet for wager in area.wagers}
        shown = tuple(card for card in area.hand.cards if card is not None)
        lowest = advice.lowest_played(ANTE_BONUS[view.sign.ante_bonus])
        # A hand that may not be looked at is played: it is worth more than the Ante that folding gives up.
        if Bet.ANTE in bets and (len(shown) < HAND or three_cards(shown) >= lowest):
            return PlayHand(area=area.area)
        return FoldHand(area=area.area, keep_pair_plus=Bet.PAIR_PLUS in bets)


HABITS = ThreeCardHabits()
