"""The next card known: the dealer in an endless shoe, and choices that turn on one card."""

from __future__ import annotations

import pytest

from croupier.games.blackjack.terms import BLACKJACK, CROWN_BLACKJACK, PONTOON, VEGAS, Readings
from croupier.odds.blackjack.exposed import Endless, next_card_worth

ACE, SIX, SEVEN, TEN = 0, 5, 6, 9
OVER, NATURAL = 6, 5


def test_the_dealer_in_an_endless_shoe() -> None:
    """From 16, eight of thirteen ranks go over; from a ten one in thirteen seconds is an ace; soft 17 by version."""
    shoe = Endless(BLACKJACK, Readings())
    from_16 = shoe.against(TEN, SIX)
    assert from_16[OVER] == pytest.approx(8 / 13)
    assert from_16[0] == pytest.approx(1 / 13)
    assert shoe.against(TEN)[NATURAL] == pytest.approx(1 / 13)
    assert shoe.against(ACE)[NATURAL] == pytest.approx(4 / 13)
    assert Endless(PONTOON, Readings()).against(ACE)[NATURAL] == pytest.approx(3 / 12)
    assert shoe.against(ACE, SIX)[0] == 1.0
    assert Endless(CROWN_BLACKJACK, Readings()).against(ACE, SIX)[0] < 1.0
    for upcard in range(10):
        assert sum(shoe.against(upcard)) == pytest.approx(1)


def test_choices_when_the_card_is_known() -> None:
    """Hard 16 against a six: a ten next breaks whoever draws it, and the dealer's 16 is not broken by it alone."""
    shoe = Endless(BLACKJACK, Readings())
    stand, draw, double, surrender = shoe.choices(TEN, SIX, SIX, TEN)
    assert draw == -1.0
    # The dealer then has sixteen and draws once more at least: wins unless eight of thirteen ranks come.
    assert stand == pytest.approx(8 / 13 - 5 / 13)
    assert double == surrender == -9.0
    assert shoe.choices(TEN, SIX, SIX, 4)[1] > 0.8  # a five makes 21
    vegas = Endless(VEGAS, Readings())
    assert vegas.choices(TEN, SIX, TEN, ACE)[3] == -1.0  # the natural takes it whole
    assert vegas.choices(TEN, SIX, TEN, SEVEN)[3] == -0.5
    pontoon = Endless(PONTOON, Readings())
    assert pontoon.choices(SEVEN, SEVEN, ACE, SEVEN)[1] == pytest.approx(1.5 * 15 / 16 + 2.25 / 16)
    assert pontoon.choices(TEN, 4, TEN, SIX)[1] == 1.0  # ten, five and six, paid at once


def test_knowing_never_costs() -> None:
    for playing in (BLACKJACK, VEGAS):
        without, known = next_card_worth(playing, Readings(), lambda rank, upcard: None)
        assert -0.05 < without < 0.0
        assert known > without + 0.1
