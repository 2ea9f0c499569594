"""Where play is stopped and why, as the journal tells it: every server of the house stops and goes on alike.

An accusation that was a mistake is answered on record: two people order a second check, and if that finds nothing,
play goes on.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from croupier.floor.acts.journal import (
    JOURNAL,
    AboutStops,
    CheckedAgain,
    CheckOrdered,
    HouseOpened,
    PlayStopped,
    RecordVerified,
    part,
    read,
)
from croupier.floor.store import Reader, Stored
from croupier.table.declare import EVENTS

HEARD = frozenset(EVENTS[event].kind for event in part.events if issubclass(event, AboutStops))
"""The entries of the journal that stop play, or let it go on."""

ACCUSING = HEARD | {EVENTS[RecordVerified].kind}
"""Those that say what is wrong with the record, and those that answer it."""

MOST_ANSWERED = 100
"""How many accusations one answer names: the latest."""

STANDS_MS = 15 * 60_000
"""How long one person's order waits for another's, and how long a check that was begun is waited for."""

SHORTLY = 1000
"""How many entries of the journal before the last opening are looked at for orders that another server took."""

LONGEST_WHY = 2000
"""How many letters of a reason are told."""

EVERYWHERE = ""
"""The stream of a stop that is not of one stream alone."""


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """That play is stopped somewhere, and why."""

    why: str
    at: int
    position: int = 0
    """Where the journal says so; nothing as long as it does not."""
    upheld: int = 0
    """When a second check last found the same."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A second check that was ordered by one person, or is being made at the order of two."""

    by: tuple[str, ...]
    at: int
    position: int
    """Where the journal has the last of the orders."""

    @property
    def complete(self) -> bool:
        """Whether two people have ordered it."""
        return len(self.by) > 1

    def stands(self, now: int) -> bool:
        """Whether it still counts."""
        return now - self.at <= STANDS_MS


class NotToBeOrdered(Exception):
    """A second check cannot be ordered by this person now."""


class Stops:
    """Every stop that stands, and the second checks that are ordered, by stream."""

    def __init__(self) -> None:
        self.standing: dict[str, Stop] = {}
        self.orders: dict[str, Order] = {}
        self.heard = 0
        """The version of the journal up to which it was listened to."""

    def why(self, stream: str) -> str | None:
        """Why play is stopped at a stream, if it is."""
        if not self.standing:
            return None
        stop = self.standing.get(stream) or self.standing.get(EVERYWHERE)
        return None if stop is None else stop.why

    def add(self, stream: str, why: str, at: int) -> bool:
        """Stop play at once, before the journal has it; whether it was not stopped there already."""
        if stream in self.standing:
            return False
        self.standing[stream] = Stop(why=why, at=at)
        return True

    def told(self, *, anew: bool = False) -> tuple[PlayStopped, ...]:
        """The stops as the journal is to tell them: those that it does not tell yet, or all of them anew."""
        return tuple(
            PlayStopped(stream=stream, why=stop.why[:LONGEST_WHY], under=())
            for stream, stop in self.standing.items()
            if anew or not stop.position
        )

    def order(self, stream: str, now: int) -> Order | None:
        """The second check that is ordered or being made at a stream."""
        found = self.orders.get(stream)
        return found if found is not None and found.stands(now) else None

    def require_orderable(self, stream: str, by: str, now: int) -> None:
        """NotToBeOrdered, unless this person may now order a second check there; the whole record can always be."""
        if stream != EVERYWHERE and stream not in self.standing:
            raise NotToBeOrdered("play is not stopped there")
        order = self.order(stream, now)
        if order is not None and order.complete:
            raise NotToBeOrdered("a second check is being made")
        if order is not None and by in order.by:
            raise NotToBeOrdered("you have ordered it already: another person must order it too")

    def recall(self, store: Reader) -> None:
        """Have what stands since the house was last opened, and what was ordered shortly before."""
        opened = store.last_of(JOURNAL, EVENTS[HouseOpened].kind)
        self.heard = 0 if opened is None else max(0, opened.version - SHORTLY)
        self.take_in(store.of_kinds(JOURNAL, HEARD, self.heard))

    def take_in(self, entries: Iterable[Stored]) -> list[str]:
        """Take in entries of the journal in their order; the streams where play goes on."""
        before = set(self.standing)
        for stored in entries:
            self.heard = stored.version
            match read(stored):
                case PlayStopped(stream=stream, why=why):
                    self.standing[stream] = Stop(why=why, at=stored.at, position=stored.position)
                case CheckOrdered(stream=stream):
                    self._ordered(stream, stored)
                case CheckedAgain(stream=stream, whole=whole):
                    self.orders.pop(stream, None)
                    if whole:
                        self.standing.pop(stream, None)
                    elif stream in self.standing:
                        self.standing[stream] = replace(self.standing[stream], upheld=stored.at)
        return sorted(before - self.standing.keys())

    def _ordered(self, stream: str, stored: Stored) -> None:
        first = self.order(stream, stored.at)
        if first is None or first.by == (stored.actor,):
            self.orders[stream] = Order(by=(stored.actor,), at=stored.at, position=stored.position)
        elif not first.complete:
            self.orders[stream] = Order(by=(*first.by, stored.actor), at=stored.at, position=stored.position)


def accusations(store: Reader, stream: str, *, everything: bool) -> tuple[int, ...]:
    """Where the journal has the latest accusations of a stream, or of `everything`, that nobody has answered yet."""
    found: list[int] = []
    for stored in store.of_kinds(JOURNAL, ACCUSING):
        match read(stored):
            case PlayStopped(stream=accused) if accused == stream:
                found.append(stored.position)
            case RecordVerified(whole=False) if stream == EVERYWHERE and everything:
                found.append(stored.position)
            case CheckedAgain(stream=accused, whole=True) if accused == stream:
                found.clear()
    return tuple(found[-MOST_ANSWERED:])
