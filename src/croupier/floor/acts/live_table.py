"""A live table: its record folded into the state of now, what has lately been told, and who waits for more."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import Chance
from croupier.floor.acts.bell import Bell, Concern, always
from croupier.floor.acts.floor_part import (
    Asking,
    AutomaticSet,
    Call,
    CallEnded,
    PersonIntroduced,
    PlayerReady,
    PlayersAsked,
    SeatGivenUp,
    SupervisorCalled,
    TableRegistered,
    part,
)
from croupier.floor.acts.lock import Lock
from croupier.floor.acts.recording import TABLES, Kinds, Told, to_store, told
from croupier.floor.acts.waiting import needs_of, standing
from croupier.floor.store import Append, Stored
from croupier.floor.tempo import NORMAL, Tempo
from croupier.games import Game, game
from croupier.house.streams import TABLE, Source
from croupier.money import counted_in_chips
from croupier.table.contract import (
    CLOCK,
    Actor,
    Clauses,
    Command,
    Decision,
    Due,
    Event,
    Reason,
    Refusal,
    Turn,
    automaton,
)
from croupier.table.declare import kind_of
from croupier.table.offers import names_of
from croupier.table.people import Leave
from croupier.table.rules import MeterLink

LOG = 250
"""How many of the latest events a table keeps at hand for those who resume, some minutes of play; who has missed more
is told from the store. Each takes about 700 bytes, at every table."""

NAMES = 4096
"""How many people are known by name at a table."""

WANTED_SECONDS = 60.0
"""How long after the last look at a table others' acts there are followed at once."""

_FLOORS = frozenset(part.events)
"""What the floor itself puts on a table's record, beside what the game does."""


@cache
def _kinds(game_name: str) -> Kinds:
    return Kinds((*part.events, *game(game_name).engine.events))


def registration(stored: Stored) -> TableRegistered:
    """The first event of a table's stream."""
    event = Kinds(part.events).read(stored)
    assert isinstance(event, TableRegistered), f"{stored.stream} begins with {stored.kind}"
    return event


class LiveTable:
    """One table as of its last committed event. Only the floor changes it."""

    def __init__(self, registered: TableRegistered, tempo: Tempo = NORMAL) -> None:
        self.id = registered.table
        self.stream = TABLES + self.id
        self.title = registered.title
        self.game: Game = game(registered.game)
        self.terms: Any = msgspec.convert(registered.terms, self.game.terms)
        self.state: Any = self.game.initial(self.terms)
        self.automatic = registered.automatic
        self.tempo = tempo
        """How long an automatic table gives people."""
        self.version = 0
        self.position = 0
        self.names: dict[str, str] = {}
        self.deadlines: dict[str, int] = {}
        """Until when each turn runs that has a deadline, by its key; turns that are over may be among them."""
        self.ready: dict[str, str] = {}
        """Who needs no more time of a turn that everyone has, with its key; turns that are over may be among them."""
        self.log: deque[Told] = deque(maxlen=LOG)
        self.bell = Bell()
        self.lock = Lock()
        self.stale = False
        """Whether a write failed so that the record must be read again before the next decision."""
        self.wanted_until = 0.0
        self.on_wanted: Callable[[LiveTable], None] | None = None
        """Called when someone looks at the table while it is stale."""
        self.ranks: dict[str, str] = {}
        self.call: Call | None = None
        """The call for a higher rank that stands."""
        self.since: dict[str, int] = {}
        """Since when each act has stood that is due or wanted, by what tells it from others."""
        self.kinds = _kinds(registered.game)
        self._due: tuple[int, tuple[Due, ...]] = (-1, ())
        self._turns: tuple[int, tuple[Turn, ...]] = (-1, ())
        self._needs: tuple[int, tuple[Due, ...]] = (-1, ())
        self._ahead: tuple[int, tuple[Event, ...], Any] = (-1, (), None)

    @property
    def order(self) -> tuple[int, str]:
        """The place of its lock among all: tables come first."""
        return (0, self.id)

    @property
    def meter_link(self) -> MeterLink | None:
        """How it plays for a prize meter, if it does."""
        return self.game.engine.rules(self.state).meter_link(self.state)

    def decide(self, command: Command, by: Actor, at: int, chance: Chance) -> tuple[Event, ...] | Refusal:
        """What a command leads to here; someone new to this table is introduced on its record first."""
        if by.id == CLOCK and (refusal := self._why_too_early(command, at)) is not None:
            return refusal
        decision: tuple[Event, ...] | Refusal = self.game.decide(self.state, command, by, at, chance)
        if isinstance(decision, Refusal):
            return decision
        return self._with_turns((*self.introduction(by), *self._busy_again(by), *decision), at)

    def _why_too_early(self, command: Command, at: int) -> Refusal | None:
        """Why the clock may not bring this yet: the time that a player was given still runs."""
        for turn in self.turns():
            until = turn.until or self.deadlines.get(turn.key)
            if turn.silent == command and until is not None and at < until:
                return Refusal(Reason.NOT_NOW, (*turn.under, "ruling 70"))
        return None

    def say_ready(self, ready: bool, by: Actor, at: int) -> tuple[Event, ...] | Refusal:
        """A player needs no more time to wager, or after all does; once nobody does, the dealer calls at once."""
        turn = self._open_to_all()
        if turn is None:
            return Refusal(Reason.NOT_NOW, (self.game.engine.rules(self.state).clauses.dealing,))
        if by.id not in self.state.people:
            return Refusal(Reason.NOT_HERE, turn.under, {"player": by.id})
        if ready == (self.ready.get(by.id) == turn.key):
            return Refusal(Reason.ALREADY, turn.under)
        word = PlayerReady(player=by.id, turn=turn.key, ready=ready, under=turn.under)
        return self._with_turns((*self.introduction(by), word), at)

    def _open_to_all(self) -> Turn | None:
        """The turn that everyone has, where the players can end its time: a machine deals virtual cards."""
        if not self.automatic or self.state.is_real:
            return None
        return next((turn for turn in self.turns() if turn.player is None and turn.key in self.deadlines), None)

    def _busy_again(self, by: Actor) -> tuple[Event, ...]:
        """Whoever does something more is not ready."""
        turn = self._open_to_all() if by.id in self.ready else None
        if turn is None or self.ready[by.id] != turn.key:
            return ()
        return (PlayerReady(player=by.id, turn=turn.key, ready=False, under=turn.under),)

    def give_up(self, player: str, minutes: int, by: Actor, at: int, chance: Chance) -> tuple[Event, ...] | Refusal:
        """Someone who has been away for so long leaves, if the rules would let them leave now; nobody's act but time's.

        How long a seat is kept is the operator's to say, who provides it.
        """
        person = self.state.people.get(player)
        cite = (self.game.engine.rules(self.state).clauses.seats,)
        if person is None:
            return Refusal(Reason.NOT_HERE, cite, {"player": player})
        decision = self.game.decide(self.state, Leave(), Actor(person.id, person.name), at, chance)
        if isinstance(decision, Refusal):
            return decision
        word = SeatGivenUp(player=player, seat=person.seat, minutes=minutes, under=cite)
        return self._with_turns((*self.introduction(by), word, *decision), at)

    def set_automatic(self, automatic: bool, by: Actor, at: int) -> tuple[Event, ...]:
        """The automatic dealer takes over or steps back; whoever is asked just now has their whole time anew."""
        return self._with_turns((*self.introduction(by), AutomaticSet(automatic=automatic, under=())), at)

    def ahead_of(self, first: tuple[Event, ...], decision: tuple[Event, ...]) -> tuple[Event, ...]:
        """What was just decided here, with what the floor itself has to say before it; who is new comes before that."""
        version, events, state = self._ahead
        assert events is decision, "only what was decided last is told of"
        known = sum(isinstance(each, PersonIntroduced) for each in decision[:1])
        self._ahead = (version, (*decision[:known], *first, *decision[known:]), state)
        return self._ahead[1]

    def _with_turns(self, events: tuple[Event, ...], at: int) -> tuple[Event, ...]:
        """The events, and that players are asked by them and until when.

        Their own choices have a time wherever cards are virtual, betting only where the automatic dealer closes it.
        """
        state, automatic, anew, ready = self.state, self.automatic, False, self.ready
        for event in events:
            if type(event) not in _FLOORS:
                state = self.game.evolve(state, event)
            elif isinstance(event, AutomaticSet):
                automatic, anew = event.automatic, True
            elif isinstance(event, PlayerReady):
                ready = _after_word(ready, event)
        if automatic or not state.is_real:
            turns = [turn for turn in self.game.turns(state) if automatic or turn.player is not None]
            events = (*events, *self._askings(turns, at, anew), *self._agreed(turns, state, ready, at))
        self._ahead = (self.version, events, state)
        return events

    def _askings(self, turns: Sequence[Turn], at: int, anew: bool) -> Iterable[Event]:
        begun: dict[tuple[float, Clauses], list[Asking]] = {}
        timed = self.deadlines and not anew
        running = {turn.key for turn in self.turns() if turn.key in self.deadlines} if timed else ()
        for turn in turns:
            seconds = self.tempo.for_turn(turn)
            if turn.until is None and turn.key not in running and seconds > 0:
                until = at + int(1000 * seconds)
                if timed and turn.prolongs in self.deadlines:
                    until = self.deadlines[turn.prolongs] + 1000 * turn.more
                    seconds = max(0, until - at) / 1000
                begun.setdefault((seconds, turn.under), []).append(Asking(turn.key, turn.player, until))
        for (seconds, under), asked in begun.items():
            yield PlayersAsked(asked=tuple(asked), seconds=round(seconds), under=under)

    def _agreed(self, turns: Sequence[Turn], state: Any, ready: Mapping[str, str], at: int) -> Iterable[Event]:
        """That the time everyone has is up, once every player at the table has said so and one of them first did.

        Whoever has no wager down is asked as well: nobody is hurried. The house's own players are always ready.
        """
        people = [person for person in state.people if not automaton(person)]
        for turn in turns if people and ready and not state.is_real else ():
            runs = turn.player is None and self.deadlines.get(turn.key, 0) > at
            if runs and all(ready.get(person) == turn.key for person in people):
                yield PlayersAsked(asked=(Asking(turn.key, None, at),), seconds=0, under=turn.under)

    def due(self) -> tuple[Due, ...]:
        """What the rules expect next; worked out once for everyone who asks at the same version."""
        if self._due[0] != self.version:
            self._due = (self.version, self.game.due(self.state))
        return self._due[1]

    def needs(self) -> tuple[Due, ...]:
        """What waits for someone of the house; worked out once for everyone who asks at the same version."""
        if self._needs[0] != self.version:
            self._needs = (self.version, needs_of(self.game, self.state, self.due(), self.automatic))
        return self._needs[1]

    def stood_since(self, due: Due) -> int:
        """Since when an act has been due or wanted."""
        return self.since.get(standing(self.game, self.state, due, due in self.due()[:1]), 0)

    def _note_standing(self, at: int) -> None:
        """Remember since when that stands which is due or wanted now."""
        due = self.due()[:1]
        keys = [standing(self.game, self.state, each, each in due) for each in (*due, *self.needs())]
        self.since = {key: self.since.get(key, at) for key in keys}

    def turns(self) -> tuple[Turn, ...]:
        """Who is asked now; worked out once for everyone who asks at the same version."""
        if self._turns[0] != self.version:
            self._turns = (self.version, self.game.turns(self.state))
        return self._turns[1]

    def view(self, viewer: Actor, at: int) -> Any:
        """The table as a viewer may see it now."""
        with counted_in_chips(self.state.in_chips):
            found = self.game.view(self.state, viewer, at, self.deadlines)
        turn = self._open_to_all()
        if turn is None:
            return found
        ready = tuple([person for person in self.state.people if self.ready.get(person) == turn.key])
        turns = tuple([replace(each, ready=ready) if each.key == turn.key else each for each in found.turns])
        return replace(found, turns=turns)

    def introduction(self, by: Actor) -> tuple[Event, ...]:
        """The event that says who this is, unless the record says so already."""
        if self.names.get(by.id) == by.name and self.ranks.get(by.id) == by.rank:
            return ()
        return (PersonIntroduced(person=by.id, name=by.name, rank=by.rank, under=()),)

    def read(self, stored: Stored) -> Event:
        """The event of a stored record of this table."""
        return self.kinds.read(stored)

    def tell(self, stored: Stored) -> Told:
        """A stored record of this table as it is told."""
        return self.tell_all((stored,))[0]

    def tell_all(self, found: Sequence[Stored]) -> tuple[Told, ...]:
        """Stored records of this table as they are told, with the names that people had then."""
        events = [self.read(stored) for stored in found]
        introduced = {each.person: each.name for each in events if isinstance(each, PersonIntroduced)}
        names = {**self.names, **introduced}
        return tuple(
            Told(
                each.position,
                each.version,
                each.at,
                each.actor,
                names.get(each.actor, each.actor),
                kind_of(event),
                event,
            )
            for each, event in zip(found, events, strict=True)
        )

    def source(self, events: tuple[Event, ...], by: Actor, at: int) -> Source:
        """What has just been decided here, as other streams are asked about it."""
        rules = self.game.engine.rules(self.state)
        return Source(
            kind=TABLE,
            id=self.id,
            events=events,
            by=by,
            at=at,
            state=self.state,
            rules=rules,
            evolve=self.game.evolve,
        )

    def ordered(self, before: Iterable[Event], command: Command, by: Actor, at: int, chance: Chance) -> Decision:
        """What a command leads to that comes from elsewhere in the house, behind what the same act has led to here."""
        state = reduce(self.game.evolve, before, self.state)
        decision: Decision = self.game.decide(state, command, by, at, chance)
        return decision

    def append(self, events: tuple[Event, ...]) -> Append:
        """The table's part of a commit; without events it only makes sure that nobody else has moved it."""
        return Append(self.stream, self.version, to_store(self.id, events))

    def told(self, events: Iterable[Event], by: Actor, at: int, position: int) -> tuple[Told, ...]:
        """Events just committed, from this position on, as they are told."""
        return told(events, self.version, by, at, position)

    def apply(self, batch: Iterable[Told]) -> None:
        """Take committed events in, in the order of their versions."""
        batch = tuple(batch)
        if not batch:
            return
        version, events, ahead = self._ahead
        known = (
            version == self.version
            and len(batch) == len(events)
            and all([each.event is event for each, event in zip(batch, events, strict=True)])
        )
        state, evolve = self.state, self.game.evolve
        for each in batch:
            assert each.version == self.version + 1, f"{self.stream} is at {self.version}, told of {each.version}"
            self.version = each.version
            if type(each.event) in _FLOORS:
                self._note(each, ahead if known else state)
            elif not known:
                people, state = state.people, evolve(state, each.event)
                if state.people is not people:  # noted at once: they may have gone again by the end of the batch
                    self.names |= _newcomers(state, self.names)
        people, self.state = self.state.people, ahead if known else state
        self.position = batch[-1].position
        self.log.extend(batch)
        self._ahead = (-1, (), None)
        if self.state.people is not people:
            self.names |= _newcomers(self.state, self.names)
        if len(self.names) > NAMES:
            self._forget_names()
        self._note_standing(batch[-1].at)

    def _forget_names(self) -> None:
        """Forget who came first and is gone; whoever comes again is introduced again."""
        for person in list(self.names)[: NAMES // 2]:
            if person not in self.state.people:
                del self.names[person]
                self.ranks.pop(person, None)

    def _note(self, told: Told, state: Any) -> None:
        """Take in what the floor itself has put on record, at a table that stands like this."""
        match told.event:
            case AutomaticSet(automatic=automatic):
                self.automatic = automatic
                self.deadlines, self.ready = {}, {}
            case PersonIntroduced(person=person, name=name, rank=rank):
                self.names[person], self.ranks[person] = name, rank
            case SupervisorCalled(by=by, rank=rank, why=why):
                self.call = Call(by, rank, why, told.at)
            case CallEnded():
                self.call = None
            case PlayersAsked(asked=asked):
                # Only here, whatever events are taken in together: within one act a turn may end and go on.
                turns = {turn.key for turn in self.game.turns(state)}
                self.deadlines = {key: until for key, until in self.deadlines.items() if key in turns}
                self.deadlines |= {each.key: each.until for each in asked}
                self.ready = {person: key for person, key in self.ready.items() if key in turns}
            case PlayerReady() as event:
                self.ready = _after_word(self.ready, event)

    async def changed(self, since: int, within: float | None = None, concerns: Concern = always) -> None:
        """Return once the table is past this version in a way that concerns the caller, or after so many seconds."""
        self.want()
        if self.version <= since:
            await self.bell.heard(within, concerns)

    def want(self) -> None:
        """Someone here looks at the table: for a while it is read as soon as another process writes to it."""
        self.wanted_until = time.monotonic() + WANTED_SECONDS
        if self.stale and self.on_wanted is not None:
            self.on_wanted(self)


def _after_word(ready: Mapping[str, str], word: PlayerReady) -> dict[str, str]:
    """Who is ready for what, after a player's word on it."""
    others = {person: key for person, key in ready.items() if person != word.player}
    return {**others, word.player: word.turn} if word.ready else others


def _newcomers(state: Any, known: Mapping[str, str]) -> dict[str, str]:
    """The names of those at the table who have not been introduced: whom the dealer has seated."""
    if state.people.keys() <= known.keys():
        return {}
    return {person: name for person, name in names_of(state).items() if person not in known}
