"""How numbers and terms of a sheet are put to people."""

from __future__ import annotations

from fractions import Fraction

from croupier.odds.model import Number, ParSheet


def percent(value: Number, places: int = 3) -> str:
    """A share as people read it.

    >>> percent(Fraction(43, 415))
    '10.361 %'
    """
    return f"{float(value) * 100:.{places}f} %"


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

    >>> terms_line(ParSheet("x", {"decks": 8, "late_surrender": False}, (), 0.0))
    'decks 8 · late surrender no'
    """
    said = {True: "yes", False: "no"}
    return " · ".join(
        f"{name.replace('_', ' ')} {said[value] if isinstance(value, bool) else value}"
        for name, value in sheet.terms.items()
    )
