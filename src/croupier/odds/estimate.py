"""Counts of a wager's outcomes, measured against its exact analysis."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import copysign, erfc, exp, factorial, gamma, inf, sqrt
from statistics import NormalDist

import msgspec
from msgspec.structs import replace

from croupier.odds.model import WagerAnalysis

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
        """Where the edge lies with this confidence, judged by the observed results alone."""
        observed = self.observed
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(observed.variance / self.trials)
        return float(observed.edge) - reach, float(observed.edge) + reach

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


def poisson_tail(count: int, expected: float) -> float:
    """The chance that something rare, expected so often, happens at least so many times.

    >>> round(poisson_tail(3, 1.0), 4)
    0.0803
    """
    return 1 - sum(exp(-expected) * expected**fewer / factorial(fewer) for fewer in range(count))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable with whole degrees of freedom exceeds this.

    >>> round(chi_square_tail(11.0705, 5), 4)
    0.05
    """
    if not freedom:
        return 1.0
    half = statistic / 2
    shape = Fraction(freedom % 2, 2)
    tail = erfc(sqrt(half)) if shape else 0.0
    while shape < Fraction(freedom, 2):
        tail += half ** float(shape) * exp(-half) / gamma(float(shape) + 1)
        shape += 1
    return tail


def _bernoulli(chance: float) -> float:
    return chance * (1 - chance)


def _standard_errors(difference: float, variance: float, trials: int) -> float:
    if not variance:
        return copysign(inf, difference) if difference else 0.0
    return difference / sqrt(variance / trials)
