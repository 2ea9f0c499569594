"""A whole evening of a tournament in memory: real tables, people who wager by chance, a director who does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from croupier.cards import Uniform
from croupier.games import game
from croupier.house.in_memory import InMemory
from croupier.house.tournaments.entering import Enter
from croupier.house.tournaments.founding import (
    ApproveConditions,
    CloseEntries,
    DraftConditions,
    MakeAvailable,
    OpenEntries,
    TellInspectors,
)
from croupier.house.tournaments.model import Stage, Tournament
from croupier.house.tournaments.people import AppointDirector, Attend, Brief
from croupier.house.tournaments.results import CloseSession, DeclareResult
from croupier.house.tournaments.sessions import OpenSession
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.house.tournaments.tables import DesignateTables, DrawSeats
from croupier.house.tournaments.ties import BreakTie
from croupier.house.wallet import TopUp
from croupier.house.wallets import WALLETS
from croupier.table.contract import Actor, Command, Decision, Refusal
from croupier.table.state import Stage as TableStage
from croupier.table.tournaments.conditions import Conditions
from croupier.table.wagers import PlaceWager

OPERATOR = Actor("operator", "Operator", "casino-operator")
REGULATOR = Actor("commissioner", "Commissioner", "regulator")
DEE = Actor("dee", "Dee", "dealer")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nan", "Oda")
CUP = "cup"


class Refused(AssertionError):
    """An act of the evening that should have been possible was refused."""


class Evening:
    """One tournament and its tables, with everything left to chance that people decide."""

    def __init__(self, conditions: Conditions, tables: Sequence[str], *, seed: int = 0, terms: Any = None) -> None:
        self.random = Random(seed)
        self.chance = Uniform(self.random.randbytes)
        self.game = game(conditions.book)
        self.house = InMemory({name: (self.game, terms or self.game.terms()) for name in tables})
        self.conditions, self.tables, self.at = conditions, tuple(tables), 0

    @property
    def cup(self) -> Tournament:
        """The tournament as it is now."""
        found: Tournament = self.house.stream(TOURNAMENTS, CUP)
        return found

    def tries(self, command: Command, by: Actor) -> Decision:
        """What the tournament says to an act."""
        return self.house.act(TOURNAMENTS, CUP, command, by, self.at, chance=self.chance)

    def does(self, command: Command, by: Actor) -> None:
        """An act that must be possible."""
        decision = self.tries(command, by)
        if isinstance(decision, Refusal):
            raise Refused(f"{type(command).__name__}: {decision}")

    def founded(self) -> None:
        """Everything before the first entry."""
        self.does(DraftConditions(conditions=self.conditions), OPERATOR)
        for each, by in (
            (ApproveConditions(text=self.cup.text), REGULATOR),
            (MakeAvailable(), OPERATOR),
            (TellInspectors(), OPERATOR),
        ):
            self.tries(each, by)  # not every book knows all of these
        self.does(AppointDirector(person="dee", name="Dee", qualified=True), OPERATOR)
        self.does(Attend(), DEE)
        self.does(OpenEntries(), OPERATOR)

    def entered(self, many: int) -> None:
        """So many enter, and entries are closed."""
        for number in range(many):
            self.enters(Actor(f"p{number + 1}", NAMES[number % len(NAMES)]))
        self.does(CloseEntries(), OPERATOR)

    def enters(self, who: Actor) -> None:
        """Someone enters, with chips in their wallet to pay for it."""
        self.house.act(WALLETS, who.id, TopUp(), who, self.at, chance=self.chance)
        self.does(Enter(text=self.cup.text), who)

    def tables_ready(self) -> None:
        """Cards are checked and shuffled at every table."""
        for name in self.tables:
            while not self.house.table(name).is_open:
                self.deals(name)

    def session_opened(self) -> None:
        """Tables named, seats drawn, everyone briefed, and the session opened at its time."""
        if not self.cup.designated:
            by = DEE if self.game.book.code in ("MM", "BJ") else OPERATOR
            self.does(DesignateTables(tables=self.tables), by)
        self.does(DrawSeats(), DEE)
        unbriefed = tuple([each.number for each in self.cup.in_play if each.plays not in each.briefed])
        if unbriefed:
            self.does(Brief(entrants=unbriefed), DEE)
        starts = self.cup.starts
        if self.cup.played < len(starts):
            self.at = max(self.at, starts[self.cup.played])
        self.does(OpenSession(), DEE)

    def played(self) -> None:
        """The session is played to its end, ties broken, and closed; the final ends with the result."""
        for _ in range(20_000):
            if self.cup.stage is Stage.SESSION or (self.cup.sitting is not None and self.cup.sitting.tie is not None):
                self._hand()
            elif not isinstance(self.tries(CloseSession(), DEE), Refusal) or not isinstance(
                self.tries(DeclareResult(), DEE), Refusal
            ):
                return
            else:
                self.does(BreakTie(), DEE)
        raise AssertionError("this session does not end")

    def _hand(self) -> None:
        sitting = self.cup.sitting
        assert sitting is not None
        names = [name for name, each in sitting.tables.items() if not each.finished]
        for name in [sitting.tie.table] if sitting.tie is not None else names:
            self._wager(name)
            self.deals(name)

    def _wager(self, name: str) -> None:
        """Between hands everyone who can wagers something, or by chance nothing."""
        state = self.house.table(name)
        if state.stage is not TableStage.BETTING or state.wagers or self.game.due(state):
            return
        bet = self.game.engine.rules(state).main_bets(state)[0]
        limits = state.limits[bet]
        for player, person in state.people.items():
            most = min(limits.maximum, state.stack(player)) // limits.step * limits.step
            if most >= limits.minimum:
                cents = self.random.randrange(limits.minimum, most + 1, limits.step)
                wager = PlaceWager(area=person.seat, bet=bet, cents=cents)
                self.house.act_at_table(name, wager, Actor(player, person.name), self.at, self.chance)

    def deals(self, name: str) -> None:
        """What is due at a table is done by whoever may do it, players' choices by chance."""
        state = self.house.table(name)
        due = self.game.due(state)
        if not due:
            return
        first = self.random.choice([each for each in due if each.person == due[0].person]) if due[0].person else due[0]
        by = Actor(first.person, first.person) if first.person else Actor("staff", "Staff", first.rank)
        decision = self.house.act_at_table(name, first.command, by, self.at, self.chance)
        if isinstance(decision, Refusal):
            raise Refused(f"{name}: {type(first.command).__name__}: {decision}")
