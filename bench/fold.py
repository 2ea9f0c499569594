"""How fast a table's record is folded into its state."""

import json
import random
from time import process_time
from typing import Any

from bench import Report
from bench._due import doer
from croupier.cards import Uniform
from croupier.games import game
from croupier.games.matchmaker import Bet, Terms
from croupier.table.contract import Actor, Event, Refusal
from croupier.table.declare import kind_of
from croupier.table.people import Join
from croupier.table.wagers import PlaceWager

ROUNDS = 400
PLAYERS = {f"p{seat}": Actor(f"p{seat}", f"P{seat}") for seat in range(1, 10)}
SUPERVISOR = Actor("sue", "Sue", "game-supervisor")
GAME = game("matchmaker")

Stored = tuple[str, bytes]
"""An event as it is stored: its kind and its JSON."""


def bench(report: Report) -> None:
    """Fold a full table's log, from events and from their JSON, beside plain dictionaries that only add money up."""
    log = played(ROUNDS)
    stored = [(kind_of(event), GAME.encode(event)) for event in log]
    report("events folded", rate(log, fold), "events/s", at_least=200_000)
    peer = ("json and dict", rate(stored, sum_up))
    report("events decoded and folded", rate(stored, decode_and_fold), "events/s", peer=peer)


def trial() -> None:
    """Play a round."""
    fold(played(1))


def played(rounds: int) -> list[Event]:
    """The log of so many rounds at a table with nine players on three bets each."""
    chance = Uniform(random.Random(1).randbytes)
    state, log = GAME.initial(Terms()), list[Event]()

    def act(command: Any, by: Actor) -> None:
        nonlocal state
        decision = GAME.decide(state, command, by, 0, chance)
        if isinstance(decision, Refusal):
            raise AssertionError(f"{command} was refused: {decision}")
        for event in decision:
            state = GAME.evolve(state, event)
            log.append(event)

    while not state.is_open:
        act(GAME.due(state)[0].command, SUPERVISOR)
    for seat, player in enumerate(PLAYERS.values(), 1):
        act(Join(cents=100_000_00, seat=seat), player)
    while state.round < rounds or state.wagers:
        if due := GAME.due(state):
            act(due[0].command, doer(due[0], SUPERVISOR, PLAYERS))
            continue
        for seat, player in enumerate(PLAYERS.values(), 1):
            for bet in Bet:
                act(PlaceWager(area=seat, bet=bet.value, cents=500), player)
    return log


def fold(log: list[Event]) -> None:
    """The state after all events."""
    state = GAME.initial(Terms())
    for event in log:
        state = GAME.evolve(state, event)


def decode_and_fold(stored: list[Stored]) -> None:
    """The state after all stored events."""
    state = GAME.initial(Terms())
    for kind, payload in stored:
        state = GAME.evolve(state, GAME.read(kind, payload))


def sum_up(stored: list[Stored]) -> None:
    """The least any fold must do: read each event with the standard library, and keep the accounts in a dictionary."""
    accounts: dict[str, int] = {}
    for _, payload in stored:
        for source, target, cents in json.loads(payload)["moves"]:
            accounts[source] = accounts.get(source, 0) - cents
            accounts[target] = accounts.get(target, 0) + cents


def rate(log: list[Any], work: Any) -> float:
    """Events per second of the best of several runs, which other work on the machine disturbed least."""
    best = min(seconds(log, work) for _ in range(5))
    return len(log) / best


def seconds(log: list[Any], work: Any) -> float:
    """One run, in seconds of this process alone."""
    start = process_time()
    work(log)
    return process_time() - start
