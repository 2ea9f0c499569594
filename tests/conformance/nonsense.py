"""Commands that no one in their right mind would give, built from nothing but the commands' own types."""

from __future__ import annotations

import types
from enum import Enum
from functools import cache
from random import Random
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from croupier.table.contract import Command

NUMBERS = (-(2**63), -100, -1, 0, 1, 2, 3, 9, 10, 52, 53, 104, 250, 500, 550, 999, 50_000, 10**12, 2**63 - 1)


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field: hints[field] for field in kind.__struct_fields__}


def command(kinds: tuple[type[Command], ...], words: tuple[str, ...], chance: Random) -> Command:
    """Any command with any fields of the right types; words are what its texts may say."""
    made: Command = _value(chance.choice(kinds), words, chance)
    return made


def changed(command: Command, words: tuple[str, ...], chance: Random) -> Command:
    """A sensible command with one of its fields made up, or the same again if it has none."""
    hints = _hints(type(command))
    if not hints:
        return command
    field = chance.choice(sorted(hints))
    return replace(command, **{field: _value(hints[field], words, chance)})


def _value(hint: Any, words: tuple[str, ...], chance: Random) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return _value(chance.choice(get_args(hint)), words, chance)
    if get_origin(hint) is tuple and get_args(hint)[-1] is not Ellipsis:
        return tuple(_value(each, words, chance) for each in get_args(hint))
    if get_origin(hint) is tuple:
        return tuple(_value(get_args(hint)[0], words, chance) for _ in range(chance.randrange(4)))
    if get_origin(hint) is dict:
        key, value = get_args(hint)
        return {_value(key, words, chance): _value(value, words, chance) for _ in range(chance.randrange(8))}
    if hint is types.NoneType:
        return None
    if hint is bool:
        return chance.random() < 0.5
    if hint is int:
        return chance.choice(NUMBERS)
    if hint is str:
        return chance.choice(words)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return chance.choice(list(hint))
    return hint(**{field: _value(each, words, chance) for field, each in _hints(hint).items()})
