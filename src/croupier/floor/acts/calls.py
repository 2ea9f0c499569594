"""Calling someone of a higher rank to a table, and what they do there at the dealer's own station."""

from __future__ import annotations

from croupier.floor.acts.floor_part import ActedAtStation, CallEnded, SupervisorCalled
from croupier.floor.acts.live_table import LiveTable
from croupier.table.contract import DEALER, Actor, Command, Event, Reason, Refusal


def called(live: LiveTable, why: str, by: Actor) -> tuple[Event, ...] | Refusal:
    """A call for the rank that what waits here asks for, or for the one above the dealer's; one stands at a time."""
    if live.call is not None:
        return Refusal(Reason.ALREADY, (), {"called by": live.names.get(live.call.by, live.call.by)})
    event = SupervisorCalled(by=by.id, rank=rank_wanted(live), why=why, under=())
    return (*live.introduction(by), event)


def rank_wanted(live: LiveTable) -> str:
    """The lowest rank above a dealer that can do what waits at a table."""
    book = live.game.book
    above: str = book.ladder[book.ladder.index(DEALER) + 1]
    on_the_ladder = [each.rank for each in live.needs() if book.rank_of(each.rank) is not None]
    return next((rank for rank in on_the_ladder if not book.reaches(above, rank)), above)


def call_ended(live: LiveTable, by: Actor) -> tuple[Event, ...] | Refusal:
    """The end of a call: someone of the rank that was called for has come, or it is taken back."""
    if live.call is None:
        return Refusal(Reason.NO_CAUSE, (), {"call": "none stands"})
    came = by.id if by.id != live.call.by and answers(live, by) else None
    return (*live.introduction(by), CallEnded(came=came, under=()))


def answers(live: LiveTable, by: Actor) -> bool:
    """Whether someone is of the rank that a table has called for."""
    return live.call is not None and live.game.book.reaches(by.rank, live.call.rank)


def answered(live: LiveTable, command: Command, decision: tuple[Event, ...], by: Actor) -> tuple[Event, ...]:
    """What was decided; if it is what waited for the rank that was called, whoever did it has come by it."""
    awaited = any(type(each.command) is type(command) for each in live.needs())
    if not awaited or not answers(live, by) or live.call is None or by.id == live.call.by:
        return decision
    return live.ahead_of((CallEnded(came=by.id, under=()),), decision)


def at_station(live: LiveTable, decision: tuple[Event, ...], by: Actor, station: Actor) -> tuple[Event, ...]:
    """What was decided, as someone did it at another's station; if they were called, they have come."""
    there: tuple[Event, ...] = (ActedAtStation(person=by.id, station=station.id, under=()),)
    if answers(live, by):
        there = (*there, CallEnded(came=by.id, under=()))
    return live.ahead_of(there, decision)
