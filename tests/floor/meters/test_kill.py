"""kill -9 of a floor whose tables all play for one meter: nothing is lost, nothing invented, and rounds go on."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from croupier.cards import BY_CHANCE
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.live_table import LiveTable, registration
from croupier.floor.reading import audit
from croupier.floor.reading.display import reconciled
from croupier.floor.reading.reconcile import reports
from croupier.floor.staff.dealer import AUTOMATIC
from croupier.floor.store import Store, Stored, open_store
from croupier.games import game
from croupier.house.linked import METERS
from croupier.house.meter import Meter
from croupier.house.prizes import MITES
from croupier.table.contract import Actor, Refusal
from tests.floor.meters.load import TABLES
from tests.floor.meters.poker import SEED, STEP
from tests.floor.service.load import digest

KILLS = 4
POKER = game("three-card-poker")


class Run(NamedTuple):
    """What one process said before it was killed."""

    tables: dict[str, tuple[int, str]]
    meter: tuple[int, str]
    acknowledged: dict[str, tuple[str, int, int]]


def test_many_tables_on_one_meter_lose_and_invent_nothing_over_kill_9(url: str) -> None:
    chance = random.Random(7)
    runs = [_play_until_killed(url, chance.randint(420, 560)) for _ in range(KILLS)]
    store = open_store(url)
    try:
        assert isinstance(audit.verify(store), audit.Verified)
        _everything_acknowledged_is_there(store, runs)
        _the_meter_is_what_the_tables_put_on_it(store)
        _chips_balance(store)
        for run in runs[1:]:
            version, stood = run.meter
            assert stood == digest(_meter(islice(store.stream("meter:main"), version)))
            for table, (version, stood) in run.tables.items():
                assert stood == digest(_folded(store, table, version).state)
        assert any(_resumable(store, table, run.tables[table][0]) for run in runs[1:] for table in TABLES)
    finally:
        store.close()


def _play_until_killed(url: str, after: int) -> Run:
    tables: dict[str, tuple[int, str]] = {}
    acknowledged: dict[str, tuple[str, int, int]] = {}
    meter = (0, "")
    command = [sys.executable, "-m", "tests.floor.meters.load", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            match line.split():
                case ["table", name, version, state]:
                    tables[name] = (int(version), state)
                case ["meter", version, state]:
                    meter = (int(version), state)
                case ["ack", command_id, name, first, last]:
                    acknowledged[command_id] = (name, int(first), int(last))
                    if len(acknowledged) == after:
                        process.kill()
    assert len(acknowledged) >= after
    return Run(tables, meter, acknowledged)


def _everything_acknowledged_is_there(store: Store, runs: list[Run]) -> None:
    written: dict[str, list[int]] = {}
    for table in TABLES:
        for stored in store.stream(f"table:{table}"):
            written.setdefault(stored.command_id, []).append(stored.version)
    for run in runs:
        for command, (_, first, last) in run.acknowledged.items():
            assert written[command] == list(range(first, last + 1))


def _the_meter_is_what_the_tables_put_on_it(store: Store) -> None:
    """Counted from the tables' own events, without the meter's rules: 0.3102 dollars for each wager."""
    wagers, paid = 0, 0
    for table in TABLES:
        for stored in store.stream(f"table:{table}"):
            event = msgspec.json.decode(stored.payload)
            if stored.kind == "linked-jackpot/JackpotRegistered":
                wagers += len(event["areas"])
            elif stored.kind == "linked-jackpot/JackpotGameCancelled":
                wagers -= len(event["areas"])
            elif stored.kind == "linked-jackpot/JackpotPrizesPaid":
                paid += sum(cents for _, cents in event["prizes"])
    meter = _meter(store.stream("meter:main"))
    assert wagers > KILLS
    assert meter.contributed == wagers * STEP
    assert meter.paid_cents == paid == -store.balance("meter:main")
    assert paid > 0, "the load is made for prizes to come often"
    assert meter.mites >= SEED
    held = sum(each.cents for each in meter.pending) * MITES
    assert meter.contributed + meter.topped_up == paid * MITES + meter.mites + held
    assert meter.out_of_balance == reconciled(meter).difference == 0
    assert [report.ok for report in reports(store)] == [True]


def _chips_balance(store: Store) -> None:
    """The ledger sums to nothing, and tables hold what their state says, but for what the meter sent to their racks."""
    assert sum(store.balances().values()) == 0
    assert min(store.balances("wallet:").values()) >= 0
    sent: Counter[str] = Counter()
    for stored in store.stream("meter:main"):
        for _, target, cents in msgspec.json.decode(stored.payload).get("moves", ()):
            sent[target] += cents
    for table in TABLES:
        chips = Counter(
            {name: cents for name, cents in _folded(store, table).state.chips.items() if not name.startswith("wallet:")}
        )
        chips["rack"] += sent[f"table:{table}:rack"]
        kept = {
            name.removeprefix(f"table:{table}:"): cents for name, cents in store.balances(f"table:{table}:").items()
        }
        assert {name: cents for name, cents in chips.items() if cents} == {n: c for n, c in kept.items() if c}


def _resumable(store: Store, table: str, version: int) -> bool:
    """Whether a round was under way at this version; if so, what was due then could be done."""
    state: Any = _folded(store, table, version).state
    if not state.in_play:
        return False
    due = POKER.due(state)[0]
    if due.person is None and due.rank != "tg-assistant-casino-manager":
        by = Actor(AUTOMATIC, "", POKER.engine.rules(state).automatic_rank)
        assert not isinstance(POKER.decide(state, due.command, by, 0, BY_CHANCE), Refusal)
    later = [stored.kind for stored in store.stream(f"table:{table}", version)]
    assert later, "the round went on"
    return True


def _meter(record: Iterable[Stored]) -> Meter:
    """The meter as this much of its record leaves it."""
    live = LiveStream(METERS, "main")
    live.absorb(record)
    return live.state


def _folded(store: Store, table: str, version: int | None = None) -> LiveTable:
    live = LiveTable(registration(store.read(f"table:{table}", limit=1)[0]))
    for stored in islice(store.stream(f"table:{table}"), version):
        live.apply((live.tell(stored),))
    return live
