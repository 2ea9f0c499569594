"""Matchmaker's engine against its PAR sheet: every bet on every area."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from croupier.cards import Card
from croupier.games.matchmaker import Bet
from croupier.games.matchmaker.play import CardDealt
from croupier.games.matchmaker.terms import outcome_of
from croupier.odds.matchmaker.settings import Played
from croupier.odds.model import ParSheet
from croupier.odds.verdict import Seen
from croupier.table.contract import Actor
from croupier.table.wagers import PlaceWager
from croupier.verify.playing import PlayedTable


class Table(PlayedTable):
    """A table with a player of its own for every bet on every area.

    Gains are read off the players' chips and outcomes off the cards dealt, not from what the engine says of either.
    """

    def __init__(self, settings: Played, sheet: ParSheet, seed: int) -> None:
        super().__init__(settings, sheet, seed)
        terms = self.state.terms
        self.trials_a_round = terms.areas
        self.stakes = {bet: terms.limits[bet].minimum for bet in Bet}
        self.players = {
            (area, bet): Actor(f"{bet.value} {area}", f"{bet.value} {area}")
            for area in range(1, terms.areas + 1)
            for bet in Bet
        }
        for (area, bet), player in self.players.items():
            self.join(player, area if bet is Bet.PAIR_MATCH else None)

    def round(self) -> Counter[Seen]:
        """Play one round and see how every wager ended."""
        for (_, bet), player in self.players.items():
            self.afford(player, self.stakes[bet])
        before = {player.id: self.state.stack(player.id) for player in self.players.values()}
        for (area, bet), player in self.players.items():
            self.give(PlaceWager(area=area, bet=bet.value, cents=self.stakes[bet]), player)
        hands: dict[int, list[Card]] = defaultdict(list)
        for event in self.do_what_is_due():
            if isinstance(event, CardDealt):
                hands[event.area].append(event.card)
        seen: Counter[Seen] = Counter()
        for (area, bet), player in self.players.items():
            first, second = hands[area]
            gain = self.state.stack(player.id) - before[player.id]
            seen[Seen(bet.value, outcome_of(first, second).value, Fraction(gain, self.stakes[bet]))] += 1
        return seen
