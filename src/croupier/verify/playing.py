"""A table played by nothing but what is due, and what all of that play comes to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any

from croupier.cards import Card, Counts, Drawn, pick
from croupier.games import game
from croupier.money import MOST_CENTS
from croupier.odds.model import ParSheet
from croupier.odds.verdict import Seen, Verdict, judge
from croupier.table.contract import Actor, Command, Due, Event, Refusal
from croupier.table.people import BuyChips, Join

Progress = Callable[[int], object]

MOST_ACTS = 10_000
"""More acts than any round takes: a table that still finds something due then goes in a circle."""


class Broken(Exception):
    """The table does not play: it refuses what is due, or never comes to an end."""


class PlayedTable(ABC):
    """A table whose staff and players do whatever is due, as soon as it is due.

    It is made of the settings to play by, the sheet to play against and where chance starts.
    """

    trials_a_round: float = 1
    """How many wagers of the rarest kind a round lets judge the frequencies by."""

    def __init__(self, settings: Any, sheet: Any, seed: int) -> None:
        self.game = game(sheet.game)
        self.seed = seed
        self.chance = Random(seed)
        self.state = self.game.initial(settings.terms())
        for _ in self.do_what_is_due(lambda: not self.state.is_open):
            pass
        if not self.state.is_open:
            raise Broken("nothing is due at a table that is not open yet")

    @abstractmethod
    def round(self) -> Counter[Seen]:
        """Play one round and see how every wager ended."""

    def join(self, player: Actor, seat: int | None) -> None:
        """Let a player come to the table with all the chips that one may bring."""
        self.give(Join(cents=MOST_CENTS, seat=seat), player)

    def afford(self, player: Actor, cents: int) -> None:
        """Let a player who has less than this buy more."""
        if self.state.stack(player.id) < cents:
            self.give(BuyChips(cents=MOST_CENTS), player)

    def do_what_is_due(self, going: Callable[[], bool] = lambda: True) -> Iterator[Event]:
        """Do one thing after another while any is due, and tell what comes of each."""
        for _ in range(MOST_ACTS):
            if not going() or not (due := self.game.due(self.state)):
                return
            yield from self._do(due)
        raise Broken(f"something is still due after {MOST_ACTS:,} acts: {self.game.due(self.state)[0].command}")

    def chosen(self, due: tuple[Due, ...]) -> Due:
        """The one to do of the acts that are due: the foremost, where nobody has a choice."""
        return due[0]

    def give(self, command: Command, by: Actor) -> tuple[Event, ...]:
        """Give a command that the table must obey."""
        decision = self.game.decide(self.state, command, by, 0, Drawn(self._draw, self.chance.randbytes))
        if isinstance(decision, Refusal):
            raise Broken(f"the table refused {command}: {decision}")
        for event in decision:
            self.state = self.game.evolve(self.state, event)
        return tuple(decision)

    def _do(self, due: tuple[Due, ...]) -> tuple[Event, ...]:
        act = self.chosen(due)
        who = act.person or act.rank
        return self.give(act.command, Actor(who, who, "player" if act.person else act.rank))

    def _draw(self, counts: Counts) -> Card:
        return pick(counts, self.chance.randrange(sum(counts)))


def verdict_on(
    table: PlayedTable, sheet: ParSheet, *, rounds: int, progress: Progress = lambda rounds: None
) -> Verdict:
    """The verdict on so many rounds of a table; one that does not play is judged by the rounds before."""
    start = perf_counter()
    tally: Counter[Seen] = Counter()
    faults: tuple[str, ...] = ()
    played = 0
    try:
        while played < rounds:
            tally.update(table.round())
            played += 1
            progress(1)
    except Broken as fault:
        faults = (f"round {played + 1}: {fault}",)
    except Exception as fault:
        # Whatever else comes out of an engine is a fault of it, and is reported as one.
        faults = (f"round {played + 1}: the table failed with {type(fault).__name__}: {fault}",)
    return judge(sheet, tally, rounds=played, seed=table.seed, seconds=perf_counter() - start, faults=faults)
