"""What a command does to a prize meter, by sections 6 and 7 of the book."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.books import book, cite
from croupier.games.three_card_poker.terms import INCREMENTS
from croupier.house.meter.acts import (
    AddTable,
    CancelGame,
    ChangeOption,
    CloseMeter,
    DeterminePrizes,
    GameCancelled,
    MeterClosed,
    MeterNoticePosted,
    MeterOpened,
    OpenMeter,
    OptionChanged,
    OutcomeRecorded,
    OutcomeUndone,
    PostMeterNotice,
    PrizesDetermined,
    RecordOutcome,
    RegisterWagers,
    RemoveTable,
    TableAdded,
    TableRemoved,
    UndoOutcome,
    WagersRegistered,
)
from croupier.house.meter.model import Meter, MeterNotice, NoticeOf, Pending, Reading
from croupier.house.prizes import MITES, shares
from croupier.money import moves
from croupier.table.contract import Actor, Clauses, Command, Decision, Reason, Refusal

NOTICE_MS = 20 * 60 * 1000


_BOOK = book("three-card-poker")


OPERATOR, MANAGER, DEALER = cite("TCP 6.1.1"), cite("TCP 7.1.1"), cite("TCP 7.3.2")


def _lacks(by: Actor, clause: str) -> Refusal | None:
    if _BOOK.may(by.rank, clause):
        return None
    return Refusal(Reason.RANK, (clause,), {"needs": _BOOK.clause(clause).authority, "holds": by.rank})


def decide(meter: Meter, command: Command, by: Actor, at: int, others: Sequence[Meter] = ()) -> Decision:
    """What a command does to this meter, given the other meters of the house."""
    match command:
        case OpenMeter():
            return _lacks(by, OPERATOR) or _open(meter, command, others)
        case PostMeterNotice():
            return _lacks(by, OPERATOR) or _notice(meter, command, at)
        case AddTable() | RemoveTable():
            return _lacks(by, OPERATOR) or _change_tables(meter, command, at, others)
        case ChangeOption():
            return _lacks(by, OPERATOR) or _change_option(meter, command, at, others)
        case CloseMeter():
            return _lacks(by, OPERATOR) or _close(meter, command, at, others)
        case RegisterWagers() | CancelGame() | RecordOutcome() | UndoOutcome():
            return _lacks(by, DEALER) or _game(meter, command, at)
        case DeterminePrizes():
            return _lacks(by, MANAGER) or _determine(meter, command)
        case _:
            return Refusal(Reason.FORBIDDEN, (OPERATOR,))


def _open(meter: Meter, command: OpenMeter, others: Sequence[Meter]) -> Decision:
    running = [each for each in others if each.open]
    if meter.open:
        return Refusal(Reason.ALREADY, (OPERATOR,))
    if command.seed not in INCREMENTS.get(command.option, {}):
        return Refusal(Reason.LIMITS, (cite("TCP 6.3.1"),), {"option": command.option, "seed": command.seed})
    if command.price < 100 or command.price % 100:
        return Refusal(Reason.LIMITS, (cite("TCP 6.2.3"),), {"price": command.price})
    if not command.tables:
        return Refusal(Reason.NO_CAUSE, (cite("TCP 6.1.1(a)"),), {"tables": 0})
    if any(each.price == command.price for each in running):
        return Refusal(Reason.LIMITS, (cite("TCP 6.1.1(e)"),), {"price": command.price})
    if any((each.option, each.seed) != (command.option, command.seed) for each in running):
        return Refusal(Reason.LIMITS, (cite("TCP 6.1.1(f)"),), {"option": command.option, "seed": command.seed})
    taken = {table for each in running for table in each.tables} & set(command.tables)
    if taken:
        return Refusal(Reason.ALREADY, (cite("TCP 6.1.1(c)"),), {"table": min(taken)})
    under = tuple(cite(f"TCP 6.1.1({limb})") for limb in ("a", "b)(i", "b)(ii", "b)(iii", "d"))
    return (
        MeterOpened(
            option=command.option,
            seed=command.seed,
            price=command.price,
            tables=command.tables,
            as_printed=command.as_printed,
            under=(*under, cite("TCP 6.3.1"), cite(f"TCP Table {command.option}:{command.seed:,}")),
        ),
    )


def _notice(meter: Meter, command: PostMeterNotice, at: int) -> Decision:
    clause = {
        NoticeOf.ADD: cite("TCP 6.1.1(h)"),
        NoticeOf.REMOVE: cite("TCP 6.1.1(h)"),
        NoticeOf.CLOSE: cite("TCP 6.1.1(i)"),
        NoticeOf.OPTION: cite("TCP 6.1.1(g)"),
    }[command.of]
    if not meter.open:
        return Refusal(Reason.NOT_NOW, (clause,), {"meter": "closed"})
    notice = MeterNotice(command.of, at, command.table, command.option, command.seed)
    return (MeterNoticePosted(notice=notice, under=(clause,)),)


def _sign(meter: Meter, of: NoticeOf, table: str, at: int, clause: str) -> Refusal | None:
    """The refusal when the sign about a table, or about the meter, has not been up for twenty minutes."""
    return _too_soon([each for each in meter.notices if each.of is of and each.table == table], at, clause)


def _too_soon(signs: Sequence[MeterNotice], at: int, clause: str) -> Refusal | None:
    up = max((at - each.posted_at for each in signs), default=0)
    if signs and up >= NOTICE_MS:
        return None
    minutes = up // 60_000
    return Refusal(Reason.NOTICE, (clause,), {"minutes given": minutes, "minutes needed": NOTICE_MS // 60_000})


def _change_tables(meter: Meter, command: AddTable | RemoveTable, at: int, others: Sequence[Meter]) -> Decision:
    clause = cite("TCP 6.1.1(h)")
    adding = isinstance(command, AddTable)
    if not meter.open or (command.table in meter.tables) is adding:
        return Refusal(Reason.ALREADY if adding else Reason.NOT_HERE, (clause,), {"table": command.table})
    if command.table in meter.games or any(each.table == command.table for each in meter.pending):
        return Refusal(Reason.NOT_NOW, (clause,), {"jackpot game": "running"})
    if adding and any(command.table in each.tables for each in others if each.open):
        return Refusal(Reason.ALREADY, (cite("TCP 6.1.1(c)"),), {"table": command.table})
    refusal = _sign(meter, NoticeOf.ADD if adding else NoticeOf.REMOVE, command.table, at, clause)
    if refusal is not None:
        return refusal
    if adding:
        return (TableAdded(table=command.table, under=(clause,)),)
    return (TableRemoved(table=command.table, under=(clause,)),)


def _follows(meter: Meter, option: int, seed: int) -> bool:
    """Whether a meter has this row of the book already, or a sign that it will: all meters change together."""
    announced = any((each.of, each.option, each.seed) == (NoticeOf.OPTION, option, seed) for each in meter.notices)
    return announced or (meter.option, meter.seed) == (option, seed)


def _change_option(meter: Meter, command: ChangeOption, at: int, others: Sequence[Meter]) -> Decision:
    """The reasonable time that the book wants for this sign is here as long as for the others."""
    clause = cite("TCP 6.1.1(g)")
    if command.seed not in INCREMENTS.get(command.option, {}):
        return Refusal(Reason.LIMITS, (cite("TCP 6.3.1"),), {"option": command.option, "seed": command.seed})
    wanted = (NoticeOf.OPTION, command.option, command.seed)
    if any(each.open and not _follows(each, command.option, command.seed) for each in others):
        return Refusal(Reason.LIMITS, (cite("TCP 6.1.1(f)"),), {"option": command.option, "seed": command.seed})
    if not meter.open or meter.games or meter.pending:
        return Refusal(Reason.NOT_NOW, (clause,), {"games running": len(meter.games), "pending": len(meter.pending)})
    refusal = _too_soon([each for each in meter.notices if (each.of, each.option, each.seed) == wanted], at, clause)
    if refusal is not None:
        return refusal
    floor = command.seed * meter.price * MITES
    top_up = max(0, floor - meter.mites)
    return (OptionChanged(option=command.option, seed=command.seed, mites=top_up, under=(clause, cite("TCP 6.3.1"))),)


def _close(meter: Meter, command: CloseMeter, at: int, others: Sequence[Meter]) -> Decision:
    clause = cite("TCP 6.1.1(i)")
    if not meter.open or meter.games or meter.pending:
        return Refusal(Reason.NOT_NOW, (clause,), {"games running": len(meter.games)})
    refusal = _sign(meter, NoticeOf.CLOSE, "", at, clause)
    if refusal is not None:
        return refusal
    known = {each.id for each in others if each.open}
    if (command.to is None) is bool(known) or (command.to is not None and command.to not in known):
        return Refusal(Reason.NO_CAUSE, (cite("TCP 6.1.1(j)"),), {"other meters": len(known)})
    mites = meter.mites - meter.reseed * MITES
    under = (clause, cite("TCP 6.1.1(j)"), "ruling 55")
    return (MeterClosed(to=command.to, mites=mites, under=under),)


def _game(meter: Meter, command: RegisterWagers | CancelGame | RecordOutcome | UndoOutcome, at: int) -> Decision:
    table = command.table
    if not meter.open or table not in meter.tables:
        return Refusal(Reason.NOT_HERE, (cite("TCP 6.1.1(a)"),), {"table": table})
    running = meter.games.get(table)
    if isinstance(command, RegisterWagers):
        if running is not None or command.wagers < 1:
            return Refusal(Reason.ALREADY, (cite("TCP 6.2.1"),), {"wagers": running or 0})
        if command.cents not in (None, command.wagers * meter.price):
            return Refusal(Reason.LIMITS, (cite("TCP 6.1.1(d)"),), {"price": meter.price, "wagers": command.wagers})
        mites = meter.increment * command.wagers
        under = (cite("TCP 6.3.2"), cite(f"TCP Table {meter.option}:{meter.seed:,}"))
        return (WagersRegistered(table=table, wagers=command.wagers, mites=mites, under=under),)
    if isinstance(command, UndoOutcome):
        return _undo(meter, table)
    if running is None:
        return Refusal(Reason.NOT_NOW, (cite("TCP 7.3.2"),), {"jackpot game": "none"})
    if isinstance(command, CancelGame):
        mites = meter.increment * running
        lacking = max(0, meter.reseed * MITES - (meter.mites - mites))
        why = (cite("TCP 11.15"), cite("TCP 6.3.1")) if lacking else (cite("TCP 11.15"),)
        return (GameCancelled(table=table, mites=mites, topped_up=lacking, under=why),)
    return (_outcome(meter, command, at),)


def _undo(meter: Meter, table: str) -> Decision:
    last = meter.outcomes.get(table)
    if last is None:
        return Refusal(Reason.NOT_NOW, (cite("TCP 7.3.2"),), {"outcome": "none recorded"})
    made = moves((f"table:{table}:rack", f"meter:{meter.id}", last.won.cents)) if last.won and last.paid else ()
    undone = OutcomeUndone(table=table, wagers=last.wagers, won=last.won, paid=last.paid, moves=made, under=(DEALER,))
    return (undone,)


def _outcome(meter: Meter, command: RecordOutcome, at: int) -> OutcomeRecorded:
    under: Clauses = (cite("TCP 7.3.2"), cite("TCP 7.3.3"), cite("TCP 7.3.4"))
    if not command.wins:
        return OutcomeRecorded(
            table=command.table, round=command.round, pending=None, at=at, mites=meter.mites, under=under
        )
    royals = sum(hand == "royal flush" for _, hand in command.wins)
    straights = len(command.wins) - royals
    each = shares(meter.mites, meter.reseed, royals, straights, as_printed=meter.as_printed)
    prizes = tuple((area, each.royal if hand == "royal flush" else each.straight) for area, hand in command.wins)
    left = meter.mites - sum(cents for _, cents in prizes) * MITES
    floor = meter.reseed * MITES
    resets = left < floor or royals > 1
    why = (cite("TCP 6.4.2"),) if royals > 1 else (cite("TCP 6.4.1"),) if left < floor else ()
    hands = dict.fromkeys(hand for _, hand in command.wins)
    rows = [cite(f"TCP Table {meter.option + 2}:{hand.title()}") for hand in hands]
    together = (cite("TCP 7.4"),) if len(command.wins) > 1 else ()
    pending = Pending(
        table=command.table,
        round=command.round,
        at=at,
        prizes=prizes,
        hands=command.wins,
        topped_up=floor - left if resets else 0,
        under=(*rows, *together, *each.under, cite("TCP 7.3.1"), cite("TCP 6.3.3"), *why),
    )
    return OutcomeRecorded(
        table=command.table,
        round=command.round,
        pending=pending,
        at=at,
        mites=meter.mites,
        under=(*under, *pending.under),
    )


def _determine(meter: Meter, command: DeterminePrizes) -> Decision:
    waiting = next((each for each in meter.pending if each.table == command.table), None)
    if waiting is None:
        return Refusal(Reason.NO_CAUSE, (MANAGER,), {"pending": 0})
    if command.prizes is not None and sorted(command.prizes) != sorted(waiting.prizes):
        return Refusal(
            Reason.LIMITS, waiting.under, {"held": waiting.cents, "named": sum(c for _, c in command.prizes)}
        )
    made = moves((f"meter:{meter.id}", f"table:{command.table}:rack", waiting.cents)) if command.confirmed else ()
    return (
        PrizesDetermined(
            table=command.table,
            round=waiting.round,
            confirmed=command.confirmed,
            prizes=waiting.prizes if command.confirmed else (),
            moves=made,
            under=(MANAGER, *waiting.under),
        ),
    )


def read(meter: Meter, table: str, by: Actor) -> Reading | Refusal:
    """The meter as at the last time for settlement of a table, for an area manager or above."""
    clause = cite("TCP 6.5.3")
    reading = meter.readings.get(table)
    if reading is None:
        return _lacks(by, clause) or Refusal(Reason.NO_CAUSE, (clause,), {"settled": "nothing yet"})
    return _lacks(by, clause) or reading
