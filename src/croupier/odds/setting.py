"""What a sheet may be asked for: a game declares each of its settings once, and every way of asking is made from that.

A game's settings are a frozen Struct. The type of a field says what can be read, its `Setting` says the rest:

    decks: Annotated[int, Setting("Decks", "Decks in play.", choices={6: "six", 8: "eight"})] = 8

The command line's options, the query of a request and the lab's forms all come from `fields` and `read`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from croupier.odds.amounts import MOST_DOLLARS, amount, named

DOLLARS = "dollars"

Plain = bool | int | str | None
"""A value as JSON writes it."""

S = TypeVar("S", bound=msgspec.Struct)

_SWITCH = {"true": True, "1": True, "false": False, "0": False}
_MOST_SAID = 40
_MOST_WORDS, _LONGEST_WORD = 32, 32
"""More than this of what someone wrote is not repeated to them."""


class Setting(msgspec.Struct, frozen=True):
    """What is to be said of a setting beyond its type and its default."""

    label: str
    """What a form calls it."""
    help: str
    """What it does, in a sentence."""
    unit: str = ""
    """What it is counted in, where that is not plain."""
    choices: Mapping[Any, str] = {}
    """The values that a form offers, by name; the game itself refuses any other that its book does not allow."""
    parts: tuple[str, ...] = ()
    """What each of several numbers is for."""
    low: int | Fraction | None = None
    high: int | None = None
    needs: str = ""
    """Another setting without which this one means nothing."""
    example: Any = None
    """What a form begins with, where that shows more than the default."""
    under: tuple[str, ...] = ()
    """The clauses that it rests on."""


class Kind(StrEnum):
    """How a setting is asked for."""

    CHOICE = "choice"
    SWITCH = "switch"
    WHOLE = "whole number"
    AMOUNT = "amount"
    NUMBERS = "numbers"
    WORDS = "words"


class Field(msgspec.Struct, frozen=True):
    """One setting as declared: its name, the type of its value, whether it may be left unset, its default."""

    name: str
    type: Any
    optional: bool
    default: Any
    setting: Setting

    @property
    def kind(self) -> Kind:
        """How it is asked for."""
        if self.setting.choices:
            return Kind.CHOICE
        if self.type is bool:
            return Kind.SWITCH
        if self.type is int:
            return Kind.WHOLE
        if self.type is Fraction:
            return Kind.AMOUNT
        return Kind.WORDS if str in get_args(self.type) else Kind.NUMBERS

    def parsed(self, text: str) -> Any:
        """The value that someone wrote; ValueError if it is none."""
        said = (text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]}…") or "nothing"
        if self.type is int:
            if not re.fullmatch(r"[+-]?[0-9]+", text):
                raise ValueError(f"{self.name}: {said} is not a whole number")
            return self.taken(int(text) if len(text) < len(str(MOST_DOLLARS)) else MOST_DOLLARS)
        if self.type is Fraction:
            try:
                return self.taken(Decimal(text))
            except ArithmeticError:
                raise ValueError(f"{self.name}: {said} is not an amount") from None
        if get_origin(self.type) is tuple:
            return self.taken(text)
        named_values = self.by_text
        if text not in named_values:
            raise ValueError(f"{self.name}: {said} is none of {', '.join(named_values)}")
        return named_values[text]

    def taken(self, value: Any) -> Any:
        """A value of the type that it is written in, as the settings hold it; ValueError if it is out of all bounds."""
        if self.type is Fraction and isinstance(value, Decimal):
            return amount(value)
        if get_origin(self.type) is tuple and isinstance(value, str):
            return _words(self.name, value) if self.kind is Kind.WORDS else _numbers(self.name, value)
        if self.type is int and isinstance(value, int) and abs(value) >= MOST_DOLLARS:
            raise ValueError(f"{self.name}: whole numbers are less than a billion")
        return value

    @property
    def by_text(self) -> dict[str, Any]:
        """The values of a type that has few of them, by what is written for each."""
        if self.type is bool:
            return dict(_SWITCH)
        values = get_args(self.type) if get_origin(self.type) is Literal else tuple(self.type)
        return {str(plain(value)): value for value in values}


@cache
def fields(settings: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The settings that a game declares, in their order."""
    hints = get_type_hints(settings, include_extras=True)
    return tuple(_field(each, hints[each.name]) for each in msgspec.structs.fields(settings))


def read(settings: type[S], said: Mapping[str, str]) -> S:
    """The settings that someone wrote, by name; ValueError says what stands against them."""
    known = {field.name: field for field in fields(settings)}
    for name in said:
        if name not in known:
            raise ValueError(f"there is no setting {name[:_MOST_SAID]}; there are {', '.join(known)}")
    return settings(**{name: known[name].parsed(text) for name, text in said.items()})


def exactly(settings: msgspec.Struct) -> None:
    """Have every amount of new settings be a fraction, whatever whole number or decimal it was given as.

    A float is refused: what it stands for cannot be told from what it is.
    """
    for field in fields(type(settings)):
        value = getattr(settings, field.name)
        if field.type is Fraction and value is not None and not isinstance(value, Fraction):
            if not isinstance(value, int | Decimal):
                raise TypeError(f"{field.name}: an amount is a fraction, a decimal or a whole number")
            msgspec.structs.force_setattr(settings, field.name, Fraction(value))


def plain(value: Any) -> Plain:
    """A setting's value as JSON and a query write it.

    >>> plain(Fraction(5, 2)), plain((50, 20, 1))
    ('2.50', '50,20,1')
    """
    match value:
        case Enum():
            return str(value.value)
        case Fraction():
            return named(value)
        case tuple():
            return ",".join(map(str, value))
        case None | bool() | int() | str():
            return value
    raise TypeError(f"{value!r} is no value of a setting")


def _field(declared: msgspec.structs.FieldInfo, hint: Any) -> Field:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{declared.name} is declared without a Setting")
    held, *metadata = get_args(hint)
    types = [each for each in get_args(held) if each is not NoneType]
    optional = NoneType in get_args(held)
    setting = next(each for each in metadata if isinstance(each, Setting))
    return Field(declared.name, types[0] if optional else held, optional, declared.default, setting)


def _numbers(name: str, text: str) -> tuple[int, ...]:
    each = [number.strip() for number in text.split(",")]
    if not all(number.isascii() and number.isdigit() and len(number) < len(str(MOST_DOLLARS)) for number in each):
        raise ValueError(f"{name}: write whole numbers, each less than a billion, with commas between")
    return tuple(map(int, each))


def _words(name: str, text: str) -> tuple[str, ...]:
    each = tuple(word.strip() for word in text.split(",") if word.strip())
    if len(each) > _MOST_WORDS or any(len(word) > _LONGEST_WORD for word in each):
        raise ValueError(f"{name}: write at most {_MOST_WORDS} short words with commas between")
    return each
