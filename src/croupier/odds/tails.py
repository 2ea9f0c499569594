"""Tails of distributions, summed in logarithms: however far out one asks, they neither overflow nor go below nought."""

from __future__ import annotations

from collections.abc import Callable
from math import erfc, exp, inf, lgamma, log, log1p, sqrt
from statistics import NormalDist

_NEGLIGIBLE = 1e-17
_HALVINGS = 60
_FAR = 40
"""More than this is never missed altogether."""
EXACTLY_BELOW = 10_000
"""Counts from which a score interval with a correction for whole numbers stands in for the exact one."""


def poisson_tail(count: int, expected: float) -> float:
    """The chance that something rare, expected so often, happens at least so many times.

    >>> round(poisson_tail(3, 1.0), 4), poisson_tail(10**6, 2.0)
    (0.0803, 0.0)
    """
    if count <= 0:
        return 1.0
    if not expected:
        return 0.0
    if count <= expected:
        return max(0.0, 1 - _poisson_below(count, expected))
    term = total = exp(_log_poisson(count, expected))
    while term > total * _NEGLIGIBLE:
        count += 1
        term *= expected / count
        total += term
    return min(1.0, total)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable with whole degrees of freedom exceeds this.

    >>> round(chi_square_tail(11.0705, 5), 4), chi_square_tail(1e9, 400)
    (0.05, 0.0)
    """
    if not freedom or statistic <= 0:
        return 1.0
    if statistic == inf:
        return 0.0
    half = statistic / 2
    tail = erfc(sqrt(half)) if freedom % 2 else 0.0
    shape = (freedom % 2) / 2
    while shape < freedom / 2:
        tail += exp(shape * log(half) - half - lgamma(shape + 1))
        shape += 1
    return min(1.0, tail)


def share_bounds(count: int, trials: int, confidence: float) -> tuple[float, float]:
    """Between which shares the true one lies with this confidence or more, of a count in so many trials.

    Clopper and Pearson's, which is exact: the shares that would give a count as low, or as high, half of the rest of
    the time. Where both the count and its complement are large, Wilson's with a correction for whole numbers.

    >>> low, high = share_bounds(0, 100, 0.99)
    >>> low, round(high, 5) == round(1 - 0.005 ** (1 / 100), 5)
    (0.0, True)
    """
    if 2 * count > trials:
        low, high = share_bounds(trials - count, trials, confidence)
        return 1 - high, 1 - low
    if count >= EXACTLY_BELOW:
        return _score_bounds(count, trials, confidence)
    rest = (1 - confidence) / 2
    # The exact bounds lie near those of the score, which are looked around.
    near, far = _score_bounds(count, trials, confidence) if count else (0.0, min(1.0, _FAR / trials))
    low = 0.0
    if count:
        below = _Binomial(count, trials)
        low = where(lambda share: 1 - below(share) < rest, near / 2, near + 2 * (count / trials - near))
    upto = _Binomial(count + 1, trials)
    return low, where(lambda share: upto(share) > rest, count / trials, min(1.0, 2 * far))


def _score_bounds(count: int, trials: int, confidence: float) -> tuple[float, float]:
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    found = []
    for corrected, sign in ((count - 0.5, -1), (count + 0.5, 1)):
        share = corrected / trials
        middle = share + z * z / (2 * trials)
        reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
        found.append((middle + sign * reach) / (1 + z * z / trials))
    return found[0], found[1]


def where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The number up to which something holds, between two."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return (low + high) / 2


class _Binomial:
    """The chance of fewer than so many in so many trials, by the share of those that count."""

    def __init__(self, count: int, trials: int) -> None:
        self.most, self.trials = count - 1, trials
        self.ways = sum(log((trials - fewer) / (fewer + 1)) for fewer in range(self.most))

    def __call__(self, share: float) -> float:
        if not 0 < share < 1:
            return float(self.most >= self.trials * share)
        odds = (1 - share) / share
        first = self.ways + self.most * log(share) + (self.trials - self.most) * log1p(-share)
        term = total = 1.0
        for fewer in range(self.most, 0, -1):
            ratio = fewer / (self.trials - fewer + 1) * odds
            term *= ratio
            total += term
            if ratio < 1 and term < total * _NEGLIGIBLE:
                break
        return min(1.0, exp(first + log(total)))


def _poisson_below(count: int, expected: float) -> float:
    logs = [_log_poisson(fewer, expected) for fewer in range(count)]
    largest = max(logs)
    return exp(largest) * sum(exp(each - largest) for each in logs)


def _log_poisson(count: int, expected: float) -> float:
    return count * log(expected) - expected - lgamma(count + 1)
