"""The table a script is played at: the game's state, the clock, the cards to come, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

import msgspec

from croupier.cards import DECK, Card, Counts, Drawn
from croupier.games import Game
from croupier.scripts.forms import Broken
from croupier.scripts.kinds import DAY_MS, HOUR_MS, Subject, clock
from croupier.table.accounts import ADVANCE, RACK
from croupier.table.contract import Actor, Clauses, Command, Decision, Due, Event, Refusal
from croupier.table.endings import endings_in
from croupier.table.state import Stage, Step

NOON = 12 * HOUR_MS


class Onlooker(Protocol):
    """Someone who follows a script as it is played: told of each act before it is decided, and of what came of it."""

    def asked(self, table: Table, command: Command, by: Subject) -> None:
        """A command is about to be put to the table."""

    def happened(self, table: Table, event: Event) -> None:
        """An event has just changed the table."""


class Ledger(msgspec.Struct, frozen=True):
    """How someone's money stood, and how far the log went, when it was last expected."""

    worth: int = 0
    since: int = 0


class Table:
    """A table driven by a script's lines."""

    def __init__(self, game: Game, terms: Any, staff: Mapping[str, str], said: Mapping[str, Any]) -> None:
        self.game = game
        self.staff = {rank: word for word, rank in staff.items()}
        self.state = game.initial(terms)
        self.now = NOON
        self.log: list[Event] = []
        self.since = 0
        """Where in the log the acts begin that the next expectations look at."""
        self.line = 0
        """Where in the log the line last played begins."""
        self.worths: dict[str, int] = {}
        """What everyone had when those acts began."""
        self.refusal: Refusal | None = None
        self.cash: dict[str, int] = {}
        self.ledgers: dict[str, Ledger] = {}
        self.to_come: list[Card] = []
        self.set_aside: frozenset[Card] = frozenset()
        """Cards that lines of the script name, and which therefore do not come where any card will do."""
        self.expecting = False
        self.onlooker: Onlooker | None = None
        self._silent = False

    @property
    def names(self) -> dict[str, str]:
        """Everyone's name by id."""
        return {person.id: person.name for person in self.state.people.values()}

    @property
    def recent(self) -> list[Event]:
        """What has happened since the last expectations."""
        return self.log[self.since :]

    @property
    def is_real(self) -> bool:
        """Whether cards are entered rather than drawn."""
        return bool(self.state.is_real)

    def begin(self) -> None:
        """A line that acts: the expectations before it, if any, are done with what happened until now."""
        if self.expecting:
            self.since, self.expecting = len(self.log), False
            self.worths = {name: self.worth(name) for name in self.everyone()}
        self.line, self.refusal = len(self.log), None

    def cited(self) -> Clauses:
        """What the acts since the last expectations cite, and the refusal if they ended in one."""
        return cites(self.recent) + (self.refusal.under if self.refusal else ())

    def moment(self, of_day: int) -> int:
        """The moment that a time of day stands for today."""
        return self.now - self.now % DAY_MS + of_day

    def set_clock(self, of_day: int) -> None:
        """Time goes on to a time of day, never back."""
        then = self.moment(of_day)
        if then < self.now:
            raise Broken(f"it is {clock(self.now)} already")
        self.now = then

    def card_out(self, card: Card | None) -> Card | None:
        """A card that a line names: entered at a real table, at a virtual one the next to be drawn."""
        if self.is_real:
            return card or self.plentiful(self.state.shoe.unseen)
        if card is not None:
            self.to_come.append(card)
        return None

    def draw(self, unseen: Counts) -> Card:
        """The next scripted card if it can still come, or any card where the script does not care."""
        if not self.to_come:
            return self.plentiful(unseen)
        card = self.to_come.pop(0)
        if not unseen[card.number]:
            decks = self.state.shoe.decks
            raise Broken(f"{card} cannot come: {'it has' if decks == 1 else f'all {decks} have'} been shown")
        return card

    def plentiful(self, unseen: Counts) -> Card:
        """A card of which most are left, so that what a script needs later is not used up."""
        return max(DECK, key=lambda card: unseen[card.number])

    def perform(self, command: Command, by: Subject) -> Refusal | None:
        """Put a command to the game; what it leads to is done and logged, or the refusal is given back."""
        watched = None if self._silent else self.onlooker
        if watched is not None:
            watched.asked(self, command, by)
        decision = self.decide(command, actor(by))
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            self.evolve(event)
            if watched is not None:
                watched.happened(self, event)
            for move in event.moves:
                if move.source == "cash":
                    self.cash[move.target] = self.cash.get(move.target, 0) + move.cents
            if not self._silent:
                self.log.append(event)
        return None

    def perform_all(self, acts: Iterable[tuple[Command, Subject]]) -> Refusal | None:
        """Put several commands to the game; where one is refused none of them was."""
        before = self.mark()
        for command, by in acts:
            refusal = self.perform(command, by)
            if refusal is not None:
                self.go_back(before)
                return refusal
        return None

    def mark(self) -> dict[str, Any]:
        """All that is so now, to go back to."""
        return {name: kept.copy() if isinstance(kept, list | dict) else kept for name, kept in vars(self).items()}

    def go_back(self, mark: Mapping[str, Any]) -> None:
        """All is as it was then; a mark is good for one return."""
        vars(self).update(mark)

    def decide(self, command: Command, by: Actor) -> Decision:
        """What a command leads to; a script cannot ask for what the game's book does not know."""
        if not self.game.engine.knows(command):
            raise Broken(f"there is no such act at a table of {self.game.name}")
        decision: Decision = self.game.decide(self.state, command, by, self.now, Drawn(self.draw))
        return decision

    def evolve(self, event: Event) -> None:
        """What happened is so."""
        self.state = self.game.evolve(self.state, event)

    def perform_due(self) -> None:
        """Do what is due first, by whom it is due."""
        due: Due = self.game.due(self.state)[0]
        by = Subject(self.staff[due.rank], due.rank) if due.person is None else Subject(due.person)
        command = due.command
        if self.is_real and "card" in command.__struct_fields__:
            command = msgspec.structs.replace(command, card=self.card_out(None))
        refusal = self.perform(command, by)
        if refusal is not None:
            raise Broken(f"what is due was refused: {refusal}")

    def make_ready(self) -> None:
        """Bring the table to where a round can be played: open, with its cards in the shoe."""
        while not self.state.is_open or self.state.care.step is not Step.READY:
            self.perform_due()

    def open_unshuffled(self) -> None:
        """Bring the table to where its cards must be shuffled."""
        while self.state.stage is Stage.CLOSED:
            self.perform_due()

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Acts that bring the table somewhere and prove nothing: neither logged nor counted as changes of money."""
        before = {name: self.worth(name) for name in self.everyone()}
        self._silent = True
        try:
            yield
        finally:
            self._silent = False
        for name in self.everyone():
            change = self.worth(name) - before.get(name, 0)
            self.worths[name] = self.worths.get(name, 0) + change
            ledger = self.ledgers.get(name, Ledger())
            self.ledgers[name] = Ledger(ledger.worth + change, ledger.since)

    def everyone(self) -> tuple[str, ...]:
        """The rack, and everyone whose money has ever been at the table."""
        accounts = (account.partition(":") for account in self.state.chips)
        return (RACK, *dict.fromkeys(name for _, _, name in accounts if name))

    def worth(self, whose: str) -> int:
        """All a player has, here or left behind: chips, undecided wagers, and what the wallet gained or gave.

        The rack has what lies in it, less what was advanced to it.
        """
        chips = self.state.chips
        if whose == RACK:
            return int(chips.get(RACK, 0) + chips.get(ADVANCE, 0))
        on_layout = sum(each.cents for each in self.state.wagers_of(whose) if each.settled is None)
        brought = self.cash.get(f"stack:{whose}", 0)
        return int(self.state.stack(whose) + on_layout + chips.get(f"wallet:{whose}", 0) - brought)

    def seen_by(self, subject: Subject) -> Any:
        """The table as someone may see it."""
        return self.game.view(self.state, actor(subject), self.now)

    def area_seen_by(self, subject: Subject, area: int) -> Any:
        """One area as someone may see it."""
        areas = self.seen_by(subject).areas
        if not 1 <= area <= len(areas):
            raise Broken(f"there is no area {area}; the table has {len(areas)}")
        return areas[area - 1]


def actor(subject: Subject) -> Actor:
    """The person behind a line's subject; in scripts a name is its own id."""
    return Actor(subject.name, subject.name, subject.rank)


def cites(events: list[Event]) -> Clauses:
    """Every clause that these events cite, and the endings of wagers within them."""
    found: dict[str, None] = {}
    for event in events:
        found |= dict.fromkeys(event.under)
        for ending in endings_in(event):
            found |= dict.fromkeys(ending.under)
    return tuple(found)


def cites_for(events: list[Event], whose: str) -> Clauses:
    """Every clause cited by the events that moved someone's money; of settlements only their own wagers count."""
    accounts = {whose, f"stack:{whose}", f"wallet:{whose}", f"held:{whose}"}
    found: dict[str, None] = {}
    for event in events:
        endings = [each for each in endings_in(event) if whose in (each.player, RACK)]
        if endings or any(accounts & {move.source, move.target} for move in event.moves):
            found |= dict.fromkeys(event.under)
        for ending in endings:
            found |= dict.fromkeys(ending.under)
    return tuple(found)
