"""Tables that play Magnificent Sevens for cash, at which entries are won: their cards come as they are named."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Card, CardSource
from croupier.games import game
from croupier.games.blackjack import Terms
from croupier.games.blackjack.choices import Draw, Stand
from croupier.games.blackjack.dealing import DealCard
from croupier.games.blackjack.terms import Bet
from croupier.house.in_memory import At
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.faults import ReportWrongCards
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager
from tests.house.tournaments.evening import Evening

BOSS = Actor("boss", "Boss", "casino-operator")
SUITS = "shdc"
AREAS = 7


class CashTable:
    """One real table of the evening's house, for a round or two."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.evening, self.name, self.game = evening, name, game("blackjack")
        terms = Terms(sevens=1, cards=CardSource.REAL)
        evening.house.games[name] = self.game
        evening.house.put(At("table", name), self.game.initial(terms))
        self.coming: list[str] = []
        while not evening.house.table(name).is_open:
            self._goes_on()

    def round(self, players: Sequence[Actor], winners: int, *, void: bool = False) -> None:
        """A round in which the first of these people get three sevens of a suit each; of a void one nothing is left."""
        for seat, who in enumerate(players, 1):
            if who.id not in self.evening.house.table(self.name).people:
                self._does(Join(cents=100_00, seat=seat), who)
        while self.game.due(self.evening.house.table(self.name)):
            self._goes_on()
        for seat, who in enumerate(players, 1):
            self._does(PlaceWager(area=seat, bet="blackjack", cents=10_00), who)
            self._does(PlaceWager(area=seat, bet=Bet.SEVENS.value, cents=1_00), who)
        sevens = [f"7{SUITS[nth % len(SUITS)]}" for nth in range(winners)]
        others = ["Kc", "Kd", "Kh", "Ks"] * 2
        losing = others[: len(players) - winners]
        self.coming = [*sevens, *losing, "9c", *sevens, *losing, *sevens, "Qh"]
        while self.evening.house.table(self.name).in_play or self.coming:
            self._goes_on()
            if void and len(self.coming) <= 1:
                self._does(ReportWrongCards(what="two decks of another back"), BOSS)
                return

    def _goes_on(self) -> None:
        """What is due: whoever decides on a hand draws as long as cards are named for players, and then stands."""
        first = self.game.due(self.evening.house.table(self.name))[0]
        command = first.command
        if isinstance(command, Draw | Stand):
            command = (Draw if len(self.coming) > 1 else Stand)(player=command.player)
        if isinstance(command, DealCard):
            command = DealCard(card=Card(self.coming.pop(0)))
        self._does(command, Actor(first.person, first.person) if first.person else Actor("dan", "Dan", first.rank))

    def _does(self, command: Command, by: Actor) -> None:
        found = self.evening.house.act_at_table(self.name, command, by, self.evening.at, self.evening.chance)
        assert not isinstance(found, Refusal), f"{self.name}: {command}: {found}"
