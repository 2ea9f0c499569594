"""A table and its meter on the floor: what a round does to both is on record together or not at all."""

from __future__ import annotations

import asyncio

from croupier.floor.acts.floor import Accepted, Refused
from croupier.floor.reading import audit
from croupier.floor.reading.display import reconciled, shown
from croupier.floor.reading.inquiry import Inquiry, Search
from croupier.floor.reading.reconcile import reports
from croupier.games.three_card_poker.irregularities import DeclareMisdeal, ReportWrongNumber
from croupier.games.three_card_poker.jackpot import PayJackpotPrizes, RegisterJackpot
from croupier.games.three_card_poker.play import DealCard
from croupier.house import meter as meters
from croupier.house.linked import METERS
from croupier.table.contract import Event, Reason
from croupier.table.declare import EVENTS
from croupier.table.rounds import AnnounceNoMoreBets, CollectCards
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager, WithdrawWager
from tests.floor.meters.poker import (
    ANN,
    AREA_MANAGER,
    BOB,
    DEALER,
    HIGHER,
    MANAGER,
    OPERATOR,
    SEED,
    STEP,
    accepted,
    bet,
    close_bets,
    linked,
    new_table,
    refused,
    seated,
    win_royal_flush,
)
from tests.floor.service.floors import Deck, opened

PRIZE = 10_001_00
"""$10,000.3102 on the meter, rounded up to the whole dollar (TCP 7.3.1)."""


def test_the_floor_reads_every_event_of_a_meter() -> None:
    known = {each for each in vars(meters).values() if isinstance(each, type) and issubclass(each, Event)} - {Event}
    declared = {event for event, info in EVENTS.items() if info.kind.startswith("meter/")}
    assert set(METERS.part.events) == declared == known


def test_registering_wagers_moves_table_and_meter_in_one_act(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await linked(floor, "tcp-1", "tcp-2")
            await seated(floor, "tcp-1", ANN, 1)
            await seated(floor, "tcp-1", BOB, 3)
            for player, seat in ((ANN, 1), (BOB, 3)):
                await bet(floor, "tcp-1", player, seat)
            await accepted(floor, "tcp-1", AnnounceNoMoreBets(), DEALER)
            assert floor.meters["main"].state.mites == SEED
            answer = await accepted(floor, "tcp-1", RegisterJackpot(), DEALER)
            assert floor.meters["main"].state.mites == SEED + 2 * STEP
            written = floor.store.read(after=answer.position - 1)
            assert [(each.stream, each.kind) for each in written] == [
                ("table:tcp-1", "linked-jackpot/JackpotRegistered"),
                ("meter:main", "meter/WagersRegistered"),
            ]
            assert written[0].command_id == written[1].command_id
        async with opened(url) as floor:
            assert floor.meters["main"].state.mites == SEED + 2 * STEP
            assert floor.meters["main"].state.games == {"tcp-1": 2}
            assert isinstance(audit.verify(floor.store), audit.Verified)

    asyncio.run(play())


def test_without_a_meter_no_jackpot_wager_is_taken_and_none_is_registered(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, "tcp-1")
            await seated(floor, "tcp-1", ANN, 1)
            await bet(floor, "tcp-1", ANN, 1, jackpot=False)
            refusal = await refused(floor, "tcp-1", PlaceWager(area=1, bet="jackpot", cents=100), ANN)
            assert refusal.reason is Reason.NOT_NOW
            assert refusal.under == ("TCP 6.2.1", "TCP 6.1.1(a)")
            assert refusal.facts == {"meter": "no open meter has this table"}
        async with opened(url) as floor:
            await linked(floor, "tcp-2")
            await seated(floor, "tcp-2", BOB, 1)
            await bet(floor, "tcp-2", BOB, 1)
            await accepted(floor, "tcp-2", AnnounceNoMoreBets(), DEALER)
            table = floor.tables["tcp-2"]
            before = (table.state, table.version, floor.store.head())
            floor.meters.clear()
            assert (await refused(floor, "tcp-2", RegisterJackpot(), DEALER)).under == ("TCP 6.2.1", "TCP 6.1.1(a)")
            assert (table.state, table.version, floor.store.head()) == before

    asyncio.run(play())


def test_a_royal_flush_waits_for_the_manager_and_other_tables_play_on(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await linked(floor, "tcp-1", "tcp-2")
            await seated(floor, "tcp-1", ANN, 1)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            live, table = floor.meters["main"], floor.tables["tcp-1"]
            assert table.state.stage is Stage.PAYING
            display = shown(live.state)
            assert [(each.table, each.prizes, each.hands) for each in display.pending] == [
                ("tcp-1", ((1, PRIZE),), ((1, "royal flush"),))
            ]
            assert display.value == 10_000_00
            await seated(floor, "tcp-2", BOB, 2)
            await bet(floor, "tcp-2", BOB, 2)
            await close_bets(floor, "tcp-2")
            assert live.state.mites == SEED + STEP
            assert len(live.state.pending) == 1
            before = table.state.stack("ann")
            for actor in (ANN, DEALER, HIGHER, AREA_MANAGER):
                answer = await floor.determine("main", "tcp-1", actor, confirmed=True)
                assert isinstance(answer, Refused)
                assert answer.refusal.reason is Reason.RANK
                assert answer.refusal.under == ("TCP 7.1.1",)
            answer = await floor.determine("main", "tcp-1", MANAGER, confirmed=True, command_id="yes")
            assert isinstance(answer, Accepted)
            assert table.state.stack("ann") == before + PRIZE
            assert live.state.pending == ()
            assert live.state.mites == SEED + STEP
            assert await floor.determine("main", "tcp-1", MANAGER, confirmed=True, command_id="yes") == answer
            again = await floor.determine("main", "tcp-1", MANAGER, confirmed=True)
            assert isinstance(again, Refused)
            assert again.refusal.reason is Reason.NO_CAUSE
            assert floor.store.balance("meter:main") == -PRIZE
            sums = reconciled(live.state)
            assert sums.paid == PRIZE * 10_000
            assert (sums.displayed, sums.held, sums.difference) == (SEED + STEP, 0, 0)
            # The prize took 0.6898 dollars more than lay above nothing; the seed is put back whole (TCP 6.4.1).
            assert sums.topped_up == SEED + SEED + 6898 * 100
            assert [report.ok for report in reports(floor.store)] == [True]
            assert isinstance(audit.verify(floor.store), audit.Verified)

    asyncio.run(play())


def test_the_round_of_a_jackpot_adds_up_for_those_who_inquire(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await linked(floor, "tcp-1")
            await seated(floor, "tcp-1", ANN, 1)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            await floor.determine("main", "tcp-1", MANAGER, confirmed=True)
            await accepted(floor, "tcp-1", CollectCards(), DEALER)
            inquiry = Inquiry(floor.store, floor.tables, floor.meters)
            (found,) = inquiry.rounds("tcp-1")
            # $10 Ante, $10 Play, $1 Jackpot. Seven high is no hand: the Ante pays $10 and Play comes back; the Ante
            # Bonus for a straight flush is 5 to 1, $50; and the meter pays its $10,001.
            assert (found.outcome, found.staked, found.paid) == ("settled", 21_00, 10_00 + 50_00 + PRIZE)
            (mine,) = inquiry.mine("tcp-1", "ann")
            paid = {each.bet: each.paid for each in mine.settled}
            assert paid == {"ante": 10_00, "play": 0, "ante bonus": 50_00, "jackpot": PRIZE}
            (recorded,) = inquiry.find(Search(kind="OutcomeRecorded"))
            assert (recorded.meter, recorded.table, recorded.event["mites"]) == ("main", None, SEED + STEP)

    asyncio.run(play())


def test_a_misdeal_ends_its_round_and_the_carried_wager_stays_on_the_meter(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await linked(floor, "tcp-1")
            await seated(floor, "tcp-1", ANN, 1)
            await bet(floor, "tcp-1", ANN, 1)
            await accepted(floor, "tcp-1", AnnounceNoMoreBets(), DEALER)
            await accepted(floor, "tcp-1", RegisterJackpot(), DEALER)
            await accepted(floor, "tcp-1", DealCard(), DEALER)
            await accepted(floor, "tcp-1", ReportWrongNumber(place=1, found=2), DEALER)
            await accepted(floor, "tcp-1", DeclareMisdeal(), HIGHER)
            (found,) = [each for each in Inquiry(floor.store, floor.tables).rounds("tcp-1") if each.outcome == "void"]
            assert (found.round, found.staked, found.paid) == (1, 11_00, 0)
            meter = floor.meters["main"].state
            assert (meter.games, meter.contributed) == ({"tcp-1": 1}, STEP)
            # The player takes the carried wager back: that undoes the game on the meter, though no dealer acts.
            await accepted(floor, "tcp-1", WithdrawWager(area=1, bet="jackpot"), ANN)
            meter = floor.meters["main"].state
            assert (meter.games, meter.contributed, meter.mites) == ({}, 0, SEED)
            assert reports(floor.store)[0].ok

    asyncio.run(play())


def test_a_rejected_prize_leaves_the_meter_as_it_was(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await linked(floor, "tcp-1")
            await seated(floor, "tcp-1", ANN, 1)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            silent = await floor.determine("main", "tcp-1", MANAGER, confirmed=False)
            assert isinstance(silent, Refused)
            answer = await floor.determine("main", "tcp-1", MANAGER, confirmed=False, why="a marked card")
            assert isinstance(answer, Accepted)
            assert floor.meters["main"].state.mites == SEED + STEP
            assert floor.meters["main"].state.pending == ()
            assert floor.store.balance("meter:main") == 0
            assert reconciled(floor.meters["main"].state).difference == 0

    asyncio.run(play())


def test_what_the_meter_refuses_the_table_does_not_do(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await linked(floor, "tcp-1")
            await seated(floor, "tcp-1", ANN, 1)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            table = floor.tables["tcp-1"]
            before = (table.state, table.version, floor.meters["main"].state, floor.store.head())
            refusal = await refused(floor, "tcp-1", PayJackpotPrizes(prizes=((1, PRIZE + 1),)), MANAGER)
            assert refusal.reason is Reason.LIMITS
            assert refusal.facts == {"held": PRIZE, "named": PRIZE + 1}
            assert (table.state, table.version, floor.meters["main"].state, floor.store.head()) == before
            await accepted(floor, "tcp-1", PayJackpotPrizes(prizes=((1, PRIZE),)), MANAGER)
            assert floor.meters["main"].state.paid_cents == PRIZE

    asyncio.run(play())


def test_outcomes_are_taken_in_the_order_in_which_dealers_record_them(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await linked(floor, "tcp-1", "tcp-2")
            await seated(floor, "tcp-1", ANN, 1)
            await seated(floor, "tcp-2", BOB, 1)
            await win_royal_flush(floor, "tcp-2", BOB, deck)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            pending = floor.meters["main"].state.pending
            # The second finds the meter reset to its seed, with its own wager on top: $10,000.3102, rounded up.
            assert [(each.table, each.cents) for each in pending] == [("tcp-2", PRIZE), ("tcp-1", PRIZE)]
            for table in ("tcp-1", "tcp-2"):
                assert isinstance(await floor.determine("main", table, MANAGER, confirmed=True), Accepted)
            assert floor.meters["main"].state.mites == SEED
            assert floor.meters["main"].state.paid_cents == 2 * PRIZE

    asyncio.run(play())


def test_a_prize_is_confirmed_at_the_meter_it_comes_from(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await linked(floor, "tcp-1")
            await seated(floor, "tcp-1", ANN, 1)
            await win_royal_flush(floor, "tcp-1", ANN, deck)
            await new_table(floor, "tcp-9")
            answer = await floor.determine("main", "tcp-9", MANAGER, confirmed=True)
            assert isinstance(answer, Refused)
            assert answer.refusal.reason is Reason.NOT_HERE
            assert floor.meters["main"].state.pending != ()
            assert OPERATOR.rank == "casino-operator"
            assert isinstance(await floor.determine("main", "tcp-1", OPERATOR, confirmed=True), Accepted)

    asyncio.run(play())
