"""One act, several streams: what it does to table, meter and wallet is written in one commit or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, Literal

import pytest

from croupier.floor.acts.answers import Answer
from croupier.floor.acts.floor import Accepted, Floor, Refused
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.acts.lock import Lock
from croupier.floor.acts.transactions import Events, Held, held_in_order
from croupier.floor.reading import audit
from croupier.floor.reading.reconcile import reports
from croupier.floor.store import Commit, Committed, Conflict, StoreError
from croupier.house.linked import METERS
from croupier.house.meter import NoticeOf, OpenMeter, PostMeterNotice
from croupier.house.meter_list import METER_LIST
from croupier.house.wallets import WALLETS
from croupier.money import moves
from croupier.table.contract import Reason
from croupier.table.linked_jackpot import JackpotGameCancelled, JackpotRegistered
from croupier.table.people import BuyChips, ChipsBought
from croupier.table.rounds import AnnounceNoMoreBets
from tests.floor.meters.poker import (
    ANN,
    BOB,
    DEALER,
    OPERATOR,
    SEED,
    STEP,
    accepted,
    bet,
    level,
    linked,
    new_table,
    seated,
)
from tests.floor.service.floors import SOON, opened

WALLET = 10_000_00 - 200_00
"""What Ann and Bob have left in their wallets once they have sat down."""


async def no_more_bets(floor: Floor, *tables: str) -> None:
    """Linked tables, each with a Jackpot wager of Ann or of Bob, where the wagers are about to be registered."""
    await linked(floor, *tables)
    for table, player in zip(tables, (ANN, BOB), strict=False):
        await seated(floor, table, player, 1)
        await bet(floor, table, player, 1)
        await accepted(floor, table, AnnounceNoMoreBets(), DEALER)


def bought(player: str, cents: int) -> ChipsBought:
    """Chips that come out of a player's wallet."""
    return ChipsBought(player=player, moves=moves((f"wallet:{player}", f"stack:{player}", cents)), under=("TCP 5.1",))


def registered() -> JackpotRegistered:
    """One wager goes on the meter."""
    return JackpotRegistered(areas=(1,), cents=100, under=("TCP 6.2.1",))


async def act(floor: Floor, table: str, events: Events, command_id: str | None = None) -> Answer:
    """An act at a table that asks something of its meter and of wallets."""
    return await floor._perform(floor.tables[table], ANN, command_id, lambda at: events)


async def standing(floor: Floor) -> tuple[Any, ...]:
    """Everything that such an act could move, live and on record."""
    live = floor.tables["tcp-1"]
    meter = floor.meters["main"]
    wallet = await floor.wallet("ann")
    return (live.state, live.version, meter.state, meter.version, wallet, floor.store.head(), floor.store.balances())


def test_what_an_act_does_to_table_meter_and_wallet_is_one_commit(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await no_more_bets(floor, "tcp-1")
            head = floor.store.head()[0]
            answer = await act(floor, "tcp-1", (registered(), bought("ann", 50_00)), "both")
            assert isinstance(answer, Accepted)
            written = floor.store.read(after=head)
            assert [(each.position - head, each.stream, each.kind) for each in written] == [
                (1, "table:tcp-1", "linked-jackpot/JackpotRegistered"),
                (2, "table:tcp-1", "people/ChipsBought"),
                (3, "meter:main", "meter/WagersRegistered"),
                (4, "wallet:ann", "wallet/ChipsTaken"),
            ]
            assert {(each.command_id, each.actor, each.at) for each in written} == {("both", "ann", written[0].at)}
            assert floor.meters["main"].state.mites == SEED + STEP
            assert await floor.wallet("ann") == floor.store.balance("wallet:ann") == WALLET - 50_00
            assert floor.tables["tcp-1"].state.stack("ann") == 200_00 - 11_00 + 50_00
            after = await standing(floor)
        async with opened(url) as floor:
            assert await standing(floor) == after
            assert isinstance(audit.verify(floor.store), audit.Verified)

    asyncio.run(play())


def test_what_one_stream_refuses_none_of_the_others_does(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await no_more_bets(floor, "tcp-1")
            before = await standing(floor)
            # The meter would take the wager; the wallet has not got the chips.
            answer = await act(floor, "tcp-1", (registered(), bought("ann", WALLET + 1)))
            assert isinstance(answer, Refused)
            assert (answer.refusal.reason, answer.refusal.facts) == (
                Reason.NOT_ENOUGH_CHIPS,
                {"has": WALLET, "asked": WALLET + 1},
            )
            assert await standing(floor) == before
            # The wallet has the chips; the meter has no game to cancel.
            answer = await act(floor, "tcp-1", (JackpotGameCancelled(areas=(1,), under=()), bought("ann", 50_00)))
            assert isinstance(answer, Refused)
            assert await standing(floor) == before
            # Nothing is half done: the same can be done properly, once.
            assert isinstance(await act(floor, "tcp-1", (registered(), bought("ann", 50_00))), Accepted)
            assert floor.meters["main"].state.games == {"tcp-1": 1}
            assert [report.ok for report in reports(floor.store)] == [True]

    asyncio.run(play())


Fault = Literal["never sent", "lost", "written, but the answer was lost"]


@pytest.mark.parametrize("fault", ["never sent", "lost", "written, but the answer was lost"])
def test_when_the_store_fails_an_act_is_done_whole_or_not_and_once_when_it_is_asked_again(
    url: str, fault: Fault
) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await no_more_bets(floor, "tcp-1")
            before = await standing(floor)
            events = (registered(), bought("ann", 50_00))
            submit = floor._mail._submit
            floor._mail._submit = failing(submit, fault)
            with pytest.raises(StoreError, match="trouble"):
                await act(floor, "tcp-1", events, "once")
            floor._mail._submit = submit
            if fault != "written, but the answer was lost":
                assert await standing(floor) == before
            first = await act(floor, "tcp-1", events, "once")
            assert isinstance(first, Accepted)
            assert first == await act(floor, "tcp-1", events, "once")
            assert [told.version for told in first.events] == [before[1] + 1, before[1] + 2]
            await accepted(floor, "tcp-1", BuyChips(cents=1_00), ANN)
            live, meter = floor.tables["tcp-1"], floor.meters["main"]
            assert (live.version, live.state.stack("ann")) == (before[1] + 3, 200_00 - 11_00 + 50_00 + 1_00)
            assert (meter.version, meter.state.games) == (before[3] + 1, {"tcp-1": 1})
            assert await floor.wallet("ann") == floor.store.balance("wallet:ann") == WALLET - 51_00
            assert floor.store.head()[0] == before[5][0] + 6
            after = await standing(floor)
        async with opened(url) as floor:
            assert await standing(floor) == after

    asyncio.run(play())


def failing(submit: Any, fault: Fault) -> Any:
    """A store in trouble."""

    def fail(commit: Commit) -> Future[Committed | Conflict]:
        if fault == "never sent":
            raise StoreError("trouble")
        if fault == "written, but the answer was lost":
            submit(commit).result()
        broken: Future[Committed | Conflict] = Future()
        broken.set_exception(StoreError("trouble"))
        return broken

    return fail


def test_when_others_have_moved_meter_and_wallet_first_the_act_is_decided_anew_and_nothing_is_lost(
    shared_url: str,
) -> None:
    async def play() -> None:
        async with opened(shared_url) as here, opened(shared_url) as there:
            await no_more_bets(here, "tcp-1", "tcp-2")
            await level(here, there)
            for floor in (here, there):
                assert await floor.wallet("ann") == await floor.wallet("bob") == WALLET
            tried: list[Commit] = []
            submit, follow = here._mail._submit, here._mail._others_wrote
            here._mail._submit = lambda commit: tried.append(commit) or submit(commit)  # type: ignore[func-returns-value]
            here._mail._others_wrote = lambda: None  # it is not told of what others do meanwhile
            yours = await act(there, "tcp-2", (registered(), bought("bob", 70_00), bought("ann", 7_00)))
            mine = await act(here, "tcp-1", (registered(), bought("ann", 60_00), bought("bob", 5_00)))
            assert isinstance(yours, Accepted) and isinstance(mine, Accepted)
            assert len(tried) > 1, "its first decision was on what no longer held"
            here._mail._others_wrote = follow
            here._others_wrote()
            await level(here, there)
            for floor in (here, there):
                assert floor.meters["main"].state.games == {"tcp-1": 1, "tcp-2": 1}
                assert await floor.wallet("ann") == floor.store.balance("wallet:ann") == WALLET - 67_00
                assert await floor.wallet("bob") == floor.store.balance("wallet:bob") == WALLET - 75_00
            assert isinstance(audit.verify(here.store), audit.Verified)
            assert [report.ok for report in reports(here.store)] == [True]

    asyncio.run(play())


class Noted(Lock):
    """A lock that notes what else its holder holds when it is asked for."""

    def __init__(self, live: Held, held: dict[object, list[tuple[int, str]]]) -> None:
        super().__init__()
        self._order, self._held = live.order, held

    async def acquire(self) -> Literal[True]:
        mine = self._held.setdefault(asyncio.current_task(), [])
        assert all(order < self._order for order in mine), f"{self._order} is asked for by one who holds {mine}"
        await super().acquire()
        mine.append(self._order)
        return True

    def at_once(self) -> bool:
        return False

    def release(self) -> None:
        self._held[asyncio.current_task()].remove(self._order)
        super().release()


def test_locks_are_taken_in_one_order_by_whatever_act_so_that_nobody_waits_for_ever(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await no_more_bets(floor, "tcp-1", "tcp-2")
            await new_table(floor, "tcp-3")
            lives: list[Held] = [*floor.tables.values(), *floor.meters.values()]
            lives += [floor._streams.one(METER_LIST, ""), *floor._streams.of(WALLETS).values()]
            held: dict[object, list[tuple[int, str]]] = {}
            for live in lives:
                live.lock = Noted(live, held)
            meddling = OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-3", "tcp-2", "tcp-1"))
            notices = [PostMeterNotice(of=NoticeOf.OPTION, option=2, seed=20_000 + 100 * n) for n in range(20)]
            first, second = (bought("ann", 1_00), bought("bob", 2_00)), (bought("bob", 3_00), bought("ann", 4_00))
            rounds = 20
            async with asyncio.timeout(SOON):
                answers = await asyncio.gather(
                    act(floor, "tcp-2", (registered(), *second)),
                    act(floor, "tcp-1", (*first, registered())),
                    *(act(floor, "tcp-1", first) for _ in range(rounds)),
                    *(act(floor, "tcp-2", second) for _ in range(rounds)),
                    *(floor.command_meter("main", notice, OPERATOR) for notice in notices),
                    *(floor.command_meter("other", meddling, OPERATOR) for _ in range(rounds)),
                    *(floor.determine("main", "tcp-1", OPERATOR, confirmed=True) for _ in range(rounds)),
                )
            done = [isinstance(answer, Accepted) for answer in answers]
            assert done == [True] * (2 + 3 * rounds) + [False] * (2 * rounds)
            assert not any(held.values()), "everyone has let go of everything"
            assert await floor.wallet("ann") == WALLET - (1_00 + 4_00) * (rounds + 1)
            assert await floor.wallet("bob") == WALLET - (2_00 + 3_00) * (rounds + 1)
            assert floor.meters["main"].state.games == {"tcp-1": 1, "tcp-2": 1}

    asyncio.run(play())


def test_tables_come_before_the_list_of_meters_then_meters_then_wallets_each_by_name(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await linked(floor, "tcp-1", "tcp-2")
            named = [LiveStream(WALLETS, name) for name in ("ann", "bob")]
            right: list[Held] = [floor.tables["tcp-1"], floor.tables["tcp-2"], LiveStream(METER_LIST, "")]
            right += [LiveStream(METERS, "a"), LiveStream(METERS, "b"), *named]
            assert held_in_order(reversed(right)) == right

    asyncio.run(play())


def test_an_act_that_would_lock_out_of_order_fails_at_once_and_holds_nothing(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await no_more_bets(floor, "tcp-1")
            wallet, table = floor._streams.one(WALLETS, "ann"), floor.tables["tcp-1"]
            before = await standing(floor)

            def beside() -> Iterator[Held]:
                yield wallet

            with pytest.raises(AssertionError, match="out of order"):
                await floor._perform(table, ANN, None, lambda at: (registered(),), beside)
            assert not wallet.lock.locked() and not table.lock.locked()
            assert await standing(floor) == before

    asyncio.run(play())
