"""How each event changes a prize meter."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from croupier.house.meter.acts import part
from croupier.house.meter.cycles import FOR_GOOD, after_reset, earned_at, for_good, is_consumed, taken_back
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
    ShareVoided,
    TableAdded,
    TableRemoved,
    WagersRegistered,
)
from croupier.house.meter.model import Added, Meter, MeterNotice, NoticeOf, Outcome, Pending, Reading
from croupier.house.prizes import MITES
from croupier.table.contract import Event

T = TypeVar("T")


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
        joined={},
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
    return replace(
        meter,
        tables=(*meter.tables, event.table),
        notices=_down(meter, event.table),
        joined={**meter.joined, event.table: event.at},
    )


@part.evolves(TableRemoved)
def table_removed(meter: Meter, event: TableRemoved) -> Meter:
    """The table is linked no longer, and its signs come down."""
    return replace(
        meter,
        tables=tuple(each for each in meter.tables if each != event.table),
        notices=_down(meter, event.table),
        joined={table: at for table, at in meter.joined.items() if table != event.table},
    )


@part.evolves(OptionChanged)
def option_changed(meter: Meter, event: OptionChanged) -> Meter:
    """The new row is in force, and the meter has at least its seed and what has been earned."""
    return replace(
        meter,
        option=event.option,
        seed=event.seed,
        seeds={**meter.seeds, meter.option: meter.seed},
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
    meter = for_good(meter, event.table)
    moment = meter.moment + 1
    return replace(
        meter,
        games={**meter.games, event.table: event.wagers},
        added={**meter.added, event.table: Added(event.mites, moment, event.option or meter.option)},
        moment=moment,
        outcomes=_without(meter.outcomes, event.table),
        mites=meter.mites + event.mites,
        contributed=meter.contributed + event.mites,
        earned=meter.earned + event.mites,
    )


@part.evolves(GameCancelled)
def game_cancelled(meter: Meter, event: GameCancelled) -> Meter:
    """What the game added comes off; what a reset has consumed of it was the house's, since the wagers go back."""
    added = meter.added.get(event.table)
    meter = _without_game(meter, event.table)
    meter = replace(meter, contributed=meter.contributed - event.consumed, topped_up=meter.topped_up + event.consumed)
    meter = _taken_off(meter, event.mites, event.topped_up)
    if added is None or not event.consumed or not is_consumed(meter, added):
        return meter
    if any(each.table == FOR_GOOD and each.moment > added.moment for each in meter.resets):
        return meter
    return replace(meter, consumed=(*meter.consumed, replace(added, mites=event.consumed)))


@part.evolves(OutcomeRecorded)
def outcome_recorded(meter: Meter, event: OutcomeRecorded) -> Meter:
    """The game is over; its prizes are off the meter at once, and wait."""
    meter, won, table = for_good(meter, event.table), event.pending, event.table
    outcome = Outcome(meter.games.get(table, 0), won, added=meter.added.get(table))
    meter = replace(
        _without_game(meter, table),
        readings={**meter.readings, table: Reading(event.round, event.at, event.mites)},
        outcomes={**meter.outcomes, table: outcome},
    )
    return meter if won is None else replace(_won(meter, won), pending=(*meter.pending, won))


@part.evolves(OutcomeUndone)
def outcome_undone(meter: Meter, event: OutcomeUndone) -> Meter:
    """The game runs again, and its prizes are back on the meter."""
    last = meter.outcomes.get(event.table)
    added = (
        _without(meter.added, event.table)
        if last is None or last.added is None
        else {
            **meter.added,
            event.table: last.added,
        }
    )
    meter = replace(
        meter,
        games={**meter.games, event.table: event.wagers},
        added=added,
        outcomes=_without(meter.outcomes, event.table),
        pending=tuple(each for each in meter.pending if each.table != event.table),
    )
    if event.won is None:
        return meter
    paid = event.won.cents if event.paid else 0
    meter = _put_back(replace(meter, paid_cents=meter.paid_cents - paid), event.won)
    return _released(meter, event.released, event.topped_up)


@part.evolves(PrizesDetermined)
def prizes_determined(meter: Meter, event: PrizesDetermined) -> Meter:
    """They are paid, or back on the meter."""
    waiting = next(each for each in meter.pending if each.table == event.table)
    meter = replace(meter, pending=tuple(each for each in meter.pending if each is not waiting))
    last = meter.outcomes.get(event.table)
    if event.confirmed:
        outcomes = meter.outcomes if last is None else {**meter.outcomes, event.table: replace(last, paid=True)}
        return replace(meter, outcomes=outcomes, paid_cents=meter.paid_cents + waiting.cents)
    outcomes = meter.outcomes if last is None else {**meter.outcomes, event.table: replace(last, won=None)}
    return _released(_put_back(replace(meter, outcomes=outcomes), waiting), event.released, event.topped_up)


@part.evolves(ShareVoided)
def share_voided(meter: Meter, event: ShareVoided) -> Meter:
    """What the void wagers would have won is back on the meter, and what stands is as if they had not been there."""
    was, now = event.was, event.now
    pending = [now if each.table == event.table else each for each in meter.pending]
    last = meter.outcomes.get(event.table)
    outcomes = meter.outcomes if last is None else {**meter.outcomes, event.table: replace(last, won=now)}
    back = was.cents - (now.cents if now else 0) if event.paid else 0
    meter = replace(
        meter,
        pending=tuple(each for each in pending if each is not None),
        outcomes=outcomes,
        paid_cents=meter.paid_cents - back,
    )
    meter = _moved(meter, was, -1)
    if now is not None:
        meter = _moved(meter, now)
    if not (was.resets and now is not None and now.resets):
        meter = taken_back(meter, event.table) if was.resets else earned_at(meter, was.moment, was.cents * MITES)
        meter = meter if now is None else earned_at(meter, now.moment, -now.cents * MITES)
    return _released(meter, event.released, event.topped_up)


def _down(meter: Meter, table: str) -> tuple[MeterNotice, ...]:
    return tuple(each for each in meter.notices if each.table != table)


def _without(known: dict[str, T], table: str) -> dict[str, T]:
    return {name: each for name, each in known.items() if name != table}


def _without_game(meter: Meter, table: str) -> Meter:
    return replace(meter, games=_without(meter.games, table), added=_without(meter.added, table))


def _released(meter: Meter, mites: int, topped_up: int) -> Meter:
    """What the house had put on for games undone meanwhile comes off."""
    meter = replace(meter, contributed=meter.contributed + mites, topped_up=meter.topped_up - mites)
    return _taken_off(meter, mites, topped_up)


def _taken_off(meter: Meter, mites: int, topped_up: int) -> Meter:
    """What games put on comes off; where the house must then make up the seed, a new cycle begins."""
    left = meter.mites - mites
    changed = replace(
        meter,
        mites=left + topped_up,
        contributed=meter.contributed - mites,
        topped_up=meter.topped_up + topped_up,
        earned=meter.earned - mites,
    )
    return after_reset(changed) if topped_up and left < meter.reseed * MITES else changed


def _moved(meter: Meter, won: Pending, times: int = 1) -> Meter:
    """Prizes come off, with what the house adds where they leave less than the seed; or all of that comes back."""
    taken, topped_up = won.cents * MITES * times, won.topped_up * times
    return replace(
        meter, mites=meter.mites - taken + topped_up, won=meter.won + taken, topped_up=meter.topped_up + topped_up
    )


def _won(meter: Meter, won: Pending) -> Meter:
    meter = _moved(meter, won)
    return after_reset(meter, won.table) if won.resets else earned_at(meter, won.moment, -won.cents * MITES)


def _put_back(meter: Meter, won: Pending) -> Meter:
    meter = _moved(meter, won, -1)
    return taken_back(meter, won.table) if won.resets else earned_at(meter, won.moment, won.cents * MITES)
