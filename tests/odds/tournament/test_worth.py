"""What chips are worth in prizes, and the deals that follow from it, worked out by hand."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.odds.tournament.worth import CannotShare, Entrant, shared, worth

ANN, BOB, CY = Entrant("Ann", 5000), Entrant("Bob", 3000), Entrant("Cy", 2000)


def test_three_entrants_and_three_prizes() -> None:
    """Ann is first in 1/2, second in 3/10·5/7 + 2/10·5/8 = 19/56, third in the rest, 9/56."""
    found = worth([ANN, BOB, CY], [50_00, 30_00, 20_00])
    ann = found.standings[0]
    assert ann.part == Fraction(1, 2)
    assert ann.finishes == pytest.approx((1 / 2, 19 / 56, 9 / 56), abs=1e-14)
    assert ann.worth == pytest.approx(50_00 / 2 + 30_00 * 19 / 56 + 20_00 * 9 / 56, abs=1e-9)  # 3839.28…
    # Bob 3275, Cy 2885.71…: cut to the cent that is 3839 + 3275 + 2885, and the cent left over is the leader's.
    assert [each.deal for each in found.standings] == [38_40, 32_75, 28_85]


def test_by_chips_everyone_has_the_least_prize_first() -> None:
    # $20 each, and of the other $40 a half, three tenths and a fifth.
    assert [each.by_chips for each in worth([ANN, BOB, CY], [50_00, 30_00, 20_00]).standings] == [40_00, 32_00, 28_00]


def test_by_chips_nothing_is_sure_where_someone_has_no_prize() -> None:
    assert [each.by_chips for each in worth([ANN, BOB, CY], [60_00, 40_00]).standings] == [50_00, 30_00, 20_00]


def test_cents_left_over_go_from_the_first_down_and_of_equals_to_whoever_was_named_first() -> None:
    # $1 among three equals is 33 cents each, and one cent more for the first of them.
    same = [Entrant(name, 10) for name in ("Ann", "Bob", "Cy")]
    found = worth(same, [50, 30, 20])
    assert [each.deal for each in found.standings] == [34, 33, 33]
    assert [each.by_chips for each in found.standings] == [34, 33, 33]
    # The cents go to Bob here, who has most.
    assert [each.by_chips for each in worth([Entrant("Ann", 1), Entrant("Bob", 2)], [1_00]).standings] == [33, 67]


def test_whole_cents_are_not_cut_by_the_noise_of_floating_numbers() -> None:
    assert shared(100, [0.1 + 0.2, 0.3, 0.4], [0, 1, 2]) == [30, 30, 40]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 1_000_000), min_size=1, max_size=30),
    st.lists(st.integers(1, 10_000_000), min_size=1, max_size=30),
)
def test_no_cent_is_lost_and_more_chips_are_never_worth_less(stacks: list[int], prizes: list[int]) -> None:
    left = sorted(prizes, reverse=True)[: len(stacks)]
    found = worth([Entrant(str(at), chips) for at, chips in enumerate(stacks)], left).standings
    assert sum(each.deal for each in found) == sum(each.by_chips for each in found) == sum(left)
    assert sum(each.worth for each in found) == pytest.approx(sum(left), rel=1e-11)
    ranked = sorted(found, key=lambda each: each.entrant.chips)
    for less, more in itertools.pairwise(ranked):
        assert less.worth <= more.worth + 1e-6


@pytest.mark.parametrize(
    ("entrants", "prizes", "why"),
    [
        ([], [1], "nobody is left"),
        ([ANN, Entrant("Bob", 0)], [1], "Bob has no chips"),
        ([ANN, ANN], [1], "Ann is named twice"),
        ([ANN], [], "no prizes"),
        ([ANN], [2, 1], "2 prizes for 1 entrants"),
        ([ANN, BOB], [1, 2], "a better place"),
        ([ANN, BOB], [5, -1], "amount of money"),
        ([ANN, BOB], [0, 0], "amount of money"),
    ],
)
def test_what_cannot_be_shared_is_refused_with_the_reason(entrants: list[Entrant], prizes: list[int], why: str) -> None:
    with pytest.raises(CannotShare, match=why):
        worth(entrants, prizes)
