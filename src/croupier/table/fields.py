"""What a person fills in for a command: the fields of its struct, with words and bounds where types say too little.

A field is annotated where that is so: `cards: Annotated[int, Asks("Cards found", start=whole_set)]`. Fields without a
note get theirs from name and type, and are asked only where the examples of what would be accepted differ in them.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from inspect import signature
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from croupier.cards import Card
from croupier.money import in_money
from croupier.table.bounds import LONGEST_ID, LONGEST_NAME, LONGEST_TEXT, MOST_LISTED, readable
from croupier.table.contract import Command
from croupier.table.hands import Spot

TO_FILL_IN = "…"
"""What stands, in an example, for words that a person must give."""


class Asks(msgspec.Struct, frozen=True):
    """What is asked for a field."""

    label: str = ""
    kind: str = ""
    optional: bool = False
    start: Callable[[Any], Any] | Callable[[Any, Any], Any] | None = None
    """What it starts from, by the state, or by the state and the example; without it, what the example has."""
    low: int | Callable[[Any], int] | None = None
    high: int | Callable[[Any], int] | None = None
    """Bounds, or how they are found from the state."""
    hint: str = ""
    words: Mapping[Any, str] = {}
    """What each value is called where there is a choice."""
    hand: Callable[[Any], Spot] | None = None
    """The hand whose faces are entered, found from the command."""
    many: Callable[[Any], int] | None = None
    """How many cards are entered where they lie in no hand yet, found from the state."""
    always: bool = True
    """Whether it is asked though all examples agree in it."""
    listed: int = MOST_LISTED
    """How many may be listed."""


class Field(msgspec.Struct, frozen=True):
    """A field of a command as it is asked for."""

    name: str
    asks: Asks
    default: Any
    """What it is when nothing is filled in; NODEFAULT where something must be."""


_KINDS = {
    "player": ("player", "Player"),
    "person": ("player", "Person"),
    "players": ("people", "Players"),
    "area": ("area", "Area"),
    "areas": ("areas", "Areas"),
    "place": ("place", "Where"),
    "seat": ("number", "Seat"),
    "bet": ("bet", "Bet"),
    "cents": ("money", in_money("Amount")),
    "award": ("money", in_money("Paid from the house")),
    "minimum": ("money", in_money("Minimum")),
    "maximum": ("money", in_money("Maximum")),
    "step": ("money", in_money("In steps of")),
    "price": ("money", in_money("Price")),
    "why": ("text", "Reason, for the record"),
    "what": ("text", "What happened, for the record"),
    "how": ("text", "The arrangements, for the record"),
    "found": ("count", "Cards found there"),
    "clause": ("clause", "Clause broken"),
    "dispute": ("number", "Dispute"),
}


_MOST = {"name": LONGEST_NAME, "voucher": 40, "device": 100, "handed_to": 100, "where": 200}
"""How long what is written into some fields may be, where that is not as for any text."""


_NO_REASONS = frozenset({"name", "against", "source"})
"""Fields of text that say who, not why."""


class Written(msgspec.Struct, frozen=True):
    """A field that people write into, or list something in."""

    name: str
    most: int
    lines: bool
    reason: bool = False
    """Whether it holds a person's own words for the record."""
    optional: bool = False
    """Whether nothing at all may be said."""
    listed: int = MOST_LISTED
    """How many may be listed."""


@cache
def written_in(command: type[Command]) -> tuple[Written, ...]:
    """The fields of a command that hold words or lists, each with its bound."""
    hints = get_type_hints(command)
    found = []
    for field in fields_of(command):
        if _holds(hints[field.name], str, tuple):
            text = field.asks.kind == "text"
            most = _MOST.get(field.name, LONGEST_TEXT if text else LONGEST_ID)
            reason = text and field.name not in _NO_REASONS
            optional = field.default in ("", None)
            lines = text and most == LONGEST_TEXT
            found.append(Written(field.name, most, lines, reason, optional, field.asks.listed))
    return tuple(found)


def _holds(hint: Any, *kinds: type) -> bool:
    """Whether values of a type may be of one of these kinds; the members of an enumeration are no words."""
    if get_origin(hint) in (Union, types.UnionType):
        return any(_holds(each, *kinds) for each in get_args(hint))
    plain = get_origin(hint) or hint
    return isinstance(plain, type) and issubclass(plain, kinds) and not issubclass(plain, Enum | Card)


def too_much(command: Command, written: tuple[Written, ...]) -> dict[str, str | int] | None:
    """What of a command is too long, too many, or cannot be read; None when all of it is in order."""
    for field in written:
        value = getattr(command, field.name)
        if value is None:
            continue
        if isinstance(value, str):
            if len(value) > field.most:
                return {field.name: "too long", "most": field.most}
            if not readable(value, lines=field.lines):
                return {field.name: "holds what cannot be read"}
        else:
            if len(value) > field.listed:
                return {field.name: "too many", "most": field.listed}
            for each in value:
                if isinstance(each, str) and not (len(each) <= LONGEST_ID and readable(each)):
                    return {field.name: "too long or cannot be read", "most": LONGEST_ID}
    return None


def unsaid(command: Command) -> str | None:
    """The field in which a command gives no reason where one is asked: blank, signs alone, or still to be filled in.

    A field that may be left out is left out, or says something.
    """
    for field in written_in(type(command)):
        if field.reason:
            value = getattr(command, field.name)
            if isinstance(value, str) and not (field.optional and not value) and not any(map(str.isalnum, value)):
                return field.name
    return None


def with_words(command: Command, words: str) -> Command:
    """An example of a command with words of someone's where it leaves them open."""
    blank = {name: words for name in _reasons(type(command)) if getattr(command, name) == TO_FILL_IN}
    return msgspec.structs.replace(command, **blank) if blank else command


@cache
def _reasons(command: type[Command]) -> tuple[str, ...]:
    """The fields in which a command gives a reason."""
    return tuple(each.name for each in written_in(command) if each.reason)


def start_of(field: Field, state: Any, example: Command) -> Any:
    """What a field starts from, given what else stands in an example."""
    start: Callable[..., Any] | None = field.asks.start
    if start is None:
        return getattr(example, field.name)
    return start(state, example) if _asks_example(start) else start(state)


@cache
def _asks_example(start: Callable[..., Any]) -> bool:
    return len(signature(start).parameters) > 1  # the state


@cache
def fields_of(command: type[Command]) -> tuple[Field, ...]:
    """Every field of a command, in the order of its struct."""
    hints = get_type_hints(command, include_extras=True)
    return tuple(
        Field(each.name, _asked(each.name, hints[each.name]), _default(each))
        for each in msgspec.structs.fields(command)
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _asked(name: str, hint: Any) -> Asks:
    note = None
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        note = next((each for each in notes if isinstance(each, Asks)), None)
    kind, label = _KINDS.get(name, ("", name.replace("_", " ").capitalize()))
    kind = kind or _kind_of(hint)
    if note is None:
        return Asks(label=label, kind=kind, always=kind in ("text", "money", "count", "moment", "clause"))
    return msgspec.structs.replace(note, label=note.label or label, kind=note.kind or kind)


def _kind_of(hint: Any) -> str:
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(each for each in get_args(hint) if each is not type(None))
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple:
        return {Card: "cards", int: "areas", str: "people"}.get(get_args(hint)[0], "list")
    if hint is bool:
        return "flag"
    if hint is Card:
        return "card"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "choice"
    return "count" if hint is int else "text"
