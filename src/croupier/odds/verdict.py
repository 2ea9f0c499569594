"""What a table paid, held against what its PAR sheet says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import ceil

import msgspec
from msgspec.structs import replace

from croupier.odds.estimate import EXPECTED_AT_LEAST, Estimate, poisson_tail
from croupier.odds.model import Number, ParSheet, WagerAnalysis

STANDARD_ERRORS = 4
"""Farther than this from its exact chance, an outcome's frequency is not put down to luck (1 in 16,000)."""

UNLIKELY = 1e-4
"""The same for all outcomes of a wager at once, by chi-square, and for one too rare to have a standard error."""

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


class Verdict(msgspec.Struct, frozen=True):
    """Whether a table agrees with its sheet, and each point on which it does not."""

    sheet: ParSheet
    rounds: int
    seed: int
    estimates: tuple[Estimate, ...]
    disagreements: tuple[str, ...]
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


def judge(sheet: ParSheet, tally: Counter[Seen], *, rounds: int, seed: int, seconds: float) -> Verdict:
    """Compare a tally with the sheet: what was paid must agree exactly, how often within reason."""
    pays = {(wager.name, line.name): line.pays for wager in sheet.wagers for line in wager.outcomes}
    wrong = [
        f"{seen.wager} on {seen.outcome}: the table paid {seen.pays}, the sheet says {pays.get(_key(seen), 'nothing')}"
        for seen in sorted({replace(seen, trial=True) for seen in tally}, key=lambda seen: (*_key(seen), seen.pays))
        if pays.get(_key(seen)) != seen.pays
    ]
    counts: Counter[tuple[str, str]] = Counter()
    for seen, count in tally.items():
        counts[_key(seen)] += count if seen.trial else 0
    estimates = []
    for wager in sheet.wagers:
        counted = tuple(counts[wager.name, line.name] for line in wager.outcomes)
        if not any(counted):
            wrong.append(f"{wager.name}: no wager was settled")
            continue
        estimate = Estimate(wager, counted)
        wrong += _unlikely(wager, estimate)
        estimates.append(estimate)
    return Verdict(sheet, rounds, seed, tuple(estimates), tuple(wrong), seconds)


def _key(seen: Seen) -> tuple[str, str]:
    return seen.wager, seen.outcome


def _unlikely(wager: WagerAnalysis, estimate: Estimate) -> list[str]:
    found = []
    for line, (expected, count), z in zip(wager.outcomes, estimate.cells, estimate.outcome_z, strict=True):
        came_up = f"{wager.name}: {line.name} came up {count} times in {estimate.trials}"
        if min(expected, estimate.trials - expected) >= EXPECTED_AT_LEAST:
            if abs(z) > STANDARD_ERRORS:
                found.append(f"{came_up}, {z:+.1f} standard errors off")
        elif poisson_tail(count, expected) < UNLIKELY:
            found.append(f"{came_up}, where {expected:.2g} were to be expected")
    if estimate.chi_square_p < UNLIKELY:
        found.append(f"{wager.name}: the outcomes' frequencies have a chance of {estimate.chi_square_p:.1e}")
    return found
