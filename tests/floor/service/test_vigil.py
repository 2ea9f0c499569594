"""The vigil: damage in the record stops play where it lies, says so, and leaves the rest of the house alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor import vigil
from croupier.floor.acts import keeping
from croupier.floor.acts.floor import Accepted
from croupier.floor.acts.journal import JOURNAL, HouseClosed, HouseOpened, Journal, RecordVerified, SnapshotsTaken, read
from croupier.floor.opening import House, Opening, open_house
from croupier.floor.people import fold
from croupier.floor.reading import audit, damage, kept_states
from croupier.floor.seal.office import Seal
from croupier.floor.seal.sealer import SealBroken
from croupier.floor.store import Damaged, Store, open_store
from croupier.floor.store.snapshots import Snapshot
from croupier.floor.tempo import NO_WAITING
from croupier.table.people import Join
from tests.floor.hashing import CHEAP
from tests.floor.service.floors import ANN, BOB, new_table
from tests.floor.store.test_trouble import alter

STRESS_SECONDS = 4.0
LEAST_CHECKS, LEAST_KEPT = 4, 20
"""How long at least the record is checked beside fast play, how often, and how many states are kept meanwhile."""


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


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens beside the play."""
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.05)


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
            await until(lambda: sum(isinstance(each, RecordVerified) for each in entries(store)) == 2)
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
            await until(lambda: bool(floor.damaged))
            assert floor.damaged.keys() == {"table:mm-2"}
            with pytest.raises(Damaged):
                await floor.command("mm-2", Join(seat=2, cents=100), ANN)
            assert isinstance(await floor.command("mm-1", Join(seat=2, cents=100), BOB), Accepted)
            await until(lambda: any(isinstance(each, RecordVerified) and not each.whole for each in entries(store)))

    asyncio.run(look())


def test_a_kept_state_that_the_record_does_not_fold_to_stops_play(url: str) -> None:
    async def look() -> None:
        await played(url)
        store = open_store(url)
        kept = store.snapshots.get("table:mm-1")
        other = store.snapshots.get("table:mm-2")
        assert kept is not None and other is not None
        swapped = replace(kept, state=other.state)
        store.snapshots.put([swapped]).result()
        found = damage.check(store, None).damage
        assert [(each.stream, "kept" in each.why) for each in found] == [("table:mm-1", True)]
        store.close()

    asyncio.run(look())


def test_a_state_kept_anew_while_the_kept_ones_are_checked_is_no_damage(url: str) -> None:
    """Between the list of what is kept and the look at one of them play goes on, and a newer state takes its place."""

    async def look() -> None:
        async with house(url) as (opened, store):
            floor = opened.reception.floor
            await new_table(floor, "mm-1")
            await floor.keeper.keep(floor.tables.values(), every=1)
            listed = store.snapshots.streams
            loop = asyncio.get_running_loop()

            async def play_on() -> None:
                await floor.top_up(ANN.id)
                assert isinstance(await floor.command("mm-1", Join(seat=1, cents=100_00), ANN), Accepted)
                assert await floor.keeper.keep(floor.tables.values(), every=1)

            def streams() -> dict[str, int]:
                found = listed()
                asyncio.run_coroutine_threadsafe(play_on(), loop).result()
                return found

            store.snapshots.streams = streams  # type: ignore[method-assign]
            assert (await asyncio.to_thread(damage.check, store, None)).damage == ()

    asyncio.run(look())


def test_what_a_second_look_does_not_see_is_no_damage(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Each check meets something that moves under it, once: it looks again, and says so in the log."""

    async def look() -> None:
        await played(url)
        store = open_store(url)
        try:
            _once(monkeypatch, audit, "_look", audit.Tampered(3, "the ledger was moving"))
            _once(monkeypatch, kept_states, "difference", "a kept state was moving")
            assert damage.check(store, None) == damage.Report(store.head()[0])
            _once(monkeypatch, audit, "_look", audit.Tampered(3, "the tail was moving"))
            assert damage.check_tail(store, None) == ()
        finally:
            store.close()

    asyncio.run(look())
    for moving in ("the ledger was moving", "a kept state was moving", "the tail was moving"):
        assert [moving in each.getMessage() for each in caplog.records].count(True) == 1


def _once(monkeypatch: pytest.MonkeyPatch, module: object, name: str, first: object) -> None:
    """Have a look see this the first time, and from then on what there is."""
    true = getattr(module, name)
    seen = iter([first])
    monkeypatch.setattr(module, name, lambda *args: next(seen, None) or true(*args))


def test_a_state_that_other_rules_folded_is_not_used_and_no_damage(url: str) -> None:
    async def look() -> None:
        await played(url)
        store = open_store(url)
        try:
            kept = store.snapshots.get("table:mm-1")
            assert kept is not None
            older = replace(kept, fold=b"the rules of before", state=b"as they had it")
            noted = Journal(store, lambda: 0).note(SnapshotsTaken(hashes={kept.stream: older.hash}, under=()))
            store.snapshots.put([replace(older, noted=noted)]).result()
            assert damage.check(store, None).damage == ()
            store.snapshots.put([older]).result()  # and this one the journal does not tell of
            assert "journal" in damage.check(store, None).damage[0].why
        finally:
            store.close()

    asyncio.run(look())


def test_a_state_kept_of_a_table_that_never_was_does_not_end_the_check(url: str) -> None:
    async def look() -> None:
        await played(url)
        store = open_store(url)
        try:
            store.snapshots.put([Snapshot("table:none", 1, b"leaf", b"fold", b"state")]).result()
            assert damage.check(store, None).damage == ()
        finally:
            store.close()

    asyncio.run(look())


@pytest.mark.parametrize("kind", ["url", "shared_url"])
def test_checks_one_after_the_other_beside_fast_play_accuse_nobody(
    kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States are kept at every turn, accounts change, a meter counts and all of it is checked all the while."""
    url = request.getfixturevalue(kind)
    monkeypatch.setattr(keeping, "EVERY", 5)
    monkeypatch.setattr(keeping, "SECONDS", 0.05)
    monkeypatch.setattr(fold, "IN_FLIGHT_SECONDS", 0.3)

    async def look() -> None:
        store = open_store(url)
        try:
            opening = Opening(seal=Seal(), hasher=CHEAP, tempo=NO_WAITING, check_seconds=0)
            async with open_house(store, opening) as opened:
                floor, people = opened.reception.floor, opened.reception.people
                ends = asyncio.get_running_loop().time() + STRESS_SECONDS
                checks = 0
                while (
                    checks < LEAST_CHECKS or floor.keeper.taken < LEAST_KEPT or asyncio.get_running_loop().time() < ends
                ):
                    await asyncio.to_thread(people.issue_passwords)
                    await asyncio.sleep(0.2)
                    assert floor.damaged == {}
                    checks = sum(isinstance(each, RecordVerified) for each in entries(store))
                assert all(each.whole for each in entries(store) if isinstance(each, RecordVerified))
        finally:
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
