"""Numbers of a written hand: any text may name any number, and only what can be an amount of chips is let through."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction


class Unreadable(ValueError):
    """A text that is no hand in the format, or none of a game that the book has."""


LONGEST_SAID = 60
"""How much of what a text says is repeated in a message about it."""


def said(what: object) -> str:
    """Something of the text as a message repeats it: without signs that a terminal would obey, and not at length."""
    if isinstance(what, Decimal):
        return _written_out(what)
    try:
        found = repr(what)
    except ValueError:  # a whole number of more digits than are written out
        return "a number of thousands of digits"
    return shortened(found)


def _written_out(number: Decimal) -> str:
    """A number as people write it, never with an exponent, where it has no more digits than are read."""
    if number.is_finite() and max(abs(number.adjusted()), len(number.as_tuple().digits)) > MOST_DIGITS:
        return f"a number of more than {MOST_DIGITS} digits"
    return shortened(f"{number:f}")


def shortened(text: str) -> str:
    """A text as a message repeats it, not at length."""
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}…"


def numbers(value: object) -> Iterator[Decimal]:
    """Every number in a value of the text, however deep."""
    if isinstance(value, Decimal):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from numbers(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from numbers(each)


MOST_PLACES = 6
"""Places behind the point of any amount that is put in."""
MOST = 10**15
"""More units than any hand needs."""
MOST_DIGITS = 40
"""Digits before and behind the point of a number that is read at all; shares of a pot may be written out far."""


def exact(amount: object) -> Fraction:
    """A number of the text, once it is sure that working with it takes no time."""
    if isinstance(amount, bool) or not isinstance(amount, int | Decimal):
        raise Unreadable(f"{said(amount)} is no amount")
    if isinstance(amount, Decimal):
        exponent = amount.as_tuple().exponent
        if not isinstance(exponent, int):
            raise Unreadable(f"{said(amount)} is no amount")
        if amount and (amount.adjusted() > MOST_DIGITS or exponent < -MOST_DIGITS):
            raise Unreadable(f"{said(amount)} is no amount of any chips")
    if not -MOST <= amount <= MOST:
        raise Unreadable(f"{said(amount)} is more than any hand needs")
    return Fraction(amount)


def places(number: Decimal) -> int:
    """How many places behind the point a number needs."""
    found, scale = exact(number), 0
    while found.denominator != 1 and scale <= MOST_PLACES:
        found, scale = found * 10, scale + 1
    if scale > MOST_PLACES:
        raise Unreadable(f"{said(number)} has more than {MOST_PLACES} places behind the point")
    return scale


def units(amount: object, scale: int) -> int:
    """An amount in whole units, of which so many make one of the text's."""
    found = exact(amount) * scale
    if found.denominator != 1 or abs(found) > MOST:
        raise Unreadable(f"{said(amount)} is no amount of whole chips")
    return int(found)


def plain(number: Fraction) -> str:
    """A number as people write it, never with an exponent; what has no end is cut off.

    >>> plain(Fraction(25, 2)), plain(Fraction(10**18)), plain(Fraction(-1, 3))
    ('12.5', '1000000000000000000', '-0.333333')
    """
    whole, rest = divmod(abs(number), 1)
    behind = f"{rest.numerator * 10**MOST_PLACES // rest.denominator:0{MOST_PLACES}d}".rstrip("0")
    return f"{'-' if number < 0 else ''}{whole}{'.' if behind else ''}{behind}"
