"""What a table paid, held against what its PAR sheet says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import ceil, sqrt
from statistics import NormalDist

import msgspec
from msgspec.structs import replace

from croupier.odds.estimate import EXPECTED_AT_LEAST, Estimate
from croupier.odds.model import Number, OutcomeLine, ParSheet, WagerAnalysis
from croupier.odds.tails import poisson_tail, where

STANDARD_ERRORS = 4
"""Farther than this from its exact chance, an outcome's frequency is not put down to luck (1 in 16,000)."""

UNLIKELY = 1e-4
"""The same for all outcomes of a wager at once, by chi-square, and for one too rare to have a standard error."""

POWER = 0.9
"""What a run could have missed is what fewer than this share of such runs would find."""

_SURELY = NormalDist().inv_cdf(POWER)

RARELY = Fraction(1, 200)
"""Outcomes that together come up no oftener than this need not be waited for: they are judged one by one."""


class Seen(msgspec.Struct, frozen=True):
    """One way a wager was seen to end: its name, the outcome's, and the net gain of a unit.

    A wager decided by the same cards as another is no trial of its own, and tells of what is paid but not how often.
    """

    wager: str
    outcome: str
    pays: Fraction
    trial: bool = True


class Missable(msgspec.Struct, frozen=True):
    """What a run of this length could have missed of one outcome.

    A true chance above `caught_above`, or below `caught_below`, would have been found in POWER of such runs; there is
    nothing below where it is so rare that its never coming up could be luck, and nothing at all where it is so common
    that the others tell all there is. What it pays was seen `seen` times, and
    is not known to be right where that is never.
    """

    wager: str
    outcome: str
    chance: Number
    seen: int
    caught_below: float | None
    caught_above: float | None
    edge_off: float
    """How far the edge would be off by the largest chance that might not be caught, the others in proportion."""

    @property
    def unseen(self) -> bool:
        """Whether it never came up, so that nothing is known of what it pays."""
        return not self.seen


class Verdict(msgspec.Struct, frozen=True):
    """Whether a table agrees with its sheet, each point on which it does not, and what may have been missed."""

    sheet: ParSheet
    rounds: int
    seed: int
    estimates: tuple[Estimate, ...]
    disagreements: tuple[str, ...]
    missable: tuple[Missable, ...]
    seconds: float

    @property
    def agrees(self) -> bool:
        """Whether every wager was paid as the sheet says and came up as often as it should."""
        return not self.disagreements


def trials_needed(sheet: ParSheet) -> int:
    """How many of each wager must be settled before the frequencies of all but its rarest outcomes can be judged."""
    return max(ceil(EXPECTED_AT_LEAST / _rarest_that_counts(wager)) for wager in sheet.wagers)


def _rarest_that_counts(wager: WagerAnalysis) -> Number:
    chances = sorted(line.probability for line in wager.outcomes)
    return next(chance for chance, upto in zip(chances, accumulate(chances), strict=True) if upto > RARELY)


def judge(
    sheet: ParSheet, tally: Counter[Seen], *, rounds: int, seed: int, seconds: float, faults: tuple[str, ...] = ()
) -> Verdict:
    """Compare a tally with the sheet: what was paid must agree exactly, how often within reason.

    `faults` are what else was wrong with the table, if it could not go on.
    """
    wrong = [*faults, *_paid_otherwise(sheet, tally)]
    counts: Counter[tuple[str, str]] = Counter()
    looked_at: Counter[tuple[str, str]] = Counter()
    for seen, count in tally.items():
        looked_at[_key(seen)] += count
        counts[_key(seen)] += count if seen.trial else 0
    estimates, missable = list[Estimate](), list[Missable]()
    for wager in sheet.wagers:
        counted = tuple(counts[wager.name, line.name] for line in wager.outcomes)
        if not any(counted):
            wrong.append(f"{wager.name}: no wager was settled")
            continue
        estimate = Estimate(wager, counted)
        wrong += _unlikely(wager, estimate)
        estimates.append(estimate)
        missable += [
            _missable(wager, line, looked_at[wager.name, line.name], estimate.trials) for line in wager.outcomes
        ]
    return Verdict(sheet, rounds, seed, tuple(estimates), tuple(wrong), tuple(missable), seconds)


def _paid_otherwise(sheet: ParSheet, tally: Counter[Seen]) -> list[str]:
    pays = {(wager.name, line.name): line.pays for wager in sheet.wagers for line in wager.outcomes}
    return [
        f"{seen.wager} on {seen.outcome}: the table paid {seen.pays}, the sheet says {pays.get(_key(seen), 'nothing')}"
        for seen in sorted({replace(seen, trial=True) for seen in tally}, key=lambda seen: (*_key(seen), seen.pays))
        if pays.get(_key(seen)) != seen.pays
    ]


def _missable(wager: WagerAnalysis, line: OutcomeLine, seen: int, trials: int) -> Missable:
    chance, edge = float(line.probability), float(wager.edge)
    expected = chance * trials
    below = above = None
    if min(expected, trials - expected) >= EXPECTED_AT_LEAST:
        above = _caught_above(chance, trials)
        below = 1 - _caught_above(1 - chance, trials) if chance > STANDARD_ERRORS * _error(chance, trials) else None
    elif expected < EXPECTED_AT_LEAST:
        above = _caught_rarely(expected, trials)
    # The other outcomes make room in proportion, so that the gain of this one takes the place of their average.
    off = 0.0 if above is None else (above - chance) * abs(float(line.pays) + edge) / (1 - chance)
    return Missable(wager.name, line.name, line.probability, seen, below, above, off)


def _caught_above(chance: float, trials: int) -> float:
    """The least chance whose frequency is, POWER of the time, too many standard errors above what it should be."""
    limit = chance + STANDARD_ERRORS * _error(chance, trials)
    return where(lambda true: true - _SURELY * _error(true, trials) < limit, chance, 1.0)


def _caught_rarely(expected: float, trials: int) -> float:
    """The same of something too rare for standard errors: it must come up at least as often as luck hardly allows."""
    enough = 1
    while poisson_tail(enough, expected) >= UNLIKELY:
        enough += 1
    return min(1.0, where(lambda often: poisson_tail(enough, often) < POWER, 0.0, 100.0 + 10 * enough) / trials)


def _error(chance: float, trials: int) -> float:
    return sqrt(max(0.0, chance * (1 - chance)) / trials)


def _key(seen: Seen) -> tuple[str, str]:
    return seen.wager, seen.outcome


def _unlikely(wager: WagerAnalysis, estimate: Estimate) -> list[str]:
    found = []
    for line, (expected, count), z in zip(wager.outcomes, estimate.cells, estimate.outcome_z, strict=True):
        came_up = f"{wager.name}: {line.name} came up {count} times in {estimate.trials}"
        if min(expected, estimate.trials - expected) >= EXPECTED_AT_LEAST:
            if abs(z) > STANDARD_ERRORS:
                found.append(f"{came_up}, {z:+.1f} standard errors off")
        elif expected < EXPECTED_AT_LEAST and poisson_tail(count, expected) < UNLIKELY:
            found.append(f"{came_up}, where {expected:.2g} were to be expected")
    if estimate.chi_square_p < UNLIKELY:
        found.append(f"{wager.name}: the outcomes' frequencies have a chance of {estimate.chi_square_p:.1e}")
    return found
