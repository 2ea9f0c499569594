"""`croupier meters`: reconciles what is there, and notices what does not."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from croupier.cli.meters import meters
from croupier.floor.store import Append, Commit, NewEvent, open_store
from croupier.table.declare import kind_of
from croupier.table.linked_jackpot import JackpotRegistered
from tests.floor.meters.poker import ANN, MANAGER, STEP, linked, seated, win_royal_flush
from tests.floor.service.floors import Deck, opened


@pytest.fixture
def played(url: str) -> str:
    """A floor where one jackpot was won and paid, and another waits."""

    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await linked(floor, "tcp-1", "tcp-2")
            await seated(floor, "tcp-1", ANN, 1)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            await floor.determine("main", "tcp-1", MANAGER, confirmed=True)
            await floor.command("tcp-1", floor.tables["tcp-1"].due()[0].command, MANAGER)
            await asyncio.sleep(0)
            while (due := floor.tables["tcp-1"].due()) and due[0].person is None:
                await floor.command("tcp-1", due[0].command, MANAGER)
            await win_royal_flush(floor, "tcp-1", ANN, deck)

    asyncio.run(play())
    return url


def test_it_reconciles_a_meter_that_has_paid_and_one_prize_that_waits(
    played: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert meters(store=played, format="json") == 0
    (report,) = json.loads(capsys.readouterr().out)["meters"]
    sums = report["reconciliation"]
    assert sums["contributed"] == 2 * STEP
    assert sums["paid"] == sums["held"] == 10_001_00 * 10_000
    assert (sums["displayed"], sums["difference"]) == (10_000_00 * 10_000, 0)
    assert report["paid_in_ledger"] == 10_001_00
    assert report["tables"] == [{"table": "tcp-1", "on_meter": 2, "at_table": 2}]
    assert meters(store=played) == 0
    assert "It reconciles." in capsys.readouterr().out


def test_a_table_s_wager_that_the_meter_never_had_is_noticed(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    store = open_store(played)
    event = JackpotRegistered(areas=(5,), cents=100, under=())
    append = Append(
        "table:tcp-1", store.streams()["table:tcp-1"], (NewEvent(kind_of(event), 1, msgspec.json.encode(event)),)
    )
    store.submit(Commit("slip", "nobody", 1, (append,), b"")).result()
    store.close()
    assert meters(store=played) == 1
    assert "It does not reconcile." in capsys.readouterr().out


def test_a_floor_without_meters_and_a_store_that_is_not_there_are_told_apart(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert meters(store=url) == 2
    assert "there is no store" in capsys.readouterr().err
    open_store(url).close()
    assert meters(store=url) == 0
    assert "no meter" in capsys.readouterr().out
