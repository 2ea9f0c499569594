"""A walk at a table that a tournament reserves, plays at and releases, again and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.games import Game, game, games
from croupier.table.contract import DEALER, THE_TOURNAMENT, Command, Refusal, no_person
from croupier.table.tournaments.colouring_up import ColourUp
from croupier.table.tournaments.reserved import HoldTable, ReleaseTable, ReserveTable, SetLevel
from croupier.table.tournaments.reserved_people import GiveEntrant, MarkAbsent, SeatEntrant, TakeUpEntrant
from croupier.table.tournaments.secret_wagers import LaySecret
from tests.conformance.tables import TABLES
from tests.conformance.walk import PLAYERS, Walk

TOURNAMENT = no_person(THE_TOURNAMENT, DEALER)
WITH_TOURNAMENTS = tuple(name for name in games() if ReserveTable in game(name).engine.commands)
PLACES = [(name, table) for name in WITH_TOURNAMENTS for table in TABLES[name]]
LEVELS = (SetLevel(minimum=500, maximum=20_000), SetLevel(minimum=1_000, maximum=50_000))
BLINDS = (SetLevel(blinds=(1000, 2000), ante=500), SetLevel(blinds=(500, 1000)), SetLevel(blinds=(2000,)))


class ReservedWalk(Walk):
    """A table at which the tournament acts beside everyone else."""

    def __init__(self, rules: Game, terms: Any, seed: int) -> None:
        super().__init__(rules, terms, seed)
        self.reserved = self.released = 0
        self.breaking = False
        self.do_if_allowed(self.reservation())

    def step(self) -> None:
        """An act of the tournament, or one of anybody else."""
        if self.state.reserved is not None and self.chance.random() < (0.5 if self.breaking else 0.004):
            self.break_up()
            self.breaking = self.state.reserved is not None
        elif self.chance.random() < (0.02 if self.breaking else 0.15):
            self.do_if_allowed(self.chance.choice(list(self.orders())))
        else:
            if self.chance.random() < 0.1:
                self.secret()
            super().step()

    def do_if_allowed(self, command: Command) -> None:
        """Put an order of the tournament to the table."""
        if isinstance(self.do(command, TOURNAMENT), Refusal):
            return
        self.reserved += isinstance(command, ReserveTable)
        self.released += isinstance(command, ReleaseTable)

    def reservation(self) -> ReserveTable:
        """The table is wanted, at times with all its side bets."""
        main = (*self.game.engine.rules(self.state).main_bets(self.state), "jackpot")
        beside = tuple(bet for bet in self.state.limits if bet not in main)
        offered = beside if self.chance.random() < 0.5 else ()
        secrets = self.chance.choice((0, 2, 50)) if LaySecret in self.game.engine.commands else 0
        each_round = self.chance.random() < 0.5
        return ReserveTable(
            tournament="t",
            title="The Cup",
            started=100_000,
            offered=offered,
            secrets=secrets,
            secrets_each_round=each_round,
        )

    def secret(self) -> None:
        """Someone wagers in secret, now and then what nobody can read."""
        reserved, here = self.state.reserved, sorted(self.state.people)
        if reserved is None or not reserved.secrets or not here:
            return
        player = self.chance.choice(here)
        bet = self.chance.choice(self.game.engine.rules(self.state).main_bets(self.state))
        area = self.state.people[player].seat or 1
        said = self.chance.choice(("$10", "20", "$100000", "all of it"))
        self.do(LaySecret(area=area, bet=bet, said=said), next(each for each in PLAYERS if each.id == player))

    def orders(self) -> Iterator[Command]:
        """What the tournament may say now, most of it sense."""
        player, here = self.chance.choice(PLAYERS), sorted(self.state.people)
        yield self.reservation()
        yield HoldTable(why="" if self.chance.random() < 0.8 else "a break")
        yield HoldTable()
        yield self.chance.choice(BLINDS if self.game.name == "crown-poker" else LEVELS)
        for _ in range(2):
            seat = self.chance.randint(1, self.state.seats)
            waits = self.chance.random() < 0.2
            yield SeatEntrant(player=player.id, name=player.name, seat=seat, cents=100_000, waits=waits)
        for each in here:
            yield GiveEntrant(player=each, cents=50_000)
            if ColourUp in self.game.engine.commands:
                yield ColourUp(player=each, cents=max(5_000, self.state.stack(each) // 5_000 * 5_000))
            yield MarkAbsent(player=each, absent=self.chance.random() < 0.5)
            if self.chance.random() < 0.1 or not self.state.stack(each):
                yield TakeUpEntrant(player=each)

    def break_up(self) -> None:
        """Let no round begin, take everyone up as soon as their round is over, and then release the table."""
        self.do(HoldTable(why="the table is broken"), TOURNAMENT)
        for each in sorted(self.state.people):
            self.do(TakeUpEntrant(player=each), TOURNAMENT)
        self.do_if_allowed(ReleaseTable())
