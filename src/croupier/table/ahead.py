"""What the house can do next without anything being entered or chosen, and what it comes to: rehearsed by the engine.

A console gives a whole run with one key, and shows before it what is to be taken and paid, in the order of the book.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from croupier.cards import UNKNOWN, Card
from croupier.money import ChipSet
from croupier.table.contract import PLAYER, Actor, Clauses, Command, Due, Event, Pace, Refusal
from croupier.table.declare import COMMANDS, Here, in_words
from croupier.table.endings import endings_in
from croupier.table.engine import Engine
from croupier.table.state import Ending, Settled

FARTHEST = 120
"""So many acts are looked ahead: the face-down cards of a full table, and more."""


class PaidView(msgspec.Struct, frozen=True, kw_only=True):
    """How one wager would end: what is taken, what goes back, what is paid on top and in which chips."""

    area: int
    hand: int
    bet: str
    player: str
    name: str
    ending: Ending
    stake: int
    taken: int
    returned: int
    paid: int
    odds: str
    chips: tuple[tuple[int, int], ...]
    """What is paid, as the value of each chip in cents and how many of it, the dearest first."""
    under: Clauses


class AheadView(msgspec.Struct, frozen=True, kw_only=True):
    """One act of a run: its command, what its button says, and the wagers that end by it."""

    command: Command
    label: str
    settled: tuple[PaidView, ...]


def paid_views(settled: Iterable[Settled], names: Mapping[str, str], chips: ChipSet | None) -> tuple[PaidView, ...]:
    """The endings of one act as the one who pays is shown them, from the left."""
    return tuple(
        [
            PaidView(
                area=each.area,
                hand=each.hand,
                bet=each.bet,
                player=each.player,
                name=names.get(each.player, each.player),
                ending=each.ending,
                stake=each.stake,
                taken=each.taken,
                returned=each.returned,
                paid=each.paid,
                odds=each.odds,
                chips=() if chips is None else chips.pile(each.paid),
                under=each.under,
            )
            for each in sorted(settled, key=lambda each: each.area)
        ]
    )


def ahead_views(
    engine: Engine[Any], state: Any, viewer: Actor, at: int, names: Mapping[str, str]
) -> tuple[AheadView, ...]:
    """The run that this person may give: acts due one after the other, of which nothing is unknown or a player's."""
    rules = engine.rules(state)
    if viewer.rank == PLAYER or not rules.is_staff(viewer.rank):
        return ()
    found = list[AheadView]()
    first: Due | None = None
    state = rules.concealed(state, viewer)
    while len(found) < FARTHEST:
        due = next(iter(engine.due(state)), None)
        if due is None or (first is not None and not _goes_on(first, due)) or not _is_for(engine, state, due, viewer):
            break
        events = engine.rehearse(state, due.command, viewer, at)
        if events is None or isinstance(events, Refusal) or any(_unknown(each) for each in events):
            break
        settled = [each for event in events for each in endings_in(event)]
        info = COMMANDS[type(due.command)]
        found.append(
            AheadView(
                command=due.command,
                label=in_words(info.says, due.command, names, Here(state, rules)),
                settled=paid_views(settled, names, state.chip_set),
            )
        )
        for event in events:
            state = engine.evolve(state, event)
        first = first or due
    return tuple(found)


def _goes_on(first: Due, due: Due) -> bool:
    """Cards go on as long as they are dealt alike; taking and paying go on until all is settled."""
    pace = COMMANDS[type(first.command)].pace
    if pace is Pace.CARD:
        return type(due.command) is type(first.command)
    return pace is Pace.SETTLING and COMMANDS[type(due.command)].pace is Pace.SETTLING


def _is_for(engine: Engine[Any], state: Any, due: Due, viewer: Actor) -> bool:
    return due.person is None and engine.rules(state).book.reaches(viewer.rank, due.rank)


def _unknown(event: Event) -> bool:
    """Whether a card without a face has a part in an event."""
    return any(_holds_unknown(value) for value in msgspec.structs.astuple(event))


def _holds_unknown(value: object) -> bool:
    if isinstance(value, tuple):
        return any(_holds_unknown(each) for each in value)
    return isinstance(value, Card | type(UNKNOWN)) and value is UNKNOWN
