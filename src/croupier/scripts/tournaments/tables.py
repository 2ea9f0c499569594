"""Several tables and the tournament that is played at them, as one table that a script's lines go to in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from croupier.cards import Drawn
from croupier.games import Game
from croupier.house.in_memory import At, InMemory
from croupier.house.kinds import KINDS
from croupier.house.streams import TABLE
from croupier.house.tournaments.findings import whole
from croupier.house.tournaments.model import Tournament
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.house.wallet import Wallet
from croupier.house.wallets import WALLETS
from croupier.scripts.forms import Broken
from croupier.scripts.kinds import Subject
from croupier.scripts.table import Table
from croupier.scripts.tournaments.drafts import on_the_day_of_scripts
from croupier.table.accounts import RACK
from croupier.table.contract import PLAYER, Actor, Command, Decision, Event, Refusal
from croupier.table.tournaments.conditions import Conditions

CUP = "cup"
"""The tournament of a script, as the house knows it."""
PURSE = 1_000_000_00
"""What everyone has outside the tables, unless a line says how much it is."""
_KINDS = {kind.name: kind for kind in KINDS}


class ToTournament(Command, frozen=True, kw_only=True):
    """A command for the tournament."""

    asks: Command


class TournamentTable(Table):
    """The tables of a tournament, of which lines go to one at a time, and the tournament that is played at them."""

    def __init__(self, game: Game, terms: Any, staff: Mapping[str, str], said: Mapping[str, Any]) -> None:
        self.tables = tuple([table_name(number) for number in range(1, said["tournament"] + 1)])
        self.here = self.tables[0]
        """The table that lines go to."""
        self.house = InMemory(dict.fromkeys(self.tables, (game, terms)))
        self.draft: Conditions = on_the_day_of_scripts(read(whole(game.name)))
        """The conditions as the next line that drafts them puts them down."""
        self.purses: dict[str, int] = {}
        """What everyone began with outside the tables."""
        self._noted: dict[str, Any] = {}
        self._places: deque[At] = deque()
        """Where each event of the last decision happens."""
        super().__init__(game, terms, staff, said)

    @property
    def state(self) -> Any:
        """The table that lines go to, as it stands."""
        return self.house.table(self.here)

    @state.setter
    def state(self, state: Any) -> None:
        self.house.states[TABLE][self.here] = state

    @property
    def tournament(self) -> Tournament:
        """The tournament as it stands."""
        found: Tournament = self.house.stream(TOURNAMENTS, CUP)
        return found

    @tournament.setter
    def tournament(self, tournament: Tournament) -> None:
        self.house.states[TOURNAMENTS.name][CUP] = tournament

    def go_to(self, number: int) -> None:
        """Have the lines that follow go to another table; what is noted of hands stays where it was."""
        name = table_name(number)
        if name not in self.tables:
            raise Broken(f"there is no {name}; the tournament has {len(self.tables)}")
        if "noted" in vars(self):  # where cards lie face down
            self._noted[self.here], vars(self)["noted"] = vars(self)["noted"], self._noted.get(name, {})
        self.here = name

    def entrant(self, name: str) -> int:
        """The number of someone's entry; 0 where there is none."""
        found = self.tournament.of(name)
        return found.number if found else 0

    def has_only(self, name: str, cents: int) -> None:
        """Say what someone has outside the tables."""
        self.purses[name] = cents
        self.house.states[WALLETS.name][name] = Wallet(name, cents)

    def perform(self, command: Command, by: Subject) -> Refusal | None:
        """Put a command to a table or to the tournament, with all that it leads to elsewhere."""
        asked = command.asks if isinstance(command, ToTournament) else command
        for name in (by.name if by.rank == PLAYER else None, getattr(asked, "player", None)):
            if name and name not in self.purses:
                self.has_only(name, PURSE)
        return super().perform(command, by)

    def decide(self, command: Command, by: Actor) -> Decision:
        """What a command leads to at all tables and in the tournament; nothing of it is carried out yet."""
        before, happened = self._states(), len(self.house.record)
        chance = Drawn(self.draw, bytes)
        try:
            if isinstance(command, ToTournament):
                decision = self.house.act(TOURNAMENTS, CUP, command.asks, by, self.now, chance=chance)
            elif self.game.engine.knows(command):
                decision = self.house.act_at_table(self.here, command, by, self.now, chance)
            else:
                raise Broken(f"there is no such act at a table of {self.game.name}")
        finally:
            told, self.house.record = self.house.record[happened:], self.house.record[:happened]
            self.house.states = before
        if isinstance(decision, Refusal):
            return decision
        self._places = deque([each.at for each in told])
        return tuple([each.event for each in told])

    def evolve(self, event: Event) -> None:
        """What happened is so, wherever it did."""
        at = self._places.popleft() if self._places else At(TABLE, self.here)
        if at == At(TABLE, self.here):
            super().evolve(event)
        elif at.kind == TABLE:
            self.house.states[TABLE][at.id] = self.game.evolve(self.house.table(at.id), event)
        else:
            kind = _KINDS[at.kind]
            self.house.states[at.kind][at.id] = kind.evolve(self.house.stream(kind, at.id), event)

    def make_ready(self) -> None:
        """Bring every table to where a round can be played."""
        here = self.tables.index(self.here) + 1
        for number in range(1, len(self.tables) + 1):
            self.go_to(number)
            super().make_ready()
        self.go_to(here)

    def everyone(self) -> tuple[str, ...]:
        """The rack of the table that lines go to, and everyone who has ever acted or been spoken of."""
        return (RACK, *self.purses)

    def worth(self, whose: str) -> int:
        """How much more money someone has than they began with; the chips of the tournament are none."""
        if whose == RACK:
            return super().worth(whose)
        purse = self.house.states[WALLETS.name].get(whose)
        outside = 0 if purse is None else purse.cents - self.purses.get(whose, 0)
        for table in self.tables:
            state = self.house.table(table)
            if state.reserved is None:
                stakes = self.game.engine.rules(state).stakes(state)
                outside += state.stack(whose) + sum(each.cents for each in stakes if each.player == whose)
        return outside

    def mark(self) -> dict[str, Any]:
        """All that is so now, to go back to."""
        return {**super().mark(), "house.states": self._states()}

    def go_back(self, mark: Mapping[str, Any]) -> None:
        """All is as it was then."""
        kept = dict(mark)
        self.house.states = kept.pop("house.states")
        super().go_back(kept)

    def _states(self) -> dict[str, dict[str, Any]]:
        """All streams of the house as they are now."""
        return {kind: dict(streams) for kind, streams in self.house.states.items()}


def table_name(number: int) -> str:
    """What a script's tournament calls one of its tables."""
    return f"table {number}"


def told(table: Table) -> TournamentTable:
    """The tables of a tournament, where the script tells of one."""
    if not isinstance(table, TournamentTable):
        raise Broken("this script tells of no tournament: let its table line say “tournament at 2 tables”")
    return table


def at_several(table: type[Table]) -> type[Table]:
    """The tables of a tournament of a game whose scripts are played at a table of this sort."""
    return type(f"Tournament{table.__name__}", (TournamentTable, table), {})
