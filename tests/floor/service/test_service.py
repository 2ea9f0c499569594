"""The floor: a command is answered once it is durable, answered the same when repeated, and told to all who watch."""

from __future__ import annotations

import asyncio

import pytest

from croupier.cards import CardSource
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Accepted, FloorClosed, Refused, TableExists, UnknownTable
from croupier.floor.acts.floor_part import PersonIntroduced, TableRegistered
from croupier.floor.reading import audit
from croupier.floor.reading.replay import folded
from croupier.floor.store import CommandIdTaken, StoreError
from croupier.games.matchmaker import Terms
from croupier.table.care import CheckCards
from croupier.table.contract import Reason
from croupier.table.people import BuyChips, Join, Leave, PlayerJoined
from croupier.table.wagers import WagerPlaced, WithdrawWager
from tests.floor.service.floors import (
    ANN,
    BOB,
    CARDS,
    DAN,
    HOUSE,
    SUE,
    accepted,
    new_table,
    opened,
    refused,
    seated,
    wager,
)


def test_an_accepted_command_is_on_record_and_the_table_folds_to_the_same_after_a_restart(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            await seated(floor, ANN, 1)
            answer = await accepted(floor, "mm-1", wager(500), ANN)
            assert [type(told.event) for told in answer.events] == [WagerPlaced]
            assert answer.version == table.version
            assert answer.position == floor.store.head()[0] == table.position
            before = (table.state, table.version, table.position, table.names, list(table.log))
        async with opened(url) as floor:
            table = floor.tables["mm-1"]
            assert (table.state, table.version, table.position, table.names, list(table.log)) == before
            assert (table.title, table.automatic, table.terms.table) == ("A table", False, "mm-1")

    asyncio.run(play())


def test_a_refused_command_changes_nothing(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            before = (table.state, table.version, floor.store.head())
            assert await refused(floor, "mm-1", CheckCards(cards=CARDS), DAN) is Reason.NOT_NOW
            assert await refused(floor, "mm-1", wager(), ANN) is Reason.NOT_HERE
            assert (table.state, table.version, floor.store.head()) == before

    asyncio.run(play())


def test_the_record_says_who_stands_behind_an_id_and_in_which_rank(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            told = await floor.told("mm-1", 0, 10)
            assert isinstance(told[0].event, TableRegistered)
            assert told[1].event == PersonIntroduced(person="house", name="The house", rank="casino-operator", under=())
            assert told[2].event == PersonIntroduced(person="sue", name="Sue", rank="game-supervisor", under=())
            assert [each.kind for each in told[3:]] == ["care/CardsChecked", "care/TableOpened"]
            assert [each.actor_name for each in told] == ["The house"] * 2 + ["Sue"] * 3
            assert [each.version for each in await floor.told("mm-1", told[1].position, 2)] == [3, 4]
            assert table.names == {"house": "The house", "sue": "Sue"}

    asyncio.run(play())


def test_a_repeated_command_id_gets_the_same_answer_and_changes_nothing_even_after_a_restart(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor)
            await seated(floor, ANN, 1)
            first = await accepted(floor, "mm-1", wager(500), ANN, "bet-1")
            assert await floor.command("mm-1", wager(500), ANN, "bet-1") == first
            await accepted(floor, "mm-1", WithdrawWager(area=1, bet="pair match"), ANN)
            head = floor.store.head()
        async with opened(url) as floor:
            # Once on a table that would take it again, and then on one that would refuse it.
            assert await floor.command("mm-1", wager(500), ANN, "bet-1") == first
            assert floor.store.head() == head
            assert floor.tables["mm-1"].state.wagers == ()
            # What was decided and not written has left no trace: play goes on.
            await accepted(floor, "mm-1", wager(700), ANN, "bet-2")
            assert [each.cents for each in floor.tables["mm-1"].state.wagers] == [700]
            await accepted(floor, "mm-1", WithdrawWager(area=1, bet="pair match"), ANN)
            await accepted(floor, "mm-1", Leave(), ANN)
            head = floor.store.head()
        async with opened(url) as floor:
            assert await floor.command("mm-1", wager(500), ANN, "bet-1") == first
            assert floor.store.head() == head

    asyncio.run(play())


def test_a_command_id_stands_for_what_was_first_given_under_it_whether_done_or_refused(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            await seated(floor, ANN, 1)
            done = await accepted(floor, "mm-1", wager(500), ANN, "one")
            refused = await floor.command("mm-1", wager(1_000_000), ANN, "two")
            assert isinstance(refused, Refused)
            version = table.version
            for command_id, other in (("one", wager(600)), ("two", wager(500)), ("two", Leave())):
                with pytest.raises(CommandIdTaken, match="something else"):
                    await floor.command("mm-1", other, ANN, command_id)
            assert await floor.command("mm-1", wager(500), ANN, "one") == done
            assert await floor.command("mm-1", wager(1_000_000), ANN, "two") == refused
            assert table.version == version

    asyncio.run(play())


def test_a_command_sent_twice_at_once_is_done_once(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            await seated(floor, ANN, 1)
            answers = await asyncio.gather(*(floor.command("mm-1", wager(500), ANN, "bet") for _ in range(5)))
            assert isinstance(answers[0], Accepted)
            assert answers == answers[:1] * 5
            assert [each.cents for each in table.state.wagers] == [500]

    asyncio.run(play())


def test_no_one_gets_the_answer_to_another_ones_command(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            await seated(floor, ANN, 1)
            await seated(floor, BOB, 2)
            await accepted(floor, "mm-1", wager(500), ANN, "bet")
            version = table.version
            with pytest.raises(StoreError):
                await floor.command("mm-1", wager(500, area=2), BOB, "bet")
            assert table.version == version
            await accepted(floor, "mm-1", wager(600, area=2), BOB, "bet-of-bob")
            assert [each.cents for each in table.state.wagers] == [500, 600]

    asyncio.run(play())


def test_of_two_people_who_take_a_seat_at_once_one_sits_and_the_other_hears_why_not(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            for player in (ANN, BOB):
                await floor.top_up(player.id)
            answers = await asyncio.gather(
                *(floor.command("mm-1", Join(seat=3, cents=100_00), player) for player in (ANN, BOB))
            )
            assert [type(answer) for answer in answers] == [Accepted, Refused]
            assert isinstance(answers[1], Refused)
            assert answers[1].refusal.reason is Reason.SEAT_TAKEN
            assert answers[1].refusal.facts == {"seat": 3}
            assert list(table.state.people) == ["ann"]
            assert await floor.wallet("bob") == 1_000_00

    asyncio.run(play())


def test_a_wallet_is_not_overdrawn_by_sitting_down_everywhere_at_once(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            tables = [f"mm-{n}" for n in range(1, 6)]
            for table in tables:
                await new_table(floor, table)
            await floor.top_up("ann")
            answers = await asyncio.gather(*(floor.command(table, Join(seat=1, cents=400_00), ANN) for table in tables))
            assert sum(isinstance(answer, Accepted) for answer in answers) == 2
            reasons = [answer.refusal for answer in answers if isinstance(answer, Refused)]
            assert [reason.reason for reason in reasons] == [Reason.NOT_ENOUGH_CHIPS] * 3
            assert reasons[0].facts == {"has": 200_00, "asked": 400_00}
            assert await floor.wallet("ann") == floor.store.balance("wallet:ann") == 200_00
            assert sum(floor.store.balances().values()) == 0

    asyncio.run(play())


def test_chips_go_to_the_table_and_come_back_to_the_cent(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor)
            await seated(floor, ANN, 1, 150_00)
            await accepted(floor, "mm-1", BuyChips(cents=50_00), ANN)
            assert await refused(floor, "mm-1", BuyChips(cents=800_01), ANN) is Reason.NOT_ENOUGH_CHIPS
            assert await floor.wallet("ann") == 800_00
            assert floor.store.balance("table:mm-1:stack:ann") == 200_00
            assert floor.store.balance("house:play-chips") == -1_000_00
            await accepted(floor, "mm-1", Leave(), ANN)
            assert await floor.wallet("ann") == 1_000_00
        async with opened(url) as floor:
            assert await floor.wallet("ann") == 1_000_00
            assert floor.store.balance("table:mm-1:stack:ann") == 0
            assert isinstance(audit.verify(floor.store), audit.Verified)

    asyncio.run(play())


def test_a_walk_in_whom_the_dealer_seats_pays_in_cash(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, cards=CardSource.REAL)
            answer = await accepted(floor, "mm-1", Join(player="walk-in", name="Wes", seat=2, cents=300_00), DAN)
            assert isinstance(answer.events[-1].event, PlayerJoined)
            assert table.state.stack("walk-in") == 300_00
            assert floor.store.balance("house:cash") == -300_00
            assert await floor.wallet("walk-in") == 0
            await accepted(floor, "mm-1", Leave(player="walk-in"), DAN)
            assert await floor.wallet("walk-in") == floor.store.balance("wallet:walk-in") == 300_00

    asyncio.run(play())


def test_the_name_of_a_walk_in_who_has_gone_is_still_known_after_a_restart(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, cards=CardSource.REAL)
            await accepted(floor, "mm-1", Join(player="walk-in", name="Wes", seat=2, cents=300_00), DAN)
            await accepted(floor, "mm-1", Leave(player="walk-in"), DAN)
            before = table.names
            assert before["walk-in"] == "Wes"
        async with opened(url) as floor:
            assert floor.tables["mm-1"].names == before
            assert folded(floor.store, "table:mm-1").names == before

    asyncio.run(play())


def test_a_top_up_asked_twice_under_one_id_is_granted_once(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor)
            assert await floor.top_up("ann", "welcome") == 1_000_00
            await accepted(floor, "mm-1", Join(seat=1, cents=600_00), ANN)
            assert await floor.top_up("ann", "welcome") == 400_00
            assert floor.store.balance("house:play-chips") == -1_000_00

    asyncio.run(play())


def test_every_watcher_is_told_everything_once_and_in_order_however_slow(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            first = table.version + 1
            heard: list[list[int]] = [[], []]
            batches = [0, 0]

            go_on = asyncio.Event()

            async def listen(number: int, slow: bool) -> None:
                async for batch in watches[number]:
                    heard[number].extend(told.version for told in batch)
                    batches[number] += 1
                    if slow:
                        await go_on.wait()

            watches = [floor.watch("mm-1"), floor.watch()]
            listeners = [asyncio.create_task(listen(0, False)), asyncio.create_task(listen(1, True))]
            await seated(floor, ANN, 1)
            for _ in range(20):
                await accepted(floor, "mm-1", wager(100), ANN)
            go_on.set()
            await floor.close()
            await asyncio.gather(*listeners)
            assert heard == [list(range(first, table.version + 1))] * 2
            assert batches[1] < 10 < batches[0]

    asyncio.run(play())


def test_what_is_committed_reaches_the_table_even_if_the_asker_has_gone(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor)
            await seated(floor, ANN, 1)
            asking = asyncio.create_task(floor.command("mm-1", wager(500), ANN, "bet"))
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            await table.changed(table.version, 60)
            assert [each.cents for each in table.state.wagers] == [500]
            answer = await accepted(floor, "mm-1", wager(500), ANN, "bet")
            assert answer.version == table.version
            assert [each.cents for each in table.state.wagers] == [500]

    asyncio.run(play())


def test_time_on_record_never_goes_backwards_not_even_over_a_restart(url: str) -> None:
    async def play() -> None:
        times = iter([50, 40, 60, 30, 70, 10] + [20] * 100)
        async with opened(url, clock=Clock(lambda: next(times))) as floor:
            await new_table(floor)
            await seated(floor, ANN, 1)
        async with opened(url, clock=Clock(lambda: 5)) as floor:
            await accepted(floor, "mm-1", wager(), ANN)
            record = [stored.at for stored in floor.store.read()]
            assert record == sorted(record)
            assert record[-1] == 70

    asyncio.run(play())


def test_a_table_is_opened_once_and_only_known_tables_take_commands(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor)
            with pytest.raises(TableExists):
                await floor.open_table("mm-1", "Again", "matchmaker", Terms(), automatic=True, by=HOUSE)
            with pytest.raises(UnknownTable):
                await floor.command("mm-9", wager(), ANN)
            assert floor.tables["mm-1"].title == "A table"

    asyncio.run(play())


def test_a_closed_floor_takes_no_commands(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor)
            await floor.close()
            with pytest.raises(FloorClosed):
                await floor.command("mm-1", wager(), ANN)

    asyncio.run(play())


def test_the_automatic_dealer_is_sent_away_and_called_back_on_record(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, automatic=True)
            answer = await floor.set_automatic("mm-1", False, SUE)
            assert isinstance(answer, Accepted)
            assert answer.events[-1].kind == "floor/AutomaticSet"
            assert not table.automatic
            again = await floor.set_automatic("mm-1", False, SUE)
            assert isinstance(again, Refused)
            assert again.refusal.reason is Reason.ALREADY
        async with opened(url) as floor:
            assert not floor.tables["mm-1"].automatic

    asyncio.run(play())
