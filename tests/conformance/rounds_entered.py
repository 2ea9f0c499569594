"""Rounds played at random at real tables, kept as they were entered: what `table/replaying` does over again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.cards import DECK, Card, CardSource, NoChance
from croupier.games import Game, game
from croupier.house.meter import Meter
from croupier.table.contract import Actor, Command, Decision, Refusal
from croupier.table.declare import EVENTS
from croupier.table.people import BuyChips, Join, Leave
from croupier.table.replaying import Entry, entered
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from tests.conformance.tables import TABLES
from tests.conformance.walk import PLAYERS, WEIGHTS, Walk, performer

BROUGHT = 200_000
TELLING = "AKJT87"
LONGEST = 400
"""More acts than any round has."""


class Entered(NamedTuple):
    """A round as it was entered."""

    game: Game
    opening: Any
    acts: tuple[Entry, ...]
    states: tuple[Any, ...]
    """The table before each act, and at last after them all."""
    meter: Meter | None = None
    """The meter that the table is linked to, as it stood in the end."""


class EnteredWalk(Walk):
    """Ordinary play at a real table that keeps what was entered; nothing else is checked on the way."""

    def __init__(self, game: Game, terms: Any, seed: int) -> None:
        super().__init__(game, terms, seed)
        self.luck = 0.3 if seed % 2 else 0.0
        self._begin()
        while self.state.stage is Stage.CLOSED:
            self._due()
        for player in PLAYERS:
            self._join(player)

    def _begin(self) -> None:
        self._opening, self._acts, self._states = self.state, list[Entry](), list[Any]()
        self._over = False

    def do(self, command: Command, by: Actor) -> Decision:
        """Put a command to the table, and remember it if it was accepted."""
        alone = self.game.decide(self.state, command, by, self.at, NoChance())
        decision, meter = self.with_meter(command, by, alone)
        if isinstance(decision, Refusal) or isinstance(alone, Refusal):
            return decision
        told = decision[len(alone) :]
        self._acts.append(entered(self.game.engine, self.state, Entry(command, by, self.at, told)))
        self._states.append(self.state)
        self._over = any(EVENTS[type(each)].ends is not None for each in decision)
        for event in decision:
            self.state = self.game.evolve(self.state, event)
        self.meter = meter
        return decision

    def round(self) -> Entered:
        """One round, from how the table stands now to its end."""
        self._begin()
        for _ in range(LONGEST):
            self._act()
            if self._over:
                states = (*self._states, self.state)
                return Entered(self.game, self._opening, tuple(self._acts), states, self.meter)
        raise AssertionError(f"the round does not end: {self.game.due(self.state)} at {self.state.stage}")

    def _act(self) -> None:
        self.at += 1_000
        due = self.game.due(self.state)
        if self.state.stage is Stage.BETTING and (not due or self.chance.random() < 0.5):
            self._wager()
        elif due:
            self._due()
        if self.state.stage is not Stage.BETTING and self.chance.random() < 0.02:
            self.do(Leave(), self.chance.choice(PLAYERS))

    def _join(self, player: Actor) -> None:
        taken = {person.seat for person in self.state.people.values()}
        free = [seat for seat in range(1, self.state.seats + 1) if seat not in taken]
        brings = 0 if player.id in self.state.people else BROUGHT
        self.do(Join(cents=brings, seat=min(free, default=None)), player)

    def _wager(self) -> None:
        player = self.chance.choice(PLAYERS)
        person = self.state.people.get(player.id)
        if person is None or person.seat is None:
            self._join(player)
        elif self.state.stack(player.id) < BROUGHT // 10:
            self.do(BuyChips(cents=BROUGHT), player)
        options = [each.command for each in self.game.options(self.state, player, self.at)]
        wagers = [each for each in options if isinstance(each, PlaceWager) or "bet" in each.__struct_fields__]
        if wagers:
            self.do(self.chance.choice(wagers), player)

    def to_the_end(self, state: Any, meter: Meter | None) -> Any:
        """How the table stands after a round that goes on from here with nothing but what is due."""
        self._begin()
        self.state, self.meter = state, meter
        for _ in range(LONGEST):
            self._due()
            if self._over:
                return self.state
        raise AssertionError(f"the round does not end: {self.game.due(self.state)} at {self.state.stage}")

    def with_card(self, command: Command) -> Command:
        """The command with a card that may come, every other time one of those on which most depends."""
        command = super().with_card(command)
        telling = [card for card in DECK if card.rank in TELLING and self.state.shoe.unseen[card.number]]
        if isinstance(getattr(command, "card", None), Card) and telling and self.chance.random() < 0.5:
            return replace(command, card=self.chance.choice(telling))
        return command

    def _due(self) -> None:
        due = self.game.due(self.state)
        chosen = due[0]
        if chosen.person is not None:
            mine = [each for each in due if each.person == chosen.person]
            weights = [WEIGHTS.get(type(each.command).__name__, 1.0) for each in mine]
            chosen = self.chance.choices(mine, weights)[0]
        command = self.with_prizes(self.with_card(chosen.command))
        decision = self.do(command, performer(chosen, command))
        if isinstance(decision, Refusal):
            command = self.with_prizes(self.with_card(due[0].command))
            decision = self.do(command, performer(due[0], command))
        assert not isinstance(decision, Refusal), f"{due[0]} was due and refused: {decision}"


def entered_so(game: Game, opening: Any, acts: Iterable[Entry]) -> Entered:
    """A round of these acts, each of which fits."""
    states, kept = [opening], tuple(acts)
    for act in kept:
        state = states[-1]
        decision = game.decide(state, act.command, act.by, act.at, NoChance())
        assert not isinstance(decision, Refusal), f"{act}: {decision}"
        for event in (*decision, *act.told):
            state = game.evolve(state, event)
        states.append(state)
    return Entered(game, opening, kept, tuple(states))


@cache
def real_tables(name: str) -> tuple[Any, ...]:
    """The terms of a game's tables, all of them with real cards."""
    return tuple([replace(terms, cards=CardSource.REAL) for terms in TABLES[name].values()])


def rounds(name: str, many: int) -> Iterator[Entered]:
    """So many rounds, at each of a game's tables in turn."""
    walks = [EnteredWalk(game(name), terms, seed) for seed, terms in enumerate(real_tables(name))]
    for number in range(many):
        yield walks[number % len(walks)].round()
