"""A Matchmaker table for tests."""

from __future__ import annotations

from croupier.games import game
from croupier.games.matchmaker import Bet, State, Terms
from croupier.table.contract import Actor, Event
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.wagers import PlaceWager
from tests.games.sitting import Sitting

RULES = game("matchmaker")
SUPERVISOR = Actor("supervisor", "Supervisor", "game-supervisor")
BOSS = Actor("boss", "Boss", "pit-boss")
OPERATOR = Actor("operator", "Operator", "casino-operator")
INSPECTOR = Actor("inspector", "Inspector", "regulator")
PAIR, SUIT, MISS = Bet


class House(Sitting):
    """One table, open and with its cards ready."""

    state: State

    def __init__(self, **terms: object) -> None:
        super().__init__(RULES, Terms(**terms))

    def bet(self, who: Actor, cents: int, bet: Bet = PAIR, area: int = 1) -> tuple[Event, ...]:
        """Place a wager."""
        return self.do(PlaceWager(area=area, bet=bet.value, cents=cents), who)

    def deal(self, *cards: str) -> None:
        """Close betting and deal these cards."""
        self.stack(" ".join(cards))
        self.do(AnnounceNoMoreBets())
        self.due_until(lambda: not self.coming)

    def finish(self) -> None:
        """Play the round to its end."""
        self.due_until(lambda: not RULES.due(self.state))
