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
    TakeTable,
    TransferTable,
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
        NoticeOf.TRANSFER: ctx.clauses.tables_change,
        NoticeOf.CLOSE: ctx.clauses.closing,
        NoticeOf.OPTION: ctx.clauses.option_change,
    }[command.of]
    if not meter.open:
        return Refusal(Reason.NOT_NOW, (clause,), {"meter": "closed"})
    notice = MeterNotice(command.of, ctx.at, command.table, command.option, command.seed, command.to)
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


def add_table(meter: Meter, command: AddTable, ctx: MeterContext) -> Decision:
    """A table joins that is in no group; it goes by the meter's price and prizes from its next round."""
    clauses, clause, table = ctx.clauses, ctx.clauses.tables_change, command.table
    if not meter.open or table in meter.tables:
        return Refusal(Reason.ALREADY, (clause,), {"table": table})
    if any(table in each.tables for each in ctx.running):
        return Refusal(Reason.ALREADY, (clauses.one_group,), {"table": table})
    refusal = _in_a_game((meter, *ctx.others), table, clause) or _sign(meter, NoticeOf.ADD, table, clause, ctx)
    return refusal or (TableAdded(table=table, at=ctx.at, under=(clause, clauses.one_price, clauses.tables_follow)),)


def remove_table(meter: Meter, command: RemoveTable, ctx: MeterContext) -> Decision:
    """A table leaves between its games, unless it is the last: then it is the meter that closes."""
    clause, table = ctx.clauses.tables_change, command.table
    refusal = _why_it_stays(meter, table, ctx) or _sign(meter, NoticeOf.REMOVE, table, clause, ctx)
    return refusal or (TableRemoved(table=table, under=(clause,)),)


def transfer_table(meter: Meter, command: TransferTable, ctx: MeterContext) -> Decision:
    """A table goes over between its games, in one act; the other meter takes it."""
    clause, table = ctx.clauses.tables_change, command.table
    if command.to not in {each.id for each in ctx.running}:
        return Refusal(Reason.NO_CAUSE, (clause,), {"meter": command.to})
    signs = [each for each in meter.notices if (each.of, each.table, each.to) == _over(table, command.to)]
    refusal = _why_it_stays(meter, table, ctx) or _too_soon(signs, clause, ctx)
    return refusal or (TableRemoved(table=table, to=command.to, under=(clause,)),)


def _over(table: str, to: str) -> tuple[NoticeOf, str, str]:
    return NoticeOf.TRANSFER, table, to


def take_table(meter: Meter, command: TakeTable, ctx: MeterContext) -> Decision:
    """Asked for by the meter that a table leaves, where the sign of it was up."""
    clauses, table = ctx.clauses, command.table
    elsewhere = [each for each in ctx.running if each.id != command.source and table in each.tables]
    if not meter.open or table in meter.tables or elsewhere:
        return Refusal(Reason.ALREADY, (clauses.one_group,), {"table": table})
    under = (clauses.tables_change, clauses.one_price, clauses.tables_follow)
    return (TableAdded(table=table, at=ctx.at, source=command.source, under=under),)


def _why_it_stays(meter: Meter, table: str, ctx: MeterContext) -> Refusal | None:
    clauses = ctx.clauses
    if not meter.open or table not in meter.tables:
        return Refusal(Reason.NOT_HERE, (clauses.tables_change,), {"table": table})
    refusal = _in_a_game((meter,), table, clauses.tables_change)
    if refusal is None and meter.tables == (table,):
        return Refusal(Reason.NOT_NOW, (clauses.group_of_tables,), {"tables": 1, "instead": "close the meter"})
    return refusal


def _in_a_game(known: Sequence[Meter], table: str, clause: str) -> Refusal | None:
    """The refusal while a jackpot game of a table runs on a meter, or prizes wait for it."""
    if any(table in each.games or any(waiting.table == table for waiting in each.pending) for each in known):
        return Refusal(Reason.NOT_NOW, (clause,), {"jackpot game": "running"})
    return None


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
    refusal = _sign(meter, NoticeOf.CLOSE, "", clause, ctx) or _joined_late(meter, clause, ctx)
    if refusal is not None:
        return refusal
    known = {each.id for each in ctx.running}
    if (command.to is None) is bool(known) or (command.to is not None and command.to not in known):
        return Refusal(Reason.NO_CAUSE, (clauses.balance_moves,), {"other meters": len(known)})
    mites = meter.mites - meter.reseed * MITES
    return (MeterClosed(to=command.to, mites=mites, under=(clause, clauses.balance_moves, clauses.balance_held)),)


def _joined_late(meter: Meter, clause: str, ctx: MeterContext) -> Refusal | None:
    """The refusal until the sign has been up for long enough at every table, the last that joined too."""
    late = max((meter.joined[table] for table in meter.tables if table in meter.joined), default=None)
    up = None if late is None else ctx.at - late
    if up is None or up >= ctx.terms.notice_ms:
        return None
    facts = {"minutes given": up // 60_000, "minutes needed": ctx.terms.notice_ms // 60_000}
    return Refusal(Reason.NOTICE, (clause, ctx.clauses.late_joiner), facts)


def receive_mites(meter: Meter, command: ReceiveMites, ctx: MeterContext) -> Decision:
    """Asked for by the meter that closes, under what it closed under."""
    if not meter.open:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.balance_moves,), {"meter": "closed"})
    return (MitesReceived(source=command.source, mites=command.mites, under=command.under),)
