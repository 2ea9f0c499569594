"""Stopped play: every server stops and goes on alike, and a mistaken accusation is answered by two people's check."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.acts.journal import CheckedAgain, PlayStopped, RecordVerified
from croupier.floor.acts.stops import EVERYWHERE, STANDS_MS, NotToBeOrdered
from croupier.floor.opening import House
from croupier.floor.store import Damaged, Store
from croupier.floor.vigil import Vigil
from croupier.table.people import Join, Leave
from tests.floor.service.floors import ANN, BOB, new_table
from tests.floor.service.test_vigil import entries, house
from tests.floor.store.test_trouble import alter

SOON = 30.0


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not holds():
            await asyncio.sleep(0.02)


def vigil_of(opened: House) -> Vigil:
    vigil = opened.reception.vigil
    assert vigil is not None
    return vigil


async def seated(floor: Floor, table: str = "mm-1") -> None:
    await new_table(floor, table)
    await floor.top_up(ANN.id)
    assert isinstance(await floor.command(table, Join(seat=1, cents=100_00), ANN), Accepted)
    assert await floor.keeper.keep(floor.tables.values(), every=1)


def told(store: Store, kind: type) -> list[object]:
    return [each for each in entries(store) if isinstance(each, kind)]


@asynccontextmanager
async def damaged(url: str) -> AsyncIterator[tuple[House, Store, Callable[[], None]]]:
    """A house that stopped play at mm-1, for its kept state is another's; and what to call to put that right."""
    async with house(url) as (opened, store):
        floor = opened.reception.floor
        await seated(floor)
        kept = store.snapshots.get("table:mm-1")
        assert kept is not None
        other = kept.state[:-1] + bytes([kept.state[-1] ^ 1])
        store.snapshots.put([replace(kept, state=other)]).result()
        await vigil_of(opened).once()
        assert floor.damaged.keys() == {"table:mm-1"}
        with pytest.raises(Damaged):
            await floor.command("mm-1", Leave(), ANN)
        yield opened, store, lambda: store.snapshots.put([kept]).result()


@pytest.mark.parametrize("kind", ["url", "shared_url"])
def test_a_mistaken_accusation_is_answered_by_a_check_that_two_people_order(
    kind: str, request: pytest.FixtureRequest
) -> None:
    async def look() -> None:
        async with damaged(request.getfixturevalue(kind)) as (opened, store, mend):
            floor, vigil = opened.reception.floor, vigil_of(opened)
            [stopped] = told(store, PlayStopped)
            assert isinstance(stopped, PlayStopped) and stopped.stream == "table:mm-1" and "version" in stopped.why
            assert not (await vigil.order("table:mm-1", "operator")).complete
            with pytest.raises(NotToBeOrdered, match="another person"):
                await vigil.order("table:mm-1", "operator")
            assert (await vigil.order("table:mm-1", "inspector")).complete
            await until(lambda: bool(told(store, CheckedAgain)))
            [upheld] = told(store, CheckedAgain)
            assert isinstance(upheld, CheckedAgain) and not upheld.whole and "kept" in upheld.reason
            await until(lambda: not floor.stops.orders)
            assert floor.damaged.keys() == {"table:mm-1"} and floor.stops.standing["table:mm-1"].upheld

            mend()
            at = floor.stops.standing["table:mm-1"].position
            await vigil.order("table:mm-1", "inspector")
            await vigil.order("table:mm-1", "operator")
            await until(lambda: not floor.damaged)
            answer = told(store, CheckedAgain)[-1]
            assert isinstance(answer, CheckedAgain) and answer.whole and answer.position
            assert answer.ordered_by == ("inspector", "operator") and at in answer.answers
            assert isinstance(await floor.command("mm-1", Leave(), ANN), Accepted)

    asyncio.run(look())


def test_every_server_of_a_house_stops_and_goes_on_alike(shared_url: str) -> None:
    async def look() -> None:
        async with damaged(shared_url) as (opened, _, mend), house(shared_url) as (other, _):
            here, there = opened.reception.floor, other.reception.floor
            assert there.damaged == here.damaged != {}  # what stands is known to a server that opens later
            await seated(here, "mm-2")
            here.stop_play("table:mm-2", "as if it were damaged")
            await asyncio.to_thread(here.journal.note, *here.stops.told())
            await until(lambda: "table:mm-2" in there.damaged)  # and to one that is open
            with pytest.raises(Damaged):
                await there.command("mm-2", Leave(), ANN)

            mend()
            await vigil_of(opened).order("table:mm-1", "operator")
            await vigil_of(other).order("table:mm-1", "inspector")
            await until(lambda: here.damaged.keys() == there.damaged.keys() == {"table:mm-2"})
            await until(lambda: "mm-1" in there.tables)
            await there.top_up(BOB.id)
            assert isinstance(await there.command("mm-1", Join(seat=2, cents=100_00), BOB), Accepted)
            assert isinstance(await here.command("mm-1", Leave(), ANN), Accepted)

            await vigil_of(opened).order("table:mm-2", "operator")
            async with house(shared_url) as (third, _):  # which was not there when the first person ordered
                await vigil_of(third).order("table:mm-2", "inspector")
                await until(lambda: not here.damaged and not there.damaged and not third.reception.floor.damaged)

    asyncio.run(look())


def test_a_stop_outlasts_a_restart_and_ends_with_the_answer(url: str) -> None:
    async def look() -> None:
        async with damaged(url) as (_, _, mend):
            mend()
        for _ in range(2):  # carried on from one opening to the next
            async with house(url) as (opened, _):
                assert opened.reception.floor.damaged.keys() == {"table:mm-1"}
        async with house(url) as (opened, _):
            vigil, floor = vigil_of(opened), opened.reception.floor
            await vigil.order("table:mm-1", "operator")
            await vigil.order("table:mm-1", "manager")
            await until(lambda: not floor.damaged)
            assert isinstance(await floor.command("mm-1", Leave(), ANN), Accepted)
        async with house(url) as (opened, _):
            assert not opened.reception.floor.damaged

    asyncio.run(look())


def test_a_table_whose_record_could_not_be_folded_comes_back_with_the_answer(url: str) -> None:
    async def look() -> None:
        async with house(url) as (opened, _):
            await seated(opened.reception.floor)
        alter(url, "DELETE FROM snapshots")
        name = "UPDATE events SET kind = 'people/{}' WHERE stream = 'table:mm-1' AND kind LIKE '%PlayerJoined'"
        [kind] = await asyncio.to_thread(_kinds, url)
        alter(url, name.format("NoSuchThing"))
        async with house(url) as (opened, _):
            floor, vigil = opened.reception.floor, vigil_of(opened)
            assert "mm-1" not in floor.tables and "table:mm-1" in floor.damaged
            alter(url, f"UPDATE events SET kind = '{kind}' WHERE kind = 'people/NoSuchThing'")
            await vigil.order("table:mm-1", "operator")
            await vigil.order("table:mm-1", "inspector")
            await until(lambda: "table:mm-1" not in floor.damaged and "mm-1" in floor.tables)
            assert isinstance(await floor.command("mm-1", Leave(), ANN), Accepted)

    asyncio.run(look())


def _kinds(url: str) -> list[str]:
    from croupier.floor.store import open_archive

    store = open_archive(url)
    try:
        return sorted({each.kind for each in store.stream("table:mm-1") if each.kind.endswith("PlayerJoined")})
    finally:
        store.close()


def test_the_whole_record_is_checked_again_and_answers_what_was_said_of_it_before(url: str) -> None:
    """As a house has it on record whose earlier software accused it wrongly, and which was started anew since."""

    async def look() -> None:
        async with house(url) as (opened, store):
            floor, vigil = opened.reception.floor, vigil_of(opened)
            await seated(floor)
            wrongly = RecordVerified(position=3, whole=False, reason="it was never so", under=())
            at = await asyncio.to_thread(floor.journal.note, wrongly)
            await vigil.order(EVERYWHERE, "operator")
            await vigil.order(EVERYWHERE, "inspector")
            await until(lambda: bool(told(store, CheckedAgain)))
            [answer] = told(store, CheckedAgain)
            assert isinstance(answer, CheckedAgain) and answer.whole and answer.answers == (at,)
            with pytest.raises(NotToBeOrdered, match="not stopped"):
                await vigil.order("table:mm-1", "operator")

    asyncio.run(look())


def test_a_second_check_that_cannot_be_made_stops_nothing_more_and_lets_nothing_go_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look() -> None:
        async with damaged(url) as (opened, store, _):
            floor, vigil = opened.reception.floor, vigil_of(opened)
            monkeypatch.setattr("croupier.floor.vigil.check", lambda *_: 1 / 0)
            for stream in (EVERYWHERE, "table:mm-1"):
                await vigil.order(stream, "operator")
                await vigil.order(stream, "inspector")
                await until(lambda: not floor.stops.orders)
            assert [each.whole for each in told(store, CheckedAgain)] == [False, False]  # type: ignore[attr-defined]
            assert floor.damaged.keys() == {"table:mm-1"}

    asyncio.run(look())


def test_a_damaged_copy_taken_away_is_answered_by_the_record_itself(url: str) -> None:
    async def look() -> None:
        async with damaged(url) as (opened, _, _):
            floor, vigil = opened.reception.floor, vigil_of(opened)
            alter(url, "DELETE FROM snapshots WHERE stream = 'table:mm-1'")
            await vigil.order("table:mm-1", "operator")
            await vigil.order("table:mm-1", "inspector")
            await until(lambda: not floor.damaged)
            assert isinstance(await floor.command("mm-1", Leave(), ANN), Accepted)

    asyncio.run(look())


def test_one_persons_order_waits_for_another_and_not_for_ever(url: str) -> None:
    async def look() -> None:
        async with damaged(url) as (opened, _, _):
            floor, vigil = opened.reception.floor, vigil_of(opened)
            first = await vigil.order("table:mm-1", "operator")
            assert floor.stops.order("table:mm-1", first.at + STANDS_MS) == first
            assert floor.stops.order("table:mm-1", first.at + STANDS_MS + 1) is None

    asyncio.run(look())
