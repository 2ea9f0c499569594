"""Plays Three Card Poker and Matchmaker through the engine alone and prints what each step costs, as JSON.

It is told how often a step is taken in a run of it, and for how many seconds rounds are played. It runs on this tree
and on an earlier commit, whose engine is asked for a function where this one is given chance.
"""

import itertools
import json
import random
import sys
from time import process_time
from typing import Any

import msgspec

from croupier import cards
from croupier.games import game
from croupier.table.contract import Actor, Refusal
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager

SUPERVISOR = {"matchmaker": "game-supervisor", "three-card-poker": "tg-higher-duties-dealer"}
PLAYERS = [Actor(f"p{seat}", f"P{seat}") for seat in range(1, 7)]
BETS = {"matchmaker": {"pair match": 500, "suit match": 500}, "three-card-poker": {"ante": 500, "pair plus": 500}}
REPEAT, SECONDS = int(sys.argv[1]), float(sys.argv[2])


def chance(seed: int) -> Any:
    """Chance as the engine of this tree wants it."""
    entropy = random.Random(seed).randbytes
    if hasattr(cards, "Uniform"):
        return cards.Uniform(entropy)
    return lambda unseen: cards.by_chance(unseen, entropy)  # type: ignore[attr-defined]


class Table:
    """A table that does what is due, with six players."""

    def __init__(self, name: str, bets: dict[str, int]) -> None:
        self.game, self.bets, self.draw = game(name), bets, chance(7)
        self.staff = Actor("sue", "Sue", SUPERVISOR[name])
        self.state = self.game.initial(self.game.terms())
        while not self.state.is_open:
            self.step()
        for seat, player in enumerate(PLAYERS, 1):
            self.act(Join(cents=100_000_000, seat=seat), player)

    def act(self, command: Any, by: Actor) -> None:
        """Decide and fold."""
        decision = self.game.decide(self.state, command, by, 0, self.draw)
        if isinstance(decision, Refusal):
            raise AssertionError(f"{command} was refused: {decision}")
        for event in decision:
            self.state = self.game.evolve(self.state, event)

    def step(self) -> Any:
        """Do what is due first."""
        due = self.game.due(self.state)[0]
        self.act(due.command, self.staff if due.person is None else Actor(due.person, due.person))
        return due.command

    def round(self, until: str = "") -> None:
        """One round, or up to the moment when a command of this name is due."""
        number = self.state.round
        while (self.state.round == number and not self.state.wagers) or self.game.due(self.state):
            due = self.game.due(self.state)
            if due and type(due[0].command).__name__ == until:
                return
            if due:
                self.step()
            else:
                for seat, player in enumerate(PLAYERS, 1):
                    for bet, cents in self.bets.items():
                        self.act(PlaceWager(area=seat, bet=bet, cents=cents), player)
            if self.state.round > number and not self.state.wagers:
                return


def micros(work: Any) -> float:
    """Microseconds of one call, the best of several runs."""
    best = float("inf")
    for _ in range(7):
        start = process_time()
        for _ in range(REPEAT):
            work()
        best = min(best, process_time() - start)
    return 1e6 * best / REPEAT


def steps(table: Table) -> dict[str, float]:
    """What a dealt card costs in the middle of the deal: deciding it, folding it, and knowing that it is due."""
    table.round("DealCard")
    for _ in range(4):
        table.step()
    rules, state, by = table.game, table.state, table.staff
    command, draw = rules.due(state)[0].command, chance(1)
    event = rules.decide(state, command, by, 0, draw)[0]
    # two states by turns, so that nothing is answered from memory
    alike = itertools.cycle((state, msgspec.structs.replace(state, round=state.round)))
    idle = micros(lambda: next(alike))
    return {
        "decide": micros(lambda: rules.decide(next(alike), command, by, 0, draw)) - idle,
        "evolve": micros(lambda: rules.evolve(next(alike), event)) - idle,
        "due": micros(lambda: rules.due(next(alike))) - idle,
    }


def rounds(table: Table) -> float:
    """Rounds played in a second of this process."""
    table.round()
    played, start = 0, process_time()
    while process_time() - start < SECONDS:
        table.round()
        played += 1
    return played / (process_time() - start)


def main() -> None:
    """Measure and print."""
    found: dict[str, Any] = {}
    for name, bets in BETS.items():
        found[name] = {**steps(Table(name, bets)), "rounds": rounds(Table(name, bets))}
    json.dump(found, sys.stdout)


main()
