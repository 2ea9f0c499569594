"""Signs that a server is there: where a tournament's clock runs and nothing else is written, the journal has them."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from croupier.floor.acts.floor import Floor
from croupier.floor.acts.journal import JOURNAL, StillOpen
from croupier.floor.acts.live_stream import LiveStream
from croupier.floor.staff import timekeeper
from croupier.floor.staff.timekeeper import Timekeeper, last_sign
from croupier.house.tournaments.model import Clock, Sitting, Tournament
from croupier.house.tournaments.stream import TOURNAMENTS
from croupier.table.declare import EVENTS
from tests.floor.service.floors import ANN, opened


def signs(floor: Floor) -> int:
    """How many signs are in the journal."""
    return len(floor.store.of_kinds(JOURNAL, {EVENTS[StillOpen].kind}))


def test_a_sign_is_given_while_a_clock_runs_and_nothing_else_is_written(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeper, "SIGN_SECONDS", 0.0)

    async def play() -> None:
        async with opened(url) as floor:
            live = LiveStream(TOURNAMENTS, "cup")
            runs = Sitting(round=0, session=0, opened_at=0, tables={}, clock=Clock(since=floor.clock()))
            live.state = Tournament(id="cup", sitting=runs)
            floor.tournaments["cup"] = live
            keeper = Timekeeper(floor)
            await floor.top_up(ANN.id)
            await keeper._round()
            assert not signs(floor), "what was written since the last look is sign enough"
            await keeper._round()
            await keeper._round()
            assert signs(floor) == 2
            assert floor.clock() - 60_000 < last_sign(floor.store) <= floor.clock()
            live.state = Tournament(id="cup", sitting=replace(runs, clock=Clock()))
            for _ in range(3):
                await keeper._round()
            assert signs(floor) == 2, "while no clock runs nobody asks"

    asyncio.run(play())
