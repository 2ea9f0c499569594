"""One package per rulebook, each with the same six functions; `game` finds one by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Union

import msgspec

from croupier.table.contract import Actor, Event

GAMES = ("matchmaker", "double-chance", "three-card-poker")


class UnknownGame(LookupError):
    """No such game is played here."""


class Game:
    """A game as the rooms above see it: the contract's six functions, and how its records are written."""

    def __init__(self, name: str, module: ModuleType) -> None:
        self.name = name
        self.initial = module.initial
        self.decide = module.decide
        self.evolve = module.evolve
        self.due = module.due
        self.options = module.options
        self.view = module.view
        self.told = getattr(module, "told", _as_it_is)
        """The event as a viewer may hear of it: a game with hidden cards leaves out what is not theirs."""
        self.engine = module.ENGINE
        self.terms: type[Any] = module.Terms
        self.view_type: type[Any] = module.TableView
        self.command_type: Any = Union[tuple(self.engine.commands)]  # noqa: UP007
        self.event_type: Any = Union[tuple(self.engine.events)]  # noqa: UP007
        self.commands = msgspec.json.Decoder(self.command_type)
        self.events = msgspec.json.Decoder(self.event_type)
        self.encode = msgspec.json.Encoder().encode


def _as_it_is(event: Event, viewer: Actor) -> Event:
    return event


@cache
def game(name: str) -> Game:
    """The game of this name, as the command line and the floor write it."""
    if name not in GAMES:
        raise UnknownGame(f"no game is called {name!r}; there is {', '.join(GAMES)}")
    return Game(name, import_module(f"croupier.games.{name.replace('-', '_')}"))
