"""What a new table may be set up with: each of a game's terms as something to fill in, found from its struct."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec
from msgspec import inspect

from croupier.games import game, games
from croupier.money import Limits

OF_THE_FLOOR = ("table", "casino", "version")
"""Terms that the floor gives a table itself."""


class TermAsked(msgspec.Struct, frozen=True, kw_only=True):
    """One term: what a form calls it, how it is asked for, and what stands there unless something else is said."""

    name: str
    label: str
    kind: str
    """`switch`, `number`, `choice` or `limits`; the floor alone knows the others and leaves them as they are."""
    choices: tuple[str, ...] = ()
    optional: bool = False
    default: Any = None


class GameAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A game of which a table may be put on the floor."""

    game: str
    title: str
    terms: tuple[TermAsked, ...]


def games_asked() -> tuple[GameAsked, ...]:
    """Every game of the house with what its tables may be set up with."""
    return tuple(GameAsked(game=name, title=game(name).book.title, terms=_terms(game(name).terms)) for name in games())


def _terms(terms: type[Any]) -> tuple[TermAsked, ...]:
    usual, asked = terms(), []
    for each in inspect.type_info(terms).fields:  # type: ignore[attr-defined]
        if each.name not in OF_THE_FLOOR:
            found = _asked(each.name, each.type, getattr(usual, each.name))
            asked += [found] if found else []
    return tuple(asked)


def _asked(name: str, kind: inspect.Type, default: Any) -> TermAsked | None:
    label = name.replace("_", " ").capitalize()
    optional = isinstance(kind, inspect.UnionType)
    if isinstance(kind, inspect.UnionType):
        others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        kind = others[0] if len(others) == 1 else kind
    match kind:
        case inspect.BoolType():
            return TermAsked(name=name, label=label, kind="switch", default=default)
        case inspect.IntType():
            return TermAsked(name=name, label=label, kind="number", optional=optional, default=default)
        case inspect.EnumType():
            choices = tuple(str(each.value) for each in kind.cls)
            return TermAsked(name=name, label=label, kind="choice", choices=choices, default=_plain(default))
        case inspect.DictType() if all(isinstance(each, Limits) for each in default.values()):
            plain = {str(_plain(bet)): each for bet, each in default.items()}
            return TermAsked(name=name, label=label, kind="limits", default=plain)
        case _:
            return None


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
