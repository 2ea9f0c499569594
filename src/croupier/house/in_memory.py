"""A house held in memory: its tables and streams, and acts carried out across them together or not at all.

Scripts, generated tournaments and whoever wants to play without a floor use it; a floor does the same with locks and a
record.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import reduce
from typing import Any, NamedTuple

from croupier.cards import Chance
from croupier.games import Game
from croupier.house.kinds import KINDS
from croupier.house.linked import told_tables
from croupier.house.streams import TABLE, Asked, Source, StreamKind, TableNow, table_now
from croupier.table.contract import Actor, Command, Decision, Event, Refusal


class At(NamedTuple):
    """A stream of the house: the kind that it is of, and its id."""

    kind: str
    id: str


class Told(NamedTuple):
    """An event of an act, where it happened and by whom the act was."""

    at: At
    event: Event
    by: Actor
    when: int


class InMemory:
    """Tables and streams of a house, as they are now, and all that has happened."""

    def __init__(self, tables: Mapping[str, tuple[Game, Any]]) -> None:
        self.games = {name: game for name, (game, _) in tables.items()}
        self.states: dict[str, dict[str, Any]] = {kind.name: {} for kind in KINDS}
        """By kind and id."""
        self.states[TABLE] = {name: game.initial(terms) for name, (game, terms) in tables.items()}
        self.record: list[Told] = []
        self.keeps_record = True

    def table(self, name: str) -> Any:
        """A table as it is now."""
        return self.states[TABLE][name]

    def stream(self, kind: StreamKind[Any], stream_id: str) -> Any:
        """A stream as it is now."""
        return self._state(kind, stream_id)

    def put(self, at: At, state: Any) -> None:
        """Have a table or a stream stand as it is said, as if it had come there."""
        self.states[at.kind][at.id] = state

    def _state(self, kind: StreamKind[Any], stream_id: str) -> Any:
        found = self.states[kind.name].get(stream_id)
        return kind.initial(stream_id) if found is None else found

    def act_at_table(self, name: str, command: Command, by: Actor, at: int, chance: Chance) -> Decision:
        """What a command leads to at a table, carried out with all that it asks elsewhere."""
        decision: Decision = self.games[name].decide(self.table(name), command, by, at, chance)
        return self._carry_out(_Act(self, by, at, chance), At(TABLE, name), decision)

    def act(
        self, kind: StreamKind[Any], stream_id: str, command: Command, by: Actor, at: int, *, chance: Chance
    ) -> Decision:
        """What a command leads to on a stream, carried out with all that it asks elsewhere."""
        state = self._state(kind, stream_id)
        decision = kind.decide(state, command, by, at, self._beside(kind), chance=chance, look=self._look)
        return self._carry_out(_Act(self, by, at, chance), At(kind.name, stream_id), decision)

    def _look(self, table: str) -> TableNow | None:
        if table not in self.states[TABLE]:
            return None
        game, state = self.games[table], self.table(table)
        return table_now(game.name, state, game.engine.rules(state))

    def _beside(self, kind: StreamKind[Any]) -> Mapping[str, Any]:
        return self.states[kind.name] if kind.at_hand else {}

    def _carry_out(self, act: _Act, own: At, decision: Decision) -> Decision:
        if isinstance(decision, Refusal):
            return decision
        refusal = act.spread(own, decision)
        if refusal is not None:
            return refusal
        for at, state in act.states.items():
            self.states[at.kind][at.id] = state
        if self.keeps_record:
            self.record += [Told(at, event, act.by, act.at) for at, events in act.done.items() for event in events]
        return decision


class _Act:
    """One act under way: what it has led to so far at each stream, on states of its own."""

    def __init__(self, house: InMemory, by: Actor, at: int, chance: Chance) -> None:
        self.house, self.by, self.at, self.chance = house, by, at, chance
        self.done: dict[At, tuple[Event, ...]] = {}
        self.states: dict[At, Any] = {}
        self._sources: deque[Source] = deque()

    def spread(self, own: At, events: tuple[Event, ...]) -> Refusal | None:
        """Carry events to every stream that they ask something of; the first refusal refuses all."""
        self._happens(own, events)
        while self._sources:
            source = self._sources.popleft()
            for name, words in told_tables(source, self._link_of).items():
                self._happens(At(TABLE, name), words)
            for kind in KINDS:
                wanted = kind.asked(source, self.house._beside(kind))
                if isinstance(wanted, Refusal):
                    return wanted
                refusal = self._asked(kind, wanted) if wanted else None
                ordered = () if refusal is not None else kind.asked_of_tables(source, self._there)
                refusal = self._ordered(ordered) if ordered else refusal
                if refusal is not None:
                    return refusal
        return None

    def _there(self, table: str) -> tuple[str, ...]:
        return tuple(self._now(At(TABLE, table)).people)

    def _link_of(self, table: str) -> Any:
        at = At(TABLE, table)
        if table not in self.house.states[TABLE]:
            return None
        return self.house.games[table].engine.rules(self._now(at)).meter_link(self._now(at))

    def _now(self, at: At) -> Any:
        return self.states[at] if at in self.states else self.house.states[at.kind][at.id]

    def _asked(self, kind: StreamKind[Any], wanted: tuple[Asked, ...]) -> Refusal | None:
        for each in wanted:
            at = At(kind.name, each.id)
            state = self.states[at] if at in self.states else self.house._state(kind, each.id)
            found = kind.decide(state, each.command, each.by, self.at, self.house._beside(kind), chance=self.chance)
            if isinstance(found, Refusal):
                return found
            self._happens(at, found)
        return None

    def _ordered(self, wanted: tuple[Asked, ...]) -> Refusal | None:
        for each in wanted:
            at = At(TABLE, each.id)
            found: Decision = self.house.games[each.id].decide(
                self._now(at), each.command, each.by, self.at, self.chance
            )
            if isinstance(found, Refusal):
                return found
            self._happens(at, found)
        return None

    def _happens(self, at: At, events: tuple[Event, ...]) -> None:
        """Take events in, and have them ask elsewhere what they ask."""
        if at.kind == TABLE:
            game, state = self.house.games[at.id], self._now(at)
            self._sources.append(
                Source(
                    kind=TABLE,
                    id=at.id,
                    events=events,
                    by=self.by,
                    at=self.at,
                    state=state,
                    rules=game.engine.rules(state),
                    evolve=game.evolve,
                )
            )
            self.states[at] = reduce(game.evolve, events, state)
        else:
            kind = next(each for each in KINDS if each.name == at.kind)
            state = self.states[at] if at in self.states else self.house._state(kind, at.id)
            self._sources.append(Source(kind=at.kind, id=at.id, events=events, by=self.by, at=self.at, state=state))
            self.states[at] = reduce(kind.evolve, events, state)
        self.done[at] = (*self.done.get(at, ()), *events)
