"""kill -9 of a busy floor, again and again: nothing acknowledged is lost, nothing is done twice, and rounds go on."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections import Counter
from itertools import islice
from typing import Any, NamedTuple

import pytest

from croupier.cards import BY_CHANCE
from croupier.floor.acts.floor import Accepted
from croupier.floor.acts.floor_part import part as floors
from croupier.floor.acts.live_table import registration
from croupier.floor.reading import audit
from croupier.floor.staff.dealer import AUTOMATIC
from croupier.floor.store import CommandIdTaken, Store, open_store
from croupier.games import game
from croupier.games.matchmaker import Terms
from croupier.table.contract import Actor, Refusal
from croupier.table.declare import EVENTS, kind_of
from croupier.table.people import Leave
from tests.floor.service.floors import opened
from tests.floor.service.load import TABLES, digest

KILLS = 5
FLOOR_KINDS = {EVENTS[event].kind for event in floors.events}
MATCHMAKER = game("matchmaker")


class Ack(NamedTuple):
    """What a process acknowledged of one command."""

    actor: str
    table: str
    first: int
    last: int
    command: str


class Run(NamedTuple):
    """What one process said before it was killed."""

    stood: dict[str, tuple[int, str]]
    asked: list[str]
    acknowledged: dict[str, Ack]


def test_after_kill_9_under_load_nothing_acknowledged_is_lost_and_rounds_go_on_where_they_were(url: str) -> None:
    chance = random.Random(5)
    runs = [_play_until_killed(url, chance.randint(80, 160)) for _ in range(KILLS)]
    acknowledged = {command: ack for run in runs for command, ack in run.acknowledged.items()}
    assert len(acknowledged) >= KILLS * 80

    store = open_store(url)
    try:
        assert isinstance(audit.verify(store), audit.Verified)
        _all_there_and_none_twice(store, [command for run in runs for command in run.asked], acknowledged)
        _chips_balance(store)
        for run in runs[1:]:
            for table, (version, stood) in run.stood.items():
                assert stood == digest(_folded(store, table, version))
        assert sum(_goes_on(store, table, run.stood[table][0]) for run in runs[1:] for table in TABLES) > 0
        head = store.head()
    finally:
        store.close()
    asyncio.run(_answered_as_before(url, acknowledged, head))


def _play_until_killed(url: str, after: int) -> Run:
    stood: dict[str, tuple[int, str]] = {}
    asked: list[str] = []
    acknowledged: dict[str, Ack] = {}
    command = [sys.executable, "-m", "tests.floor.service.load", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            match line.split():
                case ["table", name, version, state]:
                    stood[name] = (int(version), state)
                case ["ask", command_id]:
                    asked.append(command_id)
                case ["ack", command_id, actor, name, first, last, said]:
                    acknowledged[command_id] = Ack(actor, name, int(first), int(last), said)
                    if len(acknowledged) == after:
                        process.kill()
    return Run(stood, asked, acknowledged)


def _all_there_and_none_twice(store: Store, asked: list[str], acknowledged: dict[str, Ack]) -> None:
    written: dict[str, list[int]] = {}
    for table in TABLES:
        for stored in store.stream(f"table:{table}"):
            written.setdefault(stored.command_id, []).append(stored.version)
    for command, ack in acknowledged.items():
        assert written[command] == list(range(ack.first, ack.last + 1))
    assert len(set(asked)) == len(asked)
    for command in set(asked) - acknowledged.keys():
        versions = written.get(command, [])
        assert versions == list(range(min(versions, default=0), min(versions, default=0) + len(versions)))


def _chips_balance(store: Store) -> None:
    """The ledger sums to nothing, wallets are as their own streams say, tables as their state says."""
    balances = store.balances()
    assert sum(balances.values()) == 0
    assert min(store.balances("wallet:").values()) >= 0
    signs = {"wallet/ChipsGranted": 1, "wallet/ChipsGiven": 1, "wallet/ChipsTaken": -1}
    wallets: Counter[str] = Counter()
    for stored in store.read(limit=1_000_000):
        if stored.stream.startswith("wallet:"):
            wallets[stored.stream] += signs[stored.kind] * json.loads(stored.payload)["cents"]
    assert {name: cents for name, cents in balances.items() if name.startswith("wallet:")} == dict(wallets)
    for table in TABLES:
        chips = {name: cents for name, cents in _folded(store, table).chips.items() if not name.startswith("wallet:")}
        prefix = f"table:{table}:"
        assert chips == {name.removeprefix(prefix): cents for name, cents in store.balances(prefix).items() if cents}


def _goes_on(store: Store, table: str, version: int) -> bool:
    """Whether a round was under way at this version, and if so that the dealer's next act was the one then due."""
    state = _folded(store, table, version)
    if not state.in_play:
        return False
    dealer = Actor(AUTOMATIC, "Automatic dealer", MATCHMAKER.engine.rules(state).automatic_rank)
    decision = MATCHMAKER.decide(state, MATCHMAKER.due(state)[0].command, dealer, 0, BY_CHANCE)
    assert not isinstance(decision, Refusal)
    later = store.stream(f"table:{table}", version)
    acts = (stored.kind for stored in later if stored.actor == AUTOMATIC and stored.kind not in FLOOR_KINDS)
    assert list(islice(acts, len(decision))) == [kind_of(event) for event in decision]
    return True


def _folded(store: Store, table: str, version: int | None = None) -> Any:
    """The state of a table, folded by the game alone."""
    state = MATCHMAKER.initial(Terms(table=table))
    for stored in islice(store.stream(f"table:{table}"), version):
        if stored.kind == "floor/TableRegistered":
            assert registration(stored).terms["table"] == table
        if stored.kind not in FLOOR_KINDS:
            state = MATCHMAKER.evolve(state, MATCHMAKER.read(stored.kind, stored.payload))
    return state


async def _answered_as_before(url: str, acknowledged: dict[str, Ack], head: tuple[int, bytes]) -> None:
    """Asked again under its id, a command gets the answer that was acknowledged, and nothing is written."""
    async with opened(url) as floor:
        for command, ack in islice(acknowledged.items(), 0, None, 20):
            asked = MATCHMAKER.commands.decode(bytes.fromhex(ack.command))
            with pytest.raises(CommandIdTaken):
                await floor.command(ack.table, Leave(player="someone else"), Actor(ack.actor, ack.actor), command)
            answer = await floor.command(ack.table, asked, Actor(ack.actor, ack.actor), command)
            assert isinstance(answer, Accepted)
            assert (answer.events[0].version, answer.version) == (ack.first, ack.last)
        assert floor.store.head() == head
