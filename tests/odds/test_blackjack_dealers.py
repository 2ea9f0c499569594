"""What a dealer's hand comes to, by composition, against the plain recursion over every order of a small shoe."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier.odds.blackjack.compositions import ACE, NATURAL, OVER, RANKS, TEN, finals, hands, place_of
from croupier.odds.blackjack.exact import cards_of, compared, dealer_for_hands
from croupier.odds.blackjack.exact_hands import met
from croupier.odds.blackjack.rules import rules_of
from croupier.odds.blackjack.settings import Settings

SMALL = np.array([2, 1, 2, 1, 2, 1, 2, 1, 1, 4], dtype=np.float64)
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
    known, place = hands(), place_of(4, TEN)
    wanted = np.zeros((len(known.hard), RANKS), dtype=np.bool_)
    wanted[place, first] = True
    out, done = dealer_for_hands(SMALL, known, wanted, finals(soft_17))
    assert done.sum() == 1
    left = SMALL - known.cards[place]
    left[first] -= 1
    exact = drawn_out(tuple(int(each) for each in left), (first + 1,), soft_17)
    ends = [*(exact.get(total, Fraction(0)) for total in range(17, 22)), exact.get(0, 0), exact.get(22, 0)]
    assert out[place, first] == pytest.approx([float(each) for each in ends], abs=1e-12)
    assert (out[place, first, NATURAL] > 0) == (first in (ACE, TEN))
    # Fifteen wins only where the dealer goes over, and a natural takes the one wager.
    value, square = met(out[place, first], 15, 1.0, rules_of(Settings()))
    assert value == pytest.approx(2 * out[place, first, OVER] - 1, abs=1e-12)
    assert square == pytest.approx(1)


def test_an_endless_shoe_is_one_that_no_card_is_missed_from() -> None:
    known = hands()
    wanted = np.repeat(compared(known)[:, None], RANKS, axis=1)
    endless, _ = dealer_for_hands(cards_of(None), known, wanted, finals(False), endless=True)
    counted, _ = dealer_for_hands(cards_of(10**6), known, wanted, finals(False))
    assert np.abs(endless - counted)[wanted].max() < 1e-4
    # A ten comes to a natural with every ace, and one card in thirteen is one.
    assert endless[place_of(4, TEN), TEN, NATURAL] == pytest.approx(1 / 13, abs=1e-9)
