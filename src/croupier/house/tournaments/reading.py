"""The conditions of a tournament as they are written in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from croupier.house.tournaments.findings import NoConditions, tournament_book
from croupier.money import read_dollars
from croupier.table.tournaments.conditions import Conditions, Said


def read(text: str) -> Conditions:
    """Conditions as they are written in a file, with amounts as in "$50"; NoConditions if they cannot be read."""
    try:
        raw = msgspec.toml.decode(text)
        found = msgspec.convert(_in_cents(raw, Conditions, ""), Conditions)
    except msgspec.ValidationError as error:
        raise NoConditions(_plainly(str(error))) from error
    except msgspec.DecodeError as error:
        raise NoConditions(f"this is not TOML: {error}") from error
    tournament_book(found.book)
    return found


def _in_cents(raw: Any, hint: Any, where: str) -> Any:
    """What was written, with amounts read as cents wherever the terms hold money."""
    kinds = list(_kinds(hint))
    if isinstance(raw, dict):
        part = next((each for each in kinds if isinstance(each, type) and issubclass(each, Said)), None)
        hints = {} if part is None else get_type_hints(part, include_extras=True)
        return {name: _in_cents(value, hints.get(name), f"{where}{name}.") for name, value in raw.items()}
    if isinstance(raw, list):
        inner = next((get_args(each)[0] for each in kinds if get_origin(each) is tuple), None)
        return [_in_cents(value, inner, where) for value in raw]
    if isinstance(raw, str) and any(_is_money(each) for each in _annotated(hint)):
        try:
            return read_dollars(raw)
        except ValueError as error:
            raise NoConditions(f"{where.rstrip('.')}: {error}") from error
    return raw


def _kinds(hint: Any) -> Iterator[Any]:
    """The types that a value may be of, without what is said about them."""
    if get_origin(hint) is tuple or not get_args(hint):
        yield hint
    else:
        inner = get_args(hint)[:1] if hasattr(hint, "__metadata__") else get_args(hint)
        for each in inner:
            yield from _kinds(each)


def _annotated(hint: Any) -> Iterator[Any]:
    if hasattr(hint, "__metadata__"):
        yield hint
    for each in get_args(hint):
        yield from _annotated(each)


def _is_money(hint: Any) -> bool:
    return any((getattr(each, "extra", None) or {}).get("money") for each in hint.__metadata__)


def _plainly(said: str) -> str:
    """A reader's complaint with the path written as in the file."""
    words, _, path = said.partition(" - at `$.")
    return f"{path.rstrip('`')}: {words}" if path else words
