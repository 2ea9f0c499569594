"""Fills, credits and counts of the rack: two people, one of them above the dealer, and numbers without gaps."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games import game, games
from croupier.money import dollars
from croupier.table.bounds import SLIPS
from croupier.table.contract import AUTOMATIC, Actor, Reason, Refusal
from croupier.table.declare import EVENTS
from croupier.table.rack import CancelSlip, RackCounted, SignSlip, SlipKind, SlipSigned, WriteSlip
from tests.conformance.walk import drawing


class Desk:
    """A table of a game and what was done at it."""

    def __init__(self, name: str) -> None:
        self.game = game(name)
        self.state: Any = self.game.initial(self.game.terms())
        book = self.game.book
        self.dealer = Actor("dan", "Dan", "dealer")
        self.supervisor = Actor("sue", "Sue", book.ladder[book.ladder.index("dealer") + 1])

    def do(self, command: Any, by: Actor) -> Any:
        decision = self.game.decide(self.state, command, by, 0, drawing(1))
        for event in () if isinstance(decision, Refusal) else decision:
            self.state = self.game.evolve(self.state, event)
        return decision if isinstance(decision, Refusal) else decision[0]

    @property
    def rack(self) -> int:
        return int(self.state.chips.get("rack", 0))


@pytest.fixture(params=games())
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(request.param)


def test_a_fill_takes_two_people_and_moves_chips_from_the_cage(desk: Desk) -> None:
    desk.do(WriteSlip(kind=SlipKind.FILL, cents=500_00), desk.dealer)
    assert desk.rack == 0, "one signature moves nothing"
    alone = desk.do(SignSlip(number=1), desk.dealer)
    assert isinstance(alone, Refusal) and alone.reason is Reason.NOT_YOURS
    colleague = desk.do(SignSlip(number=1), Actor("dora", "Dora", "dealer"))
    assert isinstance(colleague, Refusal) and colleague.reason is Reason.RANK, "one of the two stands above the dealer"
    assert isinstance(desk.do(SignSlip(number=1), desk.supervisor), SlipSigned)
    assert (desk.rack, desk.state.chips["cage"]) == (500_00, -500_00)
    again = desk.do(SignSlip(number=1), desk.supervisor)
    assert isinstance(again, Refusal) and again.reason is Reason.NO_CAUSE


def test_a_credit_is_never_more_than_the_rack_holds(desk: Desk) -> None:
    desk.do(WriteSlip(kind=SlipKind.FILL, cents=500_00), desk.dealer)
    desk.do(SignSlip(number=1), desk.supervisor)
    for number in (2, 3):
        desk.do(WriteSlip(kind=SlipKind.CREDIT, cents=300_00), desk.supervisor)
        assert desk.state.slips[-1].number == number
    assert isinstance(desk.do(SignSlip(number=2), desk.dealer), SlipSigned)
    refused = desk.do(SignSlip(number=3), desk.dealer)
    assert isinstance(refused, Refusal) and refused.reason is Reason.NOT_ENOUGH_CHIPS
    assert desk.rack == 200_00


def test_a_count_tells_the_difference_and_leaves_the_record_as_it_is(desk: Desk) -> None:
    desk.do(WriteSlip(kind=SlipKind.FILL, cents=500_00), desk.dealer)
    desk.do(SignSlip(number=1), desk.supervisor)
    desk.do(WriteSlip(kind=SlipKind.COUNT, cents=495_00), desk.dealer)
    counted = desk.do(SignSlip(number=2), desk.supervisor)
    assert isinstance(counted, RackCounted) and counted.difference == -5_00
    assert desk.rack == 500_00 and desk.state.rack_count.difference == -5_00


def test_slips_are_bounded_numbered_on_and_never_a_machine_s(desk: Desk) -> None:
    machine = desk.do(WriteSlip(kind=SlipKind.FILL, cents=5_00), Actor(AUTOMATIC, "Automatic", "dealer"))
    assert isinstance(machine, Refusal) and machine.reason is Reason.NOT_YOURS
    for _ in range(SLIPS):
        desk.do(WriteSlip(kind=SlipKind.FILL, cents=5_00), desk.dealer)
    assert isinstance(desk.do(WriteSlip(kind=SlipKind.FILL, cents=5_00), desk.dealer), Refusal)
    desk.do(CancelSlip(number=1), desk.dealer)
    desk.do(WriteSlip(kind=SlipKind.FILL, cents=5_00), desk.dealer)
    assert [each.number for each in desk.state.slips] == [*range(2, SLIPS + 2)]
    other = desk.do(CancelSlip(number=2), Actor("dora", "Dora", "dealer"))
    assert isinstance(other, Refusal) and other.reason is Reason.RANK


def test_nobody_who_plays_writes_a_slip(desk: Desk) -> None:
    refused = desk.do(WriteSlip(kind=SlipKind.FILL, cents=5_00), Actor("ann", "Ann"))
    assert isinstance(refused, Refusal) and refused.reason is Reason.RANK


def test_a_slip_may_say_in_which_chips_and_they_come_to_its_amount(desk: Desk) -> None:
    dearest, smallest = max(desk.state.terms.chips.cents), min(desk.state.terms.chips.cents)
    amount = 2 * dearest + 40 * smallest
    for chips in (
        ((dearest, 2),),  # too few
        ((dearest, 2), (smallest, 20), (smallest, 20)),  # one value twice
        ((dearest + 1, 2), (smallest, 40)),  # no chip of the table
        ((dearest, 2), (smallest, 40), (500, 0)),  # none of one
    ):
        refused = desk.do(WriteSlip(kind=SlipKind.FILL, cents=amount, chips=chips), desk.dealer)
        assert isinstance(refused, Refusal) and refused.reason is Reason.CHIPS_ONLY
    written = desk.do(WriteSlip(kind=SlipKind.FILL, cents=amount, chips=((dearest, 2), (smallest, 40))), desk.dealer)
    said = EVENTS[type(written)].says
    assert callable(said)
    assert f"(2 of {dollars(dearest)}, 40 of {dollars(smallest)})" in said(written, str)  # type: ignore[call-arg]
    assert desk.state.slips[0].chips == ((dearest, 2), (smallest, 40))


def test_a_slip_may_name_every_chip_of_the_table(desk: Desk) -> None:
    values = desk.state.terms.chips.cents
    each_once = tuple((value, 1) for value in values)
    written = desk.do(WriteSlip(kind=SlipKind.FILL, cents=sum(values), chips=each_once), desk.dealer)
    assert not isinstance(written, Refusal)
    assert desk.state.slips[0].chips == each_once


def test_a_slip_is_offered_for_signing_only_to_who_may_sign_it(desk: Desk) -> None:
    desk.do(WriteSlip(kind=SlipKind.FILL, cents=500_00), desk.supervisor)
    colleague = Actor("dora", "Dora", "dealer")
    for who, may in ((desk.supervisor, False), (desk.dealer, True), (colleague, True)):
        offered = [each.command for each in desk.game.engine.options(desk.state, who, 0)]
        assert (SignSlip(number=1) in offered) is may, who.name
    (need,) = [each for each in desk.game.engine.needs(desk.state) if isinstance(each.command, SignSlip)]
    assert need.barred == (desk.supervisor.id,), "nor does the pit board ask its writer"
