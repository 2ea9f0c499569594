"""Streams of the house: kinds of records beside the tables, each a decider of its own, and what they ask of each other.

A part of the house says what the events of another stream ask of its own; whoever commits an act carries that out, so
that all of it is written together or not at all. Locks are taken in the order of `KINDS`, then by id.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import reduce
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from croupier.cards import BY_CHANCE, Chance
from croupier.table.contract import Actor, Command, Decision, Event, Refusal
from croupier.table.declare import Part
from croupier.table.state import Stage

StateT = TypeVar("StateT")

TABLE = "table"
"""The kind of the streams that tables are."""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """What has just been decided on one stream, by whom, and what stood there before."""

    kind: str
    id: str
    events: tuple[Event, ...]
    by: Actor
    at: int
    state: Any
    rules: Any = None
    """The rules of the table, where the stream is one,"""
    evolve: Callable[[Any, Event], Any] | None = None
    """and how it changes by an event."""

    @property
    def after(self) -> Any:
        """What stands there after these events, where the stream is a table."""
        assert self.evolve is not None, "what a table becomes is not known here"
        return reduce(self.evolve, self.events, self.state)


class Asked(msgspec.Struct, frozen=True):
    """A command for one stream that the events of another ask for."""

    id: str
    command: Command
    by: Actor


There = Callable[[str], Collection[str]]
"""Who is at a table, by its id."""


class TableNow(msgspec.Struct, frozen=True, kw_only=True):
    """What must be known of a table before something is decided about it."""

    game: str
    seats: int
    least: int
    """The least of its main wager, in cents of its accounts; 0 where players wager against each other."""
    in_hand: bool
    """Whether a round is under way."""


Look = Callable[[str], TableNow | None]
"""A table as it stands, by its id; None where there is none."""


def table_now(game: str, state: Any, rules: Any) -> TableNow:
    """A table as those see it who decide about it."""
    limits = rules.main_limits(state)
    return TableNow(
        game=game,
        seats=state.seats,
        least=0 if limits is None else limits.minimum,
        in_hand=state.stage not in (Stage.CLOSED, Stage.BETTING),
    )


class StreamKind(Generic[StateT]):
    """A kind of stream: its name, its decider, and what it does about events of other streams."""

    name: ClassVar[str]
    part: ClassVar[Part]
    """What declares the events of these streams."""
    state_type: ClassVar[Any]
    """What a stream's state is, to read one that was kept."""
    at_hand: ClassVar[bool] = False
    """Whether every stream of this kind is kept at hand, to be found by what it says; else only those in use."""

    def stream(self, stream_id: str) -> str:
        """The name of a stream in the store."""
        return f"{self.name}:{stream_id}"

    def id_of(self, stream: str) -> str | None:
        """The id of a stream of this kind, or None for a stream of another."""
        return stream.removeprefix(f"{self.name}:") if stream.startswith(f"{self.name}:") else None

    def initial(self, stream_id: str) -> StateT:
        """A stream before its first event."""
        raise NotImplementedError

    def decide(
        self,
        state: StateT,
        command: Command,
        by: Actor,
        at: int,
        others: Mapping[str, StateT],
        *,
        chance: Chance = BY_CHANCE,
        look: Look | None = None,
    ) -> Decision:
        """What a command leads to, beside the other streams of this kind that are at hand.

        Whoever decides may `look` at the tables that it is about; where nobody can, nothing is held against them.
        """
        raise NotImplementedError

    def evolve(self, state: StateT, event: Event) -> StateT:
        """The stream after an event."""
        raise NotImplementedError

    def asked(self, source: Source, known: Mapping[str, StateT]) -> tuple[Asked, ...] | Refusal:
        """What the events of another stream ask of streams of this kind; a refusal means they may not happen."""
        return ()

    def asked_of_tables(self, source: Source, there: There) -> tuple[Asked, ...]:
        """What the events of a stream of this kind order at tables, in this order; `there` says who is at a table."""
        return ()

    def tables_of(self, state: StateT, command: Command) -> tuple[str, ...]:
        """The tables at which a command may order something: they stand still while it is decided."""
        return ()
