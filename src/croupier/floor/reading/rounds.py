"""Rounds: where each lies in a table's record, found by its closing event without reading what lies between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, select

from croupier.floor.acts.live_table import LiveTable
from croupier.floor.reading.reckoning import Reckoning, Sums, reckoned
from croupier.floor.reading.whose_chips import OfTournament, Whose, counts_chips, since_the_last_change, whose_round
from croupier.floor.store import Archive, Stored
from croupier.floor.store.schema import events
from croupier.games import game
from croupier.money import counted_in_chips
from croupier.table.declare import EVENTS, Ends
from croupier.table.state import Stage

LONGEST = 5000
"""Events of one round that are read at most: the last ones, for what it came to stands at its end."""

Outcome = Literal["settled", "void", "open"]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round: where it lies in the record, and its money in cents."""

    round: int
    first: int
    last: int
    started: int
    ended: int | None
    outcome: Outcome
    staked: int
    paid: int
    """What wagers against the house won, beside their stakes."""
    pots: int
    """What was in the pots when they were pushed."""
    rake: int
    """What the house took of them."""
    players: tuple[str, ...]
    tournament: OfTournament | None
    """The tournament whose chips all of that is in, a hundred cents each; else it is money."""
    came_to: str
    """All of that in words."""


class RoundAt(Round, frozen=True, kw_only=True):
    """A round, and the table that it was played at."""

    table: str


class Span(msgspec.Struct, frozen=True):
    """The events behind one version up to another; the number of the round that the last of them closes, if it does."""

    after: int
    upto: int
    round: int | None


class Rounds:
    """The rounds of one table; a round begins where the one before it ended, so its wagers belong to it."""

    def __init__(self, store: Archive, live: LiveTable) -> None:
        self._store, self._live = store, live
        self._closings = closings(live.game.name)

    def latest(self, before: int | None = None) -> Iterator[tuple[Round, list[Stored], Reckoning]]:
        """Rounds from the last, or from the last below a number, to the first: summary, events, what they came to."""
        bound = None if before is None else self._end_of(before - 1)
        for span in self._spans(bound):
            stored = self._read(span)
            found = self._summary(span, stored)
            if found is not None and (before is None or found[0].round < before):
                yield found[0], stored, found[1]

    def one(self, number: int) -> tuple[Round, Span] | None:
        """The round of this number and its span, if it was played."""
        span = next(self._spans(self._end_of(number)), None)
        found = None if span is None else self._summary(span, self._read(span))
        return None if span is None or found is None or found[0].round != number else (found[0], span)

    def ending(self, version: int) -> Round | None:
        """The round that the event of this version closed."""
        span = next(self._spans(version), None)
        found = None if span is None or span.round is None else self._summary(span, self._read(span))
        return None if found is None else found[0]

    def within(self, span: Span) -> list[Stored]:
        """The events of a round."""
        return self._read(span)

    def between(self, since: int, until: int, most: int) -> list[tuple[Round, Span]]:
        """The rounds that ended from one moment up to before another, in their order; the last of too many."""
        found: list[tuple[Round, Span]] = []
        for span in self._spans(self._last_before(until)):
            summary = self._summary(span, self._read(span))
            if summary is None or summary[0].ended is None:
                continue
            if summary[0].ended < since or len(found) >= most:
                break
            found.append((summary[0], span))
        return found[::-1]

    def _last_before(self, moment: int) -> int:
        """The version of the last event before a moment; times only ever rise along a record."""
        low, high = 0, self._live.version
        while low < high:
            middle = (low + high + 1) // 2
            query = select(events.c.at).where(events.c.stream == self._live.stream, events.c.version == middle)
            with self._store.reading() as connection:
                at = connection.scalar(query)
            low, high = (middle, high) if at is not None and at < moment else (low, middle - 1)
        return low

    def _spans(self, upto: int | None) -> Iterator[Span]:
        """Spans from the one that ends at a version, or from the last, to the first."""
        if upto is None:
            upto = self._live.version
        at_end = self._closing(events.c.version == upto)
        number = None if at_end is None else at_end[1]
        while upto > 0:
            ended = self._closing(events.c.version < upto, descending=True)
            after, earlier = (0, None) if ended is None else ended
            yield Span(after, upto, number)
            upto, number = after, earlier

    def _end_of(self, number: int) -> int | None:
        """The version that closes the first round of this number or a higher one, if one is closed.

        Numbers only ever rise along a record, so it is found by halving.
        """
        low, high, end = 0, self._live.version, None
        while low < high:
            middle = (low + high) // 2
            closing = self._closing(events.c.version > middle)
            if closing is None:
                high = middle
            elif closing[1] >= number:
                end, high = closing[0], middle
            else:
                low = closing[0]
        return end

    def _closing(self, where: ColumnElement[bool], *, descending: bool = False) -> tuple[int, int] | None:
        """The version and the round of the nearest closing event."""
        query = select(events).where(events.c.stream == self._live.stream, where)
        query = query.where(events.c.kind.in_(self._closings))
        query = query.order_by(events.c.version.desc() if descending else events.c.version).limit(1)
        with self._store.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else (row.version, self._live.read(Stored(*row)).round)  # type: ignore[attr-defined]

    def _read(self, span: Span) -> list[Stored]:
        query = select(events).where(events.c.stream == self._live.stream, events.c.version > span.after)
        low = max(span.after, span.upto - LONGEST)
        query = query.where(events.c.version > low, events.c.version <= span.upto).order_by(events.c.version)
        with self._store.reading() as connection:
            return [Stored(*row) for row in connection.execute(query)]

    def _summary(self, span: Span, stored: list[Stored]) -> tuple[Round, Reckoning] | None:
        """What a round came to; None for what follows the last round before anyone has wagered again."""
        if not stored:
            return None
        told = [self._live.read(each) for each in stored]
        found = reckoned(since_the_last_change(told))
        if span.round is not None:
            outcome: Outcome = "void" if EVENTS[type(told[-1])].ends is Ends.VOID else "settled"
            return self._round(outcome, (span.round, span.after), stored, found), found
        state = self._live.state
        if not any(EVENTS[type(each)].begins for each in told):
            wagers = self._live.game.engine.rules(state).stakes(state)
            if not wagers:
                return None
            lying = Counter[str]()
            for each in wagers:
                lying[each.player] += each.cents
            found = replace(found, staked=dict(lying))
        number = state.round + (state.stage is Stage.BETTING)
        return self._round("open", (number, span.after), stored, found), found

    def _round(self, outcome: Outcome, begins: tuple[int, int], stored: list[Stored], found: Reckoning) -> Round:
        """The summary of a round by its number and the version that it begins behind."""
        (number, after), sums = begins, found.sums
        first, whose = stored[0], whose_round(self._store, self._live, number, stored[-1].version)
        if first.version > after + 1:
            first = self._read(Span(after, after + 1, None))[0]
        return Round(
            round=number,
            first=first.position,
            last=stored[-1].position,
            started=first.at,
            ended=None if outcome == "open" else stored[-1].at,
            outcome=outcome,
            staked=sums.staked,
            paid=sums.won,
            pots=sums.pots,
            rake=sums.rake,
            players=found.players,
            tournament=whose,
            came_to=came_to(sums, whose),
        )


def came_to(sums: Sums, whose: Whose) -> str:
    """What rounds came to in words, which say of chips of a tournament that they are."""
    with counted_in_chips(counts_chips(whose)):
        said = sums.said()
    return said if whose is None else f"{said}, in chips of {whose.title}"


@cache
def closings(game_name: str) -> tuple[str, ...]:
    """The kinds of event that end a round of a game: as they are stored now, and under the bare names they once had."""
    ending = [event for event in game(game_name).engine.events if EVENTS[event].ends is not None]
    return (*(EVENTS[event].kind for event in ending), *(event.__name__ for event in ending))
