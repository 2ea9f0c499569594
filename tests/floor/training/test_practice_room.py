"""The practice room itself: how many tables it keeps, for whom, and how long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from croupier.floor.acts.answers import Accepted, Refused
from croupier.floor.acts.clock import Clock
from croupier.floor.acts.floor import UnknownTable
from croupier.floor.training.practice import (
    LOG,
    PREFIX,
    PracticeBounds,
    PracticeRoom,
    PracticeTable,
    TooManyPractising,
    practice_terms,
    usual_terms,
)
from croupier.games import game, games
from croupier.table.contract import Actor
from croupier.table.people import BuyChips
from croupier.table.state import Stage

ANN, BOB, CY = Actor("ann", "Ann"), Actor("bob", "Bob"), Actor("cy", "Cy")


def in_room(play: Callable[[PracticeRoom], Awaitable[None]], bounds: PracticeBounds | None = None) -> None:
    async def run() -> None:
        room = PracticeRoom(Clock(), bounds)
        try:
            await play(room)
        finally:
            await room.close()
            assert len(room) == 0

    asyncio.run(run())


async def opened(room: PracticeRoom, who: Actor, name: str = "matchmaker") -> PracticeTable:
    title, terms = usual_terms(name)
    return await room.open(who, name, practice_terms(game(name), terms), title)


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_practice_table_that_is_open_with_its_learner_seated(name: str) -> None:
    async def play(room: PracticeRoom) -> None:
        table = await opened(room, ANN, name)
        live = table.live
        assert live.id.startswith(PREFIX)
        assert live.state.stage is Stage.BETTING
        assert live.state.stack("ann") >= 100 * min(each.minimum for each in live.state.limits.values())
        assert live.state.seated((live.state.seats + 1) // 2).id == "ann"
        assert live.meter_link is None

    in_room(play)


def test_practice_terms_are_the_table_s_own_but_for_real_cards_and_the_meter() -> None:
    poker = game("three-card-poker")
    terms = poker.terms(cards="real", jackpot_price=100, jackpot_option=2, pair_plus="E", areas=5)
    found = practice_terms(poker, terms)
    assert (found.pair_plus, found.areas, found.jackpot_option) == ("E", 5, 2)
    assert found.jackpot_price is None
    assert found.cards == "virtual"
    chance = game("double-chance")
    jackpot = usual_terms("double-chance")[1].jackpot
    assert practice_terms(chance, chance.terms(jackpot=jackpot)).jackpot == jackpot  # fixed prizes, no meter


def test_a_further_table_takes_the_place_of_the_one_used_longest_ago() -> None:
    async def play(room: PracticeRoom) -> None:
        first, second = await opened(room, ANN), await opened(room, ANN, "double-chance")
        room.table(first.id, "ann")
        third = await opened(room, ANN, "three-card-poker")
        assert [each.id for each in room.of("ann")] == [first.id, third.id]
        with pytest.raises(UnknownTable):
            room.table(second.id, "ann")

    in_room(play)


def test_there_are_only_so_many_in_all_and_nobody_loses_theirs_for_another() -> None:
    async def play(room: PracticeRoom) -> None:
        ann, _ = await opened(room, ANN), await opened(room, BOB)
        with pytest.raises(TooManyPractising):
            await opened(room, CY)
        assert len(room) == 2
        assert room.table(ann.id, "ann") is ann
        await opened(room, ANN)  # in place of one's own

    in_room(play, PracticeBounds(a_person=1, in_all=2))


def test_a_table_is_its_learner_s_alone() -> None:
    async def play(room: PracticeRoom) -> None:
        table = await opened(room, ANN)
        with pytest.raises(UnknownTable):
            room.table(table.id, "bob")
        assert room.of("bob") == []

    in_room(play)


def test_a_table_that_nobody_uses_is_cleared_away() -> None:
    async def play(room: PracticeRoom) -> None:
        table = await opened(room, ANN)
        async with asyncio.timeout(60):
            while len(room):
                await asyncio.sleep(0.05)
        with pytest.raises(UnknownTable):
            room.table(table.id, "ann")

    in_room(play, PracticeBounds(idle_seconds=0.1))


def test_no_table_is_kept_for_ever() -> None:
    async def play(room: PracticeRoom) -> None:
        table = await opened(room, ANN)
        table.began -= 11
        assert room.of("ann") == []

    in_room(play, PracticeBounds(seconds=10))


def test_what_it_remembers_is_bounded() -> None:
    async def play(room: PracticeRoom) -> None:
        table = await opened(room, ANN)
        for number in range(LOG + 50):
            answer = await table.command(table.id, BuyChips(cents=100), ANN, f"id-{number}")
            assert isinstance(answer, Accepted)
        assert len(table.live.log) == LOG
        assert len(table._answers) < LOG

    in_room(play)


def test_an_id_used_again_is_answered_again_and_done_once() -> None:
    async def play(room: PracticeRoom) -> None:
        table = await opened(room, ANN)
        before = table.live.state.stack("ann")
        first = await table.command(table.id, BuyChips(cents=500), ANN, "same")
        assert await table.command(table.id, BuyChips(cents=500), ANN, "same") is first
        assert isinstance(await table.command(table.id, BuyChips(cents=600), ANN, "same"), Refused)
        assert table.live.state.stack("ann") == before + 500

    in_room(play)
