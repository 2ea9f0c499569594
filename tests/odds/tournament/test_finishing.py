"""The chances of places against their definition: every order of the entrants, counted in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.odds.tournament.finishing import chances


def by_every_order(stacks: Sequence[int]) -> list[list[float]]:
    """Each place's chances, the next place always drawn by chips among those who are left."""
    found = [[Fraction(0) for _ in stacks] for _ in stacks]
    whoever_is_left = {tuple(range(len(stacks))): Fraction(1)}
    for place in range(len(stacks)):
        after: dict[tuple[int, ...], Fraction] = {}
        for left, chance in whoever_is_left.items():
            chips = sum(stacks[each] for each in left)
            for each in left:
                then = chance * Fraction(stacks[each], chips)
                found[each][place] += then
                others = tuple(one for one in left if one != each)
                after[others] = after.get(others, Fraction(0)) + then
        whoever_is_left = after
    return [[float(chance) for chance in row] for row in found]


@pytest.mark.parametrize(
    "stacks",
    [
        [7],
        [5, 3],
        [5000, 3000, 2000],
        [1, 1, 1, 1],
        [1_000_000, 1, 3, 7],
        [1_000_000_000, 1, 1],
        [1, 2, 4, 8, 16, 32, 64, 128],
        [10, 20, 30, 40, 50, 60, 70, 80, 90],
    ],
)
def test_every_place_has_the_chance_that_counting_all_orders_gives(stacks: list[int]) -> None:
    assert np.abs(chances(stacks) - by_every_order(stacks)).max() < 1e-12


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 10_000_000), min_size=1, max_size=7), st.integers(1, 7))
def test_any_stacks_and_any_number_of_places_do(stacks: list[int], places: int) -> None:
    found = chances(stacks, places)
    expected = np.array(by_every_order(stacks))[:, :places]
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() < 1e-12


def test_a_thousand_entrants_have_every_place_between_them() -> None:
    stacks = [int(each) for each in np.random.default_rng(5).integers(1_000, 300_000, 1_000)]
    found = chances(stacks, 150)
    assert found.shape == (1_000, 150)
    assert (found > 0).all()
    assert np.abs(found.sum(axis=0) - 1).max() < 1e-12  # somebody has each place
    assert np.abs(found[:, 0] - np.array(stacks) / sum(stacks)).max() < 1e-14


def test_of_a_hundred_each_has_some_place() -> None:
    stacks = [int(each) for each in np.random.default_rng(6).integers(1, 100_000, 100)]
    assert np.abs(chances(stacks).sum(axis=1) - 1).max() < 1e-12


def test_with_equal_chips_every_place_is_as_likely_as_another() -> None:
    assert np.abs(chances([20_000] * 1_000, 150) - 1 / 1_000).max() < 1e-14


def test_nobody_is_compared_who_has_no_chips() -> None:
    for stacks in ([], [0], [5, -1]):
        with pytest.raises(ValueError, match="has chips"):
            chances(stacks)
