"""The engine contract: commands go in; events, or a refusal, come out. No clock, chance, input or output is in here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec

from croupier.books import Book
from croupier.cards import Card, Draw
from croupier.money import Move

Clauses = tuple[str, ...]


class Actor(msgspec.Struct, frozen=True):
    """Who acts: a person and the rank they hold at this table."""

    id: str
    name: str
    rank: str = "player"


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Something a person asks the table to do."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type"):
    """Something that happened, the clauses it rests on, and the money it moved."""

    under: Clauses
    moves: tuple[Move, ...] = ()


class Reason(StrEnum):
    """Every way a command can be refused."""

    RANK = "this needs a higher rank"
    NOT_NOW = "this is not the moment for it"
    NOT_HERE = "no such person is at this table"
    NOT_YOURS = "this is for someone else to decide"
    EXCLUDED = "excluded from this game"
    TABLE_CLOSED = "the table is closed"
    NO_SUCH_AREA = "there is no such area"
    SEAT_TAKEN = "the seat is taken"
    NOT_ENOUGH_CHIPS = "not enough chips"
    CHIPS_ONLY = "wagers are in chips only"
    NO_VALUE_SHOWN = "a spoken wager must come with its value"
    BETS_CLOSED = "no more bets may be placed"
    CARDS_OUT = "a card of this round has been dealt"
    NO_SUCH_WAGER = "there is no such wager"
    AREA_FULL = "as many players as may wager there already do"
    ONE_AREA = "one area only without the supervisor's consent"
    AREA_TOTAL = "the area's total would exceed the personal limit"
    LIMITS = "the limits do not allow it"
    PAYABLE = "the wager can be paid exactly in chips"
    CARD_NEEDED = "the card must be entered"
    CARD_DRAWN = "the cards are drawn by the table, not entered"
    CARD_NOT_LEFT = "that card cannot be in the shoe"
    CARDS_DIFFER = "these are not the cards that were dealt"
    CUT_PLACE = "the cutting card may not go there"
    NOTICE = "the sign has not been up long enough"
    NO_CAUSE = "nothing on record allows it"
    ALREADY = "it has been done already"
    FORBIDDEN = "the rules forbid it"
    WRONG_DEVICE = "this table deals from another device"


class Refusal(msgspec.Struct, frozen=True):
    """Why a command changes nothing: the reason, the clauses, and the facts that decided."""

    reason: Reason
    under: Clauses
    facts: Mapping[str, str | int] = {}

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        return f"{self.reason.value}{f' ({facts})' if facts else ''} [{', '.join(self.under)}]"


Decision = tuple[Event, ...] | Refusal


class Due(msgspec.Struct, frozen=True):
    """An act the rules now expect: its command, the lowest rank that may, and the person if it is theirs."""

    command: Command
    rank: str
    under: Clauses
    person: str | None = None


class Option(msgspec.Struct, frozen=True):
    """A command this person may give now; its fields are an example within what is allowed."""

    command: Command


StateT = TypeVar("StateT")


class Context:
    """What surrounds one decision: who, when, where cards come from, and the rules in force."""

    __slots__ = ("at", "book", "by", "clauses", "draw")

    def __init__(self, by: Actor, at: int, draw: Draw, book: Book, clauses: Any) -> None:
        self.by, self.at, self.draw, self.book, self.clauses = by, at, draw, book, clauses

    def lacks_rank(self, clause: str) -> Refusal | None:
        """The refusal for someone below the rank that a clause asks for."""
        if self.book.may(self.by.rank, clause):
            return None
        return Refusal(Reason.RANK, (clause,), {"needs": self.book.clause(clause).authority, "holds": self.by.rank})


DEALER = "dealer"

Decide = Callable[[Any, Any, Context], Decision]
Evolve = Callable[[Any, Any], Any]
DecideT = TypeVar("DecideT", bound=Decide)
EvolveT = TypeVar("EvolveT", bound=Evolve)


class Part:
    """One chapter of the rules: how its commands are decided and how its events change the table."""

    def __init__(self) -> None:
        self.deciders: dict[type[Command], tuple[Decide, str | None]] = {}
        self.evolvers: dict[type[Event], Evolve] = {}

    def decides(self, command: type[Command], rank: str | None = None) -> Callable[[DecideT], DecideT]:
        """Register a decider; `rank` names the field of the game's clauses whose authority is the lowest allowed.

        A book without that clause (None) does not know the command.
        """

        def register(decide: DecideT) -> DecideT:
            self.deciders[command] = (decide, rank)
            return decide

        return register

    def evolves(self, event: type[Event]) -> Callable[[EvolveT], EvolveT]:
        """Register how one kind of event changes the state."""

        def register(evolve: EvolveT) -> EvolveT:
            self.evolvers[event] = evolve
            return evolve

        return register


class Engine(Generic[StateT]):
    """A game's rules put together from its parts."""

    def __init__(self, book: Book, clauses: Any, parts: Iterable[Part]) -> None:
        self.book, self.clauses = book, clauses
        self._deciders: dict[type[Command], tuple[Decide, str | None]] = {}
        self._evolvers: dict[type[Event], Evolve] = {}
        for part in parts:
            for command, (decide, field) in part.deciders.items():
                clause = None if field is None else getattr(clauses, field)
                if field is None or clause is not None:
                    self._deciders[command] = (decide, clause)
            self._evolvers.update(part.evolvers)

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """Every command the game knows."""
        return tuple(self._deciders)

    def knows(self, command: Command) -> bool:
        """Whether the game has this command."""
        return type(command) in self._deciders

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every event the game can make."""
        return tuple(self._evolvers)

    def decide(self, state: StateT, command: Command, by: Actor, at: int, draw: Draw) -> Decision:
        """What a command leads to: events, or a refusal that changes nothing."""
        decide, clause = self._deciders[type(command)]
        context = Context(by, at, draw, self.book, self.clauses)
        if clause is None:
            return decide(state, command, context)
        lacking = context.lacks_rank(clause)
        if lacking is not None:
            return lacking
        decision = decide(state, command, context)
        if by.rank == DEALER or isinstance(decision, Refusal) or self.book.clause(clause).authority != DEALER:
            return decision
        deals = self.clauses.dealers_powers
        return tuple(msgspec.structs.replace(event, under=(*event.under, deals)) for event in decision)

    def evolve(self, state: StateT, event: Event) -> StateT:
        """The state after an event."""
        changed: StateT = self._evolvers[type(event)](state, event)
        return changed

    def lowest_rank(self, clause: str) -> str:
        """The lowest rank a clause lets act."""
        authority = self.book.clause(clause).authority
        return "player" if authority == "none" else authority


def card_out(context: Context, shoe_unseen: bytes, entered: Card | None, real: bool, cite: Clauses) -> Card | Refusal:
    """The next card shown: drawn at a virtual table, entered by the dealer at a real one."""
    if not real:
        if entered is not None:
            return Refusal(Reason.CARD_DRAWN, cite)
        return context.draw(shoe_unseen)
    if entered is None:
        return Refusal(Reason.CARD_NEEDED, cite)
    if not shoe_unseen[entered.number]:
        return Refusal(Reason.CARD_NOT_LEFT, cite, {"card": entered.value})
    return entered
