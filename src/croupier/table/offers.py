"""Options, acts due and turns as pages are told of them: with label, clauses, rank, desk and fields to fill in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.table.contract import Actor, Clauses, Command, Due, Reason, Refusal, Turn
from croupier.table.declare import COMMANDS, CommandInfo, Desk, Here, in_words
from croupier.table.engine import Engine
from croupier.table.fields import TO_FILL_IN, Field, fields_of, start_of
from croupier.table.hands import NO_HAND
from croupier.table.words import place as place_word
from croupier.table.words import rank_name

Value = str | int | bool | None


class Choice(msgspec.Struct, frozen=True):
    """A value that may be chosen, and what it is called."""

    value: Value
    label: str


class FieldView(msgspec.Struct, frozen=True, kw_only=True):
    """Something to fill in."""

    name: str
    label: str
    kind: str
    optional: bool
    choices: tuple[Choice, ...]
    low: int | None
    high: int | None
    start: Any
    starts: tuple[Any, ...]
    """What it starts from for each of the examples, where they differ in that."""
    hint: str
    many: int | None
    """How many cards a hand has whose faces are entered."""
    known: tuple[Card, ...]
    """Those of its faces that are on record."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of command that one may give now, with examples that would be accepted."""

    type: str
    label: str
    words: str
    """Other words by which people look for it."""
    desk: str
    under: Clauses
    rank: str
    rank_name: str
    fields: tuple[FieldView, ...]
    examples: tuple[Command, ...]


class ClosedOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of command that one cannot give now, and why."""

    type: str
    label: str
    words: str
    desk: str
    why: str
    needs: str
    """What the rank is called that it is for, where that is what is lacking."""
    under: Clauses


class DueView(msgspec.Struct, frozen=True, kw_only=True):
    """An act the rules now expect, and whether it is for the viewer to do."""

    command: Command
    label: str
    next: str
    desk: str
    rank: str
    rank_name: str
    pace: str
    """How soon it is wanted, and so what kind of act it is: `card`, `settling`, `choice` and so on."""
    yours: bool
    under: Clauses
    person: str | None
    fields: tuple[FieldView, ...]


class TurnView(msgspec.Struct, frozen=True, kw_only=True):
    """Someone is asked: their choices, until when, and what is done for them if they stay silent."""

    key: str
    player: str | None
    name: str | None
    under: Clauses
    until: int | None
    choices: tuple[str, ...]
    silent: str
    ready: tuple[str, ...] | None = None
    """Who of those asked needs no more time; None where nobody's word shortens it."""


def names_of(state: Any) -> dict[str, str]:
    """The names of those at the table, and of those shut out of it, by their ids."""
    return {**state.excluded, **{person.id: person.name for person in state.people.values()}}


def offers(engine: Engine[Any], state: Any, by: Actor, at: int) -> tuple[Offer, ...]:
    """Everything this person may do now, one offer for each kind of command."""
    found: dict[type[Command], list[Command]] = {}
    under: dict[type[Command], Clauses] = {}
    for option in engine.options(state, by, at):
        kind = type(option.command)
        found.setdefault(kind, []).append(option.command)
        under.setdefault(kind, option.under)
    names = names_of(state)
    return tuple([_offer(engine, state, examples, under[kind], names) for kind, examples in found.items()])


def closed_offers(engine: Engine[Any], state: Any, by: Actor, at: int) -> tuple[ClosedOffer, ...]:
    """What someone of the house cannot do now and why; what players do for themselves is left out."""
    return tuple(
        [
            _closed(COMMANDS[kind], refusal)
            for kind, refusal in engine.closed(state, by, at)
            if COMMANDS[kind].desk is not Desk.TABLE
        ]
    )


def _closed(info: CommandInfo, refusal: Refusal) -> ClosedOffer:
    needed = str(refusal.facts.get("needs", "")) if refusal.reason is Reason.RANK else ""
    return ClosedOffer(
        type=info.command.__name__,
        label=info.label,
        words=info.words,
        desk=info.desk.value,
        why=refusal.reason.value,
        needs=rank_name(needed) if needed else "",
        under=refusal.under,
    )


def _offer(engine: Engine[Any], state: Any, examples: list[Command], under: Clauses, names: Mapping[str, str]) -> Offer:
    info = COMMANDS[type(examples[0])]
    rank = _rank(engine, state, examples[0])
    return Offer(
        type=info.command.__name__,
        label=info.label,
        words=info.words,
        desk=info.desk.value,
        under=under,
        rank=rank,
        rank_name=rank_name(rank),
        fields=_fields(state, examples, names),
        examples=tuple(examples),
    )


def _rank(engine: Engine[Any], state: Any, command: Command) -> str:
    clause = engine.clause_of(state, command)
    return "player" if clause is None else engine.lowest_rank(clause)


def due_views(engine: Engine[Any], state: Any, viewer: Actor, offered: Sequence[Offer]) -> tuple[DueView, ...]:
    """What is due, as this viewer is told of it."""
    names, here = names_of(state), Here(state, engine.rules(state))
    examples = {each.type: each.examples for each in offered}
    return tuple([_due(engine, here, each, viewer, names=names, examples=examples) for each in engine.due(state)])


def _due(
    engine: Engine[Any],
    here: Here,
    due: Due,
    viewer: Actor,
    *,
    names: Mapping[str, str],
    examples: Mapping[str, tuple[Command, ...]],
) -> DueView:
    info, state = COMMANDS[type(due.command)], here.state
    yours = due.person == viewer.id if viewer.rank == "player" else _may(engine, state, due, viewer)
    alike = [each for each in examples.get(info.command.__name__, ()) if _fits(each, due.command)]
    return DueView(
        command=due.command,
        label=in_words(info.says, due.command, names, here),
        next=in_words(info.next, due.command, names, here),
        desk=info.desk.value,
        rank=due.rank,
        rank_name=rank_name(due.rank),
        pace=info.pace.value,
        yours=yours,
        under=due.under,
        person=due.person,
        fields=_entered(state, alike or [due.command], names) if yours else (),
    )


def _may(engine: Engine[Any], state: Any, due: Due, viewer: Actor) -> bool:
    rules = engine.rules(state)
    if due.person is not None:
        return rules.is_staff(viewer.rank)
    return rules.book.reaches(viewer.rank, due.rank)


def _fits(example: Command, due: Command) -> bool:
    """Whether an example is the act due, but for what is still to be entered."""
    for field in fields_of(type(due)):
        wanted = getattr(due, field.name)
        if wanted not in (None, (), TO_FILL_IN) and getattr(example, field.name) != wanted:
            return False
    return True


def turn_views(engine: Engine[Any], state: Any, deadlines: Mapping[str, int]) -> tuple[TurnView, ...]:
    """Who is asked, until when, and what happens to the silent."""
    names, here = names_of(state), Here(state, engine.rules(state))
    return tuple([_turn(turn, names, deadlines, here) for turn in engine.turns(state)])


def _turn(turn: Turn, names: Mapping[str, str], deadlines: Mapping[str, int], here: Here) -> TurnView:
    silent = turn.silent
    return TurnView(
        key=turn.key,
        player=turn.player,
        name=None if turn.player is None else names.get(turn.player, turn.player),
        under=turn.under,
        until=turn.until or deadlines.get(turn.key),
        choices=tuple(dict.fromkeys(COMMANDS[type(each)].label for each in turn.choices)),
        silent="" if silent is None else in_words(COMMANDS[type(silent)].if_silent, silent, names, here),
    )


def _fields(state: Any, examples: Sequence[Command], names: Mapping[str, str]) -> tuple[FieldView, ...]:
    kind = type(examples[0])
    return tuple([_field(state, each, examples, names) for each in fields_of(kind) if _is_asked(each, examples)])


def _entered(state: Any, examples: Sequence[Command], names: Mapping[str, str]) -> tuple[FieldView, ...]:
    """What must still be entered for an act that is due: cards a real table shows, words that are a person's own."""
    shown, first = ("card", "cards", "hand"), examples[0]
    wanted = [
        each for each in fields_of(type(first)) if each.asks.kind in shown or getattr(first, each.name) == TO_FILL_IN
    ]
    return tuple([_field(state, each, examples, names) for each in wanted if _is_asked(each, examples)])


def _is_asked(field: Field, examples: Sequence[Command]) -> bool:
    """Cards are entered where the examples have some; who and where is asked if it is named; the rest as declared."""
    values = [getattr(each, field.name) for each in examples]
    if field.asks.kind in ("card", "cards", "hand") and not field.asks.optional:
        return any(values)
    if field.asks.always:
        return True
    return any(value != field.default for value in values)


_CHOSEN = ("player", "area", "place", "number", "bet", "choice", "flag")
_AMOUNTS = ("money", "count", "percent")


def _field(state: Any, field: Field, examples: Sequence[Command], names: Mapping[str, str]) -> FieldView:
    asks = field.asks
    choices = _choices(state, field, examples, names) if asks.kind in _CHOSEN else ()
    start = _start(state, field, examples[0])
    if asks.kind == "schedule":
        choices = tuple([Choice(str(each), str(each)) for each in start])
    starts = tuple([_start(state, field, each) for each in examples]) if asks.kind in _AMOUNTS else ()
    spot = None if asks.hand is None else asks.hand(examples[0])
    hand = NO_HAND if spot is None else state.hands.get(spot, NO_HAND)
    return FieldView(
        name=field.name,
        label=asks.label,
        kind=asks.kind,
        optional=asks.optional,
        choices=choices,
        low=asks.low(state) if callable(asks.low) else asks.low,
        high=asks.high(state) if callable(asks.high) else asks.high,
        start=start,
        starts=starts if any(each != start for each in starts) else (),
        hint=asks.hint,
        many=hand.size if spot is not None else asks.many(state) if asks.many is not None else None,
        known=hand.faces if spot is not None else (),
    )


def _start(state: Any, field: Field, example: Command) -> Any:
    start = "" if field.asks.kind in ("card", "cards", "hand") else start_of(field, state, example)
    return "" if start in (TO_FILL_IN, None) else start


def _choices(state: Any, field: Field, examples: Sequence[Command], names: Mapping[str, str]) -> tuple[Choice, ...]:
    asks = field.asks
    values = dict.fromkeys(getattr(each, field.name) for each in examples)
    if asks.kind in ("flag", "choice"):
        values = dict.fromkeys((*asks.words, *values))
        if asks.kind == "flag" and asks.always:
            values = dict.fromkeys((False, True))
    called = _WORDS.get(asks.kind, _as_written)
    return tuple([Choice(_plain(value), asks.words.get(value) or called(value, state, names)) for value in values])


def _as_written(value: Any, state: Any, names: Mapping[str, str]) -> str:
    return str(value)


def _place(value: Any, state: Any, names: Mapping[str, str]) -> str:
    """A place on the layout, and who sits there."""
    if not isinstance(value, int):
        return str(value)
    seated = state.seated(value)
    return f"{place_word(value)}, {seated.name}" if seated else place_word(value)


def _plain(value: Any) -> Value:
    found: Value = value.value if isinstance(value, Enum) else value
    return found


_WORDS: dict[str, Callable[[Any, Any, Mapping[str, str]], str]] = {
    "player": lambda value, state, names: names.get(value, str(value)),
    "area": _place,
    "place": _place,
    "flag": lambda value, state, names: "yes" if value else "no",
    "choice": lambda value, state, names: str(value.value if isinstance(value, Enum) else value),
}
