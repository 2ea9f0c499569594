"""Rounds: where each lies in a table's record, found by its closing event without reading what lies between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, select

from croupier.floor.store import Store, Stored
from croupier.floor.store.schema import events
from croupier.floor.tables import LiveTable
from croupier.money import Move
from croupier.table.state import Settled, Stage, TableState, Wager

VOID = ("RoundVoided", "Misdealt")
"""The kinds of event that make a round void."""

CLOSINGS = ("RoundClosed", *VOID)
"""The kinds of event that end a round."""

LONGEST = 5000
"""Events of one round that are read at most."""

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
    players: tuple[str, ...]


class Span(msgspec.Struct, frozen=True):
    """The events behind one version up to another; the number of the round that the last of them closes, if it does."""

    after: int
    upto: int
    round: int | None


class _Trace(msgspec.Struct):
    """The fields that tell of a round's money, whatever the game and the event."""

    round: int | None = None
    wagers: tuple[Wager, ...] = ()
    settled: tuple[Settled, ...] = ()
    bonuses: tuple[Settled, ...] = ()
    kept: tuple[Settled, ...] = ()
    moves: tuple[Move, ...] = ()
    area: int = 0
    player: str | None = None
    cents: int = 0
    was: int = 0
    now: int = 0


_trace = msgspec.json.Decoder(_Trace)
_MONEY = (
    *("BetsClosed", "LosersCleared", "AreaPaid", *VOID),
    *("HandPlayed", "PlayWagerCorrected", "HandFolded", "AnteForfeited", "WagersForfeited", "AntesPaid", "AreaSettled"),
    *("JackpotPrizesPaid", "JackpotPrizesRejected", "HandSettled"),
)


class Rounds:
    """The rounds of one table; a round begins where the one before it ended, so its wagers belong to it."""

    def __init__(self, store: Store, live: LiveTable) -> None:
        self._store, self._live = store, live

    def latest(self, before: int | None = None) -> Iterator[tuple[Round, list[Stored], tuple[Settled, ...]]]:
        """Rounds from the last, or from the last below a number, to the first: summary, events, how wagers ended."""
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
        query = select(events.c.version, events.c.payload).where(events.c.stream == self._live.stream, where)
        query = query.where(events.c.kind.in_(CLOSINGS))
        query = query.order_by(events.c.version.desc() if descending else events.c.version).limit(1)
        with self._store.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else (row.version, _trace.decode(row.payload).round or 0)

    def _read(self, span: Span) -> list[Stored]:
        query = select(events).where(events.c.stream == self._live.stream, events.c.version > span.after)
        query = query.where(events.c.version <= span.upto).order_by(events.c.version).limit(LONGEST)
        with self._store.reading() as connection:
            return [Stored(*row) for row in connection.execute(query)]

    def _summary(self, span: Span, stored: list[Stored]) -> tuple[Round, tuple[Settled, ...]] | None:
        """What a round came to; None for what follows the last round before anyone has wagered again."""
        if not stored:
            return None
        if span.round is None:
            state: TableState = self._live.state
            if not state.wagers:
                return None
            number = state.round + (state.stage is Stage.BETTING)
            settled = tuple(each.settled for each in state.wagers if each.settled is not None)
            return _round("open", number, stored, _stakes(state.wagers), settled), settled
        stakes, settled = _money(stored)
        outcome: Outcome = "void" if stored[-1].kind in VOID else "settled"
        return _round(outcome, span.round, stored, stakes, settled), settled


def _round(
    outcome: Outcome,
    number: int,
    stored: list[Stored],
    stakes: list[tuple[str, int]],
    settled: tuple[Settled, ...],
) -> Round:
    return Round(
        round=number,
        first=stored[0].position,
        last=stored[-1].position,
        started=stored[0].at,
        ended=None if outcome == "open" else stored[-1].at,
        outcome=outcome,
        staked=sum(cents for _, cents in stakes),
        paid=sum(each.paid for each in settled),
        players=tuple(sorted({player for player, _ in stakes})),
    )


def _stakes(wagers: Iterable[Wager]) -> list[tuple[str, int]]:
    return [(wager.player, wager.cents) for wager in wagers]


def _money(stored: list[Stored]) -> tuple[list[tuple[str, int]], tuple[Settled, ...]]:
    """Who staked what, and how each wager ended at last: a corrected card may settle one anew, and of a void round only
    wagers that the house keeps have an end.
    """
    stakes: list[tuple[str, int]] = []
    owners: dict[int, str] = {}
    settled: dict[tuple[int, str, str], Settled] = {}
    for each in stored:
        if each.kind not in _MONEY:
            continue
        trace = _trace.decode(each.payload)
        if trace.wagers:
            stakes = _stakes(trace.wagers)
            owners = {wager.area: wager.player for wager in trace.wagers}
        if each.kind == "HandPlayed" and trace.player is not None:
            stakes.append((trace.player, trace.cents))
        if each.kind == "PlayWagerCorrected":
            stakes.append((owners[trace.area], trace.now - trace.was))
        if each.kind in VOID:
            settled.clear()
        for one in (*trace.settled, *trace.bonuses, *trace.kept):
            settled[one.area, one.bet, one.player] = one
        if each.kind in VOID and not stakes:
            back = (move for move in trace.moves if move.source == "layout" and move.target.startswith("stack:"))
            stakes = [(move.target.removeprefix("stack:"), move.cents) for move in back]
            stakes += [(one.player, one.taken) for one in trace.kept]
    return stakes, tuple(settled.values())
