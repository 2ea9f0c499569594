"""Players who need no more time to wager: the dealer calls when everyone at the table has said so, and not before."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from croupier.cards import CardSource
from croupier.floor.acts.floor import Accepted, Floor, LiveTable, Refused
from croupier.floor.acts.floor_part import PlayerReady, PlayersAsked
from croupier.floor.reading.audience import NOBODY
from croupier.floor.reading.replay import folded
from croupier.floor.staff.dealer import AUTOMATIC
from croupier.floor.tempo import NO_WAITING
from croupier.table.contract import HOUSE_PLAYERS, Actor, Reason
from croupier.table.declare import say
from croupier.table.people import Leave
from croupier.table.rounds import BetsClosed
from croupier.table.state import Step
from tests.floor.service.floors import ANN, BOB, DAN, accepted, dealt, new_table, opened, seated, until, wager

LONG = 600
"""Seconds to bet: nothing in these tests may wait for them."""
CY = Actor(f"{HOUSE_PLAYERS}mm-1-cy", "Cy (house)")


def ready(table: LiveTable) -> tuple[str, ...] | None:
    """Who is ready, as anyone sees it."""
    (turn,) = table.view(NOBODY, 0).turns
    found: tuple[str, ...] | None = turn.ready
    return found


async def says(floor: Floor, player: Actor, word: bool = True) -> Accepted:
    answer = await floor.say_ready("mm-1", word, player)
    assert isinstance(answer, Accepted), answer
    return answer


async def turned_down(floor: Floor, player: Actor, word: bool = True) -> Reason:
    answer = await floor.say_ready("mm-1", word, player)
    assert isinstance(answer, Refused), answer
    return answer.refusal.reason


async def ready_table(floor: Floor, *, automatic: bool = True) -> LiveTable:
    """A table whose cards are ready."""
    table = await new_table(floor, automatic=automatic)
    async with dealt(floor):
        await until(table, lambda: table.state.care.step is Step.READY)
    return table


def closed(table: LiveTable) -> bool:
    return any(isinstance(told.event, BetsClosed) for told in table.log)


def test_the_dealer_calls_at_once_when_everyone_at_the_table_is_ready(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, betting=LONG)) as floor:
            table = await ready_table(floor)
            await seated(floor, ANN, 1)
            await seated(floor, BOB, 2)
            await accepted(floor, "mm-1", wager(500), ANN)
            assert ready(table) == ()
            first = await says(floor, ANN)
            assert say(first.events[-1].event, table.names) == "Ann is ready."
            assert first.events[-1].event.under == ("MM 7.3.1",)
            assert ready(table) == ("ann",)
            # Bob has no wager down, and may be about to place one: he is not hurried.
            assert not any(isinstance(told.event, PlayersAsked) for told in first.events)
            last = await says(floor, BOB)
            assert say(last.events[-1].event, table.names) == "Everyone is ready."
            assert folded(floor.store, table.stream).ready == table.ready == dict.fromkeys(("ann", "bob"), "bets 1")
            async with dealt(floor):
                await until(table, lambda: closed(table))
            (call,) = [told for told in table.log if isinstance(told.event, BetsClosed)]
            assert call.actor == AUTOMATIC
            assert "MM 7.3.1" in call.event.under

    asyncio.run(play())


def test_whoever_does_something_more_is_not_ready_and_anyone_may_say_so(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, betting=LONG)) as floor:
            table = await ready_table(floor)
            await seated(floor, ANN, 1)
            await seated(floor, BOB, 2)
            await accepted(floor, "mm-1", wager(500), ANN)
            deadline = table.deadlines["bets 1"]
            await says(floor, ANN)
            answer = await accepted(floor, "mm-1", wager(500), ANN)
            (word,) = [told.event for told in answer.events if isinstance(told.event, PlayerReady)]
            assert (word.player, word.ready) == ("ann", False)
            assert ready(table) == ()
            await says(floor, ANN)
            await says(floor, ANN, word=False)
            await says(floor, BOB)
            assert ready(table) == ("bob",)
            assert table.deadlines["bets 1"] == deadline, "nobody gains time by it"
            assert await turned_down(floor, BOB) is Reason.ALREADY
            assert await turned_down(floor, DAN) is Reason.NOT_HERE

    asyncio.run(play())


def test_those_who_stay_are_all_who_are_asked_and_house_players_never_are(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, betting=LONG)) as floor:
            table = await ready_table(floor)
            for seat, player in enumerate((ANN, BOB, CY), 1):
                await seated(floor, player, seat)
            await accepted(floor, "mm-1", wager(500), ANN)
            await says(floor, ANN)
            await accepted(floor, "mm-1", Leave(), BOB)
            async with dealt(floor):
                await until(table, lambda: closed(table))

    asyncio.run(play())


def test_nobody_is_ready_before_the_first_wager_or_where_a_person_deals(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, betting=LONG)) as floor:
            table = await ready_table(floor)
            await seated(floor, ANN, 1)
            assert await turned_down(floor, ANN) is Reason.NOT_NOW
            await accepted(floor, "mm-1", wager(500), ANN)
            await floor.set_automatic("mm-1", False, DAN)
            assert await turned_down(floor, ANN) is Reason.NOT_NOW
            assert ready(table) is None
            await floor.set_automatic("mm-1", True, DAN)
            assert ready(table) == ()
            real = await new_table(floor, "mm-2", automatic=True, cards=CardSource.REAL)
            await seated(floor, BOB, 1, table="mm-2")
            await accepted(floor, "mm-2", wager(500), BOB)
            assert isinstance(await floor.say_ready("mm-2", True, BOB), Refused)
            assert real.ready == {}

    asyncio.run(play())
