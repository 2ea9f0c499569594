"""States kept aside: a floor opens from them, they are what the record folds to, and a changed one is not believed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from croupier.floor.acts import keeping
from croupier.floor.acts.floor import Floor
from croupier.floor.acts.journal import JOURNAL, SnapshotsTaken, read
from croupier.floor.reading import replay
from croupier.floor.reading.replay import folded
from croupier.floor.store import Store, open_store
from croupier.table.people import Join
from tests.floor.service.floors import ANN, accepted, new_table, opened, seated, wager
from tests.floor.service.test_kinds import written  # noqa: F401


def reads(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is read of streams from now on: which, and behind which version."""
    seen: list[tuple[str, int]] = []
    whole = store.stream

    def stream(name: str, after_version: int = 0) -> Any:
        seen.append((name, after_version))
        return whole(name, after_version)

    monkeypatch.setattr(store, "stream", stream)
    return seen


def states(floor: Floor) -> dict[str, Any]:
    tables = {table.id: (table.state, table.version, table.names, table.deadlines) for table in floor.tables.values()}
    return tables | {meter.stream: (meter.state, meter.version) for meter in floor.meters.values()}


def test_a_floor_opens_from_kept_states_and_stands_as_its_record_says(
    written: str,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def look() -> None:
        async with opened(written) as floor:
            before = states(floor)
            await floor.keep_last()
        store = open_store(written)
        kept = store.snapshots.streams()
        assert {f"table:{name}" for name in floor.tables} <= kept.keys()
        entries = [read(each) for each in store.stream(JOURNAL)]
        noted = {stream for entry in entries if isinstance(entry, SnapshotsTaken) for stream in entry.hashes}
        assert kept.keys() <= noted
        seen = reads(store, monkeypatch)
        again = await Floor.open(store)
        assert states(again) == before
        assert again.keeper.restored == len(kept)
        assert all(after == kept.get(name, 0) for name, after in seen)
        for table in again.tables.values():
            assert table.state == folded(store, table.stream).state
        await again.close()
        store.close()

    asyncio.run(look())


CHANGES = (
    "UPDATE snapshots SET state = CAST(X'80' AS BLOB)",
    "UPDATE snapshots SET version = version - 1",
    "UPDATE snapshots SET fold = CAST(X'00' AS BLOB)",
    "UPDATE snapshots SET noted = 1",
    "UPDATE snapshots SET digest = CAST(X'00' AS BLOB)",
)


@pytest.mark.parametrize("change", CHANGES)
def test_a_kept_state_that_the_record_does_not_know_is_folded_anew(written: str, change: str) -> None:  # noqa: F811
    async def look() -> None:
        async with opened(written) as floor:
            before = states(floor)
            await floor.keep_last()
        store = open_store(written)
        others = "DELETE FROM snapshots WHERE stream NOT LIKE 'table%'"
        store._writer.run(lambda connection: connection.execute(text(others))).result()
        store._writer.run(lambda connection: connection.execute(text(change))).result()
        again = await Floor.open(store)
        assert states(again) == before
        assert again.keeper.restored == 0
        await again.close()
        store.close()

    asyncio.run(look())


@pytest.mark.parametrize("change", ["", *CHANGES])
def test_a_table_is_read_from_its_kept_state_alone_where_the_record_tells_of_it(
    written: str,  # noqa: F811
    change: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever inquires into a long record need not read all of it, and is told the same."""

    async def look() -> None:
        async with opened(written) as floor:
            before = states(floor)
            await floor.keep_last()
        store = open_store(written)
        if change:
            store._writer.run(lambda connection: connection.execute(text(change))).result()
        seen = reads(store, monkeypatch)
        for name, table in floor.tables.items():
            monkeypatch.setattr(replay, "LONG", 10**6)
            whole = folded(store, table.stream)
            monkeypatch.setattr(replay, "LONG", 0)
            seen.clear()
            found = folded(store, table.stream)
            assert (found.state, found.version, found.names, found.deadlines) == before[name]
            assert (whole.state, whole.version, whole.names) == before[name][:3]
            assert seen == [(table.stream, 0 if change else table.version)]
        store.close()

    asyncio.run(look())


@pytest.mark.parametrize("chunk", [1, 3, 7, 1000])
def test_a_past_is_the_same_however_many_events_are_taken_in_together(
    written: str,  # noqa: F811
    chunk: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replay, "STRIDE", 4)
    monkeypatch.setattr(replay, "CHUNK", chunk)
    store = open_store(written)
    for stream, last in store.streams("table:").items():
        one, past = replay.Past(store, stream), replay.Past(store, stream)
        steps = [(told.version, live.state, dict(live.names)) for told, live in one.replay(0, last)]
        assert [version for version, _, _ in steps] == list(range(1, last + 1))
        for version, state, names in (*steps[::-5], *steps[::5]):
            live = past.at(version)
            assert (live.version, live.state, live.names) == (version, state, names)
    store.close()


def test_states_are_kept_while_the_floor_plays(written: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr(keeping, "SECONDS", 0.05)
    monkeypatch.setattr(keeping, "EVERY", 1)

    async def look() -> None:
        async with opened(written) as floor:
            floor.keep_states()
            table = floor.tables["dc-1"]
            await floor.top_up(ANN.id)
            await floor.command("dc-1", Join(seat=6, cents=100), ANN)
            async with asyncio.timeout(60):
                while floor.store.snapshots.streams().get(table.stream) != table.version:
                    await asyncio.sleep(0.05)

    asyncio.run(look())


def test_two_servers_keep_states_of_the_same_tables_and_the_newest_stays(shared_url: str) -> None:
    async def look() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            await new_table(here, "mm-1")
            await seated(here, ANN, 1)
            await there._follow_stream("table:mm-1")
            older = there.tables["mm-1"].version
            await accepted(here, "mm-1", wager(500), ANN)
            await asyncio.gather(here.keep_last(), there.keep_last())
            assert here.store.snapshots.streams()["table:mm-1"] == here.tables["mm-1"].version >= older
            assert here.keeper.taken and there.keeper.taken
        store = open_store(shared_url)
        again = await Floor.open(store)
        assert again.keeper.restored >= 1
        assert again.tables["mm-1"].state == folded(store, "table:mm-1").state
        await again.close()
        store.close()

    asyncio.run(look())
