"""Turns on the floor: who is asked and until when is on record and in every view; the dealer watches the clock."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import Accepted, Floor, LiveTable
from croupier.floor.acts.floor_part import PlayersAsked
from croupier.floor.acts.recording import Told
from croupier.floor.reading import replay
from croupier.floor.reading.audience import INSPECTOR, NOBODY
from croupier.floor.reading.inquiry import Inquiry
from croupier.floor.reading.replay import folded
from croupier.floor.staff.dealer import AUTOMATIC
from croupier.floor.tempo import NO_WAITING
from croupier.games.double_chance.irregularities import DeclareAbsent
from croupier.games.double_chance.play import DeclarationFailed, DeclareHand
from croupier.table.contract import CLOCK, Actor, Reason
from croupier.table.declare import say
from croupier.table.rounds import AnnounceNoMoreBets, BetsClosed, RoundClosed
from croupier.table.state import Stage, Step
from croupier.table.voiding import HandVoided
from croupier.table.wagers import WithdrawWager
from tests.floor.service import chance
from tests.floor.service.chance import NOTHING, TABLE, bet, close_bets, pick_up
from tests.floor.service.floors import (
    ANN,
    BOB,
    DAN,
    SOON,
    SUE,
    Deck,
    accepted,
    dealt,
    new_table,
    opened,
    refused,
    seated,
    until,
    wager,
)

EVERYONE = (ANN, BOB, NOBODY, DAN, INSPECTOR)


def asked(table: LiveTable) -> list[Told]:
    """Every time that players were asked."""
    return [told for told in table.log if isinstance(told.event, PlayersAsked)]


def deadlines(floor: Floor, table: LiveTable, viewer: Actor = NOBODY) -> dict[str | None, int | None]:
    """Until when each player is asked, as a viewer sees it."""
    return {turn.player: turn.until for turn in table.view(viewer, floor.clock()).turns}


def test_who_is_asked_and_until_when_is_on_record_and_in_every_view(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=20)) as floor:
            table = await chance.new_table(floor)
            await bet(floor, ANN, 1)
            await bet(floor, BOB, 2)
            async with dealt(floor):
                await until(table, lambda: table.state.stage is Stage.CHOOSING)
            (told,) = asked(table)
            assert isinstance(told.event, PlayersAsked)
            assert told.kind == "floor/PlayersAsked"
            both = dict.fromkeys(("ann", "bob"), told.at + 20_000)
            assert {each.player: each.until for each in told.event.asked} == both
            assert say(told.event, table.names) == "Ann, Bob have 20 seconds to answer."
            assert "DC 8.1" in told.event.under
            # They are asked by the act that deals the last card, in the same commit.
            last_card = table.log[told.version - 2]
            assert (last_card.position, last_card.at, last_card.actor) == (told.position - 1, told.at, AUTOMATIC)
            for viewer in EVERYONE:
                assert deadlines(floor, table, viewer) == both

    asyncio.run(play())


def test_at_the_deadline_the_dealer_does_the_silent_act_of_the_turn_and_not_before(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=0.5, looking=SOON)) as floor:
            table = await chance.new_table(floor)
            await bet(floor, ANN, 1)
            async with dealt(floor):
                await until(table, lambda: table.state.stage is Stage.CHOOSING)
                assert [turn.silent for turn in table.turns()] == [DeclareAbsent(area=1)]
                (silent,) = [turn.silent for turn in table.view(ANN, 0).turns]
                assert "void" in silent.lower(), "everyone is told what will be done"
                deadline = deadlines(floor, table)["ann"]
                await until(table, lambda: table.state.stage is Stage.SETTLED)
            (void,) = [told for told in table.log if isinstance(told.event, HandVoided)]
            assert deadline is not None
            assert deadline <= void.at < deadline + 1000 * SOON
            assert void.actor == CLOCK
            assert deadlines(floor, table) == {}

    asyncio.run(play())


def test_everyone_has_one_time_to_bet_from_the_first_wager_which_later_wagers_do_not_draw_out(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, betting=2)) as floor:
            table = await new_table(floor, automatic=True)
            async with dealt(floor):
                await until(table, lambda: table.state.care.step is Step.READY)
                await seated(floor, ANN, 1)
                first = await accepted(floor, "mm-1", wager(500), ANN)
                deadline = first.events[-1].at + 2000
                assert [type(told.event) for told in first.events][-1] is PlayersAsked
                assert say(first.events[-1].event, {}) == "Bets are open for 2 seconds more."
                assert [turn.silent for turn in table.turns()] == [AnnounceNoMoreBets()]
                second = await accepted(floor, "mm-1", wager(500), ANN)
                assert not any(isinstance(told.event, PlayersAsked) for told in second.events)
                assert deadlines(floor, table) == {None: deadline}
                await until(table, lambda: any(isinstance(told.event, BetsClosed) for told in table.log))
            closed = next(told for told in table.log if isinstance(told.event, BetsClosed))
            assert deadline <= closed.at < deadline + 1000 * SOON

    asyncio.run(play())


def test_a_wager_taken_back_and_placed_again_begins_the_time_anew(url: str) -> None:
    async def play() -> None:
        now = [1_000_000]
        async with opened(url, clock=ticking(now), tempo=replace(NO_WAITING, betting=12)) as floor:
            table = await new_table(floor, automatic=True)
            while table.state.care.step is not Step.READY:
                await accepted(floor, "mm-1", table.due()[0].command, SUE)
            await seated(floor, ANN, 1)
            await accepted(floor, "mm-1", wager(500), ANN)
            assert deadlines(floor, table) == {None: 1_012_000}
            now[0] += 5_000
            await accepted(floor, "mm-1", WithdrawWager(area=1, bet="pair match"), ANN)
            assert deadlines(floor, table) == {}
            await accepted(floor, "mm-1", wager(500), ANN)
            assert deadlines(floor, table) == {None: 1_017_000}
        async with opened(url, clock=ticking(now)) as floor:
            assert deadlines(floor, floor.tables["mm-1"]) == {None: 1_017_000}

    asyncio.run(play())


def ticking(now: list[int]) -> Clock:
    """A clock that moves when told to."""
    return Clock(lambda: now[0])


def test_whoever_deals_a_turn_has_its_deadline_and_a_change_of_dealer_begins_it_anew(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=0.5, looking=SOON)) as floor:
            table = await chance.new_table(floor, automatic=False)
            await bet(floor, ANN, 1)
            await bet(floor, BOB, 2)
            await close_bets(floor)
            assert deadlines(floor, table) == dict.fromkeys(("ann", "bob"), asked(table)[0].at + 500)
            for _ in range(2):
                answer = await floor.set_automatic(TABLE, True, DAN)
                assert isinstance(answer, Accepted)
                assert [told.kind for told in answer.events] == ["floor/AutomaticSet", "floor/PlayersAsked"]
                deadline = answer.events[-1].at + 500
                assert deadlines(floor, table) == {"ann": deadline, "bob": deadline}
                off = await floor.set_automatic(TABLE, False, DAN)
                assert isinstance(off, Accepted)
                assert [told.kind for told in off.events] == ["floor/AutomaticSet", "floor/PlayersAsked"]
                deadline = off.events[-1].at + 500
                assert deadlines(floor, table) == {"ann": deadline, "bob": deadline}
            answer = await floor.set_automatic(TABLE, True, DAN)
            assert isinstance(answer, Accepted)
            async with dealt(floor):
                await until(table, lambda: table.state.stage is Stage.SETTLED)
            void = [told for told in table.log if isinstance(told.event, HandVoided)]
            assert [told.actor for told in void] == [CLOCK] * 2
            assert void[0].at >= answer.events[-1].at + 500

    asyncio.run(play())


def test_nobody_is_given_a_time_by_a_dealer_who_is_a_person_or_who_does_not_wait(url: str) -> None:
    async def play() -> None:
        async with opened(url) as floor:
            table = await new_table(floor, automatic=True)
            async with dealt(floor):
                await until(table, lambda: table.state.care.step is Step.READY)
                await seated(floor, ANN, 1)
                await accepted(floor, "mm-1", wager(500), ANN)
                await until(table, lambda: any(isinstance(told.event, RoundClosed) for told in table.log))
            assert asked(table) == []
        async with opened(url, tempo=replace(NO_WAITING, betting=12, answer=8)) as floor:
            table = floor.tables["mm-1"]
            await floor.set_automatic("mm-1", False, DAN)
            await accepted(floor, "mm-1", wager(500), ANN)
            assert asked(table) == []
            assert deadlines(floor, table) == {None: None}

    asyncio.run(play())


def test_a_deadline_outlives_the_process_that_gave_it(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=1)) as floor:
            table = await chance.new_table(floor)
            await bet(floor, ANN, 1)
            while table.state.stage is not Stage.CHOOSING:
                await accepted(floor, TABLE, table.due()[0].command, DAN)
            deadline = deadlines(floor, table)["ann"]
            assert deadline is not None
        async with opened(url, tempo=replace(NO_WAITING, choice=4 * SOON, looking=4 * SOON)) as floor:
            table = floor.tables[TABLE]
            assert deadlines(floor, table) == {"ann": deadline}
            async with dealt(floor):
                await until(table, lambda: table.state.stage is Stage.SETTLED)
            (void,) = [told for told in table.log if isinstance(told.event, HandVoided)]
            assert deadline <= void.at < deadline + 1000 * SOON

    asyncio.run(play())


@pytest.mark.parametrize("stride", [1, 2000])
def test_a_player_who_goes_on_after_a_failed_declaration_keeps_the_time_in_every_telling(
    url: str, stride: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "STRIDE", stride)

    async def play() -> None:
        deck = Deck()
        async with opened(url, deck, tempo=replace(NO_WAITING, choice=20)) as floor:
            table = await chance.new_table(floor)
            await bet(floor, ANN, 1)
            await bet(floor, BOB, 2)
            while table.state.stage is not Stage.CHOOSING:
                await accepted(floor, TABLE, table.due()[0].command, DAN)
            before = deadlines(floor, table)
            await pick_up(floor, ANN, deck, NOTHING)
            answer = await accepted(floor, TABLE, DeclareHand(), ANN)
            # Ann has declared, then not: her turn goes on, and its time with it.
            assert isinstance(answer.events[-1].event, DeclarationFailed)
            assert deadlines(floor, table) == before
            assert folded(floor.store, table.stream).deadlines == table.deadlines
            inquiry = Inquiry(floor.store, floor.tables)
            for _ in range(2):
                last = list(inquiry.steps(TABLE, 1))[-1]
                assert last.version == table.version
                assert last.view == table.view(INSPECTOR, last.at)
        async with opened(url) as floor:
            assert deadlines(floor, floor.tables[TABLE]) == before

    asyncio.run(play())


def test_time_runs_out_where_a_person_deals_and_brings_what_the_turn_provides_and_nothing_else(url: str) -> None:
    async def play() -> None:
        async with opened(url, tempo=replace(NO_WAITING, choice=0.3)) as floor:
            table = await chance.new_table(floor, automatic=False)
            await bet(floor, ANN, 1)
            await close_bets(floor)
            (turn,) = table.turns()
            assert turn.silent is not None
            assert await refused(floor, TABLE, turn.silent, Actor(CLOCK, "Time", "dealer")) is Reason.NOT_NOW
            async with dealt(floor):
                await until(table, lambda: any(isinstance(told.event, HandVoided) for told in table.log))
            (void,) = [told for told in table.log if isinstance(told.event, HandVoided)]
            assert (void.actor, void.at >= asked(table)[0].at + 300) == (CLOCK, True)
            early = AnnounceNoMoreBets()
            assert await refused(floor, TABLE, early, Actor(CLOCK, "Time", "dealer")) is Reason.NOT_YOURS

    asyncio.run(play())
