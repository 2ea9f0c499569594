"""What a dealer's hand comes to, by composition, against the plain recursion over every order of a small shoe."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier.odds.blackjack.compositions import ACE, NATURAL, OVER, RANKS, TEN, finals, hands
from croupier.odds.blackjack.exact import dealer_for_hands, stand_values

SMALL = np.array([2, 1, 2, 1, 2, 1, 2, 1, 1, 4], dtype=np.int64)
"""A shoe so small that every card that is gone is felt."""


def drawn_out(shoe: tuple[int, ...], cards: tuple[int, ...], soft_17: bool) -> dict[int, Fraction]:
    """The chance of each total, 0 for a natural and 22 for more than 21, card by card."""
    hard = sum(cards)
    soft = 1 in cards and hard <= 11
    total = hard + 10 * soft
    if len(cards) == 2 and sorted(cards) == [1, 10]:
        return {0: Fraction(1)}
    if total > 21:
        return {22: Fraction(1)}
    if len(cards) > 1 and total >= 17 + (soft and soft_17):
        return {total: Fraction(1)}
    found: dict[int, Fraction] = {}
    for rank, left in enumerate(shoe):
        if left:
            rest = (*shoe[:rank], left - 1, *shoe[rank + 1 :])
            for end, chance in drawn_out(rest, (*cards, rank + 1), soft_17).items():
                found[end] = found.get(end, Fraction(0)) + chance * Fraction(left, sum(shoe))
    return found


@pytest.mark.parametrize("soft_17", [False, True])
@pytest.mark.parametrize("first", [ACE, 5, TEN])
def test_outcomes_are_those_of_every_order_of_the_cards(first: int, soft_17: bool) -> None:
    known, place = hands(), hands().places[(0, 0, 0, 0, 1, 0, 0, 0, 0, 1)]
    out = np.zeros((len(known.hard), RANKS, 7))
    none = np.zeros(RANKS, dtype=np.int64)
    dealer_for_hands(SMALL, none, np.array([place]), np.array([first]), known.cards, *finals(soft_17), out)
    left = SMALL - known.cards[place]
    left[first] -= 1
    exact = drawn_out(tuple(int(each) for each in left), (first + 1,), soft_17)
    wanted = [*(exact.get(total, Fraction(0)) for total in range(17, 22)), exact.get(0, 0), exact.get(22, 0)]
    assert out[place, first] == pytest.approx([float(each) for each in wanted], abs=1e-12)
    # Fifteen wins only where the dealer goes over, and a natural takes the one wager.
    value = stand_values(out, known.total, beats_21=True)[place, first]
    assert value == pytest.approx(2 * out[place, first, OVER] - 1, abs=1e-12)
    assert (out[place, first, NATURAL] > 0) == (first in (ACE, TEN))
