"""What royal and straight flushes take from a prize meter, alone or several at once."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import msgspec

from croupier.money.writing import HOUSE, amount, figures

MITES = 10_000
"""Ten-thousandths of a cent: every increment of the book is a whole number of them."""

_DOLLAR = 100 * MITES


class Shares(msgspec.Struct, frozen=True):
    """The prize of each royal flush and of each straight flush in cents, and the clauses they rest on."""

    royal: int
    straight: int
    under: tuple[str, ...]


def exact_dollars(mites: int) -> str:
    """An amount on a meter to its last ten-thousandth of a cent, and to the cent at least.

    >>> exact_dollars(10_000_340_600)
    '$10,000.3406'
    """
    whole, part = divmod(mites, _DOLLAR)
    return amount(f"{figures(whole)}{HOUSE.point}{f'{part:06}'.rstrip('0').ljust(2, '0')}")


def rounded_meter(mites: int) -> int:
    """The meter rounded up to the whole dollar, in cents."""
    return ceil(Fraction(mites, _DOLLAR)) * 100


def half_up(cents: Fraction) -> int:
    """To the nearest cent, a half cent upwards."""
    return int(cents + Fraction(1, 2))


def pool(jackpot: int, reseed: int, royals: int) -> int:
    """What all prizes come out of when there are royals."""
    return jackpot + reseed * (royals - 1)


def royal_share(royals: int, straights: int) -> Fraction:
    """Each royal's part of the pool."""
    return Fraction(10, 10 * royals + straights)


def straight_share(royals: int, straights: int) -> Fraction:
    """Each straight flush's part of the pool beside royals."""
    return Fraction(1, 10 * royals + straights)


def straight_shares_alone(straights: int) -> tuple[Fraction, Fraction]:
    """Each straight flush's part of the meter and of the reseed value without a royal."""
    of_meter = (1 - Fraction(9, 10) ** straights) / straights
    return of_meter, Fraction(1, 10) - of_meter


def printed(share: Fraction) -> Fraction:
    """A share as a book prints it: a percentage to three places."""
    return Fraction(half_up(share * 100_000), 100_000)


def shares(mites: int, reseed: int, royals: int, straights: int, *, as_printed: bool = False) -> Shares:
    """The prizes of one round's royal and straight flushes.

    >>> shares(8_425_000 * 10_000, 1_000_000, 1, 0).royal
    8425000
    """
    from croupier.house.meter.terms import meter_terms  # here, because the meter's package imports this module

    if royals + straights < 1:
        raise ValueError("a prize needs a royal or a straight flush")
    clauses = meter_terms().clauses
    jackpot, show = rounded_meter(mites), printed if as_printed else (lambda share: share)
    if royals:
        total = pool(jackpot, reseed, royals)
        under = [clauses.pool, clauses.pool_formula, clauses.royal_share, clauses.royal_formula]
        straight = 0
        if straights:
            under += [clauses.straight_share, clauses.straight_formula]
            straight = half_up(total * show(straight_share(royals, straights)))
        royal = half_up(total * show(royal_share(royals, straights)))
        return Shares(royal, straight, (*under, clauses.prize_rounding))
    if straights == 1:
        return Shares(0, half_up(Fraction(jackpot, 10)), (clauses.one_straight_alone, clauses.prize_rounding))
    of_meter, of_reseed = straight_shares_alone(straights)
    each = jackpot * show(of_meter) + reseed * show(of_reseed)
    return Shares(0, half_up(each), (clauses.straights_alone, clauses.straights_alone_formula, clauses.prize_rounding))
