"""What surrounds one decision on a meter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.house.meter.model import Meter
from croupier.table.contract import Actor, Reason, Refusal
from croupier.table.meter_terms import MeterClauses, MeterTerms


@dataclass(frozen=True, kw_only=True)
class MeterContext:
    """Who asks and when, the other meters of the house, and the terms that meters are kept by."""

    by: Actor
    at: int
    others: Sequence[Meter]
    terms: MeterTerms

    @property
    def clauses(self) -> MeterClauses:
        """What the book says of meters."""
        return self.terms.clauses

    @property
    def running(self) -> list[Meter]:
        """The other meters that are open."""
        return [each for each in self.others if each.open]

    def lacks_rank(self, clause: str) -> Refusal | None:
        """The refusal for someone below the rank that a clause asks for."""
        book = self.terms.book
        if book.may(self.by.rank, clause):
            return None
        return Refusal(Reason.RANK, (clause,), {"needs": book.clause(clause).authority, "holds": self.by.rank})
