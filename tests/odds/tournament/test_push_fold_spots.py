"""What everyone has after a hand in which some were all in: pots, halves and prizes worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.odds.tournament.finishing import chances
from croupier.odds.tournament.push_fold.orders import NO_LOW, Order, orders
from croupier.odds.tournament.push_fold.spot import NoSpot, Spot, after, alone, prizes_of

NONE = (NO_LOW, NO_LOW, NO_LOW)


def test_every_order_of_hands_is_known_once() -> None:
    # Three hands: all equal, one of three pairs equal above or below the third, or six orders of them.
    assert len(orders(3, low=False).all) == 1 + 3 + 3 + 6
    # Lows: none, one of three, three pairs in three orders each, or all three in thirteen.
    assert len(orders(3, low=True).all) == 13 * (1 + 3 + 3 * 3 + 13)
    assert len(orders(2, low=True).all) == 3 * (1 + 2 + 3)


def test_players_in_other_places_have_their_hands_with_them() -> None:
    order = Order((0, 1, 2), (NO_LOW, 1, 0))
    assert order.moved((2, 0, 1)) == Order((2, 0, 1), (0, NO_LOW, 1))
    known = orders(3, low=True)
    for at, seating in enumerate(known.seatings):
        for number, each in enumerate(known.all):
            assert known.all[known.moved[at, number]] == each.moved(seating)


def test_whoever_is_alone_takes_what_was_posted() -> None:
    spot = Spot((1000, 1000, 1000), 50, 100, 10)
    assert spot.posted == (10, 60, 110)
    assert alone(spot, 0) == (1170, 940, 890)
    assert alone(spot, 2) == (990, 940, 1070)


def test_two_all_in_and_the_third_out() -> None:
    """The button covers the big blind: 700 each and the small blind's 50 are played for, 300 come back."""
    spot = Spot((1000, 500, 700), 50, 100)
    assert after(spot, (0, 2), Order((1, 2, 0), NONE)) == (300, 450, 1450)
    assert after(spot, (0, 2), Order((0, 2, 1), NONE)) == (1750, 450, 0)
    assert after(spot, (0, 2), Order((0, 2, 0), NONE)) == (1025, 450, 725)


def test_the_short_stack_wins_the_main_pot_and_the_next_the_side_pot() -> None:
    """Three times 400, then twice 200; the deepest has 400 back."""
    spot = Spot((1000, 400, 600), 50, 100)
    assert after(spot, (0, 1, 2), Order((2, 0, 1), NONE)) == (400, 1200, 400)
    assert after(spot, (0, 1, 2), Order((0, 0, 1), NONE)) == (400 + 600 + 400, 600, 0)


def test_a_pot_is_halved_where_someone_who_reaches_it_has_a_low() -> None:
    """Of 1,200 the button has the high and the small blind the low; of the side pot of 400 nobody has a low."""
    spot = Spot((1000, 400, 600), 50, 100)
    assert after(spot, (0, 1, 2), Order((0, 2, 1), (NO_LOW, 0, NO_LOW))) == (400 + 600 + 400, 600, 0)
    # With a low of the big blind too, equal to the other: each a quarter of the main pot, and it is half of the side.
    assert after(spot, (0, 1, 2), Order((0, 2, 1), (NO_LOW, 0, 0))) == (400 + 600 + 200, 300, 300 + 200)


def test_prizes_are_those_of_the_independent_chip_model() -> None:
    stacks, prizes = (Fraction(5), Fraction(3), Fraction(2)), (50, 30, 20)
    expected = chances([5, 3, 2]) @ prizes
    assert [float(each) for each in prizes_of(stacks, prizes, (1, 1, 1))] == pytest.approx(list(expected), abs=1e-11)


def test_of_those_out_the_deeper_stack_is_above_and_equal_ones_share() -> None:
    left = (Fraction(0), Fraction(30), Fraction(0))
    assert prizes_of(left, (50, 30, 20), (10, 9, 11)) == [20, 50, 30]
    assert prizes_of(left, (50, 30, 20), (10, 10, 10)) == [25, 50, 25]
    assert prizes_of(left, (50, 30), (10, 10, 10)) == [15, 50, 15]


def test_gains_are_told_in_big_blinds_or_in_their_part_of_the_prizes() -> None:
    chips = Spot((1000, 1000), 50, 100)
    assert chips.gains((0, 1), Order((0, 1), (NO_LOW, NO_LOW))) == (10, -10)
    assert chips.gains((1,), None) == (-0.5, 0.5)
    # $100 for 2,000 chips: a big blind is $5. Whoever is out has $30 of it, and had $50.
    prizes = Spot((1000, 1000), 50, 100, prizes=(70_00, 30_00))
    assert prizes.unit == 5_00
    assert prizes.gains((0, 1), Order((0, 1), (NO_LOW, NO_LOW))) == (4, -4)


@pytest.mark.parametrize(
    ("stacks", "blinds", "prizes", "why"),
    [
        ((1000,), (50, 100, 0), None, "two and for three"),
        ((1000,) * 4, (50, 100, 0), None, "two and for three"),
        ((1000, 1000), (100, 50, 0), None, "the big blind is at least"),
        ((1000, 1000), (0, 0, 0), None, "the big blind is at least"),
        ((1000, 110), (50, 100, 10), None, "more than the big blind and the ante"),
        ((1000, 1000), (50, 100, 0), (), "a prize at least"),
        ((1000, 1000), (50, 100, 0), (5, 3, 2), "no more of them"),
        ((1000, 1000), (50, 100, 0), (3, 5), "a better place"),
    ],
)
def test_what_is_no_spot_is_refused(
    stacks: tuple[int, ...], blinds: tuple[int, int, int], prizes: tuple[int, ...] | None, why: str
) -> None:
    with pytest.raises(NoSpot, match=why):
        Spot(stacks, *blinds, prizes)
