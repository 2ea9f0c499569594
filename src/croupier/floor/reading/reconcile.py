"""Reconciling the meters from their record: each against itself, against its tables' own record, and the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.recording import TABLES
from croupier.floor.reading.display import Reconciliation, reconciled
from croupier.floor.store import Archive, Reader
from croupier.house.linked import METERS
from croupier.house.meter import GameCancelled, Meter, WagersRegistered
from croupier.table.declare import EVENTS
from croupier.table.linked_jackpot import JackpotGameCancelled, JackpotRegistered


class TableTally(msgspec.Struct, frozen=True, kw_only=True):
    """The wagers of one table that count for a meter, as the meter has them and as the table itself has them."""

    table: str
    on_meter: int
    at_table: int


class MeterReport(msgspec.Struct, frozen=True, kw_only=True):
    """One meter reconciled; `paid_in_ledger` is what the ledger says has left the meter, in cents."""

    reconciliation: Reconciliation
    paid_in_ledger: int
    tables: tuple[TableTally, ...]
    ok: bool


class _Jackpot(msgspec.Struct):
    areas: tuple[int, ...] = ()


_jackpot = msgspec.json.Decoder(_Jackpot)


def reports(store: Archive) -> list[MeterReport]:
    """Every meter on record, reconciled as of one moment.

    A table that has changed meters is compared over all of them, in the report of the last.
    """
    with store.snapshot() as reader:
        found = [_folded(reader, stream) for stream in sorted(reader.streams(METERS.stream("")))]
        everywhere: Counter[str] = Counter()
        for _, wagers in found:
            everywhere.update(wagers)
        return [_report(reader, live, wagers, everywhere) for live, wagers in found]


def _folded(reader: Reader, stream: str) -> tuple[LiveStream[Meter], Counter[str]]:
    """A meter from its record, and the wagers that each table has had on it and not taken back."""
    live, wagers = LiveStream(METERS, METERS.id_of(stream) or ""), Counter[str]()
    for stored in reader.stream(stream):
        event = live.read(stored)
        if isinstance(event, WagersRegistered):
            wagers[event.table] += event.wagers
        elif isinstance(event, GameCancelled):
            wagers[event.table] -= live.state.games[event.table]
        live.absorb((stored,))
    return live, wagers


def _report(reader: Reader, live: LiveStream[Meter], wagers: Counter[str], everywhere: Counter[str]) -> MeterReport:
    meter = reconciled(live.state)
    paid = -reader.balances(live.stream).get(live.stream, 0)
    elsewhere = everywhere - wagers
    tables = tuple(
        TableTally(table=table, on_meter=count, at_table=_registered(reader, table) - elsewhere[table])
        for table, count in sorted(wagers.items())
    )
    ok = (
        meter.difference == 0
        and paid == live.state.paid_cents
        and all(tally.on_meter == tally.at_table for tally in tables)
    )
    return MeterReport(reconciliation=meter, paid_in_ledger=paid, tables=tables, ok=ok)


def _registered(reader: Reader, table: str) -> int:
    """The Jackpot wagers that a table's own record says were registered and not taken back."""
    return sum(_counts(reader, table))


def _counts(reader: Reader, table: str) -> Iterator[int]:
    signs: dict[str, int] = {}
    for event, sign in ((JackpotRegistered, 1), (JackpotGameCancelled, -1)):
        signs |= {EVENTS[event].kind: sign, event.__name__: sign}
    for stored in reader.of_kinds(TABLES + table, tuple(signs)):
        yield signs[stored.kind] * len(_jackpot.decode(stored.whole).areas)
