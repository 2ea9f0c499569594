"""Values for the slots of a line form, found in what it is to say: a record's events, a table's terms or its state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice, product
from typing import Any, NamedTuple

import msgspec

from croupier.cards import Card
from croupier.scripts.kinds import Subject
from croupier.scripts.pattern import Kind, Literal, Maybe, Misread, Pattern, Slot, slots, words_of

_COUNTED = re.compile(r"(\d{1,3}) \w+$")
MOST_VALUES = 10
"""Values that are tried for one slot,"""
MOST_FILLINGS = 256
"""and ways to fill one form."""


class Value(NamedTuple):
    """Something found, and the name of the field that it was found in."""

    field: str
    value: Any


def values_in(what: Any, field: str = "", players: frozenset[str] = frozenset()) -> Iterator[Value]:
    """Everything in a value, itself among it; a player's name is the player too."""
    if what is None:
        return
    yield Value(field, what)
    if type(what) is str:
        person = what.partition(":")[2] or what
        if person in players:
            yield Value(field, Subject(person))
        if (counted := _COUNTED.match(what)) is not None:  # "5 cards"
            yield Value(field, int(counted[1]))
    elif isinstance(what, msgspec.Struct):
        named = [(name, getattr(what, name)) for name in what.__struct_fields__]
        for name, each in named:
            yield from values_in(each, name, players)
        held = [each for _, each in named if each is not None]
        if len(held) == 2:  # an area and its card, say
            yield Value(field, tuple(held))
    elif isinstance(what, dict):
        for key, each in what.items():
            yield from values_in(key, field, players)
            yield from values_in(each, field, players)
    elif isinstance(what, tuple | list | frozenset):
        for each in what:
            yield from values_in(each, field, players)
        yield from _together(what, field, players)


def _together(what: Any, field: str, players: frozenset[str]) -> Iterator[Value]:
    """A row of people, of pairs, and of the cards laid on areas, as lines say them."""
    row = tuple(what)
    if row and all(type(each) is str and each in players for each in row):
        yield Value(field, tuple(Subject(each) for each in row))
    if row and all(isinstance(each, msgspec.Struct) and len(each.__struct_fields__) == 2 for each in row):
        pairs = [tuple(getattr(each, name) for name in each.__struct_fields__) for each in row]
        yield Value(field, tuple(pairs))
        if all(isinstance(card, Card) for _, card in pairs):
            laid: dict[int, tuple[Card, ...]] = {}
            for area, card in pairs:
                laid[area] = (*laid.get(area, ()), card)
            yield Value(field, tuple(laid.items()))
            yield Value("cards", tuple(card for _, card in pairs))
            yield Value("areas", tuple(laid))


class Findings:
    """What was found, and what of it could stand in the slots of the forms."""

    def __init__(self, found: Iterable[Value], kinds: Mapping[str, Kind]) -> None:
        self._found, self._kinds = tuple(found), kinds
        self._fitting: dict[Slot, list[Any]] = {}

    def fillings(self, pattern: Pattern, given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """The ways to fill a pattern, those that say most first; `given` values stand."""
        for used in _uses(pattern):
            wanted = [slot for slot in used if slot.name not in given]
            candidates = [self.fitting(slot) for slot in wanted]
            if all(candidates):
                fixed = {slot.name: given[slot.name] for slot in used if slot.name in given}
                for chosen in islice(product(*candidates), MOST_FILLINGS):
                    yield fixed | dict(zip([slot.name for slot in wanted], chosen, strict=True))

    def fitting(self, slot: Slot) -> list[Any]:
        """What could stand in a slot, values of a field of its name first, each as it is read once it is written."""
        if slot not in self._fitting:
            kind, texts = self._kinds[slot.kind], dict[str, None]()
            for _, value in sorted(self._found, key=lambda each: _unlike(each.field, slot.name)):
                text = kind.write(value) if len(texts) < MOST_VALUES else None
                if text is not None:
                    texts[text] = None
            self._fitting[slot] = [value for text in texts if (value := _read(kind, text)) is not None]
        return self._fitting[slot]


def _unlike(field: str, slot: str) -> int:
    """How little the name of a field speaks for a slot."""
    return 0 if field == slot else 1 if slot in field.split("_") else 2


def _read(kind: Kind, text: str) -> Any:
    """What words are read as, where they are all of it."""
    words = words_of(text)
    try:
        read = kind.read(words, 0)
    except Misread:
        return None
    return None if read is None or read[1] < len(words) else read[0]


@cache
def _uses(pattern: Pattern) -> list[tuple[Slot, ...]]:
    """The slots of a pattern with more or less of what may be left out, most first."""
    found: list[tuple[Slot, ...]] = [()]
    for node in pattern:
        match node:
            case Slot():
                found = [(*each, node) for each in found]
            case Maybe(nodes) if any(True for _ in slots(nodes)):
                found = [(*each, *inner) for each in found for inner in (*_uses(nodes), ())]
            case Literal() | Maybe():
                pass
    return sorted(found, key=len, reverse=True)
