"""PAR sheets and simulations as JSON and CSV: interfaces that other programs read."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from croupier.odds.estimate import Estimate
from croupier.odds.model import Number, OutcomeLine, ParSheet, WagerAnalysis
from croupier.odds.origin import origin, origin_columns
from croupier.odds.simulate import Simulation
from croupier.odds.verdict import POWER, Missable, Verdict


def number(value: Number) -> dict[str, str | float | None]:
    """A number with its exact fraction, or null where there is none.

    >>> number(Fraction(43, 415))["exact"], number(Fraction(10, 3)), number(0.5)["exact"]
    ('43/415', {'exact': '10/3', 'value': 3.3333333333333335}, None)
    """
    exact = f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction | int) else None
    return {"exact": exact, "value": float(value)}


def sheet_data(sheet: ParSheet) -> dict[str, Any]:
    """A sheet as plain data."""
    return {
        "game": sheet.game,
        **origin(sheet),
        "terms": sheet.terms,
        "wagers": [_wager(wager) for wager in sheet.wagers],
        "together": _wager(sheet.together) if sheet.together else None,
        "notes": list(sheet.notes),
    }


def simulation_data(simulation: Simulation) -> dict[str, Any]:
    """A simulation as plain data."""
    return {
        "game": simulation.sheet.game,
        **origin(simulation.sheet),
        "terms": simulation.sheet.terms,
        "rounds": simulation.rounds,
        "seed": simulation.seed,
        "wagers": [_estimate(estimate) for estimate in simulation.estimates],
    }


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data."""
    return {
        "game": verdict.sheet.game,
        **origin(verdict.sheet),
        "terms": verdict.sheet.terms,
        "rounds": verdict.rounds,
        "seed": verdict.seed,
        "agrees": verdict.agrees,
        "disagreements": list(verdict.disagreements),
        "missable": {"power": POWER, "outcomes": [_missable(each) for each in verdict.missable]},
        "wagers": [_estimate(estimate) for estimate in verdict.estimates],
    }


def as_json(data: dict[str, Any]) -> str:
    """Data as indented JSON text."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def sheet_csv(sheet: ParSheet, more: Sequence[Mapping[str, str]] = ()) -> str:
    """One row for each outcome of each wager, every term in a column of its own; then what more the game has.

    Those rows have the same terms, and may have columns of their own.
    """
    same = {"game": sheet.game, **sheet.terms, **origin_columns(sheet)}
    rows: list[dict[str, Any]] = [
        {
            **same,
            "wager": wager.name,
            "edge_exact": number(wager.edge)["exact"],
            "edge": float(wager.edge),
            "variance": float(wager.variance),
            "hit_rate": float(wager.hit_rate),
            "outcome": line.name,
            "probability_exact": number(line.probability)["exact"],
            "probability": float(line.probability),
            "pays_exact": number(line.pays)["exact"],
            "pays": _short(line.pays),
            "clauses": "; ".join(line.under),
        }
        for wager in sheet.wagers
        for line in wager.outcomes
    ]
    names = dict.fromkeys(name for row in (*rows, *more) for name in row)
    return _table([dict.fromkeys(names, "") | row for row in (*rows, *({**same, **row} for row in more))])


def simulation_csv(simulation: Simulation) -> str:
    """One row for each outcome of each wager, counted beside expected."""
    rows = [
        {
            "game": simulation.sheet.game,
            **simulation.sheet.terms,
            **origin_columns(simulation.sheet),
            "rounds": simulation.rounds,
            "seed": simulation.seed,
            "wager": estimate.exact.name,
            "outcome": line.name,
            "pays_exact": number(line.pays)["exact"],
            "pays": _short(line.pays),
            "count": count,
            "frequency": count / estimate.trials,
            "probability": float(line.probability),
            "z": z,
        }
        for estimate in simulation.estimates
        for line, count, z in zip(estimate.exact.outcomes, estimate.counts, estimate.outcome_z, strict=True)
    ]
    return _table(rows)


def _short(value: Number) -> int | float:
    """A number as a table writes it best: whole when it is whole."""
    return int(value) if value == int(value) else float(value)


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
        "pays": number(line.pays),
        "under": list(line.under),
    }


def _missable(each: Missable) -> dict[str, Any]:
    return {
        "wager": each.wager,
        "outcome": each.outcome,
        "chance": number(each.chance),
        "seen": each.seen,
        "caught_below": each.caught_below,
        "caught_above": each.caught_above,
        "edge_off": each.edge_off,
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    low, high = estimate.interval(0.99)
    lines = zip(estimate.exact.outcomes, estimate.counts, estimate.outcome_z, strict=True)
    return {
        "name": estimate.exact.name,
        "trials": estimate.trials,
        "edge": number(estimate.observed.edge),
        "interval": {"confidence": 0.99, "low": low, "high": high},
        "expected": number(estimate.exact.edge),
        "z": estimate.z,
        "chi_square_p": estimate.chi_square_p,
        "outcomes": [
            {
                "name": line.name,
                "count": count,
                "frequency": number(Fraction(count, estimate.trials)),
                "probability": number(line.probability),
                "pays": number(line.pays),
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
