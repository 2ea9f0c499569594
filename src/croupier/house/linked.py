"""A table and the meter it is linked to: what the table's events do to the meter, decided together or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.books import cite
from croupier.games.three_card_poker.jackpot import JackpotPrizesPaid, JackpotPrizesRejected
from croupier.games.three_card_poker.on_the_meter import (
    JackpotGameCancelled,
    JackpotOutcomeRecorded,
    JackpotOutcomeUndone,
    JackpotRegistered,
)
from croupier.house.meter import (
    CancelGame,
    DeterminePrizes,
    Meter,
    RecordOutcome,
    RegisterWagers,
    UndoOutcome,
    decide,
    evolve,
)
from croupier.table.contract import Actor, Command, Event, Reason, Refusal

AT_THE_TABLE = Actor("table", "The table", "dealer")
"""Who acts on a meter when a table has found the act in order."""


def asked_of_meter(table: str, events: Iterable[Event]) -> Iterator[Command]:
    """What a table's events ask of its meter, in their order."""
    for event in events:
        match event:
            case JackpotRegistered():
                yield RegisterWagers(table=table, wagers=len(event.areas), cents=event.cents)
            case JackpotGameCancelled():
                yield CancelGame(table=table)
            case JackpotOutcomeRecorded():
                yield RecordOutcome(table=table, round=event.round, wins=event.wins)
            case JackpotOutcomeUndone():
                yield UndoOutcome(table=table)
            case JackpotPrizesPaid():
                yield DeterminePrizes(table=table, prizes=event.prizes)
            case JackpotPrizesRejected():
                yield DeterminePrizes(table=table, confirmed=False)


def on_meter(meter: Meter, table: str, events: Iterable[Event], by: Actor, at: int) -> tuple[Event, ...] | Refusal:
    """What a table's events do to its meter; a refusal means the table's act is refused too.

    A game is registered or undone by whoever the table lets act, even a player who takes a wager back; only prizes ask
    for a rank here too.
    """
    done: list[Event] = []
    for command in asked_of_meter(table, events):
        decision = decide(meter, command, by if isinstance(command, DeterminePrizes) else AT_THE_TABLE, at)
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            meter = evolve(meter, event)
        done += decision
    return tuple(done)


def prizes_due(meter: Meter, table: str) -> tuple[tuple[int, int], ...] | Refusal:
    """The prizes that wait at a table, each area with its cents."""
    waiting = next((each for each in meter.pending if each.table == table), None)
    return waiting.prizes if waiting else Refusal(Reason.NO_CAUSE, (cite("TCP 7.1.1"),), {"pending": 0})
