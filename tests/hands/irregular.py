"""Hands in which something goes wrong: those of the table scripts, and random ones with whatever staff may enter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.books.coverage import LIBRARY
from croupier.cards import CardSource
from croupier.games.crown_poker import ENGINE, LimitKind, State, Terms, Variant
from croupier.games.crown_poker.blinds import BeginHand
from croupier.hands import Hand, NoHand, recorded
from croupier.scripts import Script, parse_all, run
from croupier.scripts.table import Table
from croupier.table.contract import Actor, Command, Event
from croupier.table.declare import EVENTS
from croupier.table.state import Stage
from tests.hands.playing import LONGEST, Playing, terms_of

BOSS = Actor("boss", "Boss", "casino-operator")
Played = tuple[State, list[tuple[int, Event]], State]
"""The table before a round, its events, and the table after it."""
NO_PART = {"CloseTable", "ExcludePlayer", "InvalidateRound", "Leave", "Join", "OrderCount", "CondemnDeck"}
"""What ends the hand for all, or the table."""


def scripts() -> list[Script]:
    """Every scenario of the book's scripts at one table; those of tournaments play at several at a time."""
    files = sorted((LIBRARY / "crown-poker").glob("*.table"))
    found = [each for path in files for each in parse_all(path.read_text(encoding="utf-8"), path.name)]
    return [each for each in found if not any("tournament" in said.text for said in each.settings)]


def rounds_of(script: Script, monkeypatch: Any) -> Iterator[Played]:
    """The rounds that a script plays."""
    log: list[tuple[State, int, Event]] = []

    def evolve(table: Any, event: Event) -> None:
        log.append((table.state, table.now, event))
        table.state = table.game.evolve(table.state, event)

    monkeypatch.setattr(Table, "evolve", evolve)
    assert run(script).holds
    start = 0
    for nth, (state, _, event) in enumerate(log, 1):
        if EVENTS[type(event)].ends is not None or nth == len(log):
            yield log[start][0], [(at, each) for _, at, each in log[start:nth]], ENGINE.evolve(state, event)
            start = nth


def hands_among(rounds: Iterator[Played]) -> Iterator[tuple[Hand, Played]]:
    """The hands that were played to their end, each with its round."""
    for played in rounds:
        try:
            yield recorded(*played[:2]), played
        except NoHand:
            continue


class Clumsy(Playing):
    """A table of random players where now and then something is entered that belongs to no plain hand."""

    def __init__(self, terms: Terms, seed: int, players: int) -> None:
        self.entered = list[str]()
        super().__init__(terms, seed, players)

    def due(self) -> None:
        """What is due; at a real table the dealer enters it, cards and all."""
        if not self.state.is_real:
            super().due()
            return
        due, turns = ENGINE.due(self.state)[0], ENGINE.turns(self.state)
        command: Any = due.command
        if turns and turns[0].player is not None:
            command = self._choice(turns[0].choices)
            if "player" in command.__struct_fields__:
                command = replace(command, player=turns[0].player)
        by = Actor(due.person, due.person) if due.person else BOSS
        assert self.act(self._filled(command), BOSS) or self.act(self._filled(due.command), by), due

    def _filled(self, command: Any) -> Command:
        """The command as staff would enter it, with cards that can be there."""
        if not {"card", "cards"} & set(command.__struct_fields__):
            return command  # type: ignore[no-any-return]
        told = [name for name in ("player", "seat", "number") if getattr(command, name, None) is not None]
        for option in ENGINE.options(self.state, BOSS):
            alike = type(option.command) is type(command)
            if alike and all(getattr(option.command, name) == getattr(command, name) for name in told):
                return option.command
        return command  # type: ignore[no-any-return]

    def err(self) -> bool:
        """Something that belongs to no plain hand; whether it was entered."""
        kinds = defaultdict[str, list[Command]](list)
        for option in ENGINE.options(self.state, BOSS):
            kinds[type(option.command).__name__].append(option.command)
        name = self.chance.choice(sorted(set(kinds) - NO_PART) or [""])
        done = bool(name) and self.act(self.chance.choice(kinds[name]), BOSS)
        self.entered += [name] if done else []
        return done

    def round(self) -> Played | None:
        """One round with up to three things gone wrong; None where too few can play."""
        self.at += 60_000
        while ENGINE.due(self.state) and not isinstance(ENGINE.due(self.state)[0].command, BeginHand):
            self.due()
        if not ENGINE.due(self.state):
            return None
        before, self.log, errors = self.state, [], 0
        for step in range(LONGEST):
            if step and self.state.stage is Stage.BETTING:
                return before, self.log, self.state
            if errors < 3 and self.state.play is not None and self.chance.random() < 0.12:
                errors += self.err()
            else:
                self.due()
        raise AssertionError("the hand never ends")


def clumsy_rounds(seed: int) -> Iterator[Played]:
    """A few rounds at a random table of any game and limit."""
    chance = Random(seed)
    variant, kind = chance.choice(list(Variant)), chance.choice(list(LimitKind))
    source = CardSource.REAL if chance.random() < 0.7 else CardSource.VIRTUAL
    terms = replace(terms_of(variant, kind, chance), cards=source)
    table = Clumsy(terms, seed, min(terms.seats, chance.randint(3, 5)))
    for _ in range(4):
        played = table.round()
        if played is not None:
            yield played
