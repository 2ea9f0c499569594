"""Dealers, house players and the duty manager at Three Card Poker tables."""

from __future__ import annotations

import asyncio
from random import Random

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.ranking import three_cards
from croupier.floor.acts.floor import Floor, LiveTable
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.manager import DutyManager
from croupier.floor.staff.players import HousePlayer, advice
from croupier.floor.tempo import NO_WAITING
from croupier.games.three_card_poker.play import (
    HandFolded,
    HandPlayed,
    HandSeen,
    LookAtHand,
    PlayHand,
    PlayOrFoldCalled,
)
from croupier.games.three_card_poker.terms import ANTE_BONUS
from croupier.house.meter import OpenMeter
from croupier.table.contract import CLOCK
from croupier.table.linked_jackpot import JackpotPrizesPaid
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager, WagerPlaced
from tests.floor.meters.poker import (
    ANN,
    BOB,
    LOW,
    MANAGER,
    OPERATOR,
    ROYAL,
    ROYAL_JACKPOT,
    TERMS,
    accepted,
    bet,
    go_on,
    seated,
)
from tests.floor.service.floors import SOON, Deck, dealt, opened, until

CHOICE_MS = 1000
"""How long players have to choose here: long beside what a busy machine loses between two acts."""


async def automatic(floor: Floor, name: str = "tcp-1") -> LiveTable:
    await floor.open_table(name, name, "three-card-poker", TERMS, automatic=True, by=OPERATOR)
    await go_on(floor, name)
    return floor.tables[name]


def test_a_silent_player_is_folded_after_a_while_with_pair_plus_kept_and_marked(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=CHOICE_MS / 1000, looking=SOON)) as floor:
            table = await automatic(floor)
            await seated(floor, "tcp-1", ANN, 1)
            await seated(floor, "tcp-1", BOB, 2)
            for player, seat in ((ANN, 1), (BOB, 2)):
                await bet(floor, "tcp-1", player, seat, jackpot=False)
            await accepted(floor, "tcp-1", PlaceWager(area=1, bet="pair plus", cents=500), ANN)
            async with dealt(floor):
                await until(table, lambda: len(table.turns()) == 2)
                assert len(set(table.deadlines.values())) == 1, "everyone thinks at once"
                await until(table, lambda: table.state.stage is Stage.SETTLED)
            folded = [told for told in table.log if isinstance(told.event, HandFolded)]
            called = next(told.at for told in table.log if isinstance(told.event, PlayOrFoldCalled))
            assert [(each.event.player, each.event.keeps, bool(each.event.silent)) for each in folded] == [  # type: ignore[attr-defined]
                ("ann", True, True),
                ("bob", False, True),
            ]
            assert {each.actor for each in folded} == {CLOCK}
            assert folded[0].at - called >= CHOICE_MS
            lost = {(each.bet, each.taken) for told in folded for each in told.event.settled}  # type: ignore[attr-defined]
            assert lost == {("ante", 10_00)}

    asyncio.run(play())


def test_the_dealer_leaves_the_jackpot_to_a_manager(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck, tempo=replace(NO_WAITING, choice=SOON, determination=0.2)) as floor:
            table = await automatic(floor)
            await automatic(floor, "tcp-2")
            opening = OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-1", "tcp-2"))
            await floor.command_meter("main", opening, OPERATOR)
            await seated(floor, "tcp-1", ANN, 1)
            await bet(floor, "tcp-1", ANN, 1)
            async with dealt(floor):
                await until(table, lambda: table.state.called)
                deck.coming = [*ROYAL, *LOW, *ROYAL_JACKPOT]
                await accepted(floor, "tcp-1", LookAtHand(), ANN)
                await accepted(floor, "tcp-1", PlayHand(area=1), ANN)
                await until(table, lambda: bool(floor.meters["main"].state.pending))
                version = table.version
                await asyncio.sleep(0.3)
                assert table.version == version
                duty = asyncio.create_task(DutyManager(floor).run())
                await until(table, lambda: table.state.stage is Stage.BETTING)
                duty.cancel()
            paid = next(told for told in table.log if isinstance(told.event, JackpotPrizesPaid))
            assert (paid.actor, paid.actor_name) == ("duty-manager", "Duty manager")
            assert floor.meters["main"].state.paid_cents == 10_001_00

    asyncio.run(play())


def test_the_duty_manager_leaves_tables_that_people_deal_at_to_people(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            table = await automatic(floor)
            await floor.command_meter("main", OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-1",)), OPERATOR)
            await floor.set_automatic("tcp-1", False, OPERATOR)
            await seated(floor, "tcp-1", ANN, 1)
            await bet(floor, "tcp-1", ANN, 1)
            await accepted(floor, "tcp-1", table.due()[0].command, OPERATOR)
            await go_on(floor, "tcp-1")
            deck.coming = [*ROYAL, *LOW, *ROYAL_JACKPOT]
            await accepted(floor, "tcp-1", LookAtHand(), ANN)
            await accepted(floor, "tcp-1", PlayHand(area=1), ANN)
            await go_on(floor, "tcp-1")
            duty = asyncio.create_task(DutyManager(floor).run())
            await asyncio.sleep(0.3)
            duty.cancel()
            assert len(floor.meters["main"].state.pending) == 1
            await floor.determine("main", "tcp-1", MANAGER, confirmed=True)
            assert floor.meters["main"].state.pending == ()

    asyncio.run(play())


def test_the_lowest_hand_that_house_players_play_is_queen_six_four() -> None:
    lowest = three_cards((Card("Qc"), Card("6d"), Card("4h")))
    for ante_bonus in "ABC":
        assert advice("three-card-poker").lowest_played(ANTE_BONUS[ante_bonus]) == lowest


def test_house_players_bet_look_and_play_by_the_rule(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=SOON)) as floor:
            table = await automatic(floor)
            await floor.command_meter("main", OpenMeter(option=2, seed=10_000, price=100, tables=("tcp-1",)), OPERATOR)
            chance = Random(3)
            tasks = [asyncio.create_task(Dealer(floor, table).run())]
            for name in ("Ada", "Kurt", "Emmy"):
                tasks.append(asyncio.create_task(HousePlayer(floor, table, name, chance).run()))
            await until(table, lambda: table.state.round >= 30)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            events = [told.event for told in await floor.told("tcp-1", 0, 100_000)]
            hands: dict[str, tuple[Card, ...]] = {}
            chosen = 0
            for event in events:
                if isinstance(event, HandSeen):
                    hands[event.player] = event.cards
                if isinstance(event, HandPlayed | HandFolded):
                    chosen += 1
                    plays = three_cards(hands.pop(event.player)) >= (0, 12, 6, 4)
                    assert isinstance(event, HandPlayed) == plays
            assert chosen > 50
            assert {event.bet for event in events if isinstance(event, WagerPlaced)} == {"ante", "pair plus", "jackpot"}
            assert not any(event.for_them for event in events if isinstance(event, HandFolded))
            assert floor.meters["main"].state.out_of_balance == 0

    asyncio.run(play())
