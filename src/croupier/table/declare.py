"""What a part declares of its commands and events, once, where it registers them. All rooms above read it here.

An event that declares no audience is for the house alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from inspect import signature
from typing import Any, NamedTuple, Required, TypedDict, TypeVar, Unpack

import msgspec

from croupier.cards.quick import quick
from croupier.table.contract import Command, Decision, Due, Event, Pace
from croupier.table.value import Value

Who = Callable[[str], str]
"""A person's name, given their id."""


@quick
class Desk(StrEnum):
    """Where on the consoles an act has its place."""

    TABLE = "table"
    """On the felt: what players do for themselves."""
    DEAL = "deal"
    CARDS = "cards"
    IRREGULARITIES = "irregularities"
    PRIZES = "prizes"
    ROUND = "round"
    SUSPICION = "suspicion"
    PLAYERS = "players"
    SIGNS = "signs"
    RACK = "rack"
    """The house's own chips, between two people of the house."""
    DISPUTES = "disputes"
    SIGNATURES = "signatures"
    """What one person gives and a second one signs for."""
    TOURNAMENT = "tournament"
    """What the director of a tournament and the house do about it,"""
    ENTRANTS = "entrants"
    """and what those who enter it do for themselves."""


class Audience(msgspec.Struct, frozen=True):
    """Who hears of an event beside the house and the inspector: everyone, or the players it is about."""

    everyone: bool = False
    named_by: str = ""
    """The field that names the player, or the players."""
    found: Callable[[Any, Any], tuple[str, ...]] | None = None
    """Finds the players from the state and the event."""

    def reaches(self, player: str, state: Any, event: Event) -> bool:
        """Whether a player hears of an event."""
        if self.everyone:
            return True
        if not player:
            return False
        if self.found is not None:
            return player in self.found(state, event)
        named = getattr(event, self.named_by) if self.named_by else ()
        return player == named if isinstance(named, str) else player in named


EVERYONE = Audience(everyone=True)
HOUSE = Audience()


def named_by(field: str) -> Audience:
    """The player, or the players, that a field of the event names."""
    return Audience(named_by=field)


class Secret(msgspec.Struct, frozen=True):
    """A field that is told to one player alone, whom another field names; without one, to the house alone.

    The field holds faces; all others are told it empty, unless the event says by `unless` that everyone had seen them.
    """

    field: str
    owner: str = ""
    unless: str = ""

    def kept_from(self, event: Event, viewer: str, house: bool) -> bool:
        """Whether this viewer must not be told what the field holds."""
        if self.unless and getattr(event, self.unless):
            return False
        return viewer != getattr(event, self.owner) if self.owner else not house


@quick
class Ends(StrEnum):
    """What an event does to the round."""

    SETTLED = "settled"
    VOID = "void"


@quick
class Aloud(StrEnum):
    """Who would hear an event said at the table: a screen reader says it to them."""

    TO_ALL = "all"
    TO_OWNER = "owner"
    """Only to the one whom the event's secret is told to."""


class Here(NamedTuple):
    """The table at which a command is spoken of: its state, and the rules that it is played under."""

    state: Any
    rules: Any


Sentence = str | Callable[[Any, Who], str] | Callable[[Any, Who, Here | None], str]
"""A sentence as it stands, or made from the event or command and people's names.

One about a command may ask for the table as third: what is due is then said with the place or the players that the
command itself need not name. It must do without where none is given.
"""

Decide = Callable[..., Decision]
Evolve = Callable[..., Any]
Examples = Callable[..., Iterable[Command]]
"""Commands worth trying, from the state and the context; those that are accepted are what a person may do now."""


class Alike(tuple[Command, ...]):
    """Examples that are all accepted if the first is: only that one is tried."""

    __slots__ = ()


Wanted = Callable[[Any, Any], Iterable[Due]]
"""Commands of a kind that wait for someone beside what is due, found from the state and the rules."""

Stakes = Callable[[Any], Iterable[tuple[str, int]]]
"""Who stakes how many cents by an event; less than nothing when some of a stake comes back before it is decided."""


Shares = Callable[[Any], Iterable[tuple[str, str, int]]]
"""What is taken of which pot by an event, by whom (nobody is the house) and how much in cents; of a round, the last
such event counts."""


Undoes = Callable[[Any, Any], bool]
"""Whether an event undoes how a wager ended: given the event, and that end."""


class Undo(msgspec.Struct, frozen=True):
    """A command that takes something back or puts it right; unless it is `whole`, a person fills in the rest of it."""

    type: str
    fixed: dict[str, Any]
    whole: bool = True


TakenBack = Callable[[Any, Any], Iterable[Undo]]
"""What takes an event back, one after the other, given the event and the table as it now is."""


def taking_back(command: Command) -> Undo:
    """A whole command that takes something back."""
    given = {name: value for name, value in msgspec.to_builtins(command).items() if name != "type"}
    return Undo(type(command).__name__, given)


def putting_right(command: type[Command], **fixed: Any) -> Undo:
    """A command that puts something right, once a person has said how."""
    return Undo(command.__name__, fixed, whole=False)


class CommandInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What the house knows of a command."""

    command: type[Command]
    label: str
    """What a button says."""
    words: str
    """Other words by which people look for it."""
    says: Sentence
    """What one such command asks for, in a few words."""
    next: Sentence
    """What everyone is told while it is due."""
    if_silent: Sentence
    """What players are told will be done for them if they stay silent, where that is this."""
    desk: Desk
    pace: Pace
    examples: Examples | None
    takes_part: bool
    """Whether someone takes part in the game by it, as nobody who is excluded may."""
    cites: str
    """The field of a book's clauses that is cited when what is written in it is too much, if not its authority's."""
    without_value: Callable[[Any], Command] | None
    """What the automatic dealer does instead when the house refuses it because the value for it is not there."""
    wanted: Wanted | None
    """Where such a command waits for someone of the house whatever else is due."""


class EventInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What the house knows of an event."""

    event: type[Event]
    kind: str
    """The name it is stored under: that of its part, then its own."""
    says: Sentence
    audience: Audience
    secret: tuple[Secret, ...]
    ends: Ends | None
    aloud: Aloud | None
    stakes: Stakes | None
    shares: Shares | None
    notice: bool
    """Whether it is a word to the player it names, who must have read it: a page shows it until then."""
    begins: bool
    """Whether a round has all its first stakes by it: what was staked before is in what it says."""
    once: str
    """The kind it was stored under before its part was shared, if it was."""
    undoes: Undoes | None
    """Which ends of wagers told before are none any more by it."""
    value: tuple[Value, ...]
    """The reasons for which a player may get chips by it; none unless declared."""
    cash_only: bool
    """Whether it belongs to play for cash alone: it cannot happen at a table that is reserved for a tournament."""
    taken_back: TakenBack | None
    """What takes it back where it was written down by mistake, as far as the rules still let it."""


class CommandSaid(TypedDict, total=False):
    """What is said of a command where it is declared: label and desk always, the rest as in `CommandInfo`."""

    label: Required[str]
    desk: Required[Desk]
    words: str
    says: Sentence
    next: Sentence
    if_silent: Sentence
    pace: Pace
    examples: Examples
    takes_part: bool
    cites: str
    without_value: Callable[[Any], Command]
    wanted: Wanted


class EventSaid(TypedDict, total=False):
    """What is said of an event where it is declared: its sentence always, the rest as in `EventInfo`."""

    says: Required[Sentence]
    audience: Audience
    secret: Secret | tuple[Secret, ...]
    ends: Ends
    aloud: Aloud | bool
    notice: bool
    stakes: Stakes
    shares: Shares
    begins: bool
    undoes: Undoes
    value: Value | tuple[Value, ...]
    cash_only: bool


COMMANDS: dict[type[Command], CommandInfo] = {}
EVENTS: dict[type[Event], EventInfo] = {}
KINDS: dict[str, type[Event]] = {}
"""Every declared event by its stored kind."""

DecideT = TypeVar("DecideT", bound=Decide)
EvolveT = TypeVar("EvolveT", bound=Evolve)
Under = str | Callable[[Any, Any], str | None] | None
"""The field of a book's clauses whose authority is the lowest allowed, or how it is found from them and the command."""


class Decider(msgspec.Struct, frozen=True):
    """How a part decides a command, and under which clause."""

    decide: Decide
    under: Under
    overrides: bool = False


class Evolver(msgspec.Struct, frozen=True):
    """How a part's event changes the table."""

    evolve: Evolve
    overrides: bool = False


class Part:
    """One chapter of the rules: its commands and events, how they are decided and what they change.

    `clauses` is what a book must say for it to be played.
    """

    def __init__(self, name: str, clauses: type[Any] = object) -> None:
        self.name, self.clauses = name, clauses
        self.deciders: dict[type[Command], Decider] = {}
        self.evolvers: dict[type[Event], Evolver] = {}
        self.events: list[type[Event]] = []
        """The events that it declares."""

    def declares(self, command: type[Command], **said: Unpack[CommandSaid]) -> None:
        """Say what a command is, wherever it is decided."""
        if command in COMMANDS:
            raise ValueError(f"{command.__name__} is declared twice")
        label = said["label"]
        says = said.get("says", label)
        COMMANDS[command] = CommandInfo(
            command=command,
            label=label,
            words=said.get("words", ""),
            says=says,
            next=said.get("next", says),
            if_silent=said.get("if_silent", says),
            desk=said["desk"],
            pace=said.get("pace", Pace.CARE),
            examples=said.get("examples"),
            takes_part=said.get("takes_part", False),
            cites=said.get("cites", ""),
            without_value=said.get("without_value"),
            wanted=said.get("wanted"),
        )

    def command(
        self, command: type[Command], *, under: Under = None, **said: Unpack[CommandSaid]
    ) -> Callable[[DecideT], DecideT]:
        """Declare a command and register its decider.

        `under` names the field of the book's clauses whose authority is the lowest allowed; a book without that clause
        (None) does not know the command.
        """
        self.declares(command, **said)
        return self.decides(command, under=under)

    def decides(
        self, command: type[Command], *, under: Under = None, overrides: bool = False
    ) -> Callable[[DecideT], DecideT]:
        """Register the decider of a command that is declared already, here or in another part."""

        def register(decide: DecideT) -> DecideT:
            self.deciders[command] = Decider(decide, under, overrides)
            return decide

        return register

    def tells(self, event: type[Event], **said: Unpack[EventSaid]) -> None:
        """Say what an event is, wherever it changes something."""
        if event in EVENTS:
            raise ValueError(f"{event.__name__} is declared twice")
        kind = f"{self.name}/{event.__name__}"
        if kind in KINDS:
            raise ValueError(f"two events are stored as {kind}")
        KINDS[kind] = event
        self.events.append(event)
        secret, aloud, value = said.get("secret", ()), said.get("aloud"), said.get("value", ())
        EVENTS[event] = EventInfo(
            event=event,
            kind=kind,
            says=said["says"],
            audience=said.get("audience", HOUSE),
            secret=(secret,) if isinstance(secret, Secret) else secret,
            ends=said.get("ends"),
            aloud=(Aloud.TO_ALL if aloud else None) if isinstance(aloud, bool) else aloud,
            notice=said.get("notice", False),
            stakes=said.get("stakes"),
            shares=said.get("shares"),
            begins=said.get("begins", False),
            once="",
            undoes=said.get("undoes"),
            value=(value,) if isinstance(value, Value) else value,
            cash_only=said.get("cash_only", False),
            taken_back=None,
        )

    def event(self, event: type[Event], **said: Unpack[EventSaid]) -> Callable[[EvolveT], EvolveT]:
        """Declare an event and register how it changes the state; an evolver may ask for the rules as third."""
        self.tells(event, **said)
        return self.evolves(event)

    def evolves(self, event: type[Event], *, overrides: bool = False) -> Callable[[EvolveT], EvolveT]:
        """Register how an event changes the state that is declared already, here or in another part."""

        def register(evolve: EvolveT) -> EvolveT:
            self.evolvers[event] = Evolver(evolve, overrides)
            return evolve

        return register

    def takes_back(self, event: type[Event], how: TakenBack) -> None:
        """Say what takes an event back that is declared already, here or in another part."""
        EVENTS[event] = msgspec.structs.replace(EVENTS[event], taken_back=how)

    def once_told(self, event: type[Event]) -> None:
        """Say that an event, since told by a part that others share, was stored as this part's own before."""
        EVENTS[event] = msgspec.structs.replace(EVENTS[event], once=f"{self.name}/{event.__name__}")

    def records(self, *events: type[Event]) -> None:
        """Register events that change nothing at the table: they are on record."""
        for event in events:
            self.evolvers[event] = Evolver(_as_it_was)


def _as_it_was(state: Any, event: Event) -> Any:
    return state


def say(event: Event, names: Mapping[str, str]) -> str:
    """What happened, in one sentence; `names` gives people's names by their ids."""
    return in_words(EVENTS[type(event)].says, event, names)


def say_command(command: Command, names: Mapping[str, str] | None = None, here: Here | None = None) -> str:
    """What a command asks for, in a few words."""
    return in_words(COMMANDS[type(command)].says, command, names or {}, here)


def in_words(sentence: Sentence, about: Any, names: Mapping[str, str], here: Here | None = None) -> str:
    """A declared sentence for one event or command."""
    if isinstance(sentence, str):
        return sentence
    known: tuple[Any, ...] = (about, lambda person: names.get(person, person))
    said: Callable[..., str] = sentence
    return said(*known, here) if _asks_where(sentence) else said(*known)


@cache
def _asks_where(sentence: Callable[..., str]) -> bool:
    return len(signature(sentence).parameters) > 2  # the command and people's names


def kind_of(event: Event) -> str:
    """The name an event is stored under."""
    return EVENTS[type(event)].kind


def told(event: Event, viewer: str, *, house: bool = False) -> Event:
    """The event with what is not for this viewer left out of it."""
    hidden = [each.field for each in EVENTS[type(event)].secret if each.kept_from(event, viewer, house)]
    return without(event, hidden) if hidden else event


def without(event: Event, fields: Iterable[str]) -> Event:
    """The event with these fields as empty as they come: no cards, or no card."""
    empty = {name: () if isinstance(getattr(event, name), tuple) else None for name in fields}
    return msgspec.structs.replace(event, **empty)


def heard(event: Event, viewer: str, state: Any, *, house: bool) -> Event | None:
    """The event as a viewer may hear of it, or None when it is not for them."""
    if not house and not EVENTS[type(event)].audience.reaches(viewer, state, event):
        return None
    return told(event, viewer, house=house)
