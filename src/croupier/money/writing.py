"""How this house writes amounts and numbers: one object of data, and the few functions that read it.

The pages have the same data in `web/src/lib/locale.json`; a test keeps the two alike.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Writing(NamedTuple):
    """A currency and a way of writing figures."""

    language: str
    sign: str
    sign_first: bool
    group: str
    point: str


HOUSE = Writing(language="en-AU", sign="$", sign_first=True, group=",", point=".")


def figures(value: float | Fraction, places: int = 0, writing: Writing = HOUSE) -> str:
    """A number in groups, with so many figures behind the point.

    >>> figures(1234567), figures(Fraction(5, 2), 2)
    ('1,234,567', '2.50')
    """
    plain = f"{value:,}" if isinstance(value, int) and not places else f"{float(value):,.{places}f}"
    return plain.translate({ord(","): writing.group, ord("."): writing.point})


def amount(written: str, writing: Writing = HOUSE) -> str:
    """Figures with the currency's sign; what is less than nothing has its minus before everything else.

    >>> amount("-1,234.50"), amount("3", HOUSE._replace(sign="kr", sign_first=False))
    ('-$1,234.50', '3\\xa0kr')
    """
    minus, bare = ("-", written[1:]) if written.startswith("-") else ("", written)
    return minus + (f"{writing.sign}{bare}" if writing.sign_first else f"{bare}\N{NO-BREAK SPACE}{writing.sign}")


def money(units: float | Fraction, writing: Writing = HOUSE) -> str:
    """Whole units of the currency, with cents where there are any.

    >>> money(2500), money(Fraction(5, 2))
    ('$2,500', '$2.50')
    """
    return amount(figures(units, 0 if units == int(units) else 2, writing), writing)


def in_money(label: str, writing: Writing = HOUSE) -> str:
    """What a field that takes an amount is called.

    >>> in_money("Stake")
    'Stake, $'
    """
    return f"{label}, {writing.sign}"
