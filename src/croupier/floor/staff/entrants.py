"""House players in a tournament: they play where they are seated, as long as their tournament chips last."""

from __future__ import annotations

from croupier.floor.acts.floor import LiveTable
from croupier.floor.staff.players import HousePlayer, Room
from croupier.table.contract import Actor, Command
from croupier.table.state import Person, Table
from croupier.table.wagers import PlaceWager


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


def _least(person: Person, bet: str, state: Table) -> PlaceWager:
    assert person.seat is not None
    return PlaceWager(area=person.seat, bet=bet, cents=state.limits[bet].minimum)
