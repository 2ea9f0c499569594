"""What chips can pay, against counting out every pile."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import ChipSet

FAR = 400


def payable(denominations: tuple[int, ...]) -> set[int]:
    """Every amount up to a limit that some pile of these chips makes, found by adding chip after chip."""
    amounts = {0}
    for amount in range(1, FAR + 1):
        if any(amount - chip in amounts for chip in denominations):
            amounts.add(amount)
    return amounts


chip_sets = st.lists(st.integers(1, 40), min_size=1, max_size=4, unique=True).map(tuple)


@given(chip_sets)
def test_an_amount_can_be_paid_exactly_when_some_pile_makes_it(denominations: tuple[int, ...]) -> None:
    chips, amounts = ChipSet(denominations), payable(denominations)
    assert {amount for amount in range(FAR + 1) if chips.can_pay(amount)} == amounts


@given(chip_sets, st.integers(0, FAR - 40))
def test_the_next_amount_that_can_be_paid_is_the_least_not_below(denominations: tuple[int, ...], amount: int) -> None:
    # A whole smallest chip above a payable amount is payable, so the next one is never 40 above.
    expected = min(each for each in payable(denominations) if each >= amount)
    assert ChipSet(denominations).next_payable(amount) == expected


def test_a_fraction_of_a_cent_is_paid_up_to_the_next_chip() -> None:
    chips = ChipSet((100, 500))
    assert not chips.can_pay(Fraction(1, 2)) and not chips.can_pay(-100)
    assert chips.next_payable(Fraction(1501, 2)) == 800
    assert chips.next_payable(Fraction(1600, 2)) == 800


def test_odd_chips_leave_gaps() -> None:
    # With 250 and 700 the least payable amounts are 0, 250, 500, 700, 750, 950, 1000.
    chips = ChipSet((250, 700))
    assert [chips.next_payable(amount) for amount in (1, 251, 501, 701, 751, 951)] == [250, 500, 700, 750, 950, 1000]


@pytest.mark.parametrize("denominations", [(), (0,), (-5, 5), (5, 5)])
def test_a_chip_set_needs_positive_denominations_named_once(denominations: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="denomination"):
        ChipSet(denominations)
