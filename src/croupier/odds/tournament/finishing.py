"""How likely each entrant finishes in each place, by the Independent Chip Model.

The model says that the winner is drawn with chances in proportion to the chips, the second in the same way among the
others, and so on. The same order comes about when each entrant's clock rings after a time that is exponential with the
chips as its rate: an entrant is in place k when k - 1 others have rung before. So no orders need be counted: one
integral over time tells all places of all entrants, and takes as long for a thousand of them as they have places.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

CLOSE_ENOUGH = 1e-13
"""How little the chances may move when the steps are halved, for the integral to be taken."""

COARSEST = 0.125
MOST_HALVINGS = 7
_FIRST = -3.75
"""Where the integral begins, on the scale of `_time`: before it nobody has rung who is not alone in the tournament."""
_RUNG = 42.0
"""So many average times after its own an entrant has rung for certain, as far as numbers can tell."""


class TooSpread(ValueError):
    """The chips are of so different sizes that the integral cannot be taken closely enough."""


def chances(stacks: Sequence[int], places: int | None = None) -> NDArray[np.float64]:
    """The chance of each entrant (a row) to finish in each of the first places (a column).

    >>> chances([2, 1, 1]).round(4).tolist()
    [[0.5, 0.3333, 0.1667], [0.25, 0.3333, 0.4167], [0.25, 0.3333, 0.4167]]
    """
    if not stacks or min(stacks) <= 0:
        raise ValueError("everyone who is compared has chips")
    wanted = len(stacks) if places is None else min(places, len(stacks))
    held, same = np.unique(np.array(stacks, np.float64), return_inverse=True)
    often = np.bincount(same).astype(np.int64)
    rates = held / held.sum()
    last = float(np.log(_RUNG / rates.min())) + 0.5
    step, before = COARSEST, np.zeros((len(held), wanted))
    total = _integrate(rates, often, wanted, _points(step, last, 0.0))
    for _ in range(MOST_HALVINGS):
        found = total * step
        if float(np.abs(found - before).max()) < CLOSE_ENOUGH:
            return np.asarray(found[same])
        before = found
        total = total + _integrate(rates, often, wanted, _points(step, last, step / 2))
        step /= 2
    raise TooSpread("these chips are of too different sizes to be compared")


def _points(step: float, last: float, shift: float) -> NDArray[np.float64]:
    """The points of the scale at which the integrand is taken."""
    return np.arange(_FIRST + shift, last, step)


@njit(cache=True, nogil=True)
def _integrate(rates, often, places, points):  # type: ignore[no-untyped-def]
    """The sum of the integrand over points of a scale on which it dies away quickly at both ends.

    Entrants with equal chips are one row, and `often` says how many they are.
    """
    entrants = often.sum()
    total = np.zeros((len(rates), places))
    rung = np.empty(len(rates))
    many = np.empty(entrants + 1)
    others = np.empty(entrants + 1)
    for point in points:
        time = np.exp(point - np.exp(-point))
        expected = 0.0
        for each in range(len(rates)):
            rung[each] = -np.expm1(-rates[each] * time)
            expected += often[each] * rung[each]
        if expected > places and (expected - places) ** 2 > 100.0 * expected:
            continue  # by now all these places are taken
        width = int(min(entrants, expected + 12.0 * np.sqrt(expected) + 48.0))
        _how_many(rung, often, width, many)
        for each in range(len(rates)):
            weight = time * (1.0 + np.exp(-point)) * rates[each] * np.exp(-rates[each] * time)
            if weight < 1e-22:
                continue
            _without_one(many, rung[each], rates[each] * time, width, others)
            for place in range(min(places, width)):
                total[each, place] += weight * others[place]
    return total


@njit(cache=True, nogil=True)
def _how_many(rung, often, width, many):  # type: ignore[no-untyped-def]
    """The chance that 0, 1, … `width` of all have rung."""
    many[: width + 1] = 0.0
    many[0] = 1.0
    top = 0
    for each in range(len(rung)):
        has, has_not = rung[each], 1.0 - rung[each]
        for _ in range(often[each]):
            top = min(top + 1, width)
            for number in range(top, 0, -1):
                many[number] = many[number] * has_not + many[number - 1] * has
            many[0] *= has_not


@njit(cache=True, nogil=True)
def _without_one(many, has, waited, width, others):  # type: ignore[no-untyped-def]
    """The same without one of them, taken out from the end at which errors die away instead of growing."""
    if has <= 0.5:
        has_not = np.exp(-waited)
        before = 0.0
        for number in range(width + 1):
            before = (many[number] - has * before) / has_not
            others[number] = before
    else:
        has_not = np.exp(-waited)
        after = 0.0
        others[width] = 0.0
        for number in range(width, 0, -1):
            after = (many[number] - has_not * after) / has
            others[number - 1] = after
