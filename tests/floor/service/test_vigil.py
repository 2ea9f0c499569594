"""The vigil: damage in the record stops play where it lies, says so, and leaves the rest of the house alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from croupier.floor import vigil
from croupier.floor.acts.floor import Accepted
from croupier.floor.acts.journal import JOURNAL, HouseClosed, HouseOpened, RecordVerified, SnapshotsTaken, read
from croupier.floor.opening import House, Opening, open_house
from croupier.floor.seal.office import Seal
from croupier.floor.seal.sealer import SealBroken
from croupier.floor.store import Damaged, Store, open_store
from croupier.table.people import Join
from tests.floor.hashing import CHEAP
from tests.floor.service.floors import ANN, BOB, new_table
from tests.floor.store.test_trouble import alter


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'floor.db'}"


@asynccontextmanager
async def house(url: str) -> AsyncIterator[tuple[House, Store]]:
    store = open_store(url)
    try:
        async with open_house(store, Opening(demo=False, seal=Seal(), hasher=CHEAP)) as opened:
            yield opened, store
    finally:
        store.close()


def entries(store: Store) -> list[object]:
    return [read(each) for each in store.stream(JOURNAL)]


async def played(url: str) -> None:
    """Two tables with a guest at each."""
    async with house(url) as (opened, _):
        floor = opened.reception.floor
        for table, guest in (("mm-1", ANN), ("mm-2", BOB)):
            await new_table(floor, table)
            await floor.top_up(guest.id)
            assert isinstance(await floor.command(table, Join(seat=1, cents=100_00), guest), Accepted)


def test_what_the_house_runs_is_on_record_and_what_is_found_of_the_record_too(url: str) -> None:
    async def look() -> None:
        await played(url)
        async with house(url) as (opened, store):
            for _ in range(200):
                if len([each for each in entries(store) if isinstance(each, RecordVerified)]) == 2:
                    break
                await asyncio.sleep(0.05)
            told = entries(store)
            opening = [each for each in told if isinstance(each, HouseOpened)]
            assert len(opening) == 2
            assert opening[0].key == str(opened.reception.sealing.sealer.key)  # type: ignore[union-attr]
            assert {"matchmaker", "double-chance", "three-card-poker", "rulings"} <= opening[0].books.keys()
            assert [type(each) for each in told if isinstance(each, HouseClosed)] == [HouseClosed]
            checks = [each for each in told if isinstance(each, RecordVerified)]
            assert [each.whole for each in checks] == [True, True]
            kept = {name for each in told if isinstance(each, SnapshotsTaken) for name in each.hashes}
            assert {"table:mm-1", "table:mm-2"} <= kept
            assert opened.reception.floor.keeper.restored >= 2

    asyncio.run(look())


def test_damage_behind_the_last_checkpoint_stops_play_there_before_the_house_opens(url: str) -> None:
    async def look() -> None:
        await played(url)
        alter(url, "DELETE FROM checkpoints")  # as if the last seconds had not been sealed
        alter(url, "DELETE FROM subtrees")
        (Path(url.removeprefix("sqlite:///")).with_suffix(".checkpoint")).unlink()
        alter(url, "UPDATE events SET actor = 'eve' WHERE stream = 'table:mm-1' AND version = 3")
        async with house(url) as (opened, _):
            floor = opened.reception.floor
            assert floor.damaged.keys() == {"table:mm-1"}
            with pytest.raises(Damaged, match="damaged at position"):
                await floor.command("mm-1", Join(seat=2, cents=100), BOB)
            assert isinstance(await floor.command("mm-2", Join(seat=2, cents=100), ANN), Accepted)

    asyncio.run(look())


@pytest.mark.parametrize("short", [True, False])
def test_damage_before_it_is_found_beside_the_play(url: str, short: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not short:
        monkeypatch.setattr(vigil, "SHORT", 0)  # by a process of its own

    async def look() -> None:
        await played(url)
        alter(url, "UPDATE events SET at = at + 1 WHERE stream = 'table:mm-2' AND version = 2")
        async with house(url) as (opened, store):
            floor = opened.reception.floor
            for _ in range(400):
                if floor.damaged:
                    break
                await asyncio.sleep(0.05)
            assert floor.damaged.keys() == {"table:mm-2"}
            with pytest.raises(Damaged):
                await floor.command("mm-2", Join(seat=2, cents=100), ANN)
            assert isinstance(await floor.command("mm-1", Join(seat=2, cents=100), BOB), Accepted)
            for _ in range(100):
                if any(isinstance(each, RecordVerified) and not each.whole for each in entries(store)):
                    return
                await asyncio.sleep(0.05)
            raise AssertionError("it is not on record")

    asyncio.run(look())


def test_a_kept_state_that_the_record_does_not_fold_to_stops_play(url: str) -> None:
    async def look() -> None:
        await played(url)
        store = open_store(url)
        kept = store.snapshots.get("table:mm-1")
        other = store.snapshots.get("table:mm-2")
        assert kept is not None and other is not None
        swapped = vigil.msgspec.structs.replace(kept, state=other.state)
        store.snapshots.put([swapped]).result()
        damage = vigil.check(store, None).damage
        assert [(each.stream, "kept" in each.why) for each in damage] == [("table:mm-1", True)]
        store.close()

    asyncio.run(look())


def test_a_table_whose_record_cannot_be_read_is_out_of_play_and_the_rest_opens(url: str) -> None:
    async def look() -> None:
        await played(url)
        alter(url, "DELETE FROM snapshots")
        alter(url, "UPDATE events SET kind = 'people/NoSuchThing' WHERE stream = 'table:mm-1' AND version = 3")
        async with house(url) as (opened, _):
            floor = opened.reception.floor
            assert "mm-1" not in floor.tables
            with pytest.raises(Damaged, match="cannot be folded"):
                floor.table("mm-1")
            assert isinstance(await floor.command("mm-2", Join(seat=2, cents=100), ANN), Accepted)

    asyncio.run(look())


def test_a_store_put_back_to_yesterday_does_not_open(url: str) -> None:
    async def look() -> None:
        await played(url)
        file = Path(url.removeprefix("sqlite:///"))
        yesterday = file.read_bytes()
        await played_on(url)
        file.write_bytes(yesterday)
        for end in ("-wal", "-shm"):
            file.with_name(file.name + end).unlink(missing_ok=True)
        with pytest.raises(SealBroken, match="rolled back"):
            async with house(url):
                pass

    async def played_on(url: str) -> None:
        async with house(url) as (opened, _):
            await opened.reception.floor.command("mm-1", Join(seat=3, cents=100), BOB)

    asyncio.run(look())
