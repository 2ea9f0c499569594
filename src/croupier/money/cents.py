"""Amounts as people write them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from croupier.money.writing import HOUSE, amount, figures

MOST_CENTS = 10**12
"""The most that one act may name: beyond any table's money, and small enough that totals stay within 64 bits."""

_SIGN, _GROUP, _POINT = (re.escape(each) for each in (HOUSE.sign, HOUSE.group, HOUSE.point))
_FIGURES = rf"(\d{{1,3}}(?:{_GROUP}\d{{3}})+|\d+)(?:{_POINT}(\d{{2}}))?"
_TEXT = re.compile(rf"(-)?{_SIGN}{_FIGURES}" if HOUSE.sign_first else rf"(-)?{_FIGURES}\s?{_SIGN}")


_counts_chips: ContextVar[bool] = ContextVar("counts_chips", default=False)


@contextmanager
def counted_in_chips(chips: bool = True) -> Iterator[None]:
    """While this lasts amounts are written without a currency: they count chips of a tournament, a hundred cents each.

    >>> with counted_in_chips():
    ...     dollars(-123450)
    '-1,234.50'
    """
    token = _counts_chips.set(chips)
    try:
        yield
    finally:
        _counts_chips.reset(token)


def dollars(cents: int) -> str:
    """An amount as shown to people.

    >>> dollars(-123450), dollars(500)
    ('-$1,234.50', '$5')
    """
    whole, part = divmod(abs(cents), 100)
    written = ("-" if cents < 0 else "") + figures(whole) + (f"{HOUSE.point}{part:02}" if part else "")
    return written if _counts_chips.get() else amount(written)


def read_dollars(text: str) -> int:
    """Cents from a written amount such as `$5`, `$1,250.50` or `-$20`."""
    found = _TEXT.fullmatch(text)
    if not found:
        raise ValueError(f"an amount is written like {dollars(500)} or {dollars(1250)}, not {text!r}")
    cents = int(found[2].replace(HOUSE.group, "")) * 100 + int(found[3] or 0)
    return -cents if found[1] else cents
