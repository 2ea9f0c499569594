"""Two floors on one PostgreSQL database, as two processes have them: no update is lost, and each sees the other's."""

from __future__ import annotations

import asyncio

from croupier.floor.acts.floor import Accepted, Floor, Refused
from croupier.floor.reading import audit
from croupier.table.contract import Actor, Reason
from croupier.table.people import Join
from tests.floor.service.floors import ANN, BOB, accepted, new_table, opened, refused, seated, wager

SOON = 40.0


async def level(*floors: Floor, table: str = "mm-1") -> None:
    """Wait until every floor has what is on record of a table."""
    version = floors[0].store.streams()[f"table:{table}"]
    async with asyncio.timeout(SOON):
        for floor in floors:
            while table not in floor.tables:
                await floor.new_table.heard(0.1)
            while floor.tables[table].version < version:
                await floor.tables[table].changed(floor.tables[table].version)


def test_what_one_process_does_the_other_shows(shared_url: str) -> None:
    async def play() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            await new_table(here)
            await seated(here, ANN, 1)
            await level(here, there)
            with there.watch("mm-1") as watch:
                await accepted(here, "mm-1", wager(500), ANN)
                async with asyncio.timeout(SOON):
                    (told,) = await anext(watch)
                assert told.kind == "wagers/WagerPlaced"
                assert told.actor_name == "Ann"
            assert there.tables["mm-1"].state == here.tables["mm-1"].state
            assert await there.wallet("ann") == 900_00

    asyncio.run(play())


def test_no_update_is_lost_when_two_processes_act_at_one_table(shared_url: str) -> None:
    async def play() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            await new_table(here)
            await level(here, there)
            await seated(here, ANN, 1)
            await seated(there, BOB, 2)
            await level(here, there)

            async def bet(floor: Floor, player: Actor, area: int) -> int:
                answers = [await floor.command("mm-1", wager(100, area), player) for _ in range(30)]
                turned_down = [answer.refusal for answer in answers if isinstance(answer, Refused)]
                assert all(refusal.reason is Reason.NOT_NOW for refusal in turned_down), turned_down
                return sum(isinstance(answer, Accepted) for answer in answers)

            ann, bob = await asyncio.gather(bet(here, ANN, 1), bet(there, BOB, 2))
            await level(here, there)
            state = here.tables["mm-1"].state
            assert state == there.tables["mm-1"].state
            assert {each.player: each.cents for each in state.wagers} == {"ann": 100 * ann, "bob": 100 * bob}
            assert ann + bob >= 30
            assert here.store.balance("table:mm-1:layout") == 100 * (ann + bob)
            assert isinstance(audit.verify(here.store), audit.Verified)

    asyncio.run(play())


def test_a_wallet_is_not_overdrawn_from_two_processes(shared_url: str) -> None:
    async def play() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            await new_table(here, "mm-1")
            await new_table(here, "mm-2")
            await level(here, there, table="mm-2")
            await here.top_up("ann")
            assert await there.wallet("ann") == 1_000_00
            answers = await asyncio.gather(
                here.command("mm-1", Join(seat=1, cents=600_00), ANN),
                there.command("mm-2", Join(seat=1, cents=600_00), ANN),
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Refused"]
            refusal = next(answer.refusal for answer in answers if isinstance(answer, Refused))
            assert refusal.reason is Reason.NOT_ENOUGH_CHIPS
            assert here.store.balance("wallet:ann") == 400_00
            assert await refused(here, "mm-2", Join(seat=2, cents=400_01), ANN) is Reason.NOT_ENOUGH_CHIPS

    asyncio.run(play())


def test_a_command_repeated_at_another_process_gets_the_first_answer(shared_url: str) -> None:
    async def play() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            await new_table(here)
            await seated(here, ANN, 1)
            first = await accepted(here, "mm-1", wager(500), ANN, "bet")
            await level(here, there)
            assert await there.command("mm-1", wager(500), ANN, "bet") == first
            await level(here, there)
            assert [each.cents for each in there.tables["mm-1"].state.wagers] == [500]

    asyncio.run(play())
