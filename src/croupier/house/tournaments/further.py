"""What conditions say beside what their book wants said: everyone who accepts them has read that as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.money import dollars
from croupier.table.tournaments.conditions import Conditions, Said
from croupier.table.tournaments.matters import TournamentBook

ELSEWHERE = ("title", "book", "statements", "readings", "varies", "entry.won", "bank.worth", "structure.rounds")
"""What stands in a place of its own on the sheet."""
MONEY = frozenset({"fee", "buy_in", "re_buy", "add_on", "pool"})
IN_CHIPS = "structure.elimination."
"""Where amounts are in chips, whatever their fields are called."""


def further(conditions: Conditions, book: TournamentBook) -> tuple[str, ...]:
    """Everything else that is said, in the order of the file and by the names that its fields have there.

    What there is not and need not be mentioned is left out.
    """
    told = {path for matter in book.matters for part in matter.parts for path in part.removeprefix("?").split("|")}
    told |= set(ELSEWHERE)
    return tuple(_said(conditions, "", told))


def _said(part: Said, where: str, told: set[str]) -> Iterator[str]:
    for field in msgspec.structs.fields(type(part)):
        path, value = f"{where}{field.name}", getattr(part, field.name)
        if path in told or value is None or value is False or value in (field.default, ()):
            continue
        if isinstance(value, Said):
            yield from _said(value, f"{path}.", told)
            continue
        heading = ", ".join(_words(name) for name in path.split("."))
        money = field.name in MONEY and not path.startswith(IN_CHIPS)
        if isinstance(value, tuple) and value and isinstance(value[0], Said):
            for number, each in enumerate(value, 1):
                yield f"{heading.capitalize()} {number}: {_row(each)}"
        else:
            yield f"{heading.capitalize()}: {_value(value, money=money)}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _row(row: Said) -> str:
    """One of several of a kind, with everything that is said of it."""
    said = [(each.name, getattr(row, each.name), each.default) for each in msgspec.structs.fields(type(row))]
    return ", ".join(
        f"{_words(name)} {_value(value, money=False)}"
        for name, value, default in said
        if value is not None and (value != default or (isinstance(value, int) and value))
    )


def _value(value: Any, *, money: bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " and ".join(_value(each, money=money) for each in value)
    if isinstance(value, int):
        return dollars(value) if money else f"{value:,}"
    return str(value)
