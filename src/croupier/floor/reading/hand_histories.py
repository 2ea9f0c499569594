"""The hands of a table as they were played, from its record: what the formats of the outside world are written from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from croupier.floor.acts.live_table import LiveTable
from croupier.floor.acts.recording import Told
from croupier.floor.reading.replay import Past
from croupier.floor.reading.rounds import Rounds
from croupier.floor.store import Archive
from croupier.hands import GAME, Hand, NoHand, recorded
from croupier.table.declare import EVENTS


class NoHands(LookupError):
    """A table, or a round of it, that has no hand of poker."""


def one_hand(store: Archive, live: LiveTable, number: int) -> Hand:
    """The hand of a round; `live` is the table at the end of its record."""
    _wanted(live)
    rounds = Rounds(store, live)
    found = rounds.one(number)
    if found is None:
        raise NoHands(f"table {live.id!r} has no round {number}")
    _, span = found
    past = Past(store, live.stream).at(span.after)
    try:
        return _hand(past.state, past.tell_all(tuple(rounds.within(span))), past)
    except NoHand as nothing:
        raise NoHands(f"round {number} at {live.id!r}: {nothing}") from nothing


def all_hands(store: Archive, live: LiveTable) -> Iterator[Hand]:
    """Every hand that was played to its end, in the order of the record, which is read once."""
    _wanted(live)
    passing = Past(store, live.stream).at(1)
    told = list[Told]()
    for stored in store.stream(live.stream, passing.version):
        told.append(passing.tell(stored))
        info = EVENTS.get(type(told[-1].event))
        if info is not None and info.ends is not None:
            before = passing.state
            passing.apply(told)
            with suppress(NoHand):
                yield _hand(before, told, passing)
            told = []


def _wanted(live: LiveTable) -> None:
    if live.game.name != GAME:
        raise NoHands(f"table {live.id!r} plays {live.game.name}, which has no hands of poker")


def _hand(before: Any, told: list[Told] | tuple[Told, ...], live: LiveTable) -> Hand:
    known = frozenset(live.game.engine.events)
    events = [(each.at, each.event) for each in told if type(each.event) in known]
    return recorded(before, events, {**live.names, **{name: each.name for name, each in before.people.items()}})
