"""What royal and straight flushes take from a prize meter, alone or several at once (TCP 7.3, 7.4)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import msgspec

from croupier.books import cite

MITES = 10_000
"""Ten-thousandths of a cent: every increment of the book is a whole number of them."""


class Shares(msgspec.Struct, frozen=True):
    """The prize of each royal flush and of each straight flush in cents, and the clauses they rest on."""

    royal: int
    straight: int
    under: tuple[str, ...]


def rounded_meter(mites: int) -> int:
    """The meter rounded up to the whole dollar, in cents (7.3.1)."""
    return ceil(Fraction(mites, MITES * 100)) * 100


def half_up(cents: Fraction) -> int:
    """To the nearest cent, a half cent upwards (ruling 53)."""
    return int(cents + Fraction(1, 2))


def pool(jackpot: int, reseed: int, royals: int) -> int:
    """What all prizes come out of when there are royals: Table 5."""
    return jackpot + reseed * (royals - 1)


def royal_share(royals: int, straights: int) -> Fraction:
    """Each royal's part of the pool: Table 6."""
    return Fraction(10, 10 * royals + straights)


def straight_share(royals: int, straights: int) -> Fraction:
    """Each straight flush's part of the pool beside royals: Table 7."""
    return Fraction(1, 10 * royals + straights)


def straight_shares_alone(straights: int) -> tuple[Fraction, Fraction]:
    """Each straight flush's part of the meter and of the reseed value without a royal: Table 8."""
    of_meter = (1 - Fraction(9, 10) ** straights) / straights
    return of_meter, Fraction(1, 10) - of_meter


def printed(share: Fraction) -> Fraction:
    """A share as the tables print it: a percentage to three places (the switch of ruling 53)."""
    return Fraction(half_up(share * 100_000), 100_000)


def shares(mites: int, reseed: int, royals: int, straights: int, *, as_printed: bool = False) -> Shares:
    """The prizes of one round's royal and straight flushes.

    >>> shares(8_425_000 * 10_000, 1_000_000, 1, 0).royal
    8425000
    """
    if royals + straights < 1:
        raise ValueError("a prize needs a royal or a straight flush")
    jackpot, show = rounded_meter(mites), printed if as_printed else (lambda share: share)
    if royals:
        total = pool(jackpot, reseed, royals)
        under = [cite("TCP 7.4.1"), cite("TCP Table 5:formula"), cite("TCP 7.4.2(a)"), cite("TCP Table 6:formula")]
        straight = 0
        if straights:
            under += [cite("TCP 7.4.2(b)"), cite("TCP Table 7:formula")]
            straight = half_up(total * show(straight_share(royals, straights)))
        return Shares(half_up(total * show(royal_share(royals, straights))), straight, (*under, "ruling 53"))
    if straights == 1:
        return Shares(0, half_up(Fraction(jackpot, 10)), (cite("TCP Table 8:S=1"), "ruling 53"))
    of_meter, of_reseed = straight_shares_alone(straights)
    each = jackpot * show(of_meter) + reseed * show(of_reseed)
    return Shares(0, half_up(each), (cite("TCP 7.4.3"), cite("TCP Table 8:formula"), "ruling 53"))
