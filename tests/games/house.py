"""A Matchmaker table for tests: people by name, cards as they are to come, and what became of the money."""

from __future__ import annotations

from croupier.cards import Card, Counts, pick
from croupier.games import game
from croupier.games.matchmaker import Bet, State, Terms
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import Join
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.conformance.invariants import check

RULES = game("matchmaker")
DEALER = Actor("dealer", "Dealer", "dealer")
SUPERVISOR = Actor("supervisor", "Supervisor", "game-supervisor")
BOSS = Actor("boss", "Boss", "pit-boss")
OPERATOR = Actor("operator", "Operator", "casino-operator")
INSPECTOR = Actor("inspector", "Inspector", "regulator")
ANN, BOB, CEC, DAN, EVE = (Actor(name.lower(), name) for name in ("Ann", "Bob", "Cec", "Dan", "Eve"))
BROUGHT = 1_000_00
PAIR, SUIT, MISS = Bet


class House:
    """One table, open and with its cards ready."""

    def __init__(self, **terms: object) -> None:
        self.state: State = RULES.initial(Terms(**terms))
        self.log: list[Event] = []
        self.coming: list[Card] = []
        self.at = 0
        self.due_until(lambda: not RULES.due(self.state))

    def draw(self, counts: Counts) -> Card:
        """The card laid out to come, or else any."""
        return self.coming.pop(0) if self.coming else pick(counts, sum(counts) // 2)

    def stack(self, *cards: str) -> None:
        """Lay out the next cards to come."""
        self.coming = [Card(card) for card in cards]

    def do(self, command: Command, by: Actor = DEALER) -> tuple[Event, ...]:
        """Give a command that must be accepted."""
        decision = RULES.decide(self.state, command, by, self.at, self.draw)
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        for event in decision:
            self.state = RULES.evolve(self.state, event)
        self.log = [*self.log, *decision]
        check(self.state)
        return decision

    def refused(self, command: Command, by: Actor = DEALER) -> Refusal:
        """Give a command that must be refused."""
        decision = RULES.decide(self.state, command, by, self.at, self.draw)
        assert isinstance(decision, Refusal), f"{command} was accepted"
        return decision

    def sit(self, **seats: int) -> None:
        """Seat people by name with the money they brought; seat 0 is to stand."""
        for name, seat in seats.items():
            self.do(Join(cents=BROUGHT, seat=seat or None), Actor(name, name.title()))

    def bet(self, who: Actor, cents: int, bet: Bet = PAIR, area: int = 1) -> tuple[Event, ...]:
        """Place a wager."""
        return self.do(PlaceWager(area=area, bet=bet.value, cents=cents), who)

    def do_due(self) -> None:
        """Do the foremost act due by the lowest who may."""
        due = RULES.due(self.state)[0]
        self.do(due.command, Actor(due.person or due.rank, due.person or due.rank, due.rank))

    def due_until(self, reached: object) -> None:
        """Do what is due until this is so."""
        assert callable(reached)
        for _ in range(500):
            if reached():
                return
            self.do_due()
        raise AssertionError("that moment never comes")

    def until(self, stage: Stage) -> None:
        """Do what is due until the round has come to this stage."""
        self.due_until(lambda: self.state.stage is stage)

    def deal(self, *cards: str) -> None:
        """Close betting and deal these cards."""
        self.stack(*cards)
        self.do(AnnounceNoMoreBets())
        self.due_until(lambda: not self.coming)

    def finish(self) -> None:
        """Play the round to its end."""
        self.due_until(lambda: not RULES.due(self.state))

    def won(self, who: Actor) -> int:
        """What someone has more, or less, than they brought."""
        return self.state.stack(who.id) - BROUGHT
