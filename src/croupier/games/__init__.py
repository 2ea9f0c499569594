"""One package per rulebook, each with the same functions; `game` finds one by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Union

import msgspec

from croupier.table.contract import Event
from croupier.table.declare import EVENTS
from croupier.table.engine import Engine

PACKAGES: dict[str, str] = {
    "matchmaker": "croupier.games.matchmaker",
    "double-chance": "croupier.games.double_chance",
    "blackjack": "croupier.games.blackjack",
    "three-card-poker": "croupier.games.three_card_poker",
    "crown-poker": "croupier.games.crown_poker",
}
"""The package of each game, by the name that the command line and the floor write."""


class UnknownGame(LookupError):
    """No such game is played here."""


class Game:
    """A game as the rooms above see it: the contract's functions, and how its records are written and read."""

    def __init__(self, name: str, module: ModuleType) -> None:
        self.name = name
        self.package = module.__name__
        self.engine: Engine[Any] = module.ENGINE
        self.initial = module.initial
        self.decide = self.engine.decide
        self.evolve = self.engine.evolve
        self.due = self.engine.due
        self.turns = self.engine.turns
        self.options = self.engine.options
        self.view = module.view
        self.book = self.engine.book
        self.terms: type[Any] = module.Terms
        self.view_type: type[Any] = module.TableView
        self.command_type: Any = Union[tuple(self.engine.commands)]  # noqa: UP007
        self.event_type: Any = Union[tuple(self.engine.events)]  # noqa: UP007
        self.commands = msgspec.json.Decoder(self.command_type)
        self.events = msgspec.json.Decoder(self.event_type)
        self.encode = msgspec.json.Encoder().encode
        self.kinds = {EVENTS[event].kind: event for event in self.engine.events}
        """Every event the game can make, by the kind it is stored under."""
        self._once = {event.__name__: EVENTS[event].kind for event in self.engine.events}
        self._once |= {EVENTS[event].once: EVENTS[event].kind for event in self.engine.events if EVENTS[event].once}
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {
            kind: msgspec.json.Decoder(event) for kind, event in self.kinds.items()
        }

    def kind(self, stored: str) -> str:
        """The kind of a stored event as it is written today, also if it was stored under a bare or another name."""
        return self._once.get(stored, stored) if "/" in stored else self._once[stored]

    def read(self, kind: str, payload: bytes) -> Event:
        """The event that a payload of this kind holds."""
        event: Event = self._decoders[kind].decode(payload)
        return event

    def part(self, name: str) -> ModuleType | None:
        """A module that the game may have beside its rules, such as the tables of its demo floor."""
        try:
            return import_module(f"{self.package}.{name}")
        except ModuleNotFoundError as missing:
            if missing.name != f"{self.package}.{name}":
                raise
            return None


def add_game(name: str, package: str) -> None:
    """Have a game played here whose package is not one of the house's own."""
    if PACKAGES.setdefault(name, package) != package:
        raise ValueError(f"there is a game called {name!r} already")


def games() -> tuple[str, ...]:
    """The name of every game that is played here."""
    return tuple(PACKAGES)


def with_part(part: str) -> tuple[str, ...]:
    """The games that have a module so called beside their rules; none of them is imported for that."""
    places = {name: find_spec(package) for name, package in PACKAGES.items()}
    return tuple(
        name
        for name, place in places.items()
        if place is not None
        and PathFinder.find_spec(f"{place.name}.{part}", place.submodule_search_locations) is not None
    )


@cache
def game(name: str) -> Game:
    """The game of this name, as the command line and the floor write it."""
    if name not in PACKAGES:
        raise UnknownGame(f"no game is called {name!r}; there is {', '.join(PACKAGES)}")
    return Game(name, import_module(PACKAGES[name]))
