"""How each event changes a prize meter."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.meter.acts import part
from croupier.house.meter.events import (
    GameCancelled,
    MeterClosed,
    MeterNoticePosted,
    MeterOpened,
    MitesReceived,
    OptionChanged,
    OutcomeRecorded,
    OutcomeUndone,
    PrizesDetermined,
    TableAdded,
    TableRemoved,
    WagersRegistered,
)
from croupier.house.meter.model import Meter, MeterNotice, NoticeOf, Outcome, Pending, Reading
from croupier.house.prizes import MITES
from croupier.table.contract import Event


def evolve(meter: Meter, event: Event) -> Meter:
    """The meter after an event."""
    evolver = part.evolvers.get(type(event))
    if evolver is None:
        return meter
    changed: Meter = evolver.evolve(meter, event)
    return changed


@part.evolves(MeterOpened)
def meter_opened(meter: Meter, event: MeterOpened) -> Meter:
    """It starts at its seed, with what it has held since it was last closed."""
    seed = event.seed * event.price * MITES
    return replace(
        meter,
        option=event.option,
        seed=event.seed,
        price=event.price,
        as_printed=event.as_printed,
        open=True,
        mites=seed + meter.held,
        tables=event.tables,
        notices=(),
        topped_up=meter.topped_up + seed - meter.mites,
        held=0,
    )


@part.evolves(MeterNoticePosted)
def notice_posted(meter: Meter, event: MeterNoticePosted) -> Meter:
    """The sign is up until what it announces is done; one that says the same has been up since it was first put up."""
    if any(each.says_as(event.notice) for each in meter.notices):
        return meter
    return replace(meter, notices=(*meter.notices, event.notice))


@part.evolves(TableAdded)
def table_added(meter: Meter, event: TableAdded) -> Meter:
    """The table is linked, and its signs come down."""
    return replace(meter, tables=(*meter.tables, event.table), notices=_down(meter, event.table))


@part.evolves(TableRemoved)
def table_removed(meter: Meter, event: TableRemoved) -> Meter:
    """The table is linked no longer, and its signs come down."""
    tables = tuple(each for each in meter.tables if each != event.table)
    return replace(meter, tables=tables, notices=_down(meter, event.table))


@part.evolves(OptionChanged)
def option_changed(meter: Meter, event: OptionChanged) -> Meter:
    """The new row is in force, and the meter has its seed at least."""
    return replace(
        meter,
        option=event.option,
        seed=event.seed,
        mites=meter.mites + event.mites,
        topped_up=meter.topped_up + event.mites,
        notices=tuple(each for each in meter.notices if each.of is not NoticeOf.OPTION),
    )


@part.evolves(MeterClosed)
def meter_closed(meter: Meter, event: MeterClosed) -> Meter:
    """Only its seed is left on it."""
    left = replace(meter, open=False, mites=meter.mites - event.mites)
    if event.to is None:
        return replace(left, held=meter.held + event.mites)
    return replace(left, transferred=meter.transferred - event.mites)


@part.evolves(MitesReceived)
def mites_received(meter: Meter, event: MitesReceived) -> Meter:
    """What another held is on this meter."""
    return replace(meter, mites=meter.mites + event.mites, transferred=meter.transferred + event.mites)


@part.evolves(WagersRegistered)
def wagers_registered(meter: Meter, event: WagersRegistered) -> Meter:
    """A game runs at the table; the outcome of its last one can no longer be taken back."""
    return replace(
        meter,
        games={**meter.games, event.table: event.wagers},
        outcomes={name: each for name, each in meter.outcomes.items() if name != event.table},
        mites=meter.mites + event.mites,
        contributed=meter.contributed + event.mites,
    )


@part.evolves(GameCancelled)
def game_cancelled(meter: Meter, event: GameCancelled) -> Meter:
    """What the game added comes off."""
    return replace(
        _without_game(meter, event.table),
        mites=meter.mites - event.mites + event.topped_up,
        contributed=meter.contributed - event.mites,
        topped_up=meter.topped_up + event.topped_up,
    )


@part.evolves(OutcomeRecorded)
def outcome_recorded(meter: Meter, event: OutcomeRecorded) -> Meter:
    """The game is over; its prizes are off the meter at once, and wait."""
    meter = replace(
        _without_game(meter, event.table),
        readings={**meter.readings, event.table: Reading(event.round, event.at, event.mites)},
        outcomes={**meter.outcomes, event.table: Outcome(meter.games[event.table], event.pending)},
    )
    return _won(meter, event.pending)


@part.evolves(OutcomeUndone)
def outcome_undone(meter: Meter, event: OutcomeUndone) -> Meter:
    """The game runs again, and its prizes are back on the meter."""
    meter = replace(
        meter,
        games={**meter.games, event.table: event.wagers},
        outcomes={name: each for name, each in meter.outcomes.items() if name != event.table},
        pending=tuple(each for each in meter.pending if each.table != event.table),
    )
    if event.won is None:
        return meter
    paid = event.won.cents if event.paid else 0
    return _put_back(replace(meter, paid_cents=meter.paid_cents - paid), event.won)


@part.evolves(PrizesDetermined)
def prizes_determined(meter: Meter, event: PrizesDetermined) -> Meter:
    """They are paid, or back on the meter."""
    waiting = next(each for each in meter.pending if each.table == event.table)
    pending = tuple(each for each in meter.pending if each is not waiting)
    last = meter.outcomes[event.table]
    if event.confirmed:
        outcomes = {**meter.outcomes, event.table: replace(last, paid=True)}
        return replace(meter, pending=pending, outcomes=outcomes, paid_cents=meter.paid_cents + waiting.cents)
    outcomes = {**meter.outcomes, event.table: replace(last, won=None)}
    return _put_back(replace(meter, pending=pending, outcomes=outcomes), waiting)


def _down(meter: Meter, table: str) -> tuple[MeterNotice, ...]:
    return tuple(each for each in meter.notices if each.table != table)


def _without_game(meter: Meter, table: str) -> Meter:
    return replace(meter, games={name: wagers for name, wagers in meter.games.items() if name != table})


def _won(meter: Meter, pending: Pending | None) -> Meter:
    if pending is None:
        return meter
    taken = pending.cents * MITES
    return replace(
        meter,
        pending=(*meter.pending, pending),
        mites=meter.mites - taken + pending.topped_up,
        won=meter.won + taken,
        topped_up=meter.topped_up + pending.topped_up,
    )


def _put_back(meter: Meter, won: Pending) -> Meter:
    taken = won.cents * MITES
    return replace(
        meter,
        mites=meter.mites + taken - won.topped_up,
        won=meter.won - taken,
        topped_up=meter.topped_up - won.topped_up,
    )
