"""What the operator does with meters: open and close them, link tables, go by another option."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.house.meter.acts import (
    AddTable,
    ChangeOption,
    CloseMeter,
    FollowOption,
    OpenMeter,
    PostMeterNotice,
    ReceiveMites,
    RemoveTable,
)
from croupier.house.meter.context import MeterContext
from croupier.house.meter.events import (
    MeterClosed,
    MeterNoticePosted,
    MeterOpened,
    MitesReceived,
    OptionChanged,
    TableAdded,
    TableRemoved,
)
from croupier.house.meter.model import Meter, MeterNotice, NoticeOf
from croupier.house.prizes import MITES
from croupier.table.contract import Decision, Reason, Refusal

MOST_SIGNS = 64
"""Signs about one meter that are up at a time."""
MOST_METERS = 256
"""Meters that a house ever has."""


def open_meter(meter: Meter, command: OpenMeter, ctx: MeterContext) -> Decision:
    """By a row of the book, at a price that no other meter has, for tables that no other has."""
    clauses, running = ctx.clauses, ctx.running
    row = {"option": command.option, "seed": command.seed}
    if meter.open:
        return Refusal(Reason.ALREADY, (clauses.system,))
    if len(ctx.others) >= MOST_METERS:
        return Refusal(Reason.LIMITS, (clauses.system,), {"meters": MOST_METERS})
    if not ctx.terms.has(command.option, command.seed):
        return Refusal(Reason.LIMITS, (clauses.seed,), row)
    if command.price < ctx.terms.price_step or command.price % ctx.terms.price_step:
        return Refusal(Reason.LIMITS, (clauses.exact_price,), {"price": command.price})
    if not command.tables:
        return Refusal(Reason.NO_CAUSE, (clauses.group_of_tables,), {"tables": 0})
    if any(each.price == command.price for each in running):
        return Refusal(Reason.LIMITS, (clauses.prices_differ,), {"price": command.price})
    if any((each.option, each.seed) != (command.option, command.seed) for each in running):
        return Refusal(Reason.LIMITS, (clauses.one_option,), row)
    taken = {table for each in running for table in each.tables} & set(command.tables)
    if taken:
        return Refusal(Reason.ALREADY, (clauses.one_group,), {"table": min(taken)})
    return (
        MeterOpened(
            option=command.option,
            seed=command.seed,
            price=command.price,
            tables=command.tables,
            as_printed=command.as_printed,
            under=(
                clauses.group_of_tables,
                *clauses.same_prizes,
                clauses.same_seed_and_rate,
                clauses.one_price,
                clauses.seed,
                ctx.terms.increment_clauses[command.option][command.seed],
            ),
        ),
    )


def post_notice(meter: Meter, command: PostMeterNotice, ctx: MeterContext) -> Decision:
    """A sign about any change, while the meter is open."""
    clause = {
        NoticeOf.ADD: ctx.clauses.tables_change,
        NoticeOf.REMOVE: ctx.clauses.tables_change,
        NoticeOf.CLOSE: ctx.clauses.closing,
        NoticeOf.OPTION: ctx.clauses.option_change,
    }[command.of]
    if not meter.open:
        return Refusal(Reason.NOT_NOW, (clause,), {"meter": "closed"})
    notice = MeterNotice(command.of, ctx.at, command.table, command.option, command.seed)
    if len(meter.notices) >= MOST_SIGNS and not any(each.says_as(notice) for each in meter.notices):
        return Refusal(Reason.LIMITS, (clause,), {"signs": MOST_SIGNS})
    return (MeterNoticePosted(notice=notice, under=(clause,)),)


def _sign(meter: Meter, of: NoticeOf, table: str, clause: str, ctx: MeterContext) -> Refusal | None:
    """The refusal when the sign about a table, or about the meter, has not been up for long enough."""
    return _too_soon([each for each in meter.notices if each.of is of and each.table == table], clause, ctx)


def _too_soon(signs: Sequence[MeterNotice], clause: str, ctx: MeterContext) -> Refusal | None:
    needed = ctx.terms.notice_ms
    up = max((ctx.at - each.posted_at for each in signs), default=0)
    if signs and up >= needed:
        return None
    return Refusal(Reason.NOTICE, (clause,), {"minutes given": up // 60_000, "minutes needed": needed // 60_000})


def change_tables(meter: Meter, command: AddTable | RemoveTable, ctx: MeterContext) -> Decision:
    """A table joins or leaves between its games, and is never in two groups."""
    clause = ctx.clauses.tables_change
    adding = isinstance(command, AddTable)
    if not meter.open or (command.table in meter.tables) is adding:
        return Refusal(Reason.ALREADY if adding else Reason.NOT_HERE, (clause,), {"table": command.table})
    if command.table in meter.games or any(each.table == command.table for each in meter.pending):
        return Refusal(Reason.NOT_NOW, (clause,), {"jackpot game": "running"})
    if adding and any(command.table in each.tables for each in ctx.running):
        return Refusal(Reason.ALREADY, (ctx.clauses.one_group,), {"table": command.table})
    refusal = _sign(meter, NoticeOf.ADD if adding else NoticeOf.REMOVE, command.table, clause, ctx)
    if refusal is not None:
        return refusal
    if adding:
        return (TableAdded(table=command.table, under=(clause,)),)
    return (TableRemoved(table=command.table, under=(clause,)),)


def _follows(meter: Meter, option: int, seed: int) -> bool:
    """Whether a meter has this row of the book already, or a sign that it will: all meters change together."""
    announced = any((each.of, each.option, each.seed) == (NoticeOf.OPTION, option, seed) for each in meter.notices)
    return announced or (meter.option, meter.seed) == (option, seed)


def change_option(meter: Meter, command: ChangeOption, ctx: MeterContext) -> Decision:
    """The reasonable time that the book wants for this sign is here as long as for the others.

    Games that run are played out as they were registered; tables go by the new row from their next round.
    """
    clauses, clause = ctx.clauses, ctx.clauses.option_change
    row = {"option": command.option, "seed": command.seed}
    if not ctx.terms.has(command.option, command.seed):
        return Refusal(Reason.LIMITS, (clauses.seed,), row)
    if not meter.open:
        return Refusal(Reason.NOT_NOW, (clause,), {"meter": "closed"})
    if (meter.option, meter.seed) == (command.option, command.seed):
        return Refusal(Reason.ALREADY, (clause,), row)
    if any(not _follows(each, command.option, command.seed) for each in ctx.running):
        return Refusal(Reason.LIMITS, (clauses.one_option,), row)
    return _by_row(meter, command.option, command.seed, "", ctx)


def follow_option(meter: Meter, command: FollowOption, ctx: MeterContext) -> Decision:
    """Asked for by the meter that changes: all go by one row, each after a sign of its own."""
    return _by_row(meter, command.option, command.seed, command.source, ctx)


def _by_row(meter: Meter, option: int, seed: int, followed: str, ctx: MeterContext) -> Decision:
    clauses, clause, wanted = ctx.clauses, ctx.clauses.option_change, (NoticeOf.OPTION, option, seed)
    refusal = _too_soon([each for each in meter.notices if (each.of, each.option, each.seed) == wanted], clause, ctx)
    if refusal is not None:
        return refusal
    top_up = max(0, seed * meter.price * MITES + max(0, meter.earned) - meter.mites)
    under = (clause, clauses.one_option, clauses.seed, clauses.tables_follow)
    return (OptionChanged(option=option, seed=seed, mites=top_up, followed=followed, under=under),)


def close_meter(meter: Meter, command: CloseMeter, ctx: MeterContext) -> Decision:
    """Between games; what it holds above its seed goes to another open meter, and is held only where there is none."""
    clauses, clause = ctx.clauses, ctx.clauses.closing
    if not meter.open or meter.games or meter.pending:
        return Refusal(Reason.NOT_NOW, (clause,), {"games running": len(meter.games)})
    refusal = _sign(meter, NoticeOf.CLOSE, "", clause, ctx)
    if refusal is not None:
        return refusal
    known = {each.id for each in ctx.running}
    if (command.to is None) is bool(known) or (command.to is not None and command.to not in known):
        return Refusal(Reason.NO_CAUSE, (clauses.balance_moves,), {"other meters": len(known)})
    mites = meter.mites - meter.reseed * MITES
    return (MeterClosed(to=command.to, mites=mites, under=(clause, clauses.balance_moves, clauses.balance_held)),)


def receive_mites(meter: Meter, command: ReceiveMites, ctx: MeterContext) -> Decision:
    """Asked for by the meter that closes, under what it closed under."""
    if not meter.open:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.balance_moves,), {"meter": "closed"})
    return (MitesReceived(source=command.source, mites=command.mites, under=command.under),)
