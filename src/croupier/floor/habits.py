"""How house players bet and choose, game by game, knowing no more than what their own view shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from croupier.cards.ranking import three_cards
from croupier.floor.tables import LiveTable
from croupier.games import double_chance
from croupier.games.double_chance.play import DeclareHand, DiscardCards, PickUpHand
from croupier.games.three_card_poker.play import FoldHand, LookAtHand, PlayHand
from croupier.games.three_card_poker.state import HAND
from croupier.games.three_card_poker.terms import ANTE_BONUS, Bet
from croupier.games.three_card_poker.view import AreaView, TableView
from croupier.table.contract import Actor, Command
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager

PAIR_PLUS = 0.6
"""The chance that a house player bets on Pair Plus beside the Ante."""

JACKPOT = 0.7
"""The chance that a house player makes a Jackpot wager too."""


class Habits:
    """Any bets, in any number, and nothing to decide while cards are dealt."""

    def bets(self, state: Any, chance: Random, meter: bool) -> list[str]:
        """The bets to place on the next round, in order; `meter` when there is one to win from."""
        return chance.sample(sorted(state.limits), chance.randint(1, len(state.limits)))

    def has_bet(self, state: Any, me: str) -> bool:
        """Whether this player's wagers for the next round lie on the layout."""
        return bool(state.wagers_of(me))

    def needed(self, wagers: Sequence[PlaceWager]) -> int:
        """The chips that wagers ask for until the round is over."""
        return sum(wager.cents for wager in wagers)

    def concerned(self, table: LiveTable, me: Actor) -> bool:
        """Whether the cards on the layout may ask something of this player."""
        return False

    def turn(self, table: LiveTable, me: Actor, at: int) -> Command | None:
        """What to do about the cards on the layout."""
        return None


class PokerHabits(Habits):
    """Three Card Poker: an Ante, more beside it as the mood goes, and each hand played by the rule that loses least."""

    def bets(self, state: Any, chance: Random, meter: bool) -> list[str]:
        """Always an Ante; Pair Plus and the Jackpot wager often."""
        bets = [Bet.ANTE.value]
        if chance.random() < PAIR_PLUS:
            bets.append(Bet.PAIR_PLUS.value)
        if meter and Bet.JACKPOT in state.limits and chance.random() < JACKPOT:
            bets.append(Bet.JACKPOT.value)
        return bets

    def has_bet(self, state: Any, me: str) -> bool:
        """A Jackpot wager that a misdeal has carried over is no reason not to bet."""
        return any(each.bet != Bet.JACKPOT for each in state.wagers_of(me))

    def needed(self, wagers: Sequence[PlaceWager]) -> int:
        """The Ante is needed twice: once more to play."""
        return sum(wager.cents * (2 if wager.bet == Bet.ANTE else 1) for wager in wagers)

    def concerned(self, table: LiveTable, me: Actor) -> bool:
        """A hand waits to be played or folded."""
        state = table.state
        return state.stage is Stage.DECIDING and any(state.owner(area) == me.id for area in state.choosing())

    def turn(self, table: LiveTable, me: Actor, at: int) -> Command | None:
        """Look, then play from the lowest hand that is worth an Ante more."""
        if not self.concerned(table, me):
            return None
        seen: TableView = table.game.view(table.state, me, at)
        area = next((each for each in seen.areas if each.player == me.id and each.choosing), None)
        if area is None:
            return None
        if not area.hand.yours and any(isinstance(option, LookAtHand) for option in seen.options):
            return LookAtHand()
        return _choice(area, seen.sign.ante_bonus)


def _choice(area: AreaView, ante_bonus: str) -> Command:
    bets = {wager.bet for wager in area.wagers}
    shown = tuple(card for card in area.hand.cards if card is not None)
    # A hand that may not be looked at is played: it is worth more than the Ante that folding gives up.
    if Bet.ANTE in bets and (len(shown) < HAND or three_cards(shown) >= lowest_played(ante_bonus)):
        return PlayHand(area=area.area)
    return FoldHand(area=area.area, keep_pair_plus=Bet.PAIR_PLUS in bets)


@cache
def lowest_played(ante_bonus: str) -> tuple[int, ...]:
    """The lowest hand that the computed rule plays; every better one is played too."""
    from croupier.odds.three_card_poker.rule import best_rule

    return min(hand.value for hand in best_rule(ANTE_BONUS[ante_bonus]).played)


class DoubleChanceHabits(Habits):
    """Double Chance: a wager, often the jackpot beside it, and the cards kept that win oftenest."""

    def bets(self, state: Any, chance: Random, meter: bool) -> list[str]:
        """Always a wager; the Jackpot wager often, where it is offered."""
        wanted = double_chance.Bet.JACKPOT in state.limits and chance.random() < JACKPOT
        return [double_chance.Bet.WAGER.value, *([double_chance.Bet.JACKPOT.value] if wanted else [])]

    def concerned(self, table: LiveTable, me: Actor) -> bool:
        """A hand waits to be declared, or for cards of it to be discarded."""
        return any(table.state.owner(area) == me.id for area in table.state.choosing())

    def turn(self, table: LiveTable, me: Actor, at: int) -> Command | None:
        """Pick the hand up, declare it if it can be, else discard what is not worth keeping."""
        if not self.concerned(table, me):
            return None
        seen: double_chance.TableView = table.game.view(table.state, me, at)
        area = next(each for each in seen.areas if each.player == me.id)
        if not area.picked_up:
            return PickUpHand()
        shown = tuple(card for card in area.hand.cards if card is not None)
        if len(shown) < len(area.hand.cards):
            return None  # real cards in a player's hand: only they know them
        if area.hand.name is not None:
            return DeclareHand()
        from croupier.odds.double_chance.rule import best_keep

        kept = best_keep(shown)
        return DiscardCards(cards=tuple(card for card in shown if card not in kept))


HABITS: dict[str, Habits] = {
    "matchmaker": Habits(),
    "double-chance": DoubleChanceHabits(),
    "three-card-poker": PokerHabits(),
}
