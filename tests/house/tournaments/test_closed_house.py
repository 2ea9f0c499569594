"""The clock of an elimination while nobody kept time: it goes on where it stood when the house opens again."""

from __future__ import annotations

import pytest

from croupier.house.tournaments.elimination.clock import ComeBack, NextLevel, StopClock
from croupier.table.contract import HOUSE, Actor, Reason, Refusal
from tests.house.tournaments.evening import DEE, OPERATOR
from tests.house.tournaments.test_elimination import MANAGER, Poker, poker

MINUTE = 60_000
THE_HOUSE = Actor(HOUSE, "The house", "casino-operator")


@pytest.fixture
def evening() -> Poker:
    """A session that has just been opened, with levels of five minutes."""
    found = Poker(poker(6, 6), ["one"], seed=3)
    found.founded()
    found.entered(6)
    found.tables_ready()
    found.session_opened()
    return found


def refused(evening: Poker, command: object, by: Actor) -> Refusal:
    found = evening.tries(command, by)  # type: ignore[arg-type]
    assert isinstance(found, Refusal)
    return found


def test_a_level_is_as_long_as_before_however_long_the_house_was_closed(evening: Poker) -> None:
    evening.at += 2 * MINUTE
    since = evening.at
    evening.at += 60 * MINUTE  # an hour without a server
    evening.does(ComeBack(since=since), THE_HOUSE)
    # Two of five minutes had gone; two more are not enough.
    evening.at += 2 * MINUTE
    assert refused(evening, NextLevel(), MANAGER).facts == {"minutes left": 1}
    evening.at += MINUTE
    evening.does(NextLevel(), MANAGER)
    told = [told.event for told in evening.house.record if type(told.event).__name__ == "TableHeld"]
    assert [each.why for each in told[-2:]] == ["the clock is stopped", ""]  # type: ignore[attr-defined]


def test_a_clock_that_stood_stands_on(evening: Poker) -> None:
    evening.does(StopClock(), DEE)
    since = evening.at
    evening.at += 60 * MINUTE
    assert refused(evening, ComeBack(since=since), THE_HOUSE).reason is Reason.NOT_NOW


def test_the_house_alone_says_that_it_was_closed_and_only_of_the_past(evening: Poker) -> None:
    since = evening.at
    evening.at += MINUTE
    for by in (DEE, OPERATOR):
        assert refused(evening, ComeBack(since=since), by).reason is Reason.FORBIDDEN
    for at in (since - MINUTE, evening.at + MINUTE):
        assert refused(evening, ComeBack(since=at), THE_HOUSE).reason is Reason.NOT_NOW
