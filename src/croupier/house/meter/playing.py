"""What happens on a meter for its tables: games are registered and come out, prizes are determined."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from croupier.house.meter.acts import (
    CancelGame,
    DeterminePrizes,
    RecordOutcome,
    RegisterWagers,
    UndoOutcome,
    VoidShare,
)
from croupier.house.meter.context import MeterContext
from croupier.house.meter.cycles import is_consumed, released
from croupier.house.meter.events import (
    GameCancelled,
    OutcomeRecorded,
    OutcomeUndone,
    PrizesDetermined,
    ShareVoided,
    WagersRegistered,
)
from croupier.house.meter.evolving import evolve
from croupier.house.meter.model import Meter, Pending
from croupier.house.prizes import MITES, shares
from croupier.money import moves
from croupier.table.contract import Clauses, Decision, Reason, Refusal


def _not_linked(meter: Meter, table: str, ctx: MeterContext) -> Refusal | None:
    if meter.open and table in meter.tables:
        return None
    return Refusal(Reason.NOT_HERE, (ctx.clauses.group_of_tables,), {"table": table})


def _no_game(meter: Meter, table: str, ctx: MeterContext) -> Refusal:
    """Why nothing can be done about the game of a table that has none here."""
    return _not_linked(meter, table, ctx) or Refusal(
        Reason.NOT_NOW, (ctx.clauses.outcome_recorded,), {"jackpot game": "none"}
    )


def register_wagers(meter: Meter, command: RegisterWagers, ctx: MeterContext) -> Decision:
    """One game at a time runs at a table, of wagers at the meter's price, and none while its prizes wait."""
    clauses, table = ctx.clauses, command.table
    refusal = None if meter.open and command.plays_out else _not_linked(meter, table, ctx)
    if refusal is not None:
        return refusal
    if any(each.table == table for each in meter.pending):
        return Refusal(Reason.NOT_NOW, (clauses.determined,), {"next": "determine the prizes"})
    running = meter.games.get(table)
    if running is not None or command.wagers < 1:
        return Refusal(Reason.ALREADY, (clauses.meter_working,), {"wagers": running or 0})
    if command.cents not in (None, command.wagers * meter.price):
        return Refusal(Reason.LIMITS, (clauses.one_price,), {"price": meter.price, "wagers": command.wagers})
    option = command.option or meter.option
    if option not in ctx.terms.increments:
        return Refusal(Reason.LIMITS, clauses.same_prizes, {"option": option})
    under = (clauses.increment, ctx.terms.increment_clauses[option][meter.seed_by(option)])
    mites = meter.increment_by(option) * command.wagers
    other = option if option != meter.option else 0
    return (WagersRegistered(table=table, wagers=command.wagers, mites=mites, option=other, under=under),)


def cancel_game(meter: Meter, command: CancelGame, ctx: MeterContext) -> Decision:
    """What the game put on comes off, but what a reset has consumed."""
    clauses, added = ctx.clauses, meter.added.get(command.table)
    if added is None:
        return _no_game(meter, command.table, ctx)
    mites = added.mites
    under: Clauses = (clauses.game_undone, clauses.undone_in_cycle)
    if is_consumed(meter, added):
        return (GameCancelled(table=command.table, mites=0, consumed=mites, under=under),)
    lacking = max(0, meter.reseed * MITES - (meter.mites - mites))
    under = (*under, clauses.seed, clauses.reset_below_seed) if lacking else under
    return (GameCancelled(table=command.table, mites=mites, topped_up=lacking, under=under),)


E = TypeVar("E", OutcomeUndone, PrizesDetermined, ShareVoided)


def _made_up(meter: Meter, event: E) -> E:
    """Prizes that come back, with what the house must add lest the meter show less than it must."""
    after = evolve(meter, event)
    lacking = max(0, after.least - after.mites)
    return replace(event, topped_up=lacking) if lacking else event


def undo_outcome(meter: Meter, command: UndoOutcome, ctx: MeterContext) -> Decision:
    """Until the next game runs at the table; prizes that were paid go back too."""
    clause, table = ctx.clauses.outcome_recorded, command.table
    last = meter.outcomes.get(table)
    if last is None or table in meter.games:
        return _not_linked(meter, table, ctx) or Refusal(Reason.NOT_NOW, (clause,), {"outcome": "none recorded"})
    won = last.won
    off = released(meter, table) if won is not None and won.resets else 0
    made = moves((f"table:{table}:rack", f"meter:{meter.id}", won.cents)) if won and last.paid else ()
    event = OutcomeUndone(
        table=table,
        wagers=last.wagers,
        won=won,
        paid=last.paid,
        released=off,
        moves=made,
        under=(clause, ctx.clauses.undone_in_cycle) if off else (clause,),
    )
    return (_made_up(meter, event),)


def record_outcome(meter: Meter, command: RecordOutcome, ctx: MeterContext) -> Decision:
    """This is the time for settlement: prizes come off the meter as it stands now."""
    clauses = ctx.clauses
    if command.table not in meter.games:
        return _no_game(meter, command.table, ctx)
    pending = _pending(meter, command, ctx) if command.wins else None
    under: Clauses = (clauses.outcome_recorded, clauses.round_at_once, clauses.tables_in_order)
    return (
        OutcomeRecorded(
            table=command.table,
            round=command.round,
            pending=pending,
            at=ctx.at,
            mites=meter.mites,
            under=under if pending is None else (*under, *pending.under),
        ),
    )


def _pending(meter: Meter, command: RecordOutcome, ctx: MeterContext) -> Pending:
    """The prizes of one round."""
    added = meter.added.get(command.table)
    option = added.option if added else meter.option
    won = Pending(command.table, command.round, ctx.at, (), command.wins, 0, (), meter.moment, meter.reseed)
    return _shared(meter, meter.mites, won, option, ctx)


def _shared(meter: Meter, mites: int, won: Pending, option: int, ctx: MeterContext) -> Pending:
    """The prizes of one round from what the meter recorded at its settlement, by the formulas for that many wins."""
    clauses, royal, wins = ctx.clauses, ctx.terms.royal, won.hands
    royals = sum(hand == royal for _, hand in wins)
    each = shares(mites, won.reseed, royals, len(wins) - royals, as_printed=meter.as_printed)
    prizes = tuple((area, each.royal if hand == royal else each.straight) for area, hand in wins)
    rows = [ctx.terms.prize_clauses[option][hand] for hand in dict.fromkeys(hand for _, hand in wins)]
    together = (clauses.wins_together,) if len(wins) > 1 else ()
    under = (*rows, *together, *each.under, clauses.rounded_meter, clauses.prizes_come_off)
    return _off(mites, replace(won, prizes=prizes, under=under), ctx)


def _off(mites: int, won: Pending, ctx: MeterContext) -> Pending:
    """Prizes with what the house adds where they leave less than the seed of what the meter recorded."""
    royals = sum(hand == ctx.terms.royal for _, hand in won.hands)
    resets = (ctx.clauses.reset_by_royals, ctx.clauses.reset_below_seed)
    under = tuple(clause for clause in won.under if clause not in resets)
    left, floor = mites - won.cents * MITES, won.reseed * MITES
    if left >= floor:
        return replace(won, topped_up=0, under=under)
    return replace(won, topped_up=floor - left, under=(*under, resets[royals <= 1]))


def void_share(meter: Meter, command: VoidShare, ctx: MeterContext) -> Decision:
    """A void wager has no result: what waits is shared by the others alone, what is paid to them stays as it is.

    The others win from what the meter recorded at the settlement, by the row of as many wins as are left.
    """
    clauses, table = ctx.clauses, command.table
    last, reading = meter.outcomes.get(table), meter.readings.get(table)
    was = None if last is None else last.won
    if last is None or was is None or reading is None or not set(command.areas) & {area for area, _ in was.hands}:
        return Refusal(Reason.NO_CAUSE, (clauses.determined,), {"pending": 0})
    rest = replace(
        was,
        prizes=tuple(each for each in was.prizes if each[0] not in command.areas),
        hands=tuple(each for each in was.hands if each[0] not in command.areas),
        reseed=was.reseed or meter.reseed,
    )
    now: Pending | None = None
    if rest.hands and last.paid:
        now = _off(reading.mites, rest, ctx)
    elif rest.hands:
        now = _shared(meter, reading.mites, rest, last.added.option if last.added else meter.option, ctx)
    stays_reset = now is not None and now.resets
    returned = was.cents - (now.cents if now else 0) if last.paid else 0
    event = ShareVoided(
        table=table,
        areas=tuple(area for area in command.areas if area in dict(was.hands)),
        was=was,
        now=now,
        paid=last.paid,
        released=released(meter, table) if was.resets and not stays_reset else 0,
        moves=moves((f"table:{table}:rack", f"meter:{meter.id}", returned)) if returned else (),
        under=(clauses.void_share, *(now.under if now else (clauses.determined,))),
    )
    return (_made_up(meter, event),)


def determine_prizes(meter: Meter, command: DeterminePrizes, ctx: MeterContext) -> Decision:
    """Once, for what the meter holds."""
    clause = ctx.clauses.determined
    waiting = next((each for each in meter.pending if each.table == command.table), None)
    if waiting is None:
        return Refusal(Reason.NO_CAUSE, (clause,), {"pending": 0})
    if command.prizes is not None and sorted(command.prizes) != sorted(waiting.prizes):
        facts = {"held": waiting.cents, "named": sum(cents for _, cents in command.prizes)}
        return Refusal(Reason.LIMITS, waiting.under, facts)
    made = moves((f"meter:{meter.id}", f"table:{command.table}:rack", waiting.cents)) if command.confirmed else ()
    event = PrizesDetermined(
        table=command.table,
        round=waiting.round,
        confirmed=command.confirmed,
        prizes=waiting.prizes if command.confirmed else (),
        released=0 if command.confirmed or not waiting.resets else released(meter, command.table),
        moves=made,
        under=(clause, *waiting.under),
    )
    return (event if command.confirmed else _made_up(meter, event),)
