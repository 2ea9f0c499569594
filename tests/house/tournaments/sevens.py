"""A house in which Magnificent Sevens Tournaments are held, table by table as their reports say it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from random import Random

from croupier.cards import Uniform
from croupier.house.streams import Source
from croupier.house.tournaments.findings import whole
from croupier.house.tournaments.founding import ApproveConditions, CloseEntries, DraftConditions, OpenEntries
from croupier.house.tournaments.hands import ReportHand
from croupier.house.tournaments.model import CHIP, Entrant, Sitting, Stage, Tie, Tournament
from croupier.house.tournaments.people import AppointDirector, Attend, Brief
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.results import CloseSession
from croupier.house.tournaments.sessions import OpenSession
from croupier.house.tournaments.stream import TABLE_SAYS, TOURNAMENTS
from croupier.house.tournaments.tables import DesignateTables, DrawSeats
from croupier.house.tournaments.won import DAY_MS, ReceiveEntries, WonEntry
from croupier.table.contract import Actor, Command, Decision, Event, Refusal
from croupier.table.tournaments.conditions import Conditions

OPERATOR = Actor("operator", "Operator", "casino-operator")
DIRECTOR_OF_SURVEILLANCE = Actor("surveillance", "Surveillance", "regulator")
DEE = Actor("dee", "Dee", "dealer")
FIRST = "magnificent-sevens-1"
SECOND = "magnificent-sevens-2"
TABLES = tuple(f"table {number}" for number in range(1, 8))
SHOES = 3


def conditions() -> Conditions:
    """Whole conditions of such a tournament; its first heat may begin at once."""
    return read(whole("blackjack", won=True))


class Sevens:
    """The tournaments of a house and what has happened; the tables are played as the tests say."""

    def __init__(self, said: Conditions | None = None) -> None:
        self.said = conditions() if said is None else said
        self.tournaments: dict[str, Tournament] = {}
        self.chance = Uniform(Random(7).randbytes)
        self.record: list[Event] = []
        self.at = 0

    def __getitem__(self, name: str) -> Tournament:
        return self.tournaments.get(name) or TOURNAMENTS.initial(name)

    def tries(self, name: str, command: Command, by: Actor = OPERATOR) -> Decision:
        """What a tournament says to an act, which is carried out with what it asks of the next one."""
        decision = TOURNAMENTS.decide(self[name], command, by, self.at, self.tournaments, chance=self.chance)
        if isinstance(decision, Refusal):
            return decision
        source = Source(kind=TOURNAMENTS.name, id=name, events=decision, by=by, at=self.at, state=self[name])
        self.tournaments[name] = reduce(TOURNAMENTS.evolve, decision, self[name])
        self.record += decision
        asked = TOURNAMENTS.asked(source, self.tournaments)
        assert not isinstance(asked, Refusal)
        for each in asked:
            assert not isinstance(self.tries(each.id, each.command, each.by), Refusal)
        return decision

    def does(self, name: str, command: Command, by: Actor = OPERATOR) -> tuple[Event, ...]:
        """An act that must be possible."""
        decision = self.tries(name, command, by)
        assert not isinstance(decision, Refusal), f"{type(command).__name__}: {decision}"
        return decision

    def refuses(self, name: str, command: Command, by: Actor = OPERATOR) -> Refusal:
        """An act that must not be possible."""
        decision = self.tries(name, command, by)
        assert isinstance(decision, Refusal), f"{type(command).__name__}: {decision}"
        return decision

    def win(self, *people: str, table: str = "cash", name: str = FIRST) -> None:
        """These people win an entry each, one after the other."""
        for each in people:
            entries = (WonEntry(each, each.title(), table),)
            self.does(name, ReceiveEntries(book="blackjack", entries=entries), TABLE_SAYS)

    def won_by(self, many: int) -> None:
        """So many different people win an entry each."""
        self.win(*[f"p{number}" for number in range(1, many + 1)])

    def drafted(self, name: str = FIRST) -> None:
        """Everything up to the day on which entries may be closed."""
        self.does(name, DraftConditions(conditions=self.said))
        self.does(name, ApproveConditions(text=self[name].text), DIRECTOR_OF_SURVEILLANCE)
        self.does(name, AppointDirector(person="dee", name="Dee", qualified=True))
        self.does(name, Attend(), DEE)
        self.does(name, OpenEntries())
        self.at = max(self.at, (self[name].since or 0) + 100 * DAY_MS)

    def closed(self, many: int) -> None:
        """Entries are closed with so many that were won."""
        self.won_by(many)
        self.drafted()
        self.does(FIRST, CloseEntries())

    def opened(self, name: str = FIRST) -> None:
        """Seats are drawn, everyone who is there is briefed, and the session is opened at its time."""
        cup = self[name]
        if not cup.designated:
            self.does(name, DesignateTables(tables=TABLES), DEE)
        self.does(name, DrawSeats(), DEE)
        strange = [each.number for each in cup.in_play if not each.absent and each.plays not in each.briefed]
        if strange:
            self.does(name, Brief(entrants=tuple(strange)), DEE)
        self.at = max(self.at, cup.starts[0])
        self.does(name, OpenSession(), DEE)

    def plays(self, bank: Callable[[int, int], int], name: str = FIRST) -> None:
        """Three shoes at every table, after which the entrant in this seat of this table has so many chips."""
        for number, (table, here) in enumerate(self.sitting(name).tables.items(), 1):
            people = {seat: self[name].entrants[entrant].plays for seat, entrant in here.seats.items()}
            for _ in range(SHOES - 1):
                self.reports(table, dict.fromkeys(people.values(), 2_000 * CHIP), shoe=True, name=name)
                assert not self.sitting(name).tables[table].finished
            self.reports(table, {who: bank(number, seat) * CHIP for seat, who in people.items()}, shoe=True, name=name)
            assert self.sitting(name).tables[table].finished
        assert self[name].stage is Stage.COUNTING

    def sitting(self, name: str = FIRST) -> Sitting:
        """The session that is played."""
        found = self[name].sitting
        assert found is not None
        return found

    def tie(self, name: str = FIRST) -> Tie:
        """The tie that extra hands are dealt for."""
        found = self.sitting(name).tie
        assert found is not None
        return found

    def reports(self, table: str, stacks: dict[str, int], *, shoe: bool = False, name: str = FIRST) -> None:
        """A table tells what a hand has left."""
        self.does(name, ReportHand(table=table, stacks=stacks, shoe=shoe, least=25 * CHIP), TABLE_SAYS)

    def closes(self, name: str = FIRST) -> None:
        """The session is closed."""
        self.does(name, CloseSession(), DEE)

    def seat(self, table: int, seat: int, name: str = FIRST) -> Entrant:
        """Who sits there."""
        return self[name].entrants[self.sitting(name).tables[TABLES[table - 1]].seats[seat]]
