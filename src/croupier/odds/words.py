"""How numbers and terms of a sheet are put to people."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log10

from croupier.odds.model import Number, ParSheet


def percent(value: Number, places: int = 3) -> str:
    """A share as people read it: one too small for these places has as many more as show it.

    >>> percent(Fraction(43, 415)), percent(Fraction(1, 649740)), percent(0), percent(-1e-9)
    ('10.361 %', '0.00015 %', '0 %', '-0.00000010 %')
    """
    share = 100 * Fraction(value)
    if not share:
        return "0 %"
    if abs(share) < Fraction(1, 2 * 10**places):
        places = ceil(-log10(abs(share))) + 1
    return f"{float(share):.{places}f} %"


def fraction(value: Number) -> str:
    """The exact fraction, or a tilde before a value that is not exact."""
    return str(value) if isinstance(value, Fraction) else f"~{value:.9f}"


def gain(value: Number) -> str:
    """A net gain with its sign.

    >>> gain(Fraction(3, 2)), gain(Fraction(-1)), gain(Fraction(0))
    ('+3/2', '-1', '0')
    """
    text = str(value) if isinstance(value, Fraction) else f"{value:.6f}"
    return f"+{text}" if value > 0 else text


def title(game: str) -> str:
    """A game's name as a heading.

    >>> title("high-card")
    'High Card'
    """
    return game.replace("-", " ").title()


def terms_line(sheet: ParSheet) -> str:
    """The terms of a sheet on one line.

    >>> terms_line(ParSheet("x", {"decks": 8, "late_surrender": False}, ()))
    'decks 8 · late surrender no'
    """
    said = {True: "yes", False: "no"}
    return " · ".join(
        f"{name.replace('_', ' ')} {said[value] if isinstance(value, bool) else value}"
        for name, value in sheet.terms.items()
    )
