"""Crown Poker's engine against its PAR sheet: Flop Chase on both colours, beside hands that two others play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from croupier.cards import Card
from croupier.games.crown_poker.actions import Fold
from croupier.games.crown_poker.dealing import CommunityCardsDealt
from croupier.games.crown_poker.seating import SitOut
from croupier.games.crown_poker.terms import Bet
from croupier.odds.crown_poker.settings import Played
from croupier.odds.crown_poker.sheet import PokerSheet
from croupier.odds.crown_poker.wagers import NOT_ONE_COLOUR, one_colour, wager_name
from croupier.odds.verdict import Seen
from croupier.table.contract import Actor, Due
from croupier.table.wagers import PlaceWager
from croupier.verify.playing import Broken, PlayedTable

FOLDS = 0.05
"""How often a player who is to act folds instead, so that some flops are dealt for the side wagers alone."""


class Table(PlayedTable):
    """A table where two play the hands, and two who sit out wager on red and on black.

    Whoever sits out puts nothing in a pot: all that changes of their chips is what the wager came to. Outcomes are read
    off the three cards of the flop.
    """

    def __init__(self, settings: Played, sheet: PokerSheet, seed: int) -> None:
        super().__init__(settings, sheet, seed)
        self.stakes = {bet: self.state.limits[bet].minimum for bet in Bet}
        self.bettors = {bet: Actor(bet.value, bet.value.capitalize()) for bet in Bet}
        self.seat_of = {bet: seat for seat, bet in enumerate(Bet, 1)}
        for bet, player in self.bettors.items():
            self.join(player, self.seat_of[bet])
            self.give(SitOut(away=True), player)
        self.players = [Actor(f"player {n}", f"Player {n}") for n in (1, 2)]
        for seat, player in enumerate(self.players, len(Bet) + 1):
            self.join(player, seat)

    def round(self) -> Counter[Seen]:
        """Play one hand and see how both wagers ended."""
        for player in self.players:
            self.afford(player, self.state.setting.minimum_buy_in)
        for bet, player in self.bettors.items():
            self.afford(player, self.stakes[bet])
        before = {bet: self.state.stack(player.id) for bet, player in self.bettors.items()}
        for bet, player in self.bettors.items():
            self.give(PlaceWager(area=self.seat_of[bet], bet=bet.value, cents=self.stakes[bet]), player)
        flop = self._hand()
        seen: Counter[Seen] = Counter()
        for bet, player in self.bettors.items():
            gain = self.state.stack(player.id) - before[bet]
            colours = {card.colour.value for card in flop}
            ended = one_colour(bet) if colours == {bet.value} else NOT_ONE_COLOUR
            seen[Seen(wager_name(bet), ended, Fraction(gain, self.stakes[bet]))] += 1
        return seen

    def _hand(self) -> tuple[Card, ...]:
        """Play the hand to its end; the cards of its flop."""
        flop, hand = tuple[Card, ...](), self.state.round + 1
        for event in self.do_what_is_due(lambda: self.state.round < hand or self.state.play is not None):
            if isinstance(event, CommunityCardsDealt) and event.street == 1:
                flop = event.cards
        if not flop:
            raise Broken("the hand ended without a flop")
        return flop

    def chosen(self, due: tuple[Due, ...]) -> Due:
        """Players check and call, and fold now and then."""
        folding = next((each for each in due if isinstance(each.command, Fold)), None)
        return folding if folding is not None and self.chance.random() < FOLDS else due[0]
