"""Double Chance on the floor: the dealer, silent players, house players, the money on record, and rounds told again."""

from __future__ import annotations

import asyncio
import json
from itertools import combinations
from random import Random

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.floor.reading.audience import INSPECTOR
from croupier.floor.reading.inquiry import Inquiry
from croupier.floor.reading.replay import folded
from croupier.floor.staff.dealer import Dealer
from croupier.floor.staff.players import HousePlayer
from croupier.floor.tempo import NO_WAITING
from croupier.games.double_chance.operating import ExchangeVoucher
from croupier.games.double_chance.play import (
    CardsDiscarded,
    DeclarationFailed,
    DeclareHand,
    DiscardCards,
    HandDeclared,
    HandPickedUp,
)
from croupier.games.double_chance.supervision import DirectToActFirst
from croupier.table.conduct import InvalidateRound
from croupier.table.contract import CLOCK, Actor
from croupier.table.people import Join, Leave
from croupier.table.state import Ending, Stage
from croupier.table.voiding import HandVoided
from croupier.table.wagers import WagerPlaced
from tests.floor.service.chance import FLUSH, NOTHING, TABLE, bet, close_bets, go_on, new_table, pick_up
from tests.floor.service.floors import ANN, BOB, SOON, Deck, accepted, bare, dealt, opened, until

CEM = Actor("cem", "Cem")
BOSS = Actor("boss", "Boss", "casino-supervisor")


def test_for_silent_players_hands_are_void_or_declared_or_cards_discarded_all_after_one_time_to_think(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck, tempo=replace(NO_WAITING, choice=0.6, looking=SOON)) as floor:
            table = await new_table(floor)
            await bet(floor, ANN, 1, jackpot=True)
            await bet(floor, BOB, 2, jackpot=True)
            await bet(floor, CEM, 3, jackpot=True)
            await close_bets(floor)
            dealt_at = table.log[-1].at
            await pick_up(floor, BOB, deck, FLUSH)
            await pick_up(floor, CEM, deck, NOTHING)
            thinking = set(table.deadlines.values())
            assert thinking == {dealt_at + 600} and len(table.turns()) == 3
            deck.next("2s")
            async with dealt(floor):
                await until(table, lambda: table.state.stage is Stage.SETTLED)
            acts = [told for told in table.log if told.at >= dealt_at and bare(told.kind) in OWN]
            assert [(bare(told.kind), getattr(told.event, "area", 0), told.actor) for told in acts] == [
                ("HandVoided", 1, CLOCK),
                ("HandDeclared", 2, CLOCK),
                ("CardsDiscarded", 3, CLOCK),
            ]
            assert acts[0].at - dealt_at >= 600
            discarded = acts[-1].event
            assert isinstance(discarded, CardsDiscarded)
            assert (discarded.number, discarded.kept, discarded.time_ran_out) == (2, 3, True)
            state = table.state
            assert state.stack("ann") == 200_00  # both wagers back
            assert (
                state.stack("bob") == 200_00 + 4 * 10_00 + 500 * 1_00
            )  # a flush: 4 to 1, and 500 to 1 by the schedule
            assert state.stack("cem") == 200_00 - 1_00 + 10_00  # the two of spades is below the king of spades
            assert folded(floor.store, table.stream).state == state

    asyncio.run(play())


OWN = {"HandVoided", "HandDeclared", "DeclarationFailed", "CardsDiscarded"}


def test_players_who_come_after_one_who_must_act_first_have_their_own_time(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=0.4, looking=SOON)) as floor:
            table = await new_table(floor)
            await bet(floor, ANN, 1)
            await bet(floor, BOB, 2)
            await accepted(floor, TABLE, DirectToActFirst(player="bob", why="looking over shoulders"), BOSS)
            async with dealt(floor):
                await until(table, lambda: table.state.stage is Stage.SETTLED)
            void = [(told.at, told.event.area) for told in table.log if isinstance(told.event, HandVoided)]
            assert [area for _, area in void] == [2, 1]
            assert void[1][0] - void[0][0] >= 400

    asyncio.run(play())


def test_it_waits_for_players_who_choose_in_time_and_turns_up_hands_from_the_right(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck, tempo=replace(NO_WAITING, choice=SOON)) as floor:
            table = await new_table(floor)
            await bet(floor, ANN, 1)
            await bet(floor, BOB, 2)
            async with dealt(floor):
                await until(table, lambda: table.state.stage is Stage.CHOOSING)
                await pick_up(floor, ANN, deck, NOTHING)
                await accepted(floor, TABLE, DiscardCards(cards=(Card("9d"), Card("8d"))), ANN)
                await pick_up(floor, BOB, deck, FLUSH)
                deck.next("As")
                await accepted(floor, TABLE, DeclareHand(), BOB)
                await until(table, lambda: table.state.stage is Stage.BETTING)
            told = [bare(each.kind) for each in table.log]
            assert told[told.index("HandDeclared") :][:9] == [
                "HandDeclared",
                *("HandTurnedUp", "HandSettled", "DeclaredHandRacked"),
                *("HandTurnedUp", "DiscardsCounted"),
                *("SixthCardDealt", "SixthCardTurned", "HandSettled"),
            ]
            assert "HandVoided" not in told
            # The ace of spades is above the king of spades that Ann kept: she loses her $10.
            assert (table.state.stack("ann"), table.state.stack("bob")) == (190_00, 240_00)

    asyncio.run(play())


def oftenest(cards: tuple[Card, ...]) -> int:
    """The most sixth cards that any one to three of five cards win with, counted one by one."""
    ways = (kept for many in (1, 2, 3) for kept in combinations(cards, many))
    return max(winning(cards, kept) for kept in ways)


def winning(cards: tuple[Card, ...], kept: tuple[Card, ...]) -> int:
    order = "23456789TJQKA"
    lower = (
        any(own.value[1] == card.value[1] and order.index(card.value[0]) < order.index(own.value[0]) for own in kept)
        for card in DECK
        if card not in cards
    )
    return sum(lower)


def test_house_players_bet_and_declare_and_keep_the_cards_that_win_oftenest(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=SOON)) as floor:
            table = await new_table(floor)
            chance = Random(3)
            tasks = [asyncio.create_task(Dealer(floor, table).run())]
            for name in ("Ada", "Kurt", "Emmy"):
                tasks.append(asyncio.create_task(HousePlayer(floor, table, name, chance).run()))
            await until(table, lambda: table.state.round >= 30)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            events = [told.event for told in await floor.told(TABLE, 0, 100_000)]
            hands: dict[str, tuple[Card, ...]] = {}
            declared = discarded = 0
            for event in events:
                assert not isinstance(event, HandVoided)
                if isinstance(event, HandPickedUp):
                    hands[event.player] = event.cards
                if isinstance(event, HandDeclared):
                    declared += 1
                if isinstance(event, CardsDiscarded):
                    discarded += 1
                    hand = hands[event.player]
                    kept = tuple(card for card in hand if card not in event.cards)
                    assert winning(hand, kept) == oftenest(hand)
            assert discarded > 50 > declared
            assert not any(event.for_them for event in events if isinstance(event, HandDeclared | CardsDiscarded))
            failed = [told for told in table.log if isinstance(told.event, DeclarationFailed)]
            assert failed == []
            placed = [event for event in events if isinstance(event, WagerPlaced)]
            assert {event.bet for event in placed} == {"wager", "jackpot"}
            assert {event.total for event in placed if event.bet == "jackpot"} == {100}
            assert sum(floor.store.balances().values()) == 0

    asyncio.run(play())


def test_a_round_is_listed_with_its_money_and_told_again_without_hidden_faces(url: str) -> None:
    async def play() -> None:
        deck = Deck()
        async with opened(url, deck) as floor:
            await new_table(floor, automatic=False)
            await bet(floor, ANN, 1, jackpot=True)
            await bet(floor, BOB, 2)
            await close_bets(floor)
            await pick_up(floor, ANN, deck, NOTHING)
            await accepted(floor, TABLE, DiscardCards(cards=(Card("8d"), Card("4c"))), ANN)
            await pick_up(floor, BOB, deck, FLUSH)
            await accepted(floor, TABLE, DeclareHand(), BOB)
            deck.next("Qs")
            await go_on(floor)
            inquiry = Inquiry(floor.store, floor.tables)
            found = inquiry.round(TABLE, 1)
            # Staked: two wagers of $10 and one of $1. Paid: 4 to 1 on Bob's flush, 1 to 1 below Ann's king.
            assert (found.outcome, found.staked, found.paid) == ("settled", 21_00, 40_00 + 10_00)
            assert found.players == ("ann", "bob")
            (mine,) = inquiry.mine(TABLE, "ann")
            assert {(each.bet, each.ending, each.paid) for each in mine.settled} == {
                ("jackpot", Ending.LOST, 0),
                ("wager", Ending.WON, 10_00),
            }
            assert {"DC 9.3", "DC 9.6"} <= {clause.id for clause in mine.clauses}
            own, house = (
                [json.loads(msgspec.json.encode(step)) for step in inquiry.steps(TABLE, 1, viewer)]
                for viewer in (ANN, INSPECTOR)
            )
            steps = [bare(step["kind"]) for step in house]
            assert steps.count("HandPickedUp") == 2 and steps[-1] == "RoundClosed"
            area = house[steps.index("SixthCardTurned")]["view"]["areas"][0]
            assert (area["hand"]["cards"], area["sixth"]["card"]) == (["Ks", "Jc", "9d"], "Qs")
            for card in ("8d", "4c"):
                assert card in json.dumps(own), card
                assert card not in json.dumps(house), card

    asyncio.run(play())


def test_wagers_that_the_house_keeps_of_a_void_round_are_on_the_player_s_page_as_lost(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            await new_table(floor, automatic=False)
            await bet(floor, ANN, 1)
            await bet(floor, BOB, 2)
            await close_bets(floor)
            invalid = InvalidateRound(fraud=True, why="marked cards", forfeit=("bob",))
            await accepted(floor, TABLE, invalid, BOSS)
            await go_on(floor)
            await bet(floor, BOB, 2)
            await close_bets(floor)
            await accepted(floor, TABLE, InvalidateRound(fraud=True, why="again", forfeit=("bob",)), BOSS)
            inquiry = Inquiry(floor.store, floor.tables)
            for number, staked, players in ((1, 20_00, ("ann", "bob")), (2, 10_00, ("bob",))):
                found = inquiry.round(TABLE, number)
                assert (found.outcome, found.staked, found.paid) == ("void", staked, 0)
                assert found.players == players
            latest = inquiry.mine(TABLE, "bob")
            assert [[(each.ending, each.taken) for each in one.settled] for one in latest] == [
                [(Ending.LOST, 10_00)]
            ] * 2
            (ann,) = inquiry.mine(TABLE, "ann")
            assert (ann.outcome, ann.settled) == ("void", ())

    asyncio.run(play())


def test_a_voucher_brings_chips_from_outside_and_they_go_home_with_the_player(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, automatic=False)
            await floor.top_up("ann", to=1_000_00)
            await accepted(floor, TABLE, Join(seat=1, cents=200_00), ANN)
            await accepted(floor, TABLE, ExchangeVoucher(player="ann", voucher="V-17", cents=25_00), BOSS)
            assert table.state.stack("ann") == 225_00
            await accepted(floor, TABLE, Leave(), ANN)
            balances = floor.store.balances()
            assert balances["wallet:ann"] == 1_025_00
            assert balances[f"table:{TABLE}:cash"] == -25_00
            assert sum(balances.values()) == 0

    asyncio.run(play())
