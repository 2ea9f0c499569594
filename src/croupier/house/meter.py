"""A prize meter system: one table or a group of tables adding to, and winning from, one meter (TCP 6 and 7).

The meter is exact: it counts in ten-thousandths of a cent, so every increment is whole and nothing is lost to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.books import book, cite
from croupier.games.three_card_poker.terms import INCREMENTS
from croupier.house.prizes import MITES, shares
from croupier.money import moves
from croupier.table.contract import Actor, Clauses, Command, Decision, Event, Reason, Refusal

NOTICE_MS = 20 * 60 * 1000
_BOOK = book("three-card-poker")


class NoticeOf(StrEnum):
    """What a sign at the tables announces about a meter."""

    ADD = "a table joins"
    REMOVE = "a table leaves"
    CLOSE = "the meter closes"
    OPTION = "another option"


class MeterNotice(msgspec.Struct, frozen=True):
    """A sign about the meter, up since a time."""

    of: NoticeOf
    posted_at: int
    table: str = ""
    option: int = 0
    seed: int = 0


class Pending(msgspec.Struct, frozen=True):
    """Prizes of one round that wait for a manager: each winning area with its prize in cents."""

    table: str
    round: int
    at: int
    prizes: tuple[tuple[int, int], ...]
    hands: tuple[tuple[int, str], ...]
    topped_up: int
    under: Clauses

    @property
    def cents(self) -> int:
        """All the prizes together."""
        return sum(cents for _, cents in self.prizes)


class Outcome(msgspec.Struct, frozen=True):
    """The last jackpot game that came out at a table: its wagers, what it won, and whether that has been paid."""

    wagers: int
    won: Pending | None = None
    paid: bool = False


class Reading(msgspec.Struct, frozen=True):
    """What a meter recorded at a time for settlement: before any prize of that round came off."""

    round: int
    at: int
    mites: int


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """A meter at one moment; amounts named `mites` are ten-thousandths of a cent."""

    id: str
    option: int = 1
    seed: int = 10_000
    price: int = 100
    as_printed: bool = False
    """Whether simultaneous prizes go by the printed percentages instead of their formulas (ruling 53)."""
    open: bool = False
    mites: int = 0
    tables: tuple[str, ...] = ()
    notices: tuple[MeterNotice, ...] = ()
    games: dict[str, int] = {}
    """The jackpot game running at each table: how many wagers it registered."""
    pending: tuple[Pending, ...] = ()
    readings: dict[str, Reading] = {}
    """The meter at the last time for settlement of each table."""
    outcomes: dict[str, Outcome] = {}
    """The last game recorded at each table until its next one, in case its round turns out to be void."""
    contributed: int = 0
    topped_up: int = 0
    transferred: int = 0
    held: int = 0
    """What a closed meter had above its seed when there was no other to take it."""
    won: int = 0
    paid_cents: int = 0

    @property
    def reseed(self) -> int:
        """The seed value times the price, in cents: never less is on the meter."""
        return self.seed * self.price

    @property
    def increment(self) -> int:
        """What one wager adds, in mites."""
        return int(INCREMENTS[self.option][self.seed] * self.price * MITES)

    @property
    def out_of_balance(self) -> int:
        """Everything put on less everything taken off less what is shown: always nothing."""
        return self.contributed + self.topped_up + self.transferred - self.held - self.won - self.mites


class OpenMeter(Command, frozen=True, kw_only=True):
    """Start a meter at its seed for a group of tables; prizes by the formulas, or by the percentages as printed."""

    option: int
    seed: int
    price: int
    tables: tuple[str, ...]
    as_printed: bool = False


class PostMeterNotice(Command, frozen=True, kw_only=True):
    """Put up a sign at the tables about a change to the meter."""

    of: NoticeOf
    table: str = ""
    option: int = 0
    seed: int = 0


class AddTable(Command, frozen=True, kw_only=True):
    """Let a table join."""

    table: str


class RemoveTable(Command, frozen=True, kw_only=True):
    """Let a table leave."""

    table: str


class ChangeOption(Command, frozen=True, kw_only=True):
    """Change seed, increment and prizes to another row of the book."""

    option: int
    seed: int


class CloseMeter(Command, frozen=True, kw_only=True):
    """Close the meter; what it holds above its seed goes to another, or is held."""

    to: str | None = None


class RegisterWagers(Command, frozen=True, kw_only=True):
    """Take a table's Jackpot wagers into a jackpot game; what they cost must be the meter's price for each."""

    table: str
    wagers: int
    cents: int | None = None


class CancelGame(Command, frozen=True, kw_only=True):
    """Undo the jackpot game running at a table."""

    table: str


class RecordOutcome(Command, frozen=True, kw_only=True):
    """Record how a table's jackpot game came out, with the areas that win from the meter."""

    table: str
    round: int
    wins: tuple[tuple[int, str], ...] = ()


class UndoOutcome(Command, frozen=True, kw_only=True):
    """Take back the outcome recorded for a table whose round is void: its game runs again, its prizes are back."""

    table: str


class DeterminePrizes(Command, frozen=True, kw_only=True):
    """Confirm, or reject, the prizes that wait; prizes named must be those that the meter holds."""

    table: str
    confirmed: bool = True
    prizes: tuple[tuple[int, int], ...] | None = None


class MeterOpened(Event, frozen=True, kw_only=True):
    """The meter stands at its seed, and at what it has held since it was last closed."""

    option: int
    seed: int
    price: int
    tables: tuple[str, ...]
    as_printed: bool = False


class MeterNoticePosted(Event, frozen=True, kw_only=True):
    """A sign about the meter is up."""

    notice: MeterNotice


class TableAdded(Event, frozen=True, kw_only=True):
    """A table plays for this meter."""

    table: str


class TableRemoved(Event, frozen=True, kw_only=True):
    """A table no longer plays for this meter."""

    table: str


class OptionChanged(Event, frozen=True, kw_only=True):
    """Another row of the book is in force; `mites` tops the meter up to the new seed."""

    option: int
    seed: int
    mites: int


class MeterClosed(Event, frozen=True, kw_only=True):
    """The meter is closed; `mites` above its seed went to another meter, or are held."""

    to: str | None
    mites: int


class MitesReceived(Event, frozen=True, kw_only=True):
    """Another meter's balance has come over."""

    source: str
    mites: int


class WagersRegistered(Event, frozen=True, kw_only=True):
    """A jackpot game runs at a table; its wagers have added to the meter."""

    table: str
    wagers: int
    mites: int


class GameCancelled(Event, frozen=True, kw_only=True):
    """A jackpot game is undone, and what it added is off the meter; the house makes up what the seed then lacks."""

    table: str
    mites: int
    topped_up: int = 0


class OutcomeRecorded(Event, frozen=True, kw_only=True):
    """A jackpot game is over; prizes from the meter, if any, wait to be determined."""

    table: str
    round: int
    pending: Pending | None
    at: int = 0
    mites: int = 0
    """The meter at this time for settlement."""


class OutcomeUndone(Event, frozen=True, kw_only=True):
    """A recorded outcome is taken back: the game of so many wagers runs again, and what it won is back on the meter."""

    table: str
    wagers: int
    won: Pending | None
    paid: bool


class PrizesDetermined(Event, frozen=True, kw_only=True):
    """A manager has confirmed the prizes, or rejected them and the meter stands as before."""

    table: str
    round: int
    confirmed: bool
    prizes: tuple[tuple[int, int], ...]


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
