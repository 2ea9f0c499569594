"""Odds, limits, moves and written amounts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import Limits, Move, Odds, apply, dollars, moves, read_dollars

accounts = st.sampled_from(["stack:p1", "stack:p2", "layout", "rack", "cash"])
any_moves = st.lists(st.builds(Move, accounts, accounts, st.integers(1, 1000)), max_size=12)


def test_odds_pay_so_much_for_so_much_staked() -> None:
    assert Odds(11).pays(500) == 5500
    assert Odds(3, 2).pays(500) == 750
    assert Odds(6, 5).pays(123) == Fraction(738, 5)
    assert Odds(3, 2).value == Fraction(3, 2)


@pytest.mark.parametrize("text", ["11 to 1", "3 to 2", "1 to 1"])
def test_odds_are_read_as_they_are_printed(text: str) -> None:
    assert str(Odds.read(text)) == text


@pytest.mark.parametrize("text", ["", "11", "3 to 0", "3:2", "-1 to 1", "1.5 to 1"])
def test_odds_written_otherwise_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="odds are written like"):
        Odds.read(text)


def test_limits_put_the_maximum_at_risk_and_no_more() -> None:
    limits = Limits(500, 50_000, 250)
    assert [limits.at_risk(cents) for cents in (1, 500, 50_000, 50_001)] == [1, 500, 50_000, 50_000]


@pytest.mark.parametrize("wrong", [(0, 5), (5, 4), (-1, 5), (5, 10, 0)])
def test_limits_out_of_order_are_refused(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="minimum"):
        Limits(*wrong)


@given(any_moves)
def test_moves_make_no_money_and_lose_none(made: list[Move]) -> None:
    balances = apply({"cash": -700, "stack:p1": 700}, made)
    assert sum(balances.values()) == 0
    assert all(balances.values()), "an account at nothing is dropped"
    for name in ("stack:p1", "stack:p2", "layout", "rack", "cash"):
        came = sum(move.cents for move in made if move.target == name)
        went = sum(move.cents for move in made if move.source == name)
        start = {"cash": -700, "stack:p1": 700}.get(name, 0)
        assert balances.get(name, 0) == start + came - went


@given(any_moves)
def test_moves_reversed_undo_themselves(made: list[Move]) -> None:
    start = {"rack": 5, "cash": -5}
    assert apply(apply(start, made), [move.reversed for move in made]) == start


def test_a_move_of_nothing_is_left_out_and_one_of_less_is_refused() -> None:
    assert moves(("rack", "cash", 0), ("rack", "cash", 5)) == (Move("rack", "cash", 5),)
    with pytest.raises(ValueError, match="positive"):
        moves(("rack", "cash", -5))


@given(st.integers(-(10**12), 10**12))
def test_an_amount_is_read_as_it_is_written(cents: int) -> None:
    assert read_dollars(dollars(cents)) == cents


def test_amounts_are_written_with_cents_only_where_there_are_some() -> None:
    assert [dollars(cents) for cents in (0, 5, 500, 123_450, -2000)] == ["$0", "$0.05", "$5", "$1,234.50", "-$20"]


@pytest.mark.parametrize("text", ["", "5", "$", "$5.5", "$5.555", "$1,00", "$1,0000", "€5", "$ 5", "$-5", "--$5"])
def test_amounts_written_otherwise_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="an amount is written like"):
        read_dollars(text)
