"""What may be bet and raised under each limit, and what an all-in opens again, worked out from the book."""

from __future__ import annotations

import pytest

from croupier.games.crown_poker.betting import (
    NO_END,
    Betting,
    Bounds,
    Read,
    more_raises,
    raise_bounds,
    raised,
    read_chips,
)
from croupier.games.crown_poker.terms import Limit, LimitKind

NO_LIMIT = Limit(LimitKind.NO_LIMIT, (10,))
FIXED = Limit(LimitKind.FIXED, (10, 10, 20))
SPREAD = Limit(LimitKind.SPREAD, (2,), (10,))
POT = Limit(LimitKind.POT, (10,))
HALF = Limit(LimitKind.HALF_POT, (10,))


def test_a_raise_is_as_large_as_the_bet_or_raise_before_it() -> None:
    """A bet of 10, a raise by 30 to 40: the next raise is by 30 at least, to 70 (6.6)."""
    bet = raised(NO_LIMIT, 1, Betting(0, 0, 10), 10).betting
    assert raise_bounds(NO_LIMIT, 1, bet, pot=100, owed=10) == Bounds(20, NO_END)
    after = raised(NO_LIMIT, 1, bet, 40)
    assert after.reopened and raise_bounds(NO_LIMIT, 1, after.betting, pot=150, owed=40) == Bounds(70, NO_END)


@pytest.mark.parametrize(
    ("pot", "level", "owed", "low", "high"),
    [
        (60, 0, 0, 10, 60),  # nobody has bet: the pot itself
        (80, 20, 20, 40, 120),  # call 20 makes 100 in the pot, raise by 100: to 120
        (15, 10, 10, 20, 35),  # before the flop, blinds of 5 and 10: call 10, raise by 25, to 35
        (15, 10, 5, 20, 30),  # the small blind: call 5, raise by 20, to 30
    ],
)
def test_a_pot_raise_counts_the_call_first(pot: int, level: int, owed: int, low: int, high: int) -> None:
    betting = Betting(level, level, level or 10)
    assert raise_bounds(POT, 1, betting, pot=pot, owed=owed) == Bounds(low, high)


def test_half_the_pot_is_cut_to_whole_chips_and_never_below_the_least_raise() -> None:
    """The pot is 65 and 20 is to call: half of 85 is 42 and a half, cut to 40 in chips of 5 (6.7, ruling 118)."""
    assert raise_bounds(HALF, 1, Betting(20, 20, 20), pot=65, owed=20, smallest=5) == Bounds(40, 60)
    assert raise_bounds(HALF, 0, Betting(10, 10, 10), pot=15, owed=0) == Bounds(20, 20)


def test_fixed_bets_have_one_size_in_each_round() -> None:
    assert raise_bounds(FIXED, 1, Betting(0, 0, 10), pot=30, owed=0) == Bounds(10, 10)
    assert raise_bounds(FIXED, 1, Betting(10, 10, 10), pot=40, owed=10) == Bounds(20, 20)
    assert FIXED.bet(2) == FIXED.bet(3) == 20


def test_spread_bets_go_from_the_last_bet_or_raise_to_the_maximum() -> None:
    """A bet of 4: raises are by 4 to 10, so to 8 up to 14; a raise by 6 to 10 makes it 16 to 20 (6.8)."""
    bet = raised(SPREAD, 1, Betting(0, 0, 2), 4).betting
    assert raise_bounds(SPREAD, 1, bet, pot=30, owed=4) == Bounds(8, 14)
    assert raise_bounds(SPREAD, 1, raised(SPREAD, 1, bet, 10).betting, pot=40, owed=10) == Bounds(16, 20)


def test_three_raises_and_no_more_unless_two_players_are_left() -> None:
    betting = Betting(0, 0, 10)
    for to in (10, 20, 30, 40):
        assert more_raises(FIXED, betting, 3)
        betting = raised(FIXED, 1, betting, to).betting
    assert betting.raises == 3
    assert not more_raises(FIXED, betting, 3) and more_raises(FIXED, betting, 2)
    assert more_raises(NO_LIMIT, Betting(400, 400, 100, 9), 3)


@pytest.mark.parametrize(
    ("to", "reopened", "next_raise"),
    [
        (14, False, 20),  # 4 of 10: less than half; those behind call 14 or complete to 20 (6.16.2(a))
        (15, True, 25),  # 5 of 10: half; everyone may raise by 10 again (6.16.2(b))
        (19, True, 29),
        (20, True, 30),
    ],
)
def test_an_all_in_at_fixed_limit_opens_the_betting_from_half_on(to: int, reopened: bool, next_raise: int) -> None:
    after = raised(FIXED, 1, Betting(10, 10, 10), to)
    assert after.reopened is reopened
    assert raise_bounds(FIXED, 1, after.betting, pot=99, owed=to) == Bounds(next_raise, next_raise)


def test_an_opening_all_in_at_fixed_limit_is_measured_by_half_a_bet() -> None:
    short, half = raised(FIXED, 1, Betting(0, 0, 10), 4), raised(FIXED, 1, Betting(0, 0, 10), 6)
    assert not short.reopened and raise_bounds(FIXED, 1, short.betting, pot=9, owed=4) == Bounds(10, 10)
    assert half.reopened and raise_bounds(FIXED, 1, half.betting, pot=9, owed=6) == Bounds(16, 16)
    assert (short.betting.raises, half.betting.raises) == (0, 0)
    assert raised(FIXED, 1, short.betting, 10).betting.raises == 1  # a completion counts (ruling 117)


def test_a_second_short_all_in_at_fixed_limit_is_measured_from_the_last_whole_bet() -> None:
    """10 is bet; all in for 13, then for 16: 6 over the whole bet is more than half (ruling 117)."""
    first = raised(FIXED, 1, Betting(10, 10, 10), 13)
    assert not first.reopened and raised(FIXED, 1, first.betting, 16).reopened


def test_an_all_in_at_no_limit_opens_the_betting_only_by_a_whole_raise() -> None:
    betting = Betting(100, 100, 100)
    assert not raised(NO_LIMIT, 1, betting, 199).reopened
    assert raised(NO_LIMIT, 1, betting, 200).reopened


@pytest.mark.parametrize(("add_up", "reopened"), [(False, False), (True, True)])
def test_short_all_ins_add_up_only_where_ruling_117_is_read_so(add_up: bool, reopened: bool) -> None:
    """100 is bet; all in for 160, then for 220: each is short, together they are 120."""
    first = raised(NO_LIMIT, 1, Betting(100, 100, 100), 160, add_up=add_up)
    assert not first.reopened
    assert raised(NO_LIMIT, 1, first.betting, 220, add_up=add_up).reopened is reopened


def test_over_an_all_in_below_the_minimum_bet_one_raises_by_the_minimum() -> None:
    """All in for 6 where 10 is the least bet: a raise is to 16 at least (ruling 117)."""
    after = raised(NO_LIMIT, 1, Betting(0, 0, 10), 6)
    assert not after.reopened and raise_bounds(NO_LIMIT, 1, after.betting, pot=50, owed=6).low == 16


@pytest.mark.parametrize(
    ("laid", "one_chip", "read"),
    [
        (9, False, Read(None, short=True)),
        (10, False, Read(None)),
        (14, False, Read(None)),  # 4 over the call, less than half of 10: a call
        (15, False, Read(20)),  # half: made up to the least raise
        (19, False, Read(20)),
        (30, False, Read(30)),
        (99, False, Read(60)),  # no more than the limits allow
        (50, True, Read(None)),  # one oversize chip
    ],
)
def test_silent_chips_are_read_by_half_of_the_least_raise(laid: int, one_chip: bool, read: Read) -> None:
    assert read_chips(Betting(10, 10, 10), Bounds(20, 60), bet=0, laid=laid, one_chip=one_chip) == read


@pytest.mark.parametrize(
    ("laid", "one_chip", "bounds", "to"),
    [
        (4, False, Bounds(10, 90), None),
        (5, False, Bounds(10, 90), 10),
        (25, True, Bounds(10, 90), 25),
        (100, True, Bounds(10, 90), 90),
        (25, True, Bounds(10, 10), 10),  # fixed limit: the structured bet (ruling 121)
    ],
)
def test_silent_chips_open_the_betting(laid: int, one_chip: bool, bounds: Bounds, to: int | None) -> None:
    assert read_chips(Betting(0, 0, 10), bounds, bet=0, laid=laid, one_chip=one_chip).raises_to == to
