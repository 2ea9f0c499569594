"""Three Card Poker: what a meter is worth to a Jackpot wager today, and what a meter system returns in the long run.

Today: the wager's return is a fixed part, the bonus prizes, and a part that grows with the rounded meter.

In the long run what leaves the meter is what enters it: the increments, and what the house adds when a royal flush
empties the meter or a straight flush takes it below its seed (TCP 6.4.1). Only that last part needs the meter's
distribution. Between prizes the meter grows by c each wager; let it grow evenly instead, by c in the time of a wager,
with prizes at the rate that leaves a wager without one as often as before. Its density f above the floor r then obeys
c f'(x) = -t f(x) + t s/0.9 f(x/0.9), t being the rate and s the share of straight flushes, and is the sum of
a_k exp(-x t/c 0.9**-k) with a_k = -a_(k-1) s/0.9 / (0.9**-k - 1): no other solution has a finite integral.
The true meter, moved by the same chances, is never above the even one by more than 10 c, since each straight flush
leaves nine tenths of a difference, and, because prizes are of the rounded meter, never below it by more than a dollar.
That bounds the return from both sides.
"""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from math import ceil, log1p

import msgspec

from croupier.cards.ranking import FiveCards
from croupier.games.three_card_poker.terms import BONUS_PRIZES, INCREMENTS, METER_SHARE
from croupier.money import money
from croupier.odds.three_card_poker.rule import Prizes

ROYAL, STRAIGHT_FLUSH = FiveCards.ROYAL_FLUSH, FiveCards.STRAIGHT_FLUSH
_KEPT = float(1 - METER_SHARE[STRAIGHT_FLUSH])

Chances = dict[FiveCards, Fraction]
"""How often a Jackpot wager makes each hand and is still in play."""


class MeterSystem(msgspec.Struct, frozen=True, kw_only=True):
    """A meter system and what its meter shows, in dollars; the seed is for each dollar of price."""

    option: int = 1
    seed: int = 10_000
    price: int = 1
    shows: Fraction | None = None

    def __post_init__(self) -> None:
        if self.option not in INCREMENTS:
            raise ValueError("TCP 6.1.1(f) knows options 1 and 2")
        if self.seed not in INCREMENTS[self.option]:
            seeds = ", ".join(f"{seed:,}" for seed in INCREMENTS[self.option])
            raise ValueError(f"TCP 6.3 has no seed of {self.seed:,} dollars in Table {self.option}: only {seeds}")
        if self.price < 1:
            raise ValueError("TCP 6.2.3 wants a price in whole dollars")
        if self.value < self.floor:
            raise ValueError(f"TCP 6.3.1 keeps this meter at {money(self.floor)} or more")

    @property
    def floor(self) -> int:
        """The least the meter may show, and what it is reset to: the seed times the price."""
        return self.seed * self.price

    @property
    def value(self) -> Fraction:
        """What the meter shows; the floor unless told."""
        return Fraction(self.floor) if self.shows is None else self.shows

    @property
    def rate(self) -> Fraction:
        """The share of each Jackpot wager that the meter gains."""
        return INCREMENTS[self.option][self.seed]

    @property
    def bonuses(self) -> Prizes:
        """The prizes that do not come off the meter, for each dollar of price."""
        return {made: Fraction(dollars) for made, dollars in BONUS_PRIZES[self.option].items()}

    @property
    def prizes(self) -> Prizes:
        """Every prize for each dollar of price, with the meter rounded up to a whole dollar (TCP 7.3.1)."""
        shares = {made: share * ceil(self.value) / self.price for made, share in METER_SHARE.items()}
        return {**self.bonuses, **shares}


def paid(prizes: Prizes, chances: Chances) -> Fraction:
    """What these prizes pay on average."""
    return sum((prize * chances[made] for made, prize in prizes.items()), Fraction(0))


def break_even(system: MeterSystem, chances: Chances) -> Fraction:
    """The rounded meter, in dollars, at which a Jackpot wager gets back on average what it costs."""
    return (1 - paid(system.bonuses, chances)) * system.price / paid(METER_SHARE, chances)


class LongRun(msgspec.Struct, frozen=True):
    """What a meter system returns of each dollar wagered, for ever: the parts, and bounds of their sum."""

    system: MeterSystem
    bonuses: Fraction
    increments: Fraction
    reseeding: Fraction
    low: float
    high: float
    average_meter: float
    topped_up: float
    """Of the straight flush prizes, how many take the meter below its seed."""

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.low + self.high) / 2

    @property
    def top_ups(self) -> float:
        """What raising the meter to its seed after straight flushes gives."""
        return self.value - float(self.bonuses + self.increments + self.reseeding)


def long_run(system: MeterSystem, chances: Chances) -> LongRun:
    """The long-run return of a meter system, every wager a round of its own."""
    royal, straight_flush = float(chances[ROYAL]), float(chances[STRAIGHT_FLUSH])
    step, floor, price = float(system.rate) * system.price, system.floor, system.price
    even = _EvenMeter(floor, -log1p(-royal - straight_flush) / step, straight_flush / (royal + straight_flush))
    missing, below = even.missing(), even.below(floor / _KEPT)
    least = straight_flush * (missing - _KEPT * 10 * step * below)
    most = straight_flush * (missing + even.below((floor + 1) / _KEPT)) + royal
    bonuses, reseeding = paid(system.bonuses, chances), chances[ROYAL] * floor / price
    certain = float(bonuses + system.rate + reseeding)
    from_meter = float(system.rate + reseeding) + (least + most) / 2 / price
    return LongRun(
        system,
        bonuses,
        system.rate,
        reseeding,
        certain + max(least, 0.0) / price,
        certain + most / price,
        average_meter=from_meter * price / float(paid(METER_SHARE, chances)),
        topped_up=below,
    )


class _EvenMeter:
    """The meter that grows evenly, at rest: its density is a sum of exponentials, here times a constant."""

    def __init__(self, floor: float, decay: float, straight_flushes: float) -> None:
        with localcontext(_DIGITS):
            self.floor = Decimal(floor)
            self.terms: list[tuple[Decimal, Decimal]] = []
            weight, rate, kept = Decimal(1), Decimal(decay), Decimal(9) / 10
            share, power = Decimal(straight_flushes) / kept, Decimal(1)
            while abs(weight) * (rate * self.floor * (1 - power)).exp() > _NEGLIGIBLE:
                self.terms.append((weight, rate * power))
                power /= kept
                weight *= -share / (power - 1)
            self.whole = self._between(self.floor, None)

    def below(self, meter: float) -> float:
        """How often the meter is below this."""
        with localcontext(_DIGITS):
            return float(self._between(self.floor, Decimal(meter)) / self.whole)

    def missing(self) -> float:
        """What nine tenths of the meter fall short of the floor, on average, counting no excess."""
        with localcontext(_DIGITS):
            kept, total = Decimal(9) / 10, Decimal(0)
            for weight, rate in self.terms:
                start, end = self._at(rate, self.floor), self._at(rate, self.floor / kept)
                total += weight * ((1 - kept) * self.floor * start / rate - kept * (start - end) / rate**2)
            return float(total / self.whole)

    def _between(self, low: Decimal, high: Decimal | None) -> Decimal:
        return sum(
            (weight * (self._at(rate, low) - self._at(rate, high)) / rate for weight, rate in self.terms), Decimal(0)
        )

    def _at(self, rate: Decimal, meter: Decimal | None) -> Decimal:
        return Decimal(0) if meter is None else (self.terms[0][1] * self.floor - rate * meter).exp()


_DIGITS = Context(prec=30)
"""The terms are up to ten million times their sum, which leaves over twenty digits of it."""
_NEGLIGIBLE = Decimal("1e-25")
