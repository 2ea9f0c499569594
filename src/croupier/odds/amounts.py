"""Amounts in dollars, as people ask for them and as a sheet's terms name them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

MOST_DOLLARS = 10**9
_MOST_DIGITS = 9


def amount(dollars: Decimal) -> Fraction:
    """Dollars and cents as someone wrote them, looked at before they become a number of any size."""
    if not dollars.is_finite() or dollars.adjusted() >= _MOST_DIGITS or dollars != round(dollars, 2):
        raise ValueError("amounts are in dollars and cents, and less than a billion")
    return Fraction(round(dollars, 2))


def named(value: Fraction) -> int | str:
    """An amount among a sheet's terms: whole dollars, or dollars and cents.

    >>> named(Fraction(10)), named(Fraction(5, 2))
    (10, '2.50')
    """
    return int(value) if value.denominator == 1 else f"{float(value):.2f}"
