"""The floor's clock follows the machine's as far as it can be trusted, tells of jumps, and never goes back."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.floor.acts.clock import Clock, Jump
from croupier.house.clock_events import ClockJumped
from croupier.table.declare import EVENTS, HOUSE, in_words

START = 1_700_000_000_000
SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
YEAR = 365 * 24 * HOUR


class Machine:
    """A machine whose two clocks are in our hands, and a floor's clock on it."""

    def __init__(self) -> None:
        self.up = 5_000
        self.wall = START
        self.jumps: list[Jump] = []
        self.clock = Clock(lambda: self.wall, lambda: self.up, self.jumps.append)

    def runs(self, ms: int, rate: float = 1.0, step: int = 100) -> list[int]:
        """Let so much time go by, asking for it all the while; the wall clock may be fast or slow."""
        told = []
        for _ in range(0, ms, step):
            self.up += step
            self.wall += round(step * rate)
            told.append(self.clock())
        return told

    @property
    def true(self) -> int:
        """The time of day, if the wall clock was right at the start."""
        return START + self.up - 5_000


def test_it_tells_the_time_of_day() -> None:
    machine = Machine()
    assert machine.clock() == START
    assert machine.runs(10 * SECOND)[-1] == START + 10 * SECOND
    assert not machine.jumps


def test_three_seconds_a_year_ahead_stamp_nothing_and_are_reported_both_ways() -> None:
    machine = Machine()
    machine.runs(SECOND)
    machine.wall += YEAR
    during = machine.runs(3 * SECOND)
    machine.wall -= YEAR
    after = machine.runs(3 * SECOND)
    assert during == [START + SECOND + n * 100 for n in range(1, 31)]
    assert after[-1] == machine.true
    leap, back = machine.jumps
    assert leap.after - leap.before == YEAR and leap.at == START + SECOND + 100
    assert back.after - back.before == -YEAR


def test_a_year_ahead_for_good_is_left_to_a_restart() -> None:
    machine = Machine()
    machine.wall += YEAR
    machine.runs(2 * HOUR, step=SECOND)
    assert machine.clock() == machine.true
    assert len(machine.jumps) == 1
    assert Clock(lambda: machine.wall, lambda: machine.up)() == machine.wall


@pytest.mark.parametrize("step", [30 * SECOND, -30 * SECOND])
def test_a_wrong_clock_put_right_is_followed_after_a_minute_and_no_faster_than_one_in_twenty(step: int) -> None:
    machine = Machine()
    machine.wall += step
    first = machine.runs(MINUTE)
    assert first[-1] == machine.true
    later = machine.runs(20 * MINUTE)
    assert later[-1] == machine.wall
    gaps = [later - earlier for earlier, later in pairwise(later)]
    assert all(95 <= gap <= 105 for gap in gaps)
    assert len(machine.jumps) == 1


@pytest.mark.parametrize("drift", [1.0005, 0.9995, 1.02])
def test_a_clock_that_is_slewed_is_followed_and_nobody_told(drift: float) -> None:
    machine = Machine()
    machine.runs(HOUR, drift, step=2 * SECOND)
    assert abs(machine.clock() - machine.wall) <= 100
    assert not machine.jumps


def test_a_small_step_is_followed_within_a_minute_without_a_word() -> None:
    machine = Machine()
    machine.wall += 1_500
    machine.runs(MINUTE)
    assert machine.clock() == machine.wall
    assert not machine.jumps


def test_a_clock_that_runs_wild_is_never_followed_and_fills_no_record() -> None:
    machine = Machine()
    for hops in range(2_000):
        machine.wall += 10 * MINUTE if hops % 2 else -5 * MINUTE
        machine.runs(SECOND)
    assert machine.clock() == machine.true
    assert len(machine.jumps) <= 40
    fast = Machine()
    fast.runs(HOUR, 2.0)
    assert abs(fast.clock() - fast.true) <= 5 * SECOND
    assert 1 <= len(fast.jumps) <= 60


def test_a_machine_that_slept_has_its_time_when_it_wakes() -> None:
    machine = Machine()
    machine.runs(SECOND)
    machine.up, machine.wall = machine.up + 8 * HOUR, machine.wall + 8 * HOUR
    assert machine.clock() == machine.true
    assert not machine.jumps


def test_what_another_server_stamped_a_little_ahead_is_not_undercut() -> None:
    machine = Machine()
    machine.clock.not_before(START + 1_900)
    assert machine.clock() == START + 1_900
    assert machine.runs(5 * SECOND)[-1] == START + 5 * SECOND


def test_stamps_from_the_future_on_record_drag_nobody_along() -> None:
    machine = Machine()
    machine.clock.not_before(START + YEAR)
    assert machine.clock() == START
    machine.clock.not_before(START - YEAR)
    assert machine.clock() == START


@given(
    st.lists(
        st.tuples(st.integers(0, 200_000), st.integers(-400_000, 400_000), st.integers(-5_000, 5_000)), max_size=60
    )
)
def test_whatever_the_machine_does_time_goes_on_and_never_back(happens: list[tuple[int, int, int]]) -> None:
    machine = Machine()
    last, began = machine.clock(), machine.up
    for passed, stepped, ahead in happens:
        machine.up += passed
        machine.wall += passed + stepped
        machine.clock.not_before(machine.clock() + ahead)
        now = machine.clock()
        assert now >= last
        last = now
    gone = machine.up - began
    assert START + gone * 0.94 - 3_000 <= last <= START + gone * 1.06 + 3_000 + 2_000


def test_a_jump_is_told_to_the_house_in_words() -> None:
    event = ClockJumped(before=START, after=START + YEAR, at=START, under=())
    info = EVENTS[ClockJumped]
    assert info.audience == HOUSE
    assert in_words(info.says, event, {}) == "The machine's clock went forward by 365 d; the floor's own time goes on."


def test_asking_the_time_costs_next_to_nothing() -> None:
    def cost(ask: Callable[[], object]) -> float:
        began = time.process_time()
        for _ in range(5_000):
            ask()
        return time.process_time() - began

    clock = Clock()
    pairs = [(cost(clock), cost(_a_dozen_looks_at_the_machine_s)) for _ in range(8)]
    assert any(ours < theirs for ours, theirs in pairs), "more than a dozen looks at the machine's own clock"


def _a_dozen_looks_at_the_machine_s() -> None:
    for _ in range(12):
        time.monotonic_ns()
