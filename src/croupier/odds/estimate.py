"""Counts of a wager's outcomes, measured against its exact analysis."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import copysign, inf, sqrt

import msgspec
from msgspec.structs import replace

from croupier.odds.model import Number, WagerAnalysis
from croupier.odds.tails import chi_square_tail, share_bounds

EXPECTED_AT_LEAST = 5
"""How often an outcome must be expected before its standard error or a chi-square means anything."""

Cell = tuple[float, int]
"""How often something was expected, and how often it was counted."""


class Estimate(msgspec.Struct, frozen=True):
    """How often each outcome of a wager came up; `counts` follow the order of the exact outcomes."""

    exact: WagerAnalysis
    counts: tuple[int, ...]

    @property
    def trials(self) -> int:
        """How many wagers were settled."""
        return sum(self.counts)

    @property
    def observed(self) -> WagerAnalysis:
        """The analysis that the observed frequencies would give."""
        lines = zip(self.exact.outcomes, self.counts, strict=True)
        return replace(
            self.exact,
            outcomes=tuple(replace(line, probability=Fraction(count, self.trials)) for line, count in lines),
        )

    def interval(self, confidence: float = 0.99) -> tuple[float, float]:
        """Where the edge lies with this confidence, judged by the counts and what each outcome pays.

        A gain is the least there is and every step above it that is reached, so the mean is made of the chances to
        reach each step. Each has its own bounds, exact however rarely it is reached; the bounds of the sum are as far
        from what was observed as those of its parts together, which rise and fall with one another because who reaches
        a step has reached all below it. Where every count is large, that is the familiar normal interval.
        """
        steps = self._steps(confidence)
        below = _together([(share, rise * (share - low)) for share, rise, low, _ in steps], self.trials)
        above = _together([(share, rise * (high - share)) for share, rise, _, high in steps], self.trials)
        edge = float(self.observed.edge)
        return edge - above, edge + below

    def _steps(self, confidence: float) -> list[tuple[float, float, float, float]]:
        """For each gain but the least: how often it or more was gained, its rise over the next lower, and bounds."""
        counted: dict[Number, int] = {}
        for line, count in zip(self.exact.outcomes, self.counts, strict=True):
            counted[line.pays] = counted.get(line.pays, 0) + count
        gains = sorted(counted)
        found, reached = [], 0
        for lower, gain in reversed(list(pairwise(gains))):
            reached += counted[gain]
            found.append((reached / self.trials, float(gain - lower), *share_bounds(reached, self.trials, confidence)))
        return found

    @property
    def z(self) -> float:
        """How many standard errors the observed edge lies above the exact one."""
        return _standard_errors(float(self.observed.edge - self.exact.edge), float(self.exact.variance), self.trials)

    @property
    def outcome_z(self) -> tuple[float, ...]:
        """The same for each outcome's frequency."""
        return tuple(
            _standard_errors(
                float(seen.probability - line.probability), _bernoulli(float(line.probability)), self.trials
            )
            for line, seen in zip(self.exact.outcomes, self.observed.outcomes, strict=True)
        )

    @property
    def chi_square_p(self) -> float:
        """The chance of counts at least this far from the exact ones (Pearson's chi-square, rare outcomes pooled)."""
        cells = self.cells
        if any(count and not expected for expected, count in cells):
            return 0.0
        pools = pooled(cell for cell in cells if cell[0])
        return chi_square_tail(sum((n - e) ** 2 / e for e, n in pools), len(pools) - 1)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Each outcome's expected and counted number."""
        lines = zip(self.exact.outcomes, self.counts, strict=True)
        return tuple((float(line.probability) * self.trials, count) for line, count in lines)


def pooled(cells: Iterable[Cell]) -> list[Cell]:
    """Cells taken together, the rarest first, until each pool is expected often enough.

    >>> pooled([(90.0, 88), (3.0, 4), (2.5, 2), (4.5, 6)])
    [(5.5, 6), (94.5, 94)]
    """
    pools, expected, counted = list[Cell](), 0.0, 0
    for each, count in sorted(cells):
        expected, counted = expected + each, counted + count
        if expected >= EXPECTED_AT_LEAST:
            pools.append((expected, counted))
            expected, counted = 0.0, 0
    if expected:
        last = pools.pop() if pools else (0.0, 0)
        pools.append((last[0] + expected, last[1] + counted))
    return pools


def _together(parts: list[tuple[float, float]], trials: int) -> float:
    """How far a sum may be off, of parts that may each be off so far; each is a share of the trials, the rarest first.

    Whoever is counted in a rarer part is counted in every commoner one: that gives how closely two are correlated.
    Half a trial more or less keeps shares of none and of all within reason.
    """
    kept = [((share * trials + 0.5) / (trials + 1), off) for share, off in parts]
    total = 0.0
    for place, (rare, off) in enumerate(kept):
        total += off * off
        for common, other in kept[place + 1 :]:
            total += 2 * off * other * sqrt(rare * (1 - common) / (common * (1 - rare)))
    return sqrt(total)


def _bernoulli(chance: float) -> float:
    return chance * (1 - chance)


def _standard_errors(difference: float, variance: float, trials: int) -> float:
    if not variance:
        return copysign(inf, difference) if difference else 0.0
    return difference / sqrt(variance / trials)
