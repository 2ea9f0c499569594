"""Enumerations whose members are found at once."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

EnumT = TypeVar("EnumT", bound=type[Enum])


def quick(enumeration: EnumT) -> EnumT:
    """The enumeration with its members as plain attributes of the class, as from Python 3.12 on, and hashed as texts.

    Python 3.11 looks each member up through a descriptor written in Python, and hashes it by a method written in Python
    too; the engine compares stages and counts cards so often that this is a third of its time.
    """
    for name, member in enumeration.__members__.items():
        type.__setattr__(enumeration, name, member)
    if issubclass(enumeration, str):
        type.__setattr__(enumeration, "__hash__", str.__hash__)
    return enumeration
