"""What each entrant's chips are worth in prizes, and how those who are left might share them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from croupier.odds.tournament.finishing import chances


class Entrant(msgspec.Struct, frozen=True):
    """Who is still in, with how many chips."""

    name: str
    chips: int


class Standing(msgspec.Struct, frozen=True):
    """What an entrant's chips come to."""

    entrant: Entrant
    part: Fraction
    """Their part of all chips, which is their chance of the first place."""
    worth: float
    """What they win on average, in cents, by the Independent Chip Model."""
    deal: int
    """The same as a deal, in cents."""
    by_chips: int
    """What a deal by chips gives them, in cents."""
    finishes: tuple[float, ...]
    """Their chance of each place that has a prize."""


class Worth(msgspec.Struct, frozen=True):
    """What everyone's chips are worth of the prizes that are left."""

    prizes: tuple[int, ...]
    """In cents, the first place first."""
    standings: tuple[Standing, ...]
    """In the order in which the entrants were named."""


class CannotShare(ValueError):
    """Why these prizes cannot be shared among these entrants."""


def worth(entrants: Sequence[Entrant], prizes: Sequence[int]) -> Worth:
    """What each of the entrants' chips are worth, if nobody plays better than another.

    >>> found = worth([Entrant("Ann", 5000), Entrant("Bob", 3000), Entrant("Cy", 2000)], [50_00, 30_00, 20_00])
    >>> [each.deal for each in found.standings]
    [3840, 3275, 2885]
    """
    _check(entrants, prizes)
    chips = sum(each.chips for each in entrants)
    table = chances([each.chips for each in entrants], len(prizes))
    worths = [float(row @ prizes) for row in table]
    order = _from_the_first_down(entrants)
    deals = shared(sum(prizes), worths, order)
    by_chips = _by_chips(entrants, prizes, order)
    standings = [
        Standing(each, Fraction(each.chips, chips), worths[at], deals[at], by_chips[at], tuple(map(float, table[at])))
        for at, each in enumerate(entrants)
    ]
    return Worth(tuple(prizes), tuple(standings))


def shared(cents: int, parts: Sequence[float | Fraction], order: Sequence[int]) -> list[int]:
    """Cents in proportion to parts, cut to the cent; what is left over goes one each in this order (ruling 97)."""
    total = sum(parts)
    cut = [int(part * cents / total + (0 if isinstance(part, Fraction) else _NOISE)) for part in parts]
    over = cents - sum(cut)
    for turn in range(over):
        cut[order[turn % len(order)]] += 1
    return cut


_NOISE = 1e-7
"""Of a cent: so much less than a whole one is a whole one that a sum of floating numbers came short of."""


def _by_chips(entrants: Sequence[Entrant], prizes: Sequence[int], order: Sequence[int]) -> list[int]:
    """Everyone has the prize of the last place that one of them must take; the rest goes by chips."""
    sure = prizes[len(entrants) - 1] if len(prizes) == len(entrants) else 0
    rest = shared(sum(prizes) - sure * len(entrants), [Fraction(each.chips) for each in entrants], order)
    return [sure + each for each in rest]


def _from_the_first_down(entrants: Sequence[Entrant]) -> list[int]:
    """Their places as they stand: most chips first, of equals whoever was named first."""
    return sorted(range(len(entrants)), key=lambda at: -entrants[at].chips)


def _check(entrants: Sequence[Entrant], prizes: Sequence[int]) -> None:
    if not entrants:
        raise CannotShare("nobody is left to share the prizes")
    for each in entrants:
        if each.chips <= 0:
            raise CannotShare(f"{each.name} has no chips")
    names = [each.name for each in entrants]
    twice = next((name for name in names if names.count(name) > 1), None) if len(set(names)) < len(names) else None
    if twice is not None:
        raise CannotShare(f"{twice} is named twice")
    if not prizes:
        raise CannotShare("there are no prizes")
    if len(prizes) > len(entrants):
        raise CannotShare(f"there are {len(prizes)} prizes for {len(entrants)} entrants")
    if any(each < 0 for each in prizes) or not sum(prizes):
        raise CannotShare("a prize is an amount of money")
    if list(prizes) != sorted(prizes, reverse=True):
        raise CannotShare("a better place has at least the prize of the next")
