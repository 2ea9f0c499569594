"""Refusals of a prize meter that no script comes past: its bounds, and what a closed meter is asked (TCP 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from croupier.house.meter import (
    AddTable,
    ChangeOption,
    CloseMeter,
    Meter,
    NoticeOf,
    OpenMeter,
    PostMeterNotice,
    RegisterWagers,
    decide,
    evolve,
)
from croupier.house.meter.acts import ReceiveMites, TakeTable, VoidShare
from croupier.house.meter.changing import MOST_METERS, MOST_SIGNS
from croupier.house.meter.linking import unfit
from croupier.table.contract import Actor, Clauses, Command, Reason, Refusal
from croupier.table.rules import MeterLink

OPERATOR = Actor("operator", "Operator", "casino-operator")
OPENING = OpenMeter(option=1, seed=10_000, price=100, tables=("one", "two"))
CLOSED = Meter(id="main")


def opened(meter: Meter = CLOSED) -> Meter:
    decision = decide(meter, OPENING, OPERATOR, 0)
    assert not isinstance(decision, Refusal), decision
    for event in decision:
        meter = evolve(meter, event)
    return meter


def refused(meter: Meter, command: Command, others: Sequence[Meter] = ()) -> tuple[Reason, Clauses] | None:
    """Why a command is refused; nothing where it is not."""
    decision = decide(meter, command, OPERATOR, 0, others)
    return (decision.reason, decision.under) if isinstance(decision, Refusal) else None


def test_a_house_has_so_many_meters_and_no_more() -> None:
    others = [Meter(id=f"m{number}") for number in range(MOST_METERS)]
    assert refused(CLOSED, OPENING, others) == (Reason.LIMITS, ("TCP 6.1.1",))
    assert refused(CLOSED, OPENING, others[1:]) is None


def test_an_open_meter_is_not_opened_again() -> None:
    again = OpenMeter(option=1, seed=10_000, price=200, tables=("three",))
    assert refused(opened(), again) == (Reason.ALREADY, ("TCP 6.1.1",))


def test_so_many_signs_are_up_about_a_meter_and_one_that_says_the_same_takes_no_place() -> None:
    meter = opened()
    for number in range(MOST_SIGNS):
        decision = decide(meter, PostMeterNotice(of=NoticeOf.ADD, table=f"t{number}"), OPERATOR, 0)
        assert not isinstance(decision, Refusal), number
        for event in decision:
            meter = evolve(meter, event)
    another = PostMeterNotice(of=NoticeOf.ADD, table="one-too-many")
    assert refused(meter, another) == (Reason.LIMITS, ("TCP 6.1.1(h)",))
    assert refused(meter, PostMeterNotice(of=NoticeOf.ADD, table="t0")) is None


@pytest.mark.parametrize(
    ("asked", "clause"),
    [
        (PostMeterNotice(of=NoticeOf.ADD, table="three"), "TCP 6.1.1(h)"),
        (PostMeterNotice(of=NoticeOf.CLOSE), "TCP 6.1.1(i)"),
        (ChangeOption(option=2, seed=20_000), "TCP 6.1.1(g)"),
        (ReceiveMites(source="b", mites=1, under=("TCP 6.1.1(j)",)), "TCP 6.1.1(j)"),
    ],
)
def test_nothing_is_done_with_a_closed_meter(asked: Command, clause: str) -> None:
    assert refused(CLOSED, asked) == (Reason.NOT_NOW, (clause,))


def test_a_table_that_comes_over_is_in_one_group_only() -> None:
    meter, coming = opened(), TakeTable(table="three", source="b")
    assert refused(meter, coming) is None
    assert refused(meter, TakeTable(table="one", source="b")) == (Reason.ALREADY, ("TCP 6.1.1(c)",))
    assert refused(CLOSED, coming) == (Reason.ALREADY, ("TCP 6.1.1(c)",))
    third = Meter(id="c", open=True, tables=("three",))
    assert refused(meter, coming, [third]) == (Reason.ALREADY, ("TCP 6.1.1(c)",))
    left = Meter(id="b", open=True, tables=("three",))
    assert refused(meter, coming, [left]) is None


def test_a_meter_does_not_close_over_a_round_that_it_has_recorded() -> None:
    meter, over = opened(), MeterLink("jackpot", 100, 1, 0, "main")
    recorded = MeterLink("jackpot", 100, 1, 0, "main", recorded=True)
    elsewhere = MeterLink("jackpot", 100, 1, 0, "another", recorded=True)
    assert unfit(CloseMeter(), meter, 1, {"one": over, "two": over}) is None
    waits = unfit(CloseMeter(), meter, 1, {"one": over, "two": recorded})
    assert waits is not None and (waits.reason, waits.under) == (Reason.NOT_NOW, ("TCP 6.1.1(i)",))
    assert waits.facts == {"table": "two", "round": "not over"}
    assert unfit(CloseMeter(), meter, 1, {"one": over, "two": elsewhere}) is None
    assert unfit(AddTable(table="two"), meter, 1, {"two": recorded}) is None


def test_a_game_goes_by_an_option_that_the_book_has() -> None:
    meter = opened()
    unknown = refused(meter, RegisterWagers(table="one", wagers=1, option=3))
    assert unknown == (Reason.LIMITS, ("TCP 6.1.1(b)(i)", "TCP 6.1.1(b)(ii)"))
    assert refused(meter, RegisterWagers(table="one", wagers=1, option=2)) is None


def test_no_share_is_taken_out_of_prizes_that_nobody_has_won() -> None:
    assert refused(opened(), VoidShare(table="one", areas=(1,))) == (Reason.NO_CAUSE, ("TCP 7.1.1",))
