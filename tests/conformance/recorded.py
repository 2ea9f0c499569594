"""A walk that keeps its record by rounds: how the table stood before each, and its acts with what came of them."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.games import Game
from croupier.house.meter import Meter
from croupier.scripts.writing import Passage, Written, write
from croupier.table.contract import Actor, Command, Decision, Refusal
from croupier.table.declare import EVENTS, Desk
from tests.conformance.walk import PLAYERS, Walk, performer


class PlayedRound(msgspec.Struct, frozen=True):
    """One round of a walk."""

    game: Game
    before: Any
    after: Any
    meter: Meter | None
    passages: tuple[Passage, ...]
    earlier: tuple[Passage, ...]
    names: dict[str, str]

    def script(self) -> Written:
        beside = {} if self.meter is None else {"meter": (self.meter.seed, self.meter.mites)}
        return write(
            self.game,
            "A round of a walk.",
            self.before,
            self.passages,
            names=self.names,
            beside=beside,
            earlier=self.earlier,
        )


class RecordedWalk(Walk):
    """A walk whose rounds can be written."""

    def __init__(self, game: Game, terms: Any, seed: int) -> None:
        super().__init__(game, terms, seed)
        self.rounds: list[PlayedRound] = []
        self._passages: list[Passage] = []
        self._earlier: list[Passage] = []
        self._names: dict[str, str] = {}
        self._before, self._meter = self.state, self.meter

    def do(self, command: Command, by: Actor) -> Decision:
        start = len(self.log)
        decision = super().do(command, by)
        if isinstance(decision, Refusal):
            return decision
        self._passages.append(Passage(self.at, by.id, by.rank, tuple(self.log[start:])))
        self._names |= {person.id: person.name for person in self.state.people.values()}
        if any(EVENTS[type(event)].ends for event in self.log[start:]):
            passages, earlier = tuple(self._passages), tuple(self._earlier)
            names = dict(self._names)
            self.rounds.append(PlayedRound(self.game, self._before, self.state, self._meter, passages, earlier, names))
            self._earlier += passages
            self._passages, self._before, self._meter = [], self.state, self.meter
        return decision

    def calm_step(self) -> None:
        """Ordinary play: players come, wager and choose, and what is due is done."""
        due = self.game.due(self.state)
        self.at += self.chance.choice((0, 1_000, 7_000))
        if due and self.chance.random() < 0.55:
            command = self.with_card(due[0].command)
            self.do(command, performer(due[0], command))
            return
        player = self.chance.choice(PLAYERS)
        options = [
            each.command for each in self.game.options(self.state, player, self.at) if _plays(self.game, each.command)
        ]
        if options:
            command = self.chance.choice(options)
            named = "cents" in command.__struct_fields__ and player.id not in self.state.people
            self.do(msgspec.structs.replace(command, cents=20_000) if named else command, player)


def _plays(game: Game, command: Command) -> bool:
    info = game.engine.infos[type(command)]
    return info.desk is Desk.TABLE and not any(field == "about" for field in command.__struct_fields__)
