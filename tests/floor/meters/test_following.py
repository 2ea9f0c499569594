"""Tables go with their meter on a floor: option, price and prizes from the round after, in the same commit."""

from __future__ import annotations

import asyncio

import pytest

from croupier.cards import Card
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Accepted, Floor
from croupier.floor.reading import audit
from croupier.floor.reading.display import reconciled
from croupier.floor.reading.reconcile import reports
from croupier.games.three_card_poker import Terms
from croupier.games.three_card_poker.play import LookAtHand, PlayHand
from croupier.house.meter import (
    AddTable,
    ChangeOption,
    CloseMeter,
    NoticeOf,
    OpenMeter,
    PostMeterNotice,
    RemoveTable,
    TransferTable,
)
from croupier.table.conduct import InvalidateRound, ReportContravention, VoidWagers
from croupier.table.contract import Reason
from croupier.table.linked_jackpot import PayJackpotPrizes, RejectJackpotPrizes
from croupier.table.wagers import PlaceWager
from tests.floor.meters.poker import (
    ANN,
    BOB,
    DEALER,
    HIGHER,
    LOW,
    MANAGER,
    ROYAL,
    ROYAL_JACKPOT,
    SEED,
    STEP,
    accepted,
    bet,
    close_bets,
    go_on,
    level,
    linked,
    new_meter,
    new_table,
    refused,
    seated,
    win_royal_flush,
)
from tests.floor.meters.test_operating import MINUTE, Hand, done, turned_down
from tests.floor.service.floors import Deck, opened
from tests.witness import witnesses

DEAR = Terms(jackpot_price=500, jackpot_option=2)
STRAIGHT = tuple(map(Card, ("9s", "8s", "7s")))


async def two_meters(floor: Floor) -> None:
    """Tables tcp-1 and tcp-2 on a meter of $1, and dear on one of $5."""
    await linked(floor, "tcp-1", "tcp-2")
    await new_table(floor, "dear", DEAR)
    await new_meter(floor, "dear", meter="five", price=500)


def sold(floor: Floor, table: str) -> tuple[int | None, int]:
    """What a Jackpot wager costs at a table, and the option, by its sign."""
    sign = floor.tables[table].view(DEALER, 0).sign
    return sign.jackpot_price, sign.jackpot_option


@witnesses("TCP 6.1.1(h)", "TCP 6.1.1(d)")
def test_a_table_that_is_transferred_asks_the_price_of_its_new_meter(url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(url, clock=Clock(hand)) as floor:
            await two_meters(floor)
            await done(floor, PostMeterNotice(of=NoticeOf.TRANSFER, table="tcp-1", to="five"))
            hand.now += 20 * MINUTE - 1
            assert (await turned_down(floor, TransferTable(table="tcp-1", to="five"))).reason is Reason.NOTICE
            hand.now += 1
            answer = await done(floor, TransferTable(table="tcp-1", to="five"))
            written = floor.store.read(after=answer.position - 1)
            assert sorted((each.stream, each.kind) for each in written) == [
                ("meter:five", "meter/TableAdded"),
                ("meter:main", "meter/TableRemoved"),
                ("table:tcp-1", "linked-jackpot/JackpotTermsChanged"),
            ]
            assert floor.meter_of("tcp-1") is floor.meters["five"]
            assert sold(floor, "tcp-1") == (500, 2) and sold(floor, "tcp-2") == (100, 2)
            await seated(floor, "tcp-1", ANN, 1)
            await accepted(floor, "tcp-1", PlaceWager(area=1, bet="ante", cents=10_00), ANN)
            old = await refused(floor, "tcp-1", PlaceWager(area=1, bet="jackpot", cents=1_00), ANN)
            assert old.under == ("TCP 6.2.3",)
            await accepted(floor, "tcp-1", PlaceWager(area=1, bet="jackpot", cents=5_00), ANN)
            await close_bets(floor, "tcp-1")
            assert floor.meters["five"].state.mites == 5 * SEED + 5 * STEP
            assert floor.meters["main"].state.mites == SEED
        async with opened(url) as floor:
            assert sold(floor, "tcp-1") == (500, 2) and floor.meters["five"].state.tables == ("dear", "tcp-1")
            assert isinstance(audit.verify(floor.store), audit.Verified)
            assert all(report.ok for report in reports(floor.store))

    asyncio.run(play())


@witnesses("TCP 6.1.1(a)")
def test_the_last_table_of_a_meter_neither_leaves_nor_goes_over(url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(url, clock=Clock(hand)) as floor:
            await two_meters(floor)
            await done(floor, PostMeterNotice(of=NoticeOf.REMOVE, table="dear"), "five")
            await done(floor, PostMeterNotice(of=NoticeOf.TRANSFER, table="dear", to="main"), "five")
            hand.now += 20 * MINUTE
            for command in (RemoveTable(table="dear"), TransferTable(table="dear", to="main")):
                assert (await turned_down(floor, command, "five")).under == ("TCP 6.1.1(a)",)

    asyncio.run(play())


@witnesses("TCP 6.1.1(g)", "TCP 6.1.1(f)", "TCP 6.1.1(b)(ii)")
def test_all_meters_change_together_and_tables_follow_from_their_next_round(url: str) -> None:
    async def play() -> None:
        hand, deck = Hand(), Deck()
        async with opened(url, clock=Clock(hand), deck=deck) as floor:
            await two_meters(floor)
            await seated(floor, "tcp-1", ANN, 1)
            await done(floor, PostMeterNotice(of=NoticeOf.OPTION, option=1, seed=20_000))
            hand.now += 20 * MINUTE
            alone = await turned_down(floor, ChangeOption(option=1, seed=20_000))
            assert alone.under == ("TCP 6.1.1(f)",)
            await done(floor, PostMeterNotice(of=NoticeOf.OPTION, option=1, seed=20_000), "five")
            hand.now += 20 * MINUTE
            await bet(floor, "tcp-1", ANN, 1)
            await close_bets(floor, "tcp-1")
            await done(floor, ChangeOption(option=1, seed=20_000))
            rows = {name: (live.state.option, live.state.seed) for name, live in floor.meters.items()}
            assert rows == {"main": (1, 20_000), "five": (1, 20_000)}
            # Two seeds, and what one wager had earned by the row that it was registered by.
            assert floor.meters["main"].state.mites == 2 * SEED + STEP
            assert [sold(floor, name) for name in ("tcp-1", "tcp-2", "dear")] == [(100, 2), (100, 1), (500, 1)]
        async with opened(url, clock=Clock(hand), deck=deck) as floor:  # in the middle of that round
            assert sold(floor, "tcp-1") == (100, 2)
            deck.coming = [*ROYAL, *LOW, *ROYAL_JACKPOT]
            await accepted(floor, "tcp-1", LookAtHand(), ANN)
            await accepted(floor, "tcp-1", PlayHand(area=1), ANN)
            await go_on(floor, "tcp-1")
            due = floor.tables["tcp-1"].due()[0]
            assert due.command == PayJackpotPrizes(prizes=((1, 20_001_00),)) and due.rank == MANAGER.rank
            await accepted(floor, "tcp-1", due.command, MANAGER)
            await go_on(floor, "tcp-1")
            assert sold(floor, "tcp-1") == (100, 1)
            assert floor.meters["main"].state.mites == 2 * SEED
            for live in floor.meters.values():
                assert reconciled(live.state).difference == 0

    asyncio.run(play())


def test_due_after_a_royal_is_to_determine_it_and_no_reason_is_made_up(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck=deck) as floor:
            await linked(floor, "tcp-1")
            await seated(floor, "tcp-1", ANN, 1)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            due = floor.tables["tcp-1"].due()
            assert [type(each.command) for each in due] == [PayJackpotPrizes]
            for why in ("", " ", "…", "?!", "--"):
                empty = await refused(floor, "tcp-1", RejectJackpotPrizes(why=why), MANAGER)
                assert (empty.reason, empty.under) == (Reason.NO_CAUSE, ("TCP 7.1.1",))
                answer = await floor.determine("main", "tcp-1", MANAGER, confirmed=False, why=why)
                assert not isinstance(answer, Accepted)
            assert floor.meters["main"].state.pending
            await accepted(floor, "tcp-1", due[0].command, MANAGER)
            assert not floor.meters["main"].state.pending

    asyncio.run(play())


@witnesses("TCP 13.4", "TCP 13.5")
def test_a_round_is_void_though_its_table_has_left_the_meter(url: str) -> None:
    async def play() -> None:
        hand, deck = Hand(), Deck()
        async with opened(url, clock=Clock(hand), deck=deck) as floor:
            await two_meters(floor)
            await done(floor, PostMeterNotice(of=NoticeOf.TRANSFER, table="tcp-1", to="five"))
            hand.now += 20 * MINUTE
            await seated(floor, "tcp-1", ANN, 1)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            waiting = await turned_down(floor, TransferTable(table="tcp-1", to="five"))
            assert waiting.reason is Reason.NOT_NOW
            await accepted(floor, "tcp-1", floor.tables["tcp-1"].due()[0].command, MANAGER)
            await done(floor, TransferTable(table="tcp-1", to="five"))
            # Its round goes on for the meter it was begun for, which does not close before it is over.
            assert floor.meter_of("tcp-1") is floor.meters["main"] and sold(floor, "tcp-1") == (100, 2)
            await done(floor, PostMeterNotice(of=NoticeOf.CLOSE))
            hand.now += 20 * MINUTE
            early = await turned_down(floor, CloseMeter(to="five"))
            assert (early.reason, early.under) == (Reason.NOT_NOW, ("TCP 6.1.1(i)",))
            await accepted(floor, "tcp-1", InvalidateRound(fraud=False, why="a fire"), HIGHER)
            assert floor.tables["tcp-1"].state.stack("ann") == 200_00
            assert floor.meters["main"].state.mites == SEED and floor.meters["main"].state.paid_cents == 0
            assert floor.meter_of("tcp-1") is floor.meters["five"] and sold(floor, "tcp-1") == (500, 2)
            await done(floor, CloseMeter(to="five"))
        async with opened(url) as floor:
            assert isinstance(audit.verify(floor.store), audit.Verified)
            assert all(report.ok for report in reports(floor.store))

    asyncio.run(play())


@witnesses("TCP 13.2.1")
@pytest.mark.parametrize("paid", [False, True])
def test_one_part_of_a_shared_prize_is_void_and_the_other_stands(url: str, paid: bool) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck=deck) as floor:
            await linked(floor, "tcp-1")
            for player, seat in ((ANN, 1), (BOB, 2)):
                await seated(floor, "tcp-1", player, seat)
                await bet(floor, "tcp-1", player, seat)
            await close_bets(floor, "tcp-1")
            # A royal for Ann, and with the jack and the ten a straight flush for Bob.
            deck.coming = [*ROYAL, *STRAIGHT, *LOW, *ROYAL_JACKPOT]
            for player in (ANN, BOB):
                await accepted(floor, "tcp-1", LookAtHand(), player)
            for player, seat in ((ANN, 1), (BOB, 2)):
                await accepted(floor, "tcp-1", PlayHand(area=seat), player)
            await go_on(floor, "tcp-1")
            # $10,000.6204 is $10,001 rounded up; ten elevenths and one: $9,091.82 and $909.18.
            due = floor.tables["tcp-1"].due()[0].command
            assert due == PayJackpotPrizes(prizes=((1, 9_091_82), (2, 909_18)))
            if paid:
                await accepted(floor, "tcp-1", due, MANAGER)
            await accepted(floor, "tcp-1", ReportContravention(person="bob", clause="13.1", what="a device"), DEALER)
            await accepted(floor, "tcp-1", VoidWagers(player="bob"), MANAGER)
            assert floor.tables["tcp-1"].state.stack("bob") == 200_00
            if not paid:
                due = floor.tables["tcp-1"].due()[0].command
                assert due == PayJackpotPrizes(prizes=((1, 10_001_00),))
                await accepted(floor, "tcp-1", due, MANAGER)
            await go_on(floor, "tcp-1")
            state = floor.meters["main"].state
            assert state.paid_cents == (9_091_82 if paid else 10_001_00)
            assert state.mites == SEED and reconciled(state).difference == 0
            assert all(report.ok for report in reports(floor.store))

    asyncio.run(play())


@witnesses("TCP 6.1.1(i)")
def test_a_table_that_joins_late_puts_the_closing_off(url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(url, clock=Clock(hand)) as floor:
            await linked(floor, "tcp-1")
            await new_table(floor, "tcp-2")
            await done(floor, PostMeterNotice(of=NoticeOf.ADD, table="tcp-2"))
            await done(floor, PostMeterNotice(of=NoticeOf.CLOSE))
            hand.now += 20 * MINUTE
            await done(floor, AddTable(table="tcp-2"))
            late = await turned_down(floor, CloseMeter())
            assert (late.reason, late.under) == (Reason.NOTICE, ("TCP 6.1.1(i)", "ruling 59"))
            hand.now += 20 * MINUTE
            await done(floor, CloseMeter())

    asyncio.run(play())


def test_two_floors_of_one_store_agree_on_what_a_table_plays_for(shared_url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(shared_url, clock=Clock(hand)) as here, opened(shared_url, clock=Clock(hand)) as there:
            await two_meters(here)
            await level(here, there)
            await done(here, PostMeterNotice(of=NoticeOf.TRANSFER, table="tcp-1", to="five"))
            hand.now += 20 * MINUTE
            await level(here, there)
            await done(there, TransferTable(table="tcp-1", to="five"))
            await seated(here, "tcp-1", ANN, 1)
            await accepted(here, "tcp-1", PlaceWager(area=1, bet="ante", cents=10_00), ANN)
            await accepted(here, "tcp-1", PlaceWager(area=1, bet="jackpot", cents=5_00), ANN)
            await close_bets(here, "tcp-1")
            await level(here, there)
            assert there.meters["five"].state.mites == 5 * SEED + 5 * STEP
            assert there.meter_of("tcp-1") is there.meters["five"]

    asyncio.run(play())


def test_a_table_that_has_left_takes_no_jackpot_wagers_until_it_joins_again(url: str) -> None:
    async def play() -> None:
        hand = Hand()
        async with opened(url, clock=Clock(hand)) as floor:
            await linked(floor, "tcp-1", "tcp-2")
            await done(floor, PostMeterNotice(of=NoticeOf.REMOVE, table="tcp-1"))
            hand.now += 20 * MINUTE
            await done(floor, RemoveTable(table="tcp-1"))
            assert sold(floor, "tcp-1") == (None, 2) and floor.meter_of("tcp-1") is None
            await seated(floor, "tcp-1", ANN, 1)
            await accepted(floor, "tcp-1", PlaceWager(area=1, bet="ante", cents=10_00), ANN)
            await refused(floor, "tcp-1", PlaceWager(area=1, bet="jackpot", cents=1_00), ANN)
            await done(floor, PostMeterNotice(of=NoticeOf.ADD, table="tcp-1"))
            hand.now += 20 * MINUTE
            await done(floor, AddTable(table="tcp-1"))
            assert sold(floor, "tcp-1") == (100, 2)
            await accepted(floor, "tcp-1", PlaceWager(area=1, bet="jackpot", cents=1_00), ANN)
            taken = OpenMeter(option=2, seed=10_000, price=500, tables=("tcp-1",))
            assert (await turned_down(floor, taken, "next")).under == ("TCP 6.1.1(c)",)

    asyncio.run(play())
