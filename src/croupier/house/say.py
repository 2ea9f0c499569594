"""A prize meter's events and commands in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.house import meter
from croupier.house.prizes import MITES
from croupier.money import dollars
from croupier.table.contract import Event
from croupier.table.say import LABELS, SENTENCES, Who, count

_DOLLAR = 100 * MITES


def exact_dollars(mites: int) -> str:
    """An amount on a meter to its last ten-thousandth of a cent, and to the cent at least.

    >>> exact_dollars(10_000_340_600)
    '$10,000.3406'
    """
    whole, part = divmod(mites, _DOLLAR)
    return f"${whole:,}.{f'{part:06}'.rstrip('0').ljust(2, '0')}"


def _noticed(of: meter.NoticeOf, table: str, option: int, seed: int) -> str:
    match of:
        case meter.NoticeOf.ADD:
            return f"table {table} joins the meter"
        case meter.NoticeOf.REMOVE:
            return f"table {table} leaves the meter"
        case meter.NoticeOf.CLOSE:
            return "the meter closes"
        case meter.NoticeOf.OPTION:
            return f"the meter goes to option {option} with seed {seed:,}"


def _recorded(event: meter.OutcomeRecorded, who: Who) -> str:
    if event.pending is None:
        return f"Round {event.round} of table {event.table} is recorded; nothing is won from the meter."
    hands = dict(event.pending.hands)
    prizes = ", ".join(f"{hands.get(area, 'prize')} at {area} {dollars(cents)}" for area, cents in event.pending.prizes)
    return f"Round {event.round} of table {event.table} is recorded; to be determined: {prizes}."


def _determined(event: meter.PrizesDetermined, who: Who) -> str:
    if not event.confirmed:
        return f"The prizes of round {event.round} at table {event.table} are rejected."
    prizes = ", ".join(f"{dollars(cents)} at {area}" for area, cents in event.prizes)
    return f"The prizes of round {event.round} at table {event.table} are confirmed: {prizes}."


_TOLD: dict[type[Event], Callable[[Any, Who], str]] = {
    meter.MeterOpened: lambda e, who: (
        f"The meter stands at {exact_dollars(e.seed * e.price * MITES)} for {', '.join(e.tables)}: "
        f"option {e.option}, seed {e.seed:,}, {dollars(e.price)} a wager."
    ),
    meter.MeterNoticePosted: lambda e, who: (
        f"A sign says that {_noticed(e.notice.of, e.notice.table, e.notice.option, e.notice.seed)}."
    ),
    meter.TableAdded: lambda e, who: f"Table {e.table} has joined the meter.",
    meter.TableRemoved: lambda e, who: f"Table {e.table} has left the meter.",
    meter.OptionChanged: lambda e, who: f"The meter goes by option {e.option} with seed {e.seed:,}.",
    meter.MeterClosed: lambda e, who: (
        f"The meter is closed; {exact_dollars(e.mites)} above its seed "
        + (f"goes to meter {e.to}." if e.to else "is held.")
    ),
    meter.MitesReceived: lambda e, who: f"{exact_dollars(e.mites)} has come over from meter {e.source}.",
    meter.WagersRegistered: lambda e, who: (
        f"{count(e.wagers, 'Jackpot wager')} of table {e.table} add {exact_dollars(e.mites)} to the meter."
    ),
    meter.GameCancelled: lambda e, who: f"The game of table {e.table} is undone: {exact_dollars(e.mites)} comes off.",
    meter.OutcomeRecorded: _recorded,
    meter.OutcomeUndone: lambda e, who: f"What was recorded for table {e.table} is taken back; its game runs again.",
    meter.PrizesDetermined: _determined,
}
SENTENCES |= _TOLD

LABELS |= {
    meter.OpenMeter: lambda c, who: f"Open a meter: option {c.option}, seed {c.seed:,}, {dollars(c.price)}",
    meter.PostMeterNotice: lambda c, who: f"Announce that {_noticed(c.of, c.table, c.option, c.seed)}",
    meter.AddTable: lambda c, who: f"Add table {c.table} to the meter",
    meter.RemoveTable: lambda c, who: f"Remove table {c.table} from the meter",
    meter.ChangeOption: lambda c, who: f"Change the meter to option {c.option} with seed {c.seed:,}",
    meter.CloseMeter: lambda c, who: f"Close the meter{f' into {c.to}' if c.to else ''}",
    meter.RegisterWagers: lambda c, who: f"Register {count(c.wagers, 'wager')} of table {c.table}",
    meter.CancelGame: lambda c, who: f"Cancel the game of table {c.table}",
    meter.UndoOutcome: lambda c, who: f"Take back what was recorded for table {c.table}",
    meter.RecordOutcome: lambda c, who: f"Record round {c.round} of table {c.table}",
    meter.DeterminePrizes: lambda c, who: f"{'Confirm' if c.confirmed else 'Reject'} the prizes of table {c.table}",
}
