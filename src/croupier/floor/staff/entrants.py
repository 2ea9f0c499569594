"""House players in a tournament: they play where they are seated, as long as their tournament chips last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from croupier.floor.acts.floor import LiveTable
from croupier.floor.staff.at_work import at_work
from croupier.floor.staff.players import BACK_OFF, HousePlayer, Room
from croupier.table.contract import HOUSE_PLAYERS, Actor, Command
from croupier.table.state import Person, Table
from croupier.table.wagers import PlaceWager

LOOK_SECONDS = 1.0
"""How often it is looked at least who sits at a table."""


class HouseEntrant(HousePlayer):
    """One of the house's own players at one table of a tournament, who bets while seated there."""

    def __init__(self, floor: Room, table: LiveTable, actor: Actor) -> None:
        super().__init__(floor, table, actor.name, wanted=lambda: table.state.reserved is not None)
        self.actor = actor

    def _sit(self, person: Person | None) -> Command | None:
        """The tournament says where everyone sits."""
        return None

    def _concerned(self) -> bool:
        return self.actor.id in self._table.state.people and super()._concerned()

    def _plans(self, person: Person) -> list[Command]:
        """A bet or several on every round, within what is left of the bank; nothing where that is too little."""
        state, chance = self._table.state, self._chance
        if state.reserved is None or state.reserved.held or self._habits.has_bet(state, person.id):
            return []
        offered = self._table.game.engine.rules(state).main_bets(state)
        if not offered:
            return []  # players wager against each other, when they are asked
        chosen = chance.sample(sorted(offered), chance.randint(1, len(offered)))
        as_they_like = [self._wager(person, bet, state.limits[bet]) for bet in chosen]
        for wagers in (as_they_like, [_least(person, chosen[0], state)]):
            if self._habits.needed(wagers) <= state.stack(person.id):
                return list[Command](wagers)
        return []


Play = Callable[[HousePlayer], Coroutine[object, object, None]]
"""How a house player is set to work."""


def as_they_are(player: HousePlayer) -> Coroutine[object, object, None]:
    """At once."""
    return player.run()


class HouseEntrants:
    """The house's own players of one series at one table: whoever is seated there plays, and nobody else does.

    So there are as many at work as sit at tables, however many tables and entrants there are.
    """

    def __init__(self, floor: Room, table: LiveTable, series: str, play: Play = as_they_are) -> None:
        self._floor, self._table, self._play = floor, table, play
        self._own = f"{HOUSE_PLAYERS}{series}-"
        self._playing: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Have them play until the floor closes."""
        try:
            await at_work(f"the house's entrants at {self._table.id}", self._next, BACK_OFF)
        finally:
            for task in self._playing.values():
                task.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def _next(self) -> None:
        version = self._table.version
        people = self._table.state.people
        here = {each: person.name for each, person in people.items() if each.startswith(self._own)}
        for gone in self._playing.keys() - here.keys():
            self._playing.pop(gone).cancel()
        for player, name in here.items():
            if player not in self._playing:
                entrant = HouseEntrant(self._floor, self._table, Actor(player, name))
                self._playing[player] = asyncio.create_task(self._play(entrant))
        await self._table.changed(version, LOOK_SECONDS, lambda: self._table.state.people.keys() != people.keys())


def _least(person: Person, bet: str, state: Table) -> PlaceWager:
    assert person.seat is not None
    return PlaceWager(area=person.seat, bet=bet, cents=state.limits[bet].minimum)
