"""The conditions of a tournament written as a file again, so that they can be changed where they were read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from croupier.house.tournaments.sheet import MONEY
from croupier.money import dollars
from croupier.table.tournaments.conditions import Conditions

AMOUNTS = MONEY | {"amount"}
"""The fields that hold money, which is written as in "$50"."""


def written(conditions: Conditions) -> str:
    """The conditions as a file; reading it gives the same conditions."""
    said = msgspec.to_builtins(conditions, order="sorted")
    said["statements"] = sorted(said.pop("statements", ()))
    plain = {name: value for name, value in said.items() if not isinstance(value, dict)}
    parts = {name: value for name, value in said.items() if isinstance(value, dict)}
    lines = list(_lines(plain))
    for name, part in parts.items():
        lines += ["", f"[{name}]", *_lines(part)]
    return "\n".join([*lines, ""])


def _lines(said: Mapping[str, Any]) -> Iterator[str]:
    for name, value in said.items():
        yield f"{name} = {_value(name, value)}"


def _value(name: str, value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() if name in AMOUNTS:
            return json.dumps(dollars(value), ensure_ascii=False)
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case dict():
            return "{ " + ", ".join(f"{key} = {_value(key, each)}" for key, each in value.items()) + " }"
        case _:
            rows = [_value(name, each) for each in value]
            if any(isinstance(each, dict) for each in value):
                return "[\n" + "".join(f"  {row},\n" for row in rows) + "]"
            return "[" + ", ".join(rows) + "]"
