"""What happens on a meter for its tables: games are registered and come out, prizes are determined."""

from __future__ import annotations

from croupier.house.meter.acts import CancelGame, DeterminePrizes, RecordOutcome, RegisterWagers, UndoOutcome
from croupier.house.meter.context import MeterContext
from croupier.house.meter.events import (
    GameCancelled,
    OutcomeRecorded,
    OutcomeUndone,
    PrizesDetermined,
    WagersRegistered,
)
from croupier.house.meter.model import Meter, Pending
from croupier.house.prizes import MITES, shares
from croupier.money import moves
from croupier.table.contract import Clauses, Decision, Reason, Refusal


def _not_linked(meter: Meter, table: str, ctx: MeterContext) -> Refusal | None:
    if meter.open and table in meter.tables:
        return None
    return Refusal(Reason.NOT_HERE, (ctx.clauses.group_of_tables,), {"table": table})


def _no_game(ctx: MeterContext) -> Refusal:
    return Refusal(Reason.NOT_NOW, (ctx.clauses.outcome_recorded,), {"jackpot game": "none"})


def register_wagers(meter: Meter, command: RegisterWagers, ctx: MeterContext) -> Decision:
    """One game at a time runs at a table, of wagers at the meter's price."""
    clauses, table = ctx.clauses, command.table
    refusal = _not_linked(meter, table, ctx)
    if refusal is not None:
        return refusal
    running = meter.games.get(table)
    if running is not None or command.wagers < 1:
        return Refusal(Reason.ALREADY, (clauses.meter_working,), {"wagers": running or 0})
    if command.cents not in (None, command.wagers * meter.price):
        return Refusal(Reason.LIMITS, (clauses.one_price,), {"price": meter.price, "wagers": command.wagers})
    under = (clauses.increment, ctx.terms.increment_clauses[meter.option][meter.seed])
    mites = meter.increment * command.wagers
    return (WagersRegistered(table=table, wagers=command.wagers, mites=mites, under=under),)


def cancel_game(meter: Meter, command: CancelGame, ctx: MeterContext) -> Decision:
    """What the game added comes off; the seed stays covered though another table has won in the meantime."""
    clauses = ctx.clauses
    refusal = _not_linked(meter, command.table, ctx)
    if refusal is not None:
        return refusal
    running = meter.games.get(command.table)
    if running is None:
        return _no_game(ctx)
    mites = meter.increment * running
    lacking = max(0, meter.reseed * MITES - (meter.mites - mites))
    under = (clauses.game_undone, clauses.seed) if lacking else (clauses.game_undone,)
    return (GameCancelled(table=command.table, mites=mites, topped_up=lacking, under=under),)


def undo_outcome(meter: Meter, command: UndoOutcome, ctx: MeterContext) -> Decision:
    """Until the next game runs at the table; prizes that were paid go back too."""
    clause, table = ctx.clauses.outcome_recorded, command.table
    refusal = _not_linked(meter, table, ctx)
    if refusal is not None:
        return refusal
    last = meter.outcomes.get(table)
    if last is None:
        return Refusal(Reason.NOT_NOW, (clause,), {"outcome": "none recorded"})
    made = moves((f"table:{table}:rack", f"meter:{meter.id}", last.won.cents)) if last.won and last.paid else ()
    return (OutcomeUndone(table=table, wagers=last.wagers, won=last.won, paid=last.paid, moves=made, under=(clause,)),)


def record_outcome(meter: Meter, command: RecordOutcome, ctx: MeterContext) -> Decision:
    """This is the time for settlement: prizes come off the meter as it stands now."""
    clauses = ctx.clauses
    refusal = _not_linked(meter, command.table, ctx)
    if refusal is not None:
        return refusal
    if command.table not in meter.games:
        return _no_game(ctx)
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
    """The prizes of one round, and what the house adds where they leave less than the seed."""
    clauses, royal = ctx.clauses, ctx.terms.royal
    royals = sum(hand == royal for _, hand in command.wins)
    each = shares(meter.mites, meter.reseed, royals, len(command.wins) - royals, as_printed=meter.as_printed)
    prizes = tuple((area, each.royal if hand == royal else each.straight) for area, hand in command.wins)
    left = meter.mites - sum(cents for _, cents in prizes) * MITES
    floor = meter.reseed * MITES
    resets = (clauses.reset_by_royals,) if royals > 1 else (clauses.reset_below_seed,) if left < floor else ()
    rows = [ctx.terms.prize_clauses[meter.option][hand] for hand in dict.fromkeys(hand for _, hand in command.wins)]
    together = (clauses.wins_together,) if len(command.wins) > 1 else ()
    return Pending(
        table=command.table,
        round=command.round,
        at=ctx.at,
        prizes=prizes,
        hands=command.wins,
        topped_up=floor - left if resets else 0,
        under=(*rows, *together, *each.under, clauses.rounded_meter, clauses.prizes_come_off, *resets),
    )


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
    return (
        PrizesDetermined(
            table=command.table,
            round=waiting.round,
            confirmed=command.confirmed,
            prizes=waiting.prizes if command.confirmed else (),
            moves=made,
            under=(clause, *waiting.under),
        ),
    )
