"""People who say everything again and again: each command a rank may give, with as much in it as it holds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import Drawn
from croupier.games import Game
from croupier.table.bounds import LONGEST_ID
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.engine import examples
from croupier.table.fields import Written, fields_of, written_in
from tests.conformance.hidden import lucky, with_faces
from tests.conformance.walk import performer

GUESTS = tuple(Actor(f"guest-{number:03}", f"Guest {number}") for number in range(40))
PATIENCE = 60
"""So many refusals one after another, by as many people, and nobody tries any longer."""


class Crowd:
    """A table beset by guests, and by those of the house whose ranks are named."""

    def __init__(self, game: Game, terms: Any, ranks: tuple[str, ...]) -> None:
        self.game, self.chance = game, Random(5)
        self.state = game.initial(terms)
        self.drawn = Drawn(lambda counts: lucky(counts, self.chance, 0.0))
        self.staff = tuple(Actor(f"staff-{rank}", rank.title(), rank) for rank in ranks)
        self.at, self.said = 0, 0
        self.play_on(60)

    def do(self, command: Command, by: Actor) -> bool:
        """Put a command to the table; whether it was accepted."""
        self.at += 1000
        decision = self.game.decide(self.state, command, by, self.at, self.drawn)
        if isinstance(decision, Refusal):
            assert decision.under
            return False
        for event in decision:
            self.state = self.game.evolve(self.state, event)
        return True

    def play_on(self, acts: int) -> None:
        """Let play go on by what is due, with someone to play."""
        for _ in range(acts):
            due = self.game.due(self.state)
            if due:
                command = with_faces(self.state, due[0].command, self.chance, 0.0)
                self.do(command, performer(due[0], command))
                continue
            for guest in GUESTS[:3]:
                for kind in ("Join", "PlaceWager"):
                    self.repeat(kind, 1, (guest,))

    def repeat(self, kind: str, times: int, by: tuple[Actor, ...]) -> int:
        """Give one kind of command again and again, by turns; how often it was accepted."""
        accepted = refused = 0
        while accepted < times and refused < PATIENCE:
            who = by[(accepted + refused) % len(by)]
            if any(self.do(self.filled(command), who) for command in self._examples(kind, who)):
                accepted, refused = accepted + 1, 0
            else:
                refused += 1
        return accepted

    def _examples(self, kind: str, who: Actor) -> Iterator[Command]:
        infos = {each.__name__: info for each, info in self.game.engine.infos.items()}
        context = self.game.engine.context(
            self.state, who, self.at, Drawn(lambda counts: lucky(counts, self.chance, 0.0))
        )
        found = list(examples(infos[kind], self.state, context))
        yield from self.chance.sample(found, min(3, len(found)))

    def filled(self, command: Command) -> Command:
        """The command with every text as long as may be, and never the same twice."""
        self.said += 1
        return replace(command, **{field.name: self._text(field, command) for field in written_in(type(command))})

    def _text(self, field: Written, command: Command) -> Any:
        value = getattr(command, field.name)
        kind = {each.name: each.asks.kind for each in fields_of(type(command))}[field.name]
        if isinstance(value, str) and kind == "text":
            return f"{self.said} ".ljust(field.most, "x")
        if isinstance(value, str) and field.name == "person":
            return f"visitor-{self.said}".ljust(LONGEST_ID, "x")
        if isinstance(value, tuple) and value and all(isinstance(each, str) for each in value):
            return tuple(f"{self.said}-{number}".ljust(LONGEST_ID, "x") for number in range(8))
        return value

    def sizes(self) -> tuple[int, int]:
        """The bytes of the state, and of the largest view of it."""
        viewers = (*GUESTS[:4], *self.staff, Actor("", "", "regulator"), Actor("", ""))
        views = (len(self.game.encode(self.game.view(self.state, viewer, self.at))) for viewer in viewers)
        return len(msgspec.msgpack.encode(self.state)), max(views)
