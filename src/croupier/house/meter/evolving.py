"""How each event changes a prize meter."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.house.meter.acts import (
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
    match event:
        case MeterOpened():
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
        case MeterNoticePosted():
            return replace(meter, notices=(*meter.notices, event.notice))
        case TableAdded():
            return replace(meter, tables=(*meter.tables, event.table), notices=_down(meter, event.table))
        case TableRemoved():
            tables = tuple(each for each in meter.tables if each != event.table)
            return replace(meter, tables=tables, notices=_down(meter, event.table))
        case OptionChanged():
            notices = tuple(each for each in meter.notices if each.of is not NoticeOf.OPTION)
            return replace(
                meter,
                option=event.option,
                seed=event.seed,
                mites=meter.mites + event.mites,
                topped_up=meter.topped_up + event.mites,
                notices=notices,
            )
        case MeterClosed():
            left = replace(meter, open=False, mites=meter.mites - event.mites)
            if event.to is None:
                return replace(left, held=meter.held + event.mites)
            return replace(left, transferred=meter.transferred - event.mites)
        case MitesReceived():
            return replace(meter, mites=meter.mites + event.mites, transferred=meter.transferred + event.mites)
        case WagersRegistered():
            return replace(
                meter,
                games={**meter.games, event.table: event.wagers},
                outcomes={name: each for name, each in meter.outcomes.items() if name != event.table},
                mites=meter.mites + event.mites,
                contributed=meter.contributed + event.mites,
            )
        case GameCancelled():
            return replace(
                _without_game(meter, event.table),
                mites=meter.mites - event.mites + event.topped_up,
                contributed=meter.contributed - event.mites,
                topped_up=meter.topped_up + event.topped_up,
            )
        case OutcomeUndone():
            return _undone(meter, event)
        case OutcomeRecorded():
            reading = Reading(event.round, event.at, event.mites)
            outcomes = {**meter.outcomes, event.table: Outcome(meter.games[event.table], event.pending)}
            meter = replace(
                _without_game(meter, event.table),
                readings={**meter.readings, event.table: reading},
                outcomes=outcomes,
            )
            return _recorded(meter, event.pending)
        case PrizesDetermined():
            return _determined(meter, event)
        case _:
            return meter


def _down(meter: Meter, table: str) -> tuple[MeterNotice, ...]:
    return tuple(each for each in meter.notices if each.table != table)


def _without_game(meter: Meter, table: str) -> Meter:
    return replace(meter, games={name: wagers for name, wagers in meter.games.items() if name != table})


def _recorded(meter: Meter, pending: Pending | None) -> Meter:
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


def _determined(meter: Meter, event: PrizesDetermined) -> Meter:
    waiting = next(each for each in meter.pending if each.table == event.table)
    pending = tuple(each for each in meter.pending if each is not waiting)
    last = meter.outcomes[event.table]
    if event.confirmed:
        outcomes = {**meter.outcomes, event.table: replace(last, paid=True)}
        return replace(meter, pending=pending, outcomes=outcomes, paid_cents=meter.paid_cents + waiting.cents)
    outcomes = {**meter.outcomes, event.table: replace(last, won=None)}
    return _put_back(replace(meter, pending=pending, outcomes=outcomes), waiting)


def _undone(meter: Meter, event: OutcomeUndone) -> Meter:
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


def _put_back(meter: Meter, won: Pending) -> Meter:
    taken = won.cents * MITES
    return replace(
        meter,
        mites=meter.mites + taken - won.topped_up,
        won=meter.won - taken,
        topped_up=meter.topped_up - won.topped_up,
    )
