"""What a table paid, held against what its PAR sheet says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil

import msgspec

from croupier.odds.estimate import Estimate
from croupier.odds.model import ParSheet, WagerAnalysis

STANDARD_ERRORS = 4
"""Farther than this from its exact chance, an outcome's frequency is not put down to luck (1 in 16,000)."""

UNLIKELY = 1e-4
"""The same for all outcomes of a wager at once, by chi-square."""


EXPECTED_AT_LEAST = 5
"""How often each outcome must be expected before standard errors and chi-square mean anything."""


class Seen(msgspec.Struct, frozen=True):
    """One way a wager was seen to end: its name, the outcome's, and the net gain of a unit."""

    wager: str
    outcome: str
    pays: Fraction


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
    """How many wagers must be settled before their frequencies can be judged."""
    rarest = min(line.probability for wager in sheet.wagers for line in wager.outcomes if line.probability)
    return ceil(EXPECTED_AT_LEAST / rarest)


def judge(sheet: ParSheet, tally: Counter[Seen], *, rounds: int, seed: int, seconds: float) -> Verdict:
    """Compare a tally with the sheet: what was paid must agree exactly, how often within reason."""
    pays = {(wager.name, line.name): line.pays for wager in sheet.wagers for line in wager.outcomes}
    wrong = [
        f"{seen.wager} on {seen.outcome}: the table paid {seen.pays}, the sheet says {pays.get(_key(seen), 'nothing')}"
        for seen in sorted(tally, key=_key)
        if pays.get(_key(seen)) != seen.pays
    ]
    counts: Counter[tuple[str, str]] = Counter()
    for seen, count in tally.items():
        counts[_key(seen)] += count
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
    found = [
        f"{wager.name}: {line.name} came up {count} times in {estimate.trials}, {z:+.1f} standard errors off"
        for line, count, z in zip(wager.outcomes, estimate.counts, estimate.outcome_z, strict=True)
        if abs(z) > STANDARD_ERRORS
    ]
    if estimate.chi_square_p < UNLIKELY:
        found.append(f"{wager.name}: the outcomes' frequencies have a chance of {estimate.chi_square_p:.1e}")
    return found
