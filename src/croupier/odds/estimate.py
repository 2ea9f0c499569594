"""Counts of a wager's outcomes, measured against its exact analysis."""

from __future__ import annotations

from fractions import Fraction
from math import copysign, erfc, exp, gamma, inf, sqrt
from statistics import NormalDist

import msgspec
from msgspec.structs import replace

from croupier.odds.model import WagerAnalysis


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
        """The chance of counts at least this far from the exact ones (Pearson's chi-square)."""
        pairs = [
            (float(line.probability) * self.trials, count)
            for line, count in zip(self.exact.outcomes, self.counts, strict=True)
        ]
        if any(count and not expected for expected, count in pairs):
            return 0.0
        possible = [(expected, count) for expected, count in pairs if expected]
        return chi_square_tail(sum((n - e) ** 2 / e for e, n in possible), len(possible) - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable with whole degrees of freedom exceeds this.

    >>> round(chi_square_tail(11.0705, 5), 4)
    0.05
    """
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
