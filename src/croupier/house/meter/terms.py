"""The terms that the house keeps its meters by: those of the one game whose wagers feed meters."""

from __future__ import annotations

from functools import cache

from croupier.games import game, with_part
from croupier.table.meter_terms import MeterTerms


@cache
def meter_terms() -> MeterTerms:
    """What a book says of prize meters, as its game provides it."""
    modules = [game(name).part("meter_terms") for name in with_part("meter_terms")]
    found: list[MeterTerms] = [module.METER_TERMS for module in modules if module is not None]
    if len(found) != 1:
        raise LookupError(f"meters are kept by the terms of one game, and {len(found)} provide some")
    return found[0]
