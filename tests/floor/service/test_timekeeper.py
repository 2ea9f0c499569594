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
from croupier.table.contract import Actor, Command
from croupier.table.declare import EVENTS
from tests.floor.service.floors import ANN, opened
from tests.house.tournaments.test_elimination import Poker, poker


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


def test_levels_begin_by_themselves_when_their_time_has_come_and_not_before() -> None:
    """Levels of five minutes: the first ends five minutes after the session has begun, the second five later."""
    evening = Poker(poker(6, 6), ["one"], seed=3)
    evening.founded()
    evening.entered(6)
    evening.tables_ready()
    evening.session_opened()
    tried: list[Command] = []

    class House:
        """A floor with this tournament and no other."""

        clock = staticmethod(lambda: evening.at)

        @property
        def tournaments(self) -> dict[str, object]:
            live = LiveStream(TOURNAMENTS, "cup")
            live.state = evening.cup
            return {"cup": live}

        async def command_tournament(self, name: str, command: Command, by: Actor) -> object:
            tried.append(command)
            return evening.tries(command, by)

    def level() -> int:
        asyncio.run(Timekeeper(House()).begin_levels())  # type: ignore[arg-type]
        assert evening.cup.sitting is not None and evening.cup.sitting.clock is not None
        return evening.cup.sitting.clock.level

    evening.at += 5 * 60_000 - 1
    assert level() == 0 and not tried
    evening.at += 1
    assert level() == 1 and len(tried) == 1
    assert level() == 1 and len(tried) == 1
    evening.at += 5 * 60_000
    assert level() == 2
