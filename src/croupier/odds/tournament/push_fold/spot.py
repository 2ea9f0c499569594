"""Who plays for what: stacks, blinds and prizes, and what everyone has after each way that a hand can go."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import msgspec

from croupier.odds.tournament.push_fold.orders import NO_LOW, Order

SEATS = {2: ("small blind", "big blind"), 3: ("button", "small blind", "big blind")}
"""Who acts, in turn (CP 8.9.2, 8.17.1)."""


class NoSpot(ValueError):
    """Why nothing can be said of these stacks and blinds."""


class Spot(msgspec.Struct, frozen=True):
    """Two or three players who are the last, in the order in which they act."""

    stacks: tuple[int, ...]
    """Everyone's chips before blinds and antes."""
    small_blind: int
    big_blind: int
    ante: int = 0
    """What everyone adds to the pot."""
    prizes: tuple[int, ...] | None = None
    """In cents, the first place first; without them chips alone count."""

    def __post_init__(self) -> None:
        if len(self.stacks) not in SEATS:
            raise NoSpot("push or fold is worked out for two and for three players")
        if not 0 <= self.small_blind <= self.big_blind or self.big_blind <= 0 or self.ante < 0:
            raise NoSpot("the big blind is at least the small one, and no ante is less than nothing")
        if min(self.stacks) <= self.big_blind + self.ante:
            raise NoSpot("everyone has more than the big blind and the ante: with less there is nothing to choose")
        if self.prizes is None:
            return
        if not self.prizes or len(self.prizes) > len(self.stacks) or min(self.prizes) < 0 or not sum(self.prizes):
            raise NoSpot("there is a prize at least, and no more of them than players")
        if list(self.prizes) != sorted(self.prizes, reverse=True):
            raise NoSpot("a better place has at least the prize of the next")

    @property
    def players(self) -> int:
        """How many are left."""
        return len(self.stacks)

    @property
    def posted(self) -> tuple[int, ...]:
        """What everyone has in the pot before the first act."""
        blinds = (0,) * (self.players - 2) + (self.small_blind, self.big_blind)
        return tuple(blind + self.ante for blind in blinds)

    @property
    def unit(self) -> float:
        """What a big blind is worth: itself in chips, or its part of all the prizes in cents."""
        return float(self.big_blind) if self.prizes is None else sum(self.prizes) * self.big_blind / sum(self.stacks)

    @property
    def before(self) -> tuple[Fraction, ...]:
        """What everyone has before the hand: chips, or cents of prizes."""
        return self._worth(tuple(map(Fraction, self.stacks)))

    def gains(self, inside: Sequence[int], order: Order | None) -> tuple[float, ...]:
        """What everyone gains when these were all in, in big blinds; without an order where one alone was."""
        left = self._worth(alone(self, inside[0]) if order is None else after(self, inside, order))
        return tuple(float(now - then) / self.unit for now, then in zip(left, self.before, strict=True))

    def _worth(self, left: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        return left if self.prizes is None else tuple(prizes_of(left, self.prizes, self.stacks))


def alone(spot: Spot, winner: int) -> tuple[Fraction, ...]:
    """Everyone's chips when all but one were out: that one takes what was posted."""
    posted = spot.posted
    return tuple(
        Fraction(stack + sum(posted) - posted[at] if at == winner else stack - posted[at])
        for at, stack in enumerate(spot.stacks)
    )


def after(spot: Spot, inside: Sequence[int], order: Order) -> tuple[Fraction, ...]:
    """Everyone's chips after a showdown: each pot among those who reach it, halved where one of them has a low."""
    reach = sorted((spot.stacks[each] for each in inside), reverse=True)[1]
    paid = [min(stack, reach) if at in inside else spot.posted[at] for at, stack in enumerate(spot.stacks)]
    has = [Fraction(stack - each) for stack, each in zip(spot.stacks, paid, strict=True)]
    for low, high in pairwise([0, *sorted({paid[each] for each in inside})]):
        pot = sum(min(max(each - low, 0), high - low) for each in paid)
        for each, part in _parts([each for each in inside if paid[each] >= high], order).items():
            has[each] += pot * part
    return tuple(has)


def _parts(of: Sequence[int], order: Order) -> dict[int, Fraction]:
    """The part of a pot that each of these takes."""
    lows = [each for each in of if order.lows[each] != NO_LOW]
    half = Fraction(1, 2) if lows else Fraction(1)
    parts = dict.fromkeys(of, Fraction(0))
    for ranks, among, whole in ((order.highs, of, half), (order.lows, lows, 1 - half)):
        best = [each for each in among if ranks[each] == min(ranks[one] for one in among)]
        for each in best:
            parts[each] += whole / len(best)
    return parts


def prizes_of(left: Sequence[Fraction], prizes: Sequence[int], before: Sequence[int]) -> list[Fraction]:
    """What chips are worth by the Independent Chip Model; who is out has the place that the stack before gives.

    Those out with equal stacks share their places' prizes (ruling 113).
    """
    every = (*prizes, *(0 for _ in range(len(left) - len(prizes))))
    still = [each for each, chips in enumerate(left) if chips]
    found = [Fraction(0) for _ in left]
    for each, worth in zip(still, _drawn([left[each] for each in still], every), strict=True):
        found[each] = worth
    out = sorted((each for each in range(len(left)) if each not in still), key=lambda each: -before[each])
    for each in out:
        same = [place for place, one in enumerate(out, len(still)) if before[one] == before[each]]
        found[each] = Fraction(sum(every[place] for place in same), len(same))
    return found


def _drawn(chips: Sequence[Fraction], prizes: Sequence[int]) -> list[Fraction]:
    """The winner drawn by chips, then the next in the same way among the others."""
    if not chips:
        return []
    total, found = sum(chips), [Fraction(0) for _ in chips]
    for first, held in enumerate(chips):
        others = [each for each in range(len(chips)) if each != first]
        found[first] += held / total * prizes[0]
        rest = _drawn([chips[each] for each in others], prizes[1:])
        for each, worth in zip(others, rest, strict=True):
            found[each] += held / total * worth
    return found
