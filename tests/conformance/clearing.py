"""A table after a round, and after a shuffle, held field by field against a fresh one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from croupier.cards import DECK, Drawn
from croupier.games import Game
from croupier.table.care import CardsShuffled
from croupier.table.contract import Actor, Event, Refusal
from croupier.table.cut import BurnCardShown
from croupier.table.declare import EVENTS
from croupier.table.faults import BurnMissed
from croupier.table.state import BankedTable, Stage, Step
from tests.conformance.concealment import faces_of

LISTS: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "lasting.toml").read_text(encoding="utf-8"))
CARRIED = "jackpot"
"""The only bet whose wagers are carried from one round into the next."""
MOST_ACTS = 100


def until_shuffled(game: str) -> frozenset[str]:
    """The fields that outlast a round, and no shuffle."""
    return frozenset(LISTS["until-shuffled"].keys() | LISTS.get(f"{game}-until-shuffled", {}).keys())


def lasting(game: str, state: Any) -> frozenset[str]:
    """The fields that outlast a round."""
    banked = LISTS["banked"] if isinstance(state, BankedTable) else {}
    return frozenset([*LISTS["every-table"], *banked, *LISTS.get(game, {})]) | until_shuffled(game)


class Clearing:
    """What a fresh table of these terms looks like once it is ready, and every table after a round like it."""

    def __init__(self, game: Game) -> None:
        self.game, self.rounds, self.shuffles = game, 0, 0
        self.shuffled = False
        self.shown = False
        """Whether any card has been seen since the shuffle."""

    def happened(self, event: Event, before: Any, after: Any) -> None:
        """Hold the table against a fresh one if a round is over by this, or its cards are ready again."""
        self.shown = self.shown or any(faces for _, faces in faces_of(event))
        if isinstance(event, CardsShuffled):
            self.shuffled, self.shown = True, False
            assert not after.care.declined, f"{after.care.declined} declined an earlier cut"
        if after.stage is not Stage.BETTING or isinstance(event, BurnCardShown | BurnMissed):
            self.shuffled = False
        elif EVENTS[type(event)].ends is not None:
            self.rounds += 1
            self._cleared(after, event)
        elif self.shuffled and after.care.step is Step.READY:
            self.shuffles, self.shuffled = self.shuffles + 1, False
            self._ready(after, event)

    def _cleared(self, state: Any, event: Event) -> None:
        fresh, may = ready(self.game, state.terms), lasting(self.game.name, state)
        for field in set(state.__struct_fields__) - may:
            _same(field, getattr(state, field), getattr(fresh, field), event)
        if isinstance(state, BankedTable):
            left = [each for each in state.wagers if each.bet != CARRIED]
            assert not left, f"after {type(event).__name__} there are {left}"

    def _ready(self, state: Any, event: Event) -> None:
        fresh = ready(self.game, state.terms)
        if state.shoe.device is not fresh.shoe.device:
            return  # another than the terms name, in place of one that failed
        for field in until_shuffled(self.game.name) - {"shoe", "care", "shoe_from"}:
            _same(field, getattr(state, field), getattr(fresh, field), event)
        for field in set(state.care.__struct_fields__) - LISTS["care"].keys():
            _same(f"care.{field}", getattr(state.care, field), getattr(fresh.care, field), event)
        if not self.shown and not state.care.excess:  # a second card drawn in excess is still held
            _same("shoe", state.shoe, fresh.shoe, event)


def _same(field: str, is_so: Any, was: Any, event: Event) -> None:
    assert is_so == was, f"after {type(event).__name__} {field} is {is_so}; at a fresh table {was}"


_READY: dict[tuple[str, bytes], Any] = {}


def ready(game: Game, terms: Any) -> Any:
    """A table of these terms, opened and its cards made ready."""
    key = (game.name, game.encode(terms))
    if key not in _READY:
        _READY[key] = _made_ready(game, game.initial(terms))
    return _READY[key]


def _made_ready(game: Game, state: Any) -> Any:
    chance = Drawn(lambda unseen: next(card for card in DECK if unseen[card.number]))
    for _ in range(MOST_ACTS):
        if state.stage is Stage.BETTING and state.care.step is Step.READY:
            return state
        due = game.due(state)[0]
        decision = game.decide(state, due.command, Actor(due.rank, due.rank, due.rank), 0, chance)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            state = game.evolve(state, event)
    raise AssertionError(f"a table of {game.name} does not become ready")
