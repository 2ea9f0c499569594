"""A table for tests, whatever its game: people by name, cards as they are to come, and what became of the money."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.cards import Card, Counts, Drawn, pick
from croupier.games import Game
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.fields import with_words
from croupier.table.people import Join
from croupier.table.rounds import AnnounceNoMoreBets
from croupier.table.state import Stage
from tests.conformance.invariants import check

DEALER = Actor("dealer", "Dealer", "dealer")
ANN, BOB, CEC, DAN, EVE = (Actor(name.lower(), name) for name in ("Ann", "Bob", "Cec", "Dan", "Eve"))
BROUGHT = 1_000_00
LONGEST = 500
"""More acts than any round takes."""


class Sitting:
    """One table, open and with its cards ready."""

    def __init__(self, rules: Game, terms: Any) -> None:
        self.rules, self.terms = rules, terms
        self.state: Any = rules.initial(terms)
        self.log: list[Event] = []
        self.coming: list[Card] = []
        self.at = 0
        self.prepare()

    def draw(self, counts: Counts) -> Card:
        """The card laid out to come, or else any."""
        return self.coming.pop(0) if self.coming else pick(counts, sum(counts) // 2)

    def stack(self, cards: str = "") -> None:
        """Lay out the next faces to be seen."""
        self.coming = [Card(card) for card in cards.split()]

    def do(self, command: Command, by: Actor = DEALER) -> tuple[Event, ...]:
        """Give a command that must be accepted."""
        decision = self.rules.decide(self.state, command, by, self.at, Drawn(self.draw))
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        made: tuple[Event, ...] = decision
        for event in made:
            self.state = self.rules.evolve(self.state, event)
        self.log = [*self.log, *made]
        check(self.state)
        return made

    def refused(self, command: Command, by: Actor = DEALER) -> Refusal:
        """Give a command that must be refused."""
        decision = self.rules.decide(self.state, command, by, self.at, Drawn(self.draw))
        assert isinstance(decision, Refusal), f"{command} was accepted"
        return decision

    def sit(self, **seats: int) -> None:
        """Seat people by name with the money they brought; seat 0 is to stand."""
        for name, seat in seats.items():
            self.do(Join(cents=BROUGHT, seat=seat or None), Actor(name, name.title()))

    def entered(self, command: Command) -> Command:
        """The command with what a person must add to it, beside words; nothing, unless the game says so."""
        return command

    def due(self) -> None:
        """Do the foremost act due by the lowest who may."""
        due = self.rules.due(self.state)[0]
        command = with_words(self.entered(due.command), "as it was seen")
        self.do(command, Actor(due.person or due.rank, due.person or due.rank, due.rank))

    def due_until(self, reached: Callable[[], bool]) -> None:
        """Do what is due until this is so."""
        for _ in range(LONGEST):
            if reached():
                return
            self.due()
        raise AssertionError("that moment never comes")

    def prepare(self) -> None:
        """Make the cards ready."""
        self.due_until(lambda: self.ready)

    @property
    def ready(self) -> bool:
        """Whether nothing is due but, perhaps, that betting closes."""
        due = self.rules.due(self.state)
        return not due or isinstance(due[0].command, AnnounceNoMoreBets)

    def until(self, stage: Stage) -> None:
        """Do what is due until the round has come to this stage."""
        self.due_until(lambda: self.state.stage is stage)

    @property
    def taken(self) -> int:
        """What the house has more, or less, than it began with: its rack, less what was brought to it."""
        chips: dict[str, int] = self.state.chips
        return chips.get("rack", 0) + chips.get("advance", 0)

    def won(self, who: Actor) -> int:
        """What someone has more, or less, than they brought, wagers on the layout aside."""
        lying = sum(each.cents for each in self.state.wagers_of(who.id) if each.settled is None)
        held: int = self.state.stack(who.id)
        return held + lying - BROUGHT
