"""House players: they sit, bet, cut, top up, leave and come back, so that a demo floor has life."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

from msgspec.structs import replace

from croupier.floor.acts.answers import Answer
from croupier.floor.acts.bell import always
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import LiveTable, Refused
from croupier.floor.staff.at_work import at_work
from croupier.floor.tempo import Tempo
from croupier.money import Limits
from croupier.table.contract import HOUSE_PLAYERS, Actor, Command, Reason, Refusal, Turn
from croupier.table.cut import CutCards, cut_margin
from croupier.table.habits import Habits
from croupier.table.people import BuyChips, Join, Leave
from croupier.table.state import Person, Stage
from croupier.table.wagers import PlaceWager

WALLET_CENTS = 100_000_00
"""What a house player's wallet is kept at."""

STAYS_ON = 0.98
"""The chance that a house player is still there for the next round."""

BETS_TODAY = 0.9
"""The chance that a house player who is there bets on a round."""

BACK_OFF = 5.0
"""Seconds after a failure before a house player tries again."""


def _advice_module(game_name: str) -> str:
    return f"croupier.odds.{game_name.replace('-', '_')}.advice"


def has_advice(game_name: str) -> bool:
    """Whether the mathematics of a game tells its players anything."""
    try:
        return find_spec(_advice_module(game_name)) is not None
    except ModuleNotFoundError:
        return False


@cache
def advice(game_name: str) -> Any:
    """What the mathematics of a game tells its players, if anything."""
    return import_module(_advice_module(game_name)) if has_advice(game_name) else None


class Room(Protocol):
    """What a house player needs of a floor, or of a table that is a floor of its own."""

    @property
    def tempo(self) -> Tempo:
        """How fast things go here."""

    @property
    def clock(self) -> Clock:
        """What time it is."""

    async def command(self, table_id: str, command: Command, by: Actor) -> Answer:
        """Put a command to a table."""

    async def top_up(self, person: str, *, to: int) -> object:
        """Fill a wallet up."""

    def meter_of(self, table_id: str) -> object | None:
        """The meter that a table plays for."""


class HousePlayer:
    """One of the house's own players, known by the `house-` of its id, at one table."""

    def __init__(
        self,
        floor: Room,
        table: LiveTable,
        name: str,
        chance: Random | None = None,
        wanted: Callable[[], bool] = always,
    ) -> None:
        self.actor = Actor(f"{HOUSE_PLAYERS}{table.id}-{name.lower()}", f"{name} (house)")
        self.game = table.game.name
        self._floor = floor
        self._table = table
        self._pace = floor.tempo
        self._chance = chance or Random()
        demo = table.game.part("demo")
        self._habits: Habits = demo.HABITS if demo else Habits()
        self._plan: deque[Command] = deque()
        self._planned_for = -1
        self._back_at = 0.0
        self.wanted = wanted
        """Whether anyone is there to play for; while nobody is, this player goes from the table and stays away."""
        self._sent_home = False
        """Whether they have gone because of that: who sits there then was seated by another server's house player."""

    async def run(self) -> None:
        """Play until the floor closes."""
        await at_work(self.actor.id, self._next, BACK_OFF)

    async def _next(self) -> None:
        table, version = self._table, self._table.version
        command = self._wish()
        if command is None:
            await table.changed(version, self._pace.idle, self._concerned)
            if table.version == version:
                self._planned_for = -1  # nothing happens here: think again, lest everyone wait for everyone
            return
        if self._pace.thinking:
            await asyncio.sleep(self._chance.uniform(0.2, 1) * self._pace.thinking)
        answer = await self._floor.command(table.id, command, self.actor)
        if isinstance(answer, Refused):
            await self._turned_down(answer.refusal, version)

    async def _turned_down(self, refusal: Refusal, version: int) -> None:
        self._plan.clear()
        if refusal.reason is Reason.NOT_ENOUGH_CHIPS:
            await self._floor.top_up(self.actor.id, to=WALLET_CENTS)
        else:
            await self._table.changed(version, self._pace.idle)

    def _concerned(self) -> bool:
        """Whether there might be something to do: betting on a round not thought of yet, or something asked of us."""
        state = self._table.state
        if state.stage is Stage.BETTING and self._planned_for != state.round:
            return True
        return any(turn.player == self.actor.id for turn in self._table.turns())

    def _wish(self) -> Command | None:
        """What this player would do now."""
        state, me = self._table.state, self.actor.id
        if not state.is_open or me in state.excluded:
            return None
        person: Person | None = state.people.get(me)
        if person is None or person.seat is None:
            self._sent_home = not self.wanted()
            return None if self._sent_home else self._sit(person)
        turn = next((each for each in self._table.turns() if each.player == me), None)
        if turn is not None:
            return self._choose(turn)
        if state.stage is not Stage.BETTING:
            return None
        if self._planned_for != state.round:
            self._planned_for = state.round
            self._plan = deque(self._plans(person))
        return self._plan.popleft() if self._plan else None

    def _sit(self, person: Person | None) -> Command | None:
        state = self._table.state
        taken = {each.seat for each in state.people.values()}
        free = [seat for seat in range(1, state.seats + 1) if seat not in taken]
        if not free or asyncio.get_running_loop().time() < self._back_at:
            return None
        return Join(
            cents=self._habits.brings(state, self.actor.id) if person is None else 0, seat=self._chance.choice(free)
        )

    def _choose(self, turn: Turn) -> Command | None:
        """What to do in one's turn: as habit has it, else any of the choices."""
        told = advice(self._table.game.name)
        habit = self._habits.choose(turn, self._look, self.actor, told, self._chance)
        if habit is not None:
            return habit
        return self._answer(self._chance.choice(turn.choices)) if turn.choices else None

    def _look(self) -> Any:
        """The table as this player sees it."""
        return self._table.view(self.actor, self._floor.clock())

    def _answer(self, command: Command) -> Command:
        if isinstance(command, CutCards):
            margin, inside = cut_margin(self._table.state), self._table.state.shoe.inside
            return replace(command, depth=self._chance.randint(margin, inside - margin))
        return command

    def _plans(self, person: Person) -> list[Command]:
        """What to do before the next round: go, or bet, with more chips if need be."""
        state, chance = self._table.state, self._chance
        if not self.wanted():
            return [] if self._sent_home or state.wagers_of(person.id) else [Leave()]
        self._sent_home = False
        if chance.random() > STAYS_ON and not state.wagers_of(person.id):
            self._back_at = asyncio.get_running_loop().time() + chance.uniform(0.3, 1) * self._pace.away
            return [Leave()]
        prepared = self._habits.prepares(state, person, chance)
        if prepared is not None:
            return prepared
        if chance.random() > BETS_TODAY or self._habits.has_bet(state, person.id):
            return []
        bets = self._habits.bets(state, chance, self._floor.meter_of(self._table.id) is not None)
        lying = {each.bet for each in state.wagers_of(person.id)}
        wagers = [self._wager(person, bet, person.personal or state.limits[bet]) for bet in bets if bet not in lying]
        if self._habits.needed(wagers) > state.stack(person.id):
            return [BuyChips(cents=self._habits.buy_in(state)), *wagers]
        return list[Command](wagers)

    def _wager(self, person: Person, bet: str, limits: Limits) -> PlaceWager:
        steps = min((limits.maximum - limits.minimum) // limits.step, 4 * limits.minimum // limits.step)
        assert person.seat is not None
        return PlaceWager(area=person.seat, bet=bet, cents=limits.minimum + limits.step * self._few(steps))

    def _few(self, most: int) -> int:
        """A number up to `most`, small ones likelier."""
        return min(self._chance.randint(0, most), self._chance.randint(0, most))
