"""What a record tells, told as scripts do: people by short names, moments as times of one day.

In a script a name is its own id, begins with a capital letter and has no spaces; time begins with the day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_NOT_IN_NAMES = re.compile(r"[^\w'-]+")
_MOMENTS = 10**12
"""Numbers from here on are moments in milliseconds: no amount, count or place is so large."""


class Cast:
    """Who plays whom: the people of a record under the names that a script gives them, and the day it is played on."""

    def __init__(self, names: Mapping[str, str], taken: Iterable[str] = (), midnight: int = 0) -> None:
        self.midnight = midnight
        self._taken = {each.lower() for each in taken}
        self.names: dict[str, str] = {}
        """The script's name of everyone, by their id."""
        self.called = dict(names)
        """What people are called on the record."""
        for person in names:
            self.name(person)
        self._spoken = {called: self.names[person] for person, called in names.items()}

    def name(self, person: str) -> str:
        """The script's name of someone."""
        if person not in self.names:
            said = _NOT_IN_NAMES.sub("-", self.called.get(person, person)).strip("-'")
            name = said[:1].upper() + said[1:]
            if not name or not ("A" <= name[0] <= "Z"):
                name = f"P-{name}"
            several, number = name, 1
            while name.lower() in self._taken:
                number += 1
                name = f"{several}-{number}"
            self._taken.add(name.lower())
            self.names[person] = name
        return self.names[person]

    def told(self, value: T) -> T:
        """A value with everyone in it under the script's names, and its moments those of the script's day."""
        return self._told(value, "")  # type: ignore[no-any-return]

    def _told(self, value: Any, field: str) -> Any:
        if isinstance(value, str):
            return self._text(value, field) if type(value) is str else value
        if isinstance(value, bool):
            return value
        if isinstance(value, int):
            return value - self.midnight if value >= _MOMENTS else value
        if isinstance(value, msgspec.Struct):
            return type(value)(**{name: self._told(getattr(value, name), name) for name in value.__struct_fields__})
        if isinstance(value, tuple):
            parts = [self._told(each, field) for each in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        if isinstance(value, dict):
            return {self._told(key, field): self._told(each, field) for key, each in value.items()}
        if isinstance(value, frozenset):
            return frozenset(self._told(each, field) for each in value)
        return value

    def _text(self, text: str, field: str) -> str:
        """An id, an account of someone's, or a name where one stands; any other text as it is."""
        if text in self.names:
            return self.names[text]
        if field == "name":
            return self._spoken.get(text, text)
        kind, colon, owner = text.partition(":")
        return f"{kind}:{self.names[owner]}" if colon and owner in self.names else text
