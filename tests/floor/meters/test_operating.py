"""The operator's commands for meters: ranks, signs, tables that suit, and balances that pass on to the last mite."""

from __future__ import annotations

import asyncio

from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Accepted, Floor, Refused
from croupier.floor.reading import audit
from croupier.floor.reading.display import reconciled
from croupier.games.three_card_poker import Terms
from croupier.house.meter import (
    AddTable,
    CloseMeter,
    MeterCommand,
    NoticeOf,
    OpenMeter,
    PostMeterNotice,
    RemoveTable,
)
from croupier.table.contract import Actor, Reason, Refusal
from tests.floor.meters.poker import (
    ANN,
    MANAGER,
    OPERATOR,
    SEED,
    STEP,
    bet,
    close_bets,
    linked,
    new_meter,
    new_table,
    seated,
)
from tests.floor.service.floors import opened

MINUTE = 60_000


class Hand:
    """A clock's hand that moves when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


async def done(floor: Floor, command: MeterCommand, meter: str = "main", by: Actor = OPERATOR) -> Accepted:
    answer = await floor.command_meter(meter, command, by)
    assert isinstance(answer, Accepted), (command, answer)
    return answer


async def turned_down(floor: Floor, command: MeterCommand, meter: str = "main", by: Actor = OPERATOR) -> Refusal:
    head = floor.store.head()
    answer = await floor.command_meter(meter, command, by)
    assert isinstance(answer, Refused), answer
    assert floor.store.head() == head
    return answer.refusal


def test_only_the_operator_opens_a_meter_and_only_over_tables_that_suit_it(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor, "tcp-1")
            await new_table(floor, "dear", Terms(jackpot_price=500, jackpot_option=2))
            await new_table(floor, "other", Terms(jackpot_price=100, jackpot_option=1))
            await new_table(floor, "plain", Terms())

            def over(*tables: str) -> OpenMeter:
                return OpenMeter(option=2, seed=10_000, price=100, tables=tables)

            lacking = await turned_down(floor, over("tcp-1"), by=MANAGER)
            assert (lacking.reason, lacking.under) == (Reason.RANK, ("TCP 6.1.1",))
            assert (await turned_down(floor, over("tcp-1", "dear"))).under == ("TCP 6.1.1(d)",)
            assert (await turned_down(floor, over("tcp-1", "plain"))).under == ("TCP 6.1.1(d)",)
            assert "TCP 6.1.1(b)(ii)" in (await turned_down(floor, over("tcp-1", "other"))).under
            assert (await turned_down(floor, over("tcp-1", "nowhere"))).reason is Reason.NOT_HERE
            assert (await turned_down(floor, over("tcp-1", "tcp-1"))).reason is Reason.ALREADY
            assert floor.meters == {}
            await done(floor, over("tcp-1"))
            assert (await turned_down(floor, over("tcp-1"))).reason is Reason.ALREADY
            taken = OpenMeter(option=2, seed=10_000, price=500, tables=("dear", "tcp-1"))
            assert (await turned_down(floor, taken, "second")).under == ("TCP 6.1.1(c)",)

    asyncio.run(play())


def test_two_meters_opened_at_one_moment_still_obey_each_other(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            for table in ("tcp-1", "tcp-2"):
                await new_table(floor, table)
            commands = (OpenMeter(option=2, seed=10_000, price=100, tables=(table,)) for table in ("tcp-1", "tcp-2"))
            answers = await asyncio.gather(
                *(floor.command_meter(f"m{n}", command, OPERATOR) for n, command in enumerate(commands))
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Refused"]
            refusal = next(answer.refusal for answer in answers if isinstance(answer, Refused))
            assert refusal.under == ("TCP 6.1.1(e)",)

    asyncio.run(play())


def test_a_table_joins_and_leaves_after_twenty_minutes_of_a_sign_and_without_wagers(url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(url, clock=Clock(hand)) as floor:
            await linked(floor, "tcp-1")
            await new_table(floor, "tcp-2")
            await done(floor, PostMeterNotice(of=NoticeOf.ADD, table="tcp-2"))
            hand.now += 20 * MINUTE - 1
            assert (await turned_down(floor, AddTable(table="tcp-2"))).reason is Reason.NOTICE
            hand.now += 1
            await done(floor, AddTable(table="tcp-2"))
            assert floor.meter_of("tcp-2") is floor.meters["main"]
            await done(floor, PostMeterNotice(of=NoticeOf.REMOVE, table="tcp-2"))
            hand.now += 20 * MINUTE
            await seated(floor, "tcp-2", ANN, 1)
            await bet(floor, "tcp-2", ANN, 1)
            lying = await turned_down(floor, RemoveTable(table="tcp-2"))
            assert (lying.reason, lying.facts) == (Reason.NOT_NOW, {"table": "tcp-2", "jackpot wagers": 1})

    asyncio.run(play())


def test_a_closing_meter_passes_what_is_above_its_seed_to_another_in_the_same_act(url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(url, clock=Clock(hand)) as floor:
            await linked(floor, "tcp-1")
            await new_table(floor, "dear", Terms(jackpot_price=500, jackpot_option=2))
            await new_meter(floor, "dear", meter="five", price=500)
            await seated(floor, "tcp-1", ANN, 1)
            await bet(floor, "tcp-1", ANN, 1)
            await close_bets(floor, "tcp-1")
            await done(floor, PostMeterNotice(of=NoticeOf.CLOSE))
            hand.now += 20 * MINUTE
            assert (await turned_down(floor, CloseMeter(to="five"))).reason is Reason.NOT_NOW
            live = floor.tables["tcp-1"]
            while live.state.round == 1 and live.state.wagers:
                due = live.due()[-1]
                by = OPERATOR if due.person is None else Actor(due.person, due.person)
                assert isinstance(await floor.command("tcp-1", due.command, by), Accepted)
            assert (await turned_down(floor, CloseMeter())).under == ("TCP 6.1.1(j)",)
            answer = await floor.command_meter("main", CloseMeter(to="five"), OPERATOR, "close")
            assert isinstance(answer, Accepted)
            assert await floor.command_meter("main", CloseMeter(to="five"), OPERATOR, "close") == answer
            # One wager had added $0.3102; the seed of a $5 meter is five times that of this one.
            assert floor.meters["five"].state.mites == 5 * SEED + STEP
            assert floor.meters["five"].state.transferred == STEP
            assert not floor.meters["main"].state.open
            assert floor.meter_of("tcp-1") is None
            assert "jackpot" not in live.state.limits  # the table's sign no longer offers it
            for live_meter in floor.meters.values():
                assert reconciled(live_meter.state).difference == 0
            last = floor.store.read(after=answer.position - 1)
            assert [(each.stream, each.kind) for each in last] == [
                ("meter:main", "meter/MeterClosed"),
                ("table:tcp-1", "linked-jackpot/JackpotTermsChanged"),
                ("meter:five", "meter/MitesReceived"),
            ]
            anew = OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-1",))
            assert (await turned_down(floor, anew)).reason is Reason.ALREADY
            await done(floor, anew, "next")
        async with opened(url) as floor:
            assert floor.meters["five"].state.mites == 5 * SEED + STEP
            assert isinstance(audit.verify(floor.store), audit.Verified)

    asyncio.run(play())


def test_the_last_meter_to_close_holds_what_it_has_above_its_seed(url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(url, clock=Clock(hand)) as floor:
            await linked(floor, "tcp-1")
            await seated(floor, "tcp-1", ANN, 1)
            await bet(floor, "tcp-1", ANN, 1)
            await close_bets(floor, "tcp-1")
            live = floor.tables["tcp-1"]
            while live.state.round == 1 and live.state.wagers:
                due = live.due()[-1]
                by = OPERATOR if due.person is None else Actor(due.person, due.person)
                assert isinstance(await floor.command("tcp-1", due.command, by), Accepted)
            await done(floor, PostMeterNotice(of=NoticeOf.CLOSE))
            hand.now += 20 * MINUTE
            await done(floor, CloseMeter())
            sums = reconciled(floor.meters["main"].state)
            assert (sums.held, sums.displayed, sums.difference) == (STEP, SEED, 0)

    asyncio.run(play())
