"""What a new table may be set up with: each of a game's terms as something to fill in, found from its struct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from croupier.games import game, games
from croupier.money import Limits

OF_THE_FLOOR = ("table", "casino", "version")
"""Terms that the floor gives a table itself."""


class TermAsked(msgspec.Struct, frozen=True, kw_only=True):
    """One term: what a form calls it, how it is asked for, and what stands there unless something else is said."""

    name: str
    label: str
    kind: str
    """`switch`, `number`, `percent` (in thousandths), `money`, `amounts`, `text`, `choice`, `limits`; `group` of
    several, `rows` of any number of them, and `lists` where a row goes without names. The floor alone knows other
    terms and leaves them as they are."""
    choices: tuple[str, ...] = ()
    """What is chosen from; of limits, the bets that may be offered."""
    names: dict[str, str] = {}
    """What the choices are called, where not by their own words."""
    says: str = ""
    """What it means, in a sentence."""
    under: tuple[str, ...] = ()
    """The clauses behind it."""
    optional: bool = False
    default: Any = None
    fields: tuple[TermAsked, ...] = ()
    """The terms of a group or of a row."""


class GameAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A game of which a table may be put on the floor."""

    game: str
    title: str
    terms: tuple[TermAsked, ...]


def games_asked() -> tuple[GameAsked, ...]:
    """Every game of the house with what its tables may be set up with."""
    return tuple(GameAsked(game=name, title=game(name).book.title, terms=_terms(game(name).terms)) for name in games())


def _terms(terms: type[Any]) -> tuple[TermAsked, ...]:
    usual = terms()
    return tuple([each for each in _fields(terms, usual) if each.name not in OF_THE_FLOOR])


def _fields(struct: type[Any], usual: Any = None) -> Iterator[TermAsked]:
    """What is asked of a struct, by what stands in a usual one, or by its defaults."""
    for each in inspect.type_info(struct).fields:  # type: ignore[attr-defined]
        default = getattr(usual, each.name) if usual is not None else _default(each)
        found = _asked(each.name, each.type, default)
        if found is not None:
            yield found


def _default(field: inspect.Field) -> Any:
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return None if field.default is NODEFAULT else field.default


class _Notes(msgspec.Struct, frozen=True):
    """What is noted at a type beside the type itself."""

    asked: bool | None = None
    label: str = ""
    money: bool = False
    percent: bool = False
    choices: tuple[str, ...] = ()
    names: dict[str, str] = {}
    bets: tuple[str, ...] = ()
    says: str = ""
    under: tuple[str, ...] = ()


def _bare(kind: inspect.Type) -> tuple[inspect.Type, _Notes, bool]:
    """A type without its notes and without None, the notes, and whether None will do."""
    notes, optional = dict[str, Any](), False
    while isinstance(kind, inspect.Metadata | inspect.UnionType):
        if isinstance(kind, inspect.Metadata):
            notes |= kind.extra or {}
            kind = kind.type
            continue
        others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        if len(others) > 1:
            break
        kind, optional = others[0], True
    return kind, _Notes(**notes), optional


def _asked(name: str, of: inspect.Type, default: Any) -> TermAsked | None:
    kind, notes, optional = _bare(of)
    if notes.asked is False:
        return None
    found = _kind(kind, notes, default)
    if found is None:
        return None
    label = notes.label or name.replace("_", " ").capitalize()
    told = {"names": notes.names, "says": notes.says, "under": notes.under}
    return msgspec.structs.replace(found, name=name, label=label, optional=optional, **told)


def _kind(kind: inspect.Type, notes: _Notes, default: Any) -> TermAsked | None:
    """How a value of this type is filled in; a struct, words and lists only where they are noted as asked."""
    match kind:
        case inspect.BoolType():
            return _term("switch", default)
        case inspect.IntType():
            return _term("money" if notes.money else "percent" if notes.percent else "number", default)
        case inspect.EnumType():
            choices = notes.choices or [str(each.value) for each in kind.cls]
            return _term("choice", _plain(default), choices=choices)
        case inspect.DictType() if notes.bets or all(isinstance(each, Limits) for each in default.values()):
            return _term("limits", {str(_plain(bet)): each for bet, each in default.items()}, choices=notes.bets)
        case inspect.StrType() if notes.asked:
            return _term("choice" if notes.choices else "text", default, choices=notes.choices)
        case inspect.StructType() if notes.asked:
            return _term("group", None, fields=_fields(kind.cls, default))
        case inspect.VarTupleType():
            return _several(kind.item_type, notes, default)
        case _:
            return None


def _several(of: inspect.Type, notes: _Notes, default: Any) -> TermAsked | None:
    item, each, _ = _bare(of)
    if isinstance(item, inspect.IntType) and each.money:
        return _term("amounts", default)
    if isinstance(item, inspect.StructType) and notes.asked:
        return _term("rows", (), fields=_fields(item.cls))
    if isinstance(item, inspect.TupleType) and notes.asked:
        parts = (_asked(str(nth), part, None) for nth, part in enumerate(item.item_types))
        return _term("lists", (), fields=[part for part in parts if part is not None])
    return None


def _term(kind: str, default: Any, choices: Iterable[str] = (), fields: Iterable[TermAsked] = ()) -> TermAsked:
    return TermAsked(name="", label="", kind=kind, default=default, choices=tuple(choices), fields=tuple(fields))


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
