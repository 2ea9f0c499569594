"""What a book is made of: clauses with the lowest rank each allows, a ladder of ranks, and rulings beside them."""

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, get_args

import msgspec

Kind = Literal[
    "authority",
    "cards",
    "conduct",
    "deal",
    "decision",
    "definition",
    "dispute",
    "equipment",
    "general",
    "irregularity",
    "jackpot",
    "limit",
    "notice",
    "paytable",
    "settlement",
    "shuffle",
    "tournament",
    "wager",
]
Met = Literal["enforced", "recorded", "shown", "physical", "open"]

MEETINGS: tuple[Met, ...] = get_args(Met)
"""The ways a clause can be met, in the order in which reports list them."""

OPEN_TO_ALL = frozenset({"none", "player"})
"""Authorities that shut nobody out: a clause without an actor, and one that any player may use."""


NEAR_MATCHES = 5


class UnknownClause(LookupError):
    """A citation of a clause or ruling that no book has; `near` lists citations that may have been meant."""

    def __init__(self, wanted: str, near: tuple[str, ...] = ()) -> None:
        self.wanted = wanted
        self.near = near
        hint = f"; perhaps {', '.join(near)}" if near else ""
        super().__init__(f"no clause or ruling is cited as {wanted!r}{hint}")


def close_matches(wanted: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the few known names most like the wanted one, whatever their case, the likest first."""
    import difflib

    by_lower = {name.lower(): name for name in known}
    return tuple(by_lower[like] for like in difflib.get_close_matches(wanted.lower(), by_lower, n=NEAR_MATCHES))


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a book: what it asks, the lowest rank that may act on it, and how the software meets it."""

    id: str
    kind: Kind
    authority: str
    asks: str
    met: Met
    how: str
    ruling: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (self.asks.strip() and self.how.strip()):
            raise ValueError(f"clause {self.id} must say what it asks and how it is met")

    def within(self, section: str) -> bool:
        """Tell whether this clause is `section` itself or lies beneath it; 10.1.1 lies beneath 10, not beneath 1."""
        rest = self.id.removeprefix(section)
        return self.id.startswith(section) and (not rest or not rest[0].isalnum())


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a point that the books leave open is read here, and how else it could be read.

    With `switch` a table's terms may choose `otherwise`; conditions of a tournament choose it in the field `stated`.
    """

    id: str
    scope: str
    says: str
    switch: bool = False
    stated: str = ""
    otherwise: str = ""

    def __post_init__(self) -> None:
        if (self.switch or bool(self.stated)) != bool(self.otherwise):
            raise ValueError(f"ruling {self.id} must give its other reading exactly if it can be chosen")

    @property
    def citation(self) -> str:
        """The form in which records cite this ruling: R10 is cited as `ruling 10`."""
        return f"ruling {self.id.removeprefix('R')}"


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """An approved rulebook, clause by clause, with the ladder of ranks it speaks of."""

    code: str
    slug: str
    title: str
    jurisdiction: str
    version: str
    ladder: tuple[str, ...]
    beside: tuple[str, ...]
    sections: dict[str, str]
    clauses: tuple[Clause, ...] = msgspec.field(name="clause")
    regulator: str = "regulator"
    """Whose inspectors players may consult, as players are told."""
    reviewer: str = "regulator"
    """The lowest rank that reviews a ruling on a dispute."""
    posts: dict[str, str] = {}
    """The rank that each of the house's posts holds under this book, where it is not that of every book."""

    def __post_init__(self) -> None:
        if len(self._by_id) != len(self.clauses):
            raise ValueError(f"{self.code} has two clauses of one id")
        ranks = {"none", *self.ladder, *self.beside}
        for clause in self.clauses:
            if clause.authority not in ranks:
                raise ValueError(f"{self.code} {clause.id} names {clause.authority}, a rank this book does not have")
            if not any(clause.within(section) for section in self.sections):
                raise ValueError(f"{self.code} {clause.id} lies in no section of the book")

    @cached_property
    def _by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def _by_name(self) -> dict[str, Clause]:
        return self._by_id | {f"{self.code} {clause_id}": clause for clause_id, clause in self._by_id.items()}

    @cached_property
    def _rungs(self) -> dict[str, int]:
        return {rank: rung for rung, rank in enumerate(self.ladder)}

    def __contains__(self, clause_id: object) -> bool:
        return clause_id in self._by_id

    def clause(self, clause_id: str) -> Clause:
        """Return the clause of that id or citation, such as `9.8` or `MM 9.8`, or raise UnknownClause."""
        try:
            return self._by_name[clause_id]
        except KeyError:
            wanted = clause_id.removeprefix(f"{self.code} ")
            raise UnknownClause(f"{self.code} {wanted}", self.nearest(wanted)) from None

    def section(self, prefix: str) -> tuple[Clause, ...]:
        """Return the clause `prefix`, if it is one, and every clause beneath it, in the order of the book."""
        return tuple(clause for clause in self.clauses if clause.within(prefix))

    def nearest(self, clause_id: str) -> tuple[str, ...]:
        """Return citations of the clauses that were most likely meant by an id this book does not have."""
        beneath = tuple(clause.id for clause in self.section(clause_id))[:NEAR_MATCHES]
        return tuple(f"{self.code} {known}" for known in beneath or close_matches(clause_id, self._by_id))

    def rank_of(self, rank: str) -> int | None:
        """Return the rung of a rank on the ladder, from 0 for a player, or None for one that is not on it."""
        return self._rungs.get(rank)

    def may(self, rank: str, clause_id: str) -> bool:
        """Tell whether a rank is at or above the lowest the clause allows; a rank beside the ladder is only itself."""
        return self.reaches(rank, self.clause(clause_id).authority)

    def reaches(self, rank: str, authority: str) -> bool:
        """Tell whether a rank is that authority, or above it on the ladder."""
        if authority in OPEN_TO_ALL or rank == authority:
            return True
        held, needed = self.rank_of(rank), self.rank_of(authority)
        return held is not None and needed is not None and held >= needed
