"""PAR sheets and simulations as JSON and CSV: interfaces that other programs read."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

import msgspec

from croupier.odds.estimate import Estimate
from croupier.odds.model import Number, OutcomeLine, ParSheet, WagerAnalysis
from croupier.odds.simulate import Simulation
from croupier.odds.verdict import Verdict


def number(value: Number) -> dict[str, str | float | None]:
    """A number with its exact fraction, or null where there is none.

    >>> number(Fraction(43, 415))["exact"]
    '43/415'
    """
    exact = f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else None
    return {"exact": exact, "value": float(value)}


def plain(value: Number) -> int | float:
    """A number as JSON writes it best: whole when it is whole."""
    return int(value) if value == int(value) else float(value)


def sheet_data(sheet: ParSheet) -> dict[str, Any]:
    """A sheet as plain data."""
    return {
        "game": sheet.game,
        "terms": sheet.terms,
        "wagers": [_wager(wager) for wager in sheet.wagers],
        "together": _wager(sheet.together) if sheet.together else None,
        "notes": list(sheet.notes),
        "seconds": sheet.seconds,
    }


def simulation_data(simulation: Simulation) -> dict[str, Any]:
    """A simulation as plain data."""
    return {
        "game": simulation.sheet.game,
        "terms": simulation.sheet.terms,
        "rounds": simulation.rounds,
        "seed": simulation.seed,
        "wagers": [_estimate(estimate) for estimate in simulation.estimates],
        "seconds": simulation.seconds,
    }


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data."""
    return {
        "game": verdict.sheet.game,
        "terms": verdict.sheet.terms,
        "rounds": verdict.rounds,
        "seed": verdict.seed,
        "agrees": verdict.agrees,
        "disagreements": list(verdict.disagreements),
        "wagers": [_estimate(estimate) for estimate in verdict.estimates],
        "seconds": verdict.seconds,
    }


def as_json(data: dict[str, Any]) -> str:
    """Data as indented JSON text."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def sheet_csv(sheet: ParSheet) -> str:
    """One row for each outcome of each wager, every term in a column of its own."""
    rows = [
        {
            "game": sheet.game,
            **sheet.terms,
            "wager": wager.name,
            "edge_exact": number(wager.edge)["exact"],
            "edge": float(wager.edge),
            "variance": float(wager.variance),
            "hit_rate": float(wager.hit_rate),
            "outcome": line.name,
            "probability_exact": number(line.probability)["exact"],
            "probability": float(line.probability),
            "pays": plain(line.pays),
            "clauses": "; ".join(line.under),
        }
        for wager in sheet.wagers
        for line in wager.outcomes
    ]
    return _table(rows)


def simulation_csv(simulation: Simulation) -> str:
    """One row for each outcome of each wager, counted beside expected."""
    rows = [
        {
            "game": simulation.sheet.game,
            **simulation.sheet.terms,
            "rounds": simulation.rounds,
            "seed": simulation.seed,
            "wager": estimate.exact.name,
            "outcome": line.name,
            "pays": plain(line.pays),
            "count": count,
            "frequency": count / estimate.trials,
            "probability": float(line.probability),
            "z": z,
        }
        for estimate in simulation.estimates
        for line, count, z in zip(estimate.exact.outcomes, estimate.counts, estimate.outcome_z, strict=True)
    ]
    return _table(rows)


def _wager(wager: WagerAnalysis) -> dict[str, Any]:
    return {
        "name": wager.name,
        "edge": number(wager.edge),
        "variance": number(wager.variance),
        "hit_rate": number(wager.hit_rate),
        "outcomes": [_outcome(line) for line in wager.outcomes],
        "strategy": wager.strategy,
    }


def _outcome(line: OutcomeLine) -> dict[str, Any]:
    return {
        "name": line.name,
        "probability": number(line.probability),
        "pays": plain(line.pays),
        "under": list(line.under),
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    low, high = estimate.interval(0.99)
    lines = zip(estimate.exact.outcomes, estimate.counts, estimate.outcome_z, strict=True)
    return {
        "name": estimate.exact.name,
        "trials": estimate.trials,
        "edge": {"exact": None, "value": float(estimate.observed.edge)},
        "interval": {"confidence": 0.99, "low": low, "high": high},
        "expected": number(estimate.exact.edge),
        "z": estimate.z,
        "chi_square_p": estimate.chi_square_p,
        "outcomes": [
            {
                "name": line.name,
                "count": count,
                "frequency": count / estimate.trials,
                "probability": number(line.probability),
                "pays": plain(line.pays),
                "z": z,
            }
            for line, count, z in lines
        ],
    }


def _table(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
